//! The security headers of every response.

use actix_web::http::header::{self, HeaderMap, HeaderName, HeaderValue};

/// The header for which sites may embed a response, as a picture or by another `no-cors` request.
pub const CROSS_ORIGIN_RESOURCE_POLICY: HeaderName = HeaderName::from_static("cross-origin-resource-policy");

/// Lets all sites embed a picture, because webmail and sites that link to the shop do.
pub const SHOWN_ANYWHERE: HeaderValue = HeaderValue::from_static("cross-origin");

const OPENER_POLICY: HeaderName = HeaderName::from_static("cross-origin-opener-policy");

/// The security headers, created once from the shop's configuration.
#[derive(Debug, Clone)]
pub struct SecurityHeaders {
    headers: Vec<(HeaderName, HeaderValue)>,
}

impl SecurityHeaders {
    /// Creates the headers. In addition to the shop's own host, its pages may load scripts from `script_hosts`, connect
    /// to `connect_hosts` and embed frames of `frame_hosts`. `https`: whether browsers use HTTPS.
    #[must_use]
    pub fn new(script_hosts: &[String], connect_hosts: &[String], frame_hosts: &[String], https: bool) -> Self {
        // Our own pages use no inline styles. Google's and Stripe's scripts style the frames that they create, and may
        // need this; our tests cannot tell, because they do not load these scripts.
        let attributes = if script_hosts.is_empty() { "" } else { " style-src-attr 'unsafe-inline';" };
        let list = |hosts: &[String]| hosts.iter().fold(String::new(), |list, host| list + " " + host);
        let policy = format!(
            "default-src 'self'; script-src 'self'{}; connect-src 'self'{}; frame-src 'self'{}; \
             style-src 'self';{attributes} img-src 'self' https: data:; object-src 'none'; base-uri 'none'; \
             form-action 'self'; frame-ancestors 'none'",
            list(script_hosts),
            list(connect_hosts),
            list(frame_hosts),
        );
        let mut headers = vec![
            (header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff")),
            (header::REFERRER_POLICY, HeaderValue::from_static("strict-origin-when-cross-origin")),
            (header::PERMISSIONS_POLICY, HeaderValue::from_static("camera=(), microphone=(), geolocation=()")),
            (header::CACHE_CONTROL, HeaderValue::from_static("no-store")),
            // Isolates our pages from pages that opened them or that they open, except for the sign-in windows of
            // Google and banks, which have to report back.
            (OPENER_POLICY, HeaderValue::from_static("same-origin-allow-popups")),
            (CROSS_ORIGIN_RESOURCE_POLICY, HeaderValue::from_static("same-origin")),
        ];
        // Leaked on purpose: each server has one policy until it exits, and a static value needs no reference count.
        let policy: &'static str = Box::leak(policy.into_boxed_str());
        if HeaderValue::from_str(policy).is_ok() {
            headers.push((header::CONTENT_SECURITY_POLICY, HeaderValue::from_static(policy)));
        }
        if https {
            headers.push((header::STRICT_TRANSPORT_SECURITY, HeaderValue::from_static("max-age=31536000")));
        }
        Self { headers }
    }

    /// Adds them to a response that sets its own cache headers and no other security headers.
    pub(crate) fn add_to_cacheable(&self, to: &mut HeaderMap) {
        for (name, value) in self.headers.iter().filter(|(name, _)| *name != header::CACHE_CONTROL) {
            to.insert(name.clone(), value.clone());
        }
    }

    /// Adds to a 304 only the header about the shop (HSTS): the client has cached those about the response.
    pub(crate) fn add_to_unchanged(&self, to: &mut HeaderMap) {
        for (name, value) in self.headers.iter().filter(|(name, _)| *name == header::STRICT_TRANSPORT_SECURITY) {
            to.insert(name.clone(), value.clone());
        }
    }

    /// Adds those that the response does not set itself.
    pub(crate) fn add(&self, to: &mut HeaderMap) {
        for (name, value) in &self.headers {
            if !to.contains_key(name) {
                to.insert(name.clone(), value.clone());
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_304_repeats_only_strict_transport_security() {
        for (https, expected) in [(false, &[][..]), (true, &["strict-transport-security"][..])] {
            let mut added = HeaderMap::new();
            SecurityHeaders::new(&[], &[], &[], https).add_to_unchanged(&mut added);
            assert_eq!(added.keys().map(HeaderName::as_str).collect::<Vec<_>>(), expected);
        }
    }
}
