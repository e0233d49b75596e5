//! The headers that keep browsers safe, on every answer.

use actix_web::http::header::{self, HeaderMap, HeaderName, HeaderValue};

/// Which sites may embed a response as a picture or otherwise with `no-cors`. CORS requests are not affected.
pub const CROSS_ORIGIN_RESOURCE_POLICY: HeaderName = HeaderName::from_static("cross-origin-resource-policy");

/// For pictures: webmail and sites that link to the shop embed them.
pub const SHOWN_ANYWHERE: HeaderValue = HeaderValue::from_static("cross-origin");

const OPENER_POLICY: HeaderName = HeaderName::from_static("cross-origin-opener-policy");

/// The headers that keep browsers safe; made once, from what the shop uses.
#[derive(Debug, Clone)]
pub struct SecurityHeaders {
    headers: Vec<(HeaderName, HeaderValue)>,
}

impl SecurityHeaders {
    /// Headers for a shop whose pages load scripts from `script_hosts`, talk to
    /// `connect_hosts` and show frames of `frame_hosts`, besides its own. `https` when browsers
    /// reach it that way.
    #[must_use]
    pub fn new(script_hosts: &[String], connect_hosts: &[String], frame_hosts: &[String], https: bool) -> Self {
        // Our own pages have no styles but those in files. What comes from Google and Stripe styles the frames
        // that it makes, and whether it does so in a way that needs no leave cannot be tried without them.
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
        // There is one for each server, and it lasts as long: so it need not be counted who uses it.
        let policy: &'static str = Box::leak(policy.into_boxed_str());
        if HeaderValue::from_str(policy).is_ok() {
            headers.push((header::CONTENT_SECURITY_POLICY, HeaderValue::from_static(policy)));
        }
        if https {
            headers.push((header::STRICT_TRANSPORT_SECURITY, HeaderValue::from_static("max-age=31536000")));
        }
        Self { headers }
    }

    /// Adds them to an answer that says itself how it may be cached, and nothing else of what they say.
    pub(crate) fn add_to_cacheable(&self, to: &mut HeaderMap) {
        for (name, value) in self.headers.iter().filter(|(name, _)| *name != header::CACHE_CONTROL) {
            to.insert(name.clone(), value.clone());
        }
    }

    /// Adds what is said about the shop and not about the answer, which the client has, with headers of its own.
    pub(crate) fn add_to_unchanged(&self, to: &mut HeaderMap) {
        for (name, value) in self.headers.iter().filter(|(name, _)| *name == header::STRICT_TRANSPORT_SECURITY) {
            to.insert(name.clone(), value.clone());
        }
    }

    /// Adds those that the answer has not set itself.
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
    fn an_answer_that_has_not_changed_says_again_only_how_the_shop_is_reached() {
        for (https, expected) in [(false, &[][..]), (true, &["strict-transport-security"][..])] {
            let mut added = HeaderMap::new();
            SecurityHeaders::new(&[], &[], &[], https).add_to_unchanged(&mut added);
            assert_eq!(added.keys().map(HeaderName::as_str).collect::<Vec<_>>(), expected);
        }
    }
}
