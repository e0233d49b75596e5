//! The provider's emails with example data, so that operators can see what users get.

use super::{codes, google};
use autoparts_application::{
    email_examples::{Example, ExampleError},
    ports::{clock::IdSource, identity_accounts::Account},
};
use autoparts_domain::time::Timestamp;

/// Every email that the provider sends.
///
/// * `shop` - the shop's public URL
pub fn embedded_email_examples(shop: &str, ids: &dyn IdSource, now: Timestamp) -> Result<Vec<Example>, ExampleError> {
    let account = Account {
        id: ids.next(),
        email: "marta@example.com".parse()?,
        name: None,
        password_hash: None,
        google_subject: None,
        email_verified: true,
        created_at: now,
        last_sign_in_at: now,
    };
    let mut examples = codes::examples(ids.next(), shop, &account, &"marta.novak@example.com".parse()?);
    examples.extend(google::examples(ids.next(), shop, &account));
    Ok(examples)
}
