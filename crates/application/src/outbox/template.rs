//! Common data of emails that contain a link.

use crate::{
    ports::{email_content::EmailValue, secrets::NoRandomness},
    shop::Shop,
};
use autoparts_domain::{id::MailId, link_token::LinkToken, time::Timestamp};
use std::sync::Arc;

/// The common data of an email with one link.
pub(crate) struct EmailTemplate {
    /// The email's id.
    pub(crate) mail: MailId,
    /// The token of its link.
    pub(crate) token: LinkToken,
    /// The digest under which the token is stored.
    pub(crate) digest: String,
    /// The shop's public URL.
    pub(crate) shop: Arc<str>,
    /// When it is written.
    pub(crate) now: Timestamp,
}

impl EmailTemplate {
    /// The link to a page of the web app. Its token is in the fragment, which browsers do not send to servers.
    pub(crate) fn link(&self, page: &str) -> EmailValue {
        EmailValue::secret(format!("{}/{page}#token={}", self.shop.trim_end_matches('/'), self.token.reveal()))
    }
}

impl Shop {
    /// A template with a new token.
    pub(crate) fn email_template(&self) -> Result<EmailTemplate, NoRandomness> {
        let token = LinkToken::from_random(self.secrets.random()?);
        Ok(EmailTemplate {
            mail: self.ids.next(),
            digest: self.secrets.digest(token.reveal()),
            token,
            shop: Arc::clone(&self.public_url),
            now: self.now(),
        })
    }
}
