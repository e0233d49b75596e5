//! The operator's commands: showing and refunding orders, testing the mail server, and exporting or erasing a user's
//! data.

mod order_lines;
mod refund_shop;

use crate::{
    clock::{RandomIds, SystemClock},
    commands::{self, CommandError},
    config::{IdentitySettings, Settings},
    wire::{self, WireError},
};
use autoparts_application::{
    accounts::{
        AccountError,
        personal_data::{erase_as_operator, personal_data_of},
    },
    email_examples::{ExampleError, email_examples},
    error_chain::error_chain,
    orders::dossier::{order_called, order_dossier},
    payments::{by_operator::OperatorRefund, refunds::RefundError},
    ports::{
        clock::{Clock, IdSource},
        email_content::EmailContent,
        outbox::{Mail, NEWS_LASTS},
        store::Store,
        store_error::StoreError,
    },
    terminal,
    use_case_error::UseCaseError,
};
use autoparts_auth_adapter::{RandomSecrets, SigningKeys, embedded_email_examples, erase_account};
use autoparts_domain::{
    email::Email,
    id::OrderKey,
    money::{Money, RefundAmount},
    orders::WrongState,
    payments::Refund,
};
use autoparts_http::personal_data_json;
use autoparts_mail::text_and_html;
use std::{fs, io, path::Path, sync::Arc};

/// Why an operator command failed; `Display` is one line.
#[derive(Debug, thiserror::Error)]
pub enum OperatorError {
    /// The database or a service cannot be opened.
    #[error(transparent)]
    Command(#[from] CommandError),
    /// There is no such order.
    #[error("there is no order {0}; name it by its number, such as AP-7KQD-M2XW, or by its id")]
    NoSuchOrder(String),
    /// The amount is invalid.
    #[error("--amount {0}; write dollars such as 12.34")]
    Amount(String),
    /// The order was shipped, and `--shipped` is missing.
    #[error("this order is already shipped; to refund it anyway, add --shipped")]
    Shipped,
    /// The refund failed.
    #[error("nothing was refunded: {}", sentence(.0))]
    Refund(UseCaseError<RefundError>),
    /// The irreversible command was not confirmed.
    #[error(
        "this permanently deletes the account of {0} and the personal data of its owner; if you are sure, add --yes"
    )]
    NotConfirmed(Email),
    /// The user cannot be found or erased.
    #[error("{}", about_person(.0))]
    Person(UseCaseError<AccountError>),
    /// No account has this address.
    #[error("no account has the address {0}; check the spelling")]
    NoSuchUser(Email),
    /// No mail server is configured.
    #[error("no mail server is configured; set SMTP_URL and MAIL_FROM, see autoparts --help")]
    NoMailServer,
    /// The mail server did not accept the email.
    #[error("the mail server {host} did not accept the email ({said}); check SMTP_URL and MAIL_FROM")]
    Mail {
        /// The address of the mail server.
        host: String,
        /// Its response, or the transport error.
        said: String,
    },
    /// The previews cannot be written.
    #[error("the previews cannot be written to {folder}: {cause}")]
    Preview {
        /// The folder.
        folder: String,
        /// The cause.
        cause: io::Error,
    },
    /// An example email is invalid.
    #[error("the example emails are invalid: {0}")]
    Examples(ExampleError),
    /// The data cannot be written as JSON.
    #[error("the data cannot be written: {0}")]
    Json(#[from] serde_json::Error),
}

impl From<WireError> for OperatorError {
    fn from(error: WireError) -> Self {
        Self::Command(error.into())
    }
}

impl From<StoreError> for OperatorError {
    fn from(error: StoreError) -> Self {
        WireError::from(error).into()
    }
}

/// Rewords member-facing errors for the operator.
fn about_person(error: &UseCaseError<AccountError>) -> String {
    match error {
        UseCaseError::Refused(AccountError::UnpaidOrders) => {
            "this account has orders that are not paid; have them paid, or let an admin delete them, first".to_owned()
        }
        UseCaseError::Refused(AccountError::LastAdminLeaves) => CommandError::LastAdmin.to_string(),
        error => sentence(error),
    }
}

/// Formats an error for use within a line.
fn sentence(error: &(dyn std::error::Error + 'static)) -> String {
    error_chain(error).trim_end_matches('.').to_owned()
}

async fn named(store: &dyn Store, name: &str) -> Result<OrderKey, OperatorError> {
    order_called(store, name).await?.ok_or_else(|| OperatorError::NoSuchOrder(name.to_owned()))
}

/// Returns everything about an order, as lines of text.
pub async fn show_order(settings: &Settings, name: &str) -> Result<String, OperatorError> {
    let store = commands::open(settings)?;
    let key = named(&*store, name).await?;
    let dossier = order_dossier(&*store, key).await?;
    dossier.map(|dossier| order_lines::describe(&dossier)).ok_or_else(|| OperatorError::NoSuchOrder(name.to_owned()))
}

/// A refund as entered on the command line.
#[derive(Debug, Clone)]
pub struct RefundRequest {
    /// The order's number or id.
    pub order: String,
    /// The amount in dollars; `None` for all that has not been refunded.
    pub amount: Option<String>,
    /// Whether to refund although the order was shipped.
    pub even_shipped: bool,
    /// Distinguishes refunds of the same amount.
    pub word: String,
}

fn amount_of(text: &str) -> Result<RefundAmount, OperatorError> {
    let amount = Money::parse_dollars(text).and_then(RefundAmount::new);
    amount.map_err(|why| OperatorError::Amount(format!("{text} {why}")))
}

/// Refunds an order. Returns a summary. Idempotent: repeating a request refunds once.
pub async fn refund_order(settings: &Settings, request: RefundRequest) -> Result<String, OperatorError> {
    let RefundRequest { order, amount, even_shipped, word } = request;
    let what = match &amount {
        Some(text) => OperatorRefund::Amount { amount: amount_of(text)?, word },
        None => OperatorRefund::Whole { even_shipped },
    };
    let store = commands::open(settings)?;
    let key = named(&*store, &order).await?;
    let (shop, can_query) = refund_shop::build(settings, store).await?;
    let refunded = shop.refund_as_operator(key.order, what).await.map_err(refused)?;
    let (Some(refund), is_new) = refunded else {
        return Ok(format!("Order {order} was refunded before; nothing more is refunded."));
    };
    let refund = if can_query { shop.carry_out_refund(&refund).await?.unwrap_or(refund) } else { refund };
    Ok(summary(&order, &refund, is_new, can_query))
}

fn refused(error: UseCaseError<RefundError>) -> OperatorError {
    match error {
        UseCaseError::Refused(RefundError::State(WrongState::Shipped)) => OperatorError::Shipped,
        error => OperatorError::Refund(error),
    }
}

fn summary(order: &str, refund: &Refund, is_new: bool, can_query: bool) -> String {
    let amount = format!("${}", refund.amount);
    let first = if is_new {
        format!("Refunding {amount} of order {order}.")
    } else {
        format!(
            "{amount} of order {order} was refunded before; nothing more is refunded. To refund the same amount again, add --again WORD."
        )
    };
    let second = match refund.done_at {
        Some(_) => "The payment provider has carried it out.",
        None if !can_query => "The running server sends it to the payment provider within a minute.",
        None if refund.failures > 0 => "The payment provider could not carry it out; the server will try again.",
        None => "It is in progress; the server checks with the payment provider until it is complete.",
    };
    format!("{first} {second}")
}

/// Sends a test email immediately, bypassing the outbox. Returns the server's response.
pub async fn test_mail(settings: &Settings, to: Email) -> Result<String, OperatorError> {
    let mail = settings.mail.as_ref().ok_or(OperatorError::NoMailServer)?;
    let mailer = wire::mailer(settings, mail)?;
    let content = EmailContent { greets: false, ..EmailContent::new() }
        .paragraph("This email was sent by the command autoparts mail test.")
        .paragraph("It shows that the shop can send emails to this address.");
    let ids: &dyn IdSource = &RandomIds;
    let id = ids.next();
    let owner = ids.next();
    let mail = Mail::new(id, owner, to.clone(), "Test email from the shop", content, SystemClock.now(), NEWS_LASTS);
    let said =
        mailer.try_out(&mail).await.map_err(|said| OperatorError::Mail { host: mailer.host().to_owned(), said })?;
    Ok(format!("The mail server accepted the email to {to}: {}", terminal::line(&said)))
}

/// Writes each email with example data into a folder, as `NAME.txt` and `NAME.html`. Returns a summary.
pub fn preview_emails(settings: &Settings, folder: &Path) -> Result<String, OperatorError> {
    let (shop, seller) =
        (settings.public_url.as_deref().unwrap_or("https://shop.example"), wire::mail_seller(settings));
    let mut examples = email_examples(shop).map_err(OperatorError::Examples)?;
    if settings.identity == IdentitySettings::Embedded {
        let more = embedded_email_examples(shop, &RandomIds, SystemClock.now());
        examples.extend(more.map_err(OperatorError::Examples)?);
    }
    let write = || -> io::Result<()> {
        fs::create_dir_all(folder)?;
        for (name, mail) in &examples {
            let (text, html) = text_and_html(mail, &seller);
            fs::write(folder.join(format!("{name}.txt")), format!("Subject: {}\n\n{text}", mail.subject))?;
            if let Some(html) = html {
                fs::write(folder.join(format!("{name}.html")), html)?;
            }
        }
        Ok(())
    };
    let shown = folder.display().to_string();
    write().map_err(|cause| OperatorError::Preview { folder: shown.clone(), cause })?;
    Ok(format!("Wrote {} emails to {shown}, each as text and as HTML.", examples.len()))
}

/// Returns all data about a user, as JSON.
pub async fn export_person(settings: &Settings, email: Email) -> Result<String, OperatorError> {
    let store = commands::open(settings)?;
    let data =
        personal_data_of(&*store, &SystemClock, &RandomIds, email.clone()).await.map_err(|error| match error {
            UseCaseError::Refused(AccountError::NoSuchUser) => OperatorError::NoSuchUser(email),
            error => OperatorError::Person(error),
        })?;
    Ok(personal_data_json(data)?)
}

/// Deletes a user's account and data. Returns a summary.
pub async fn erase_person(settings: &Settings, email: Email, confirmed: bool) -> Result<String, OperatorError> {
    if !confirmed {
        return Err(OperatorError::NotConfirmed(email));
    }
    let store = commands::open(settings)?;
    // If an earlier run was interrupted, an erased user may still have a sign-in.
    let secrets = RandomSecrets::default();
    let keys = SigningKeys::new(store.clone(), Arc::new(SystemClock));
    secrets.read_key(&keys).await.map_err(WireError::from)?;
    let is_unknown = match erase_as_operator(&*store, &SystemClock, &RandomIds, &secrets, email.clone()).await {
        Ok(()) => false,
        Err(UseCaseError::Refused(AccountError::NoSuchUser)) => true,
        Err(error) => return Err(OperatorError::Person(error)),
    };
    let done = format!("The account of {email} is deleted. Orders stay as they were agreed, without the account.");
    if settings.identity == IdentitySettings::Embedded {
        let had_sign_in = erase_account(&*store, &email, SystemClock.now()).await?;
        return if is_unknown && !had_sign_in { Err(OperatorError::NoSuchUser(email)) } else { Ok(done) };
    }
    if is_unknown {
        return Err(OperatorError::NoSuchUser(email));
    }
    Ok(done + " Delete the user at the identity provider, too.")
}

#[cfg(test)]
mod tests;
