//! Stock alerts: asking to be told when a sold-out part is back, the e-mail that says so, and no longer waiting.
//!
//! The caller learns nothing about the address, which may be anybody's. ADR 0024 has the reasons.

use crate::{
    ports::{
        outbox::{Mail, NEWS_LASTS},
        secrets::NoRandomness,
        store::Transaction,
        store_error::StoreError,
    },
    shop::Shop,
};
use autoparts_domain::{
    catalogue::Part,
    email::Email,
    id::{MailId, PartId, UserId},
    link_token::LinkToken,
    stock_alerts::{MAX_ALERTS, StockAlert},
    time::Timestamp,
};
use std::sync::Arc;

/// How many e-mails one round of maintenance writes: a round is short, and the next one goes on.
const MAX_A_ROUND: u32 = 200;

/// What stands in an e-mail's place for its link when it is hidden.
const HIDDEN_LINK: &str = "[link hidden]";

/// Why something about stock alerts could not be done.
#[derive(Debug, thiserror::Error)]
pub enum StockAlertError {
    /// There is no such part, or it was deleted.
    #[error("This part does not exist.")]
    NoSuchPart,
    /// There is nothing to wait for.
    #[error("This part is in stock: you can order it now.")]
    InStock,
    /// The link was never the shop's, or has ended.
    #[error("This link is invalid or has expired.")]
    BadLink,
    /// No link can be made.
    #[error(transparent)]
    Randomness(#[from] NoRandomness),
    /// The store failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl Shop {
    /// Has an address wait for a part that cannot be ordered; for everybody, and repeatable. Nothing is mailed before
    /// the part is back.
    #[tracing::instrument(level = "debug", skip_all, fields(part = %part))]
    pub async fn ask_for_stock_alert(&self, part: PartId, email: Email) -> Result<(), StockAlertError> {
        let alert = StockAlert { part, email, id: self.ids.next(), asked_at: self.now() };
        self.store.write(move |tx| ask(tx, &alert)).await
    }

    /// Ends all that the address waits for to which a link was mailed. Repeatable.
    #[tracing::instrument(level = "debug", skip_all)]
    pub async fn stop_stock_alerts(&self, token: &LinkToken) -> Result<(), StockAlertError> {
        let digest = self.secrets.digest(token.reveal());
        self.store
            .write(move |tx| {
                let email = tx.stock_alert_link(&digest)?.ok_or(StockAlertError::BadLink)?;
                Ok(tx.delete_stock_alerts_of(&email)?)
            })
            .await
    }

    /// Writes to those whose part can be ordered, whatever made it so; each e-mail in a unit of work of its own: one that
    /// fails keeps back no other. How many were written to, or the first failure.
    pub(crate) async fn send_stock_alerts(&self) -> Result<usize, StockAlertError> {
        let due = self.store.read(|tx| tx.due_stock_alerts(MAX_A_ROUND)).await?;
        let (mut count, mut failed) = (0, None);
        for alert in due {
            match self.send_stock_alert(alert).await {
                Ok(sent) => count += usize::from(sent),
                // Those behind it shall not wait for what it waits for.
                Err(error) => failed = failed.or(Some(error)),
            }
        }
        failed.map_or(Ok(count), Err)
    }

    async fn send_stock_alert(&self, alert: StockAlert) -> Result<bool, StockAlertError> {
        let token = LinkToken::from_random(self.secrets.random()?);
        let template = EmailTemplate {
            mail: self.ids.next(),
            digest: self.secrets.digest(token.reveal()),
            token,
            shop: Arc::clone(&self.public_url),
            now: self.now(),
        };
        Ok(self.store.write(move |tx| tell(tx, &alert, &template)).await?)
    }
}

fn ask(tx: &mut dyn Transaction, alert: &StockAlert) -> Result<(), StockAlertError> {
    let part = tx.part(&alert.part)?.ok_or(StockAlertError::NoSuchPart)?;
    if part.can_be_ordered() {
        return Err(StockAlertError::InStock);
    }
    tx.save_stock_alert(alert)?;
    for surplus in tx.stock_alerts_of(&alert.email)?.iter().skip(MAX_ALERTS) {
        tx.delete_stock_alert(surplus)?;
    }
    Ok(())
}

/// Takes the alert away and writes the e-mail, both or neither; whether it did. Of several servers, the one that takes
/// the alert away writes.
fn tell(tx: &mut dyn Transaction, alert: &StockAlert, template: &EmailTemplate) -> Result<bool, StoreError> {
    // It may have been sold out again since it was read.
    let Some(part) = tx.part(&alert.part)?.filter(Part::can_be_ordered) else { return Ok(false) };
    if !tx.delete_stock_alert(alert)? {
        return Ok(false);
    }
    tx.insert_stock_alert_link(&template.digest, &alert.email, template.now)?;
    tx.insert_mail(&template.back_in_stock(alert, &part))?;
    Ok(true)
}

/// What one e-mail is written on.
struct EmailTemplate {
    /// The e-mail's id.
    mail: MailId,
    /// The token of its link.
    token: LinkToken,
    /// What the token is kept by.
    digest: String,
    /// How browsers reach the shop.
    shop: Arc<str>,
    /// When it is written.
    now: Timestamp,
}

impl EmailTemplate {
    fn back_in_stock(&self, alert: &StockAlert, part: &Part) -> Mail {
        let shop = self.shop.trim_end_matches('/');
        let (title, price) = (&part.details.title, part.details.price.amount().shown());
        let pieces = match part.details.minimum_order.quantity().pieces() {
            1 => String::new(),
            minimum => format!(", minimum order {minimum} pieces"),
        };
        let text = |link: &str| {
            format!(
                "Hello,\n\nSomeone, probably you, asked us to email this address when this part is back. It can be \
                 ordered again:\n\n    {title}, {price} per piece{pieces}\n\n{shop}/shop/{}\n\nNothing is reserved \
                 for you: order while stock lasts. There will be no further email about this part unless you ask for \
                 one.\n\n\
                 If it was not you, or if you do not want any other stock alerts, follow this link:\n\n\
                 {link}\n\nAutoparts\n",
                part.id,
            )
        };
        let link = format!("{shop}/stop-alerts?token={}", self.token.reveal());
        let (owner, subject) = (UserId::from(alert.id.uuid()), format!("Back in stock: {title}"));
        Mail::new(self.mail, owner, alert.email.clone(), &subject, text(&link), self.now, NEWS_LASTS)
            .with_secrets(text(HIDDEN_LINK))
    }
}
