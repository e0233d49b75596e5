//! Stock alerts: requesting an email when a sold-out part is back in stock, sending it, and unsubscribing.
//!
//! The caller learns nothing about the address, which may belong to a stranger, so it has to confirm stock alerts once.
//! ADR 0024 has the reasons.

pub(crate) mod emails;

use crate::{
    outbox::{quota, template::EmailTemplate},
    ports::{
        secrets::NoRandomness,
        stock_alerts::{AlertDecision, StockAlertLink},
        store::Transaction,
        store_error::{StoreError, StoreResult},
    },
    shop::Shop,
    use_case_error::{Refusal, UseCaseError},
};
use autoparts_domain::{
    catalogue::Part,
    email::Email,
    id::PartId,
    link_token::LinkToken,
    newsletter::SubscriptionState,
    stock_alerts::{ASK_AGAIN_AFTER, AlertConsent, CONFIRM_WITHIN, MAX_ALERTS, REFUSAL_LASTS, StockAlert},
    validation::ValidationError,
};

/// Maximum number of alerts sent per maintenance round; the next round continues.
const MAX_A_ROUND: u32 = 200;

/// Errors of stock alerts.
#[derive(Debug, thiserror::Error)]
pub enum StockAlertError {
    /// The part does not exist or was deleted.
    #[error("This part does not exist.")]
    NoSuchPart,
    /// The part can be ordered.
    #[error("This part is in stock: you can order it now.")]
    InStock,
    /// The link never existed or has expired.
    #[error("This link is invalid or has expired.")]
    BadLink,
    /// No link can be generated.
    #[error(transparent)]
    Randomness(#[from] NoRandomness),
    /// The mail server cannot deliver to the address.
    #[error("email {0}")]
    Email(#[from] ValidationError),
}

impl Refusal for StockAlertError {}

/// The result of a use case that can fail with [`StockAlertError`].
pub type StockAlertResult<T> = Result<T, UseCaseError<StockAlertError>>;

impl Shop {
    /// Registers a stock alert for a part that cannot be ordered. Public; no sign-in needed. Idempotent. An address
    /// that has never confirmed anything gets a confirmation email.
    #[tracing::instrument(level = "debug", skip_all, fields(part = %part))]
    pub async fn request_stock_alert(&self, part: PartId, email: Email) -> StockAlertResult<()> {
        self.check_deliverable(&email)?;
        let alert =
            StockAlert { part, email, id: self.ids.next(), asked_at: self.now(), consent: AlertConsent::Waiting };
        let template = self.email_template()?;
        self.store.write(move |tx| request_alert(tx, &alert, &template)).await
    }

    /// Confirms stock alerts for the address to which a link was emailed. Idempotent.
    #[tracing::instrument(level = "debug", skip_all)]
    pub async fn confirm_stock_alerts(&self, token: &LinkToken) -> StockAlertResult<()> {
        let digest = self.secrets.digest(token.reveal());
        let now = self.now();
        self.store
            .write(move |tx| {
                let link = tx.stock_alert_link(&digest)?.filter(|link| link.confirms);
                let link = link.filter(|link| now < link.mailed_at.plus(CONFIRM_WITHIN));
                let link = link.ok_or(StockAlertError::BadLink)?;
                Ok(tx.confirm_stock_alerts(&link.email, now)?)
            })
            .await
    }

    /// Ends all alerts of the address to which a link was emailed. Idempotent.
    #[tracing::instrument(level = "debug", skip_all)]
    pub async fn stop_stock_alerts(&self, token: &LinkToken) -> StockAlertResult<()> {
        let digest = self.secrets.digest(token.reveal());
        let now = self.now();
        self.store
            .write(move |tx| {
                let link = tx.stock_alert_link(&digest)?.filter(|link| !link.confirms);
                let link = link.ok_or(StockAlertError::BadLink)?;
                Ok(tx.refuse_stock_alerts(&link.email, now)?)
            })
            .await
    }

    /// Emails the addresses whose parts can be ordered, each in its own unit of work, so that a failure does not block
    /// others. Returns the number of emails written, or the first failure.
    pub async fn send_stock_alerts(&self) -> StockAlertResult<usize> {
        let due = self.store.read(|tx| tx.due_stock_alerts(MAX_A_ROUND)).await?;
        let mut count = 0;
        let mut failed = None;
        for alerts in due.chunk_by(|one, next| one.email == next.email) {
            match self.send_alerts_of_one(alerts.to_vec()).await {
                Ok(sent) => count += usize::from(sent),
                // A failure must not delay the addresses after it.
                Err(error) => failed = failed.or(Some(error)),
            }
        }
        failed.map_or(Ok(count), Err)
    }

    async fn send_alerts_of_one(&self, alerts: Vec<StockAlert>) -> StockAlertResult<bool> {
        let template = self.email_template()?;
        Ok(self.store.write(move |tx| notify(tx, &alerts, &template)).await?)
    }
}

fn request_alert(tx: &mut dyn Transaction, alert: &StockAlert, template: &EmailTemplate) -> StockAlertResult<()> {
    let part = tx.part(&alert.part)?.ok_or(StockAlertError::NoSuchPart)?;
    if part.can_be_ordered() {
        return Err(StockAlertError::InStock.into());
    }
    let before = tx.stock_alerts_of(&alert.email)?.into_iter().find(|before| before.part == alert.part);
    let consent = match before.map(|before| before.consent).filter(|consent| *consent != AlertConsent::Waiting) {
        // A repeated request does not withdraw the confirmation.
        Some(consent) => consent,
        None if is_confirmed(tx, &alert.email)? => AlertConsent::Confirmed,
        None => AlertConsent::Waiting,
    };
    tx.save_stock_alert(&StockAlert { consent, ..alert.clone() })?;
    let mut alerts = tx.stock_alerts_of(&alert.email)?;
    // Unconfirmed alerts are displaced first: strangers can displace only what strangers requested.
    alerts.sort_by_key(|alert| alert.consent == AlertConsent::Waiting);
    for surplus in alerts.iter().skip(MAX_ALERTS) {
        tx.delete_stock_alert(surplus)?;
    }
    if consent == AlertConsent::Waiting { Ok(ask_to_confirm(tx, alert, &part, template)?) } else { Ok(()) }
}

/// Returns whether an address has confirmed emails of the shop, and has not refused stock alerts since. A verified
/// account does not count: the form does not authenticate the sender.
fn is_confirmed(tx: &mut dyn Transaction, email: &Email) -> StoreResult<bool> {
    match tx.alert_decision(email)? {
        Some(decision) => Ok(decision == AlertDecision::Wanted),
        None => {
            let subscription = tx.subscription_by_email(email)?;
            Ok(subscription.is_some_and(|subscription| subscription.state == SubscriptionState::Confirmed))
        }
    }
}

/// Sends a confirmation email, unless one was sent recently, or the mailbox has reached its daily quota.
fn ask_to_confirm(
    tx: &mut dyn Transaction,
    alert: &StockAlert,
    part: &Part,
    template: &EmailTemplate,
) -> StoreResult<()> {
    let has_refused = match tx.alert_decision(&alert.email)? {
        Some(AlertDecision::Refused(at)) => template.now < at.plus(REFUSAL_LASTS),
        _ => false,
    };
    let was_asked_lately =
        tx.last_asked_to_confirm(&alert.email)?.is_some_and(|at| template.now < at.plus(ASK_AGAIN_AFTER));
    if has_refused || was_asked_lately || quota::is_used_up(tx, &alert.email, template.now)? {
        return Ok(());
    }
    let link = StockAlertLink { email: alert.email.clone(), confirms: true, mailed_at: template.now };
    tx.insert_stock_alert_link(&template.digest, &link)?;
    tx.insert_mail(&template.confirmation(alert, part))
}

/// Deletes the alerts of one address and writes the email, atomically. Returns whether it did. With several servers,
/// the one that deletes an alert writes the email.
fn notify(tx: &mut dyn Transaction, alerts: &[StockAlert], template: &EmailTemplate) -> Result<bool, StoreError> {
    let mut sent = Vec::new();
    let mut parts = Vec::new();
    for alert in alerts {
        // It may have sold out again since it was read.
        let Some(part) = tx.part(&alert.part)?.filter(Part::can_be_ordered) else { continue };
        if tx.delete_stock_alert(alert)? {
            sent.push(alert.clone());
            parts.push(part);
        }
    }
    let Some(first) = sent.first() else { return Ok(false) };
    let link = StockAlertLink { email: first.email.clone(), confirms: false, mailed_at: template.now };
    tx.insert_stock_alert_link(&template.digest, &link)?;
    let is_confirmed = sent.iter().all(|alert| alert.consent == AlertConsent::Confirmed);
    tx.insert_mail(&template.back_in_stock(first, &parts).to_confirmed(is_confirmed))?;
    Ok(true)
}
