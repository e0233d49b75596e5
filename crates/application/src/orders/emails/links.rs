//! How the reader of an email returns to the order: members through their account, guests by a link in this email,
//! which opens only this order.

use super::{HIDDEN_LINK, OrderEmails, contents::headline, with_greeting};
use crate::ports::{
    accounts::GuestLink,
    outbox::{Mail, NEWS_LASTS},
    secrets::SecretSource,
    store::Transaction,
    store_error::StoreResult,
};
use autoparts_domain::{
    email::Email,
    id::{OrderId, OrderKey, UserId},
    link_token::LinkToken,
    orders::OrderSnapshot,
};

/// The link of one email, drawn before it is known whether its reader is a guest.
#[derive(Debug, Clone)]
pub(crate) struct NewLink {
    token: LinkToken,
    digest: String,
}

impl NewLink {
    /// `None` if the system random generator failed: payments must not wait for an email's link.
    pub(crate) fn draw(secrets: &dyn SecretSource) -> Option<Self> {
        let token = LinkToken::from_random(secrets.random().ok()?);
        Some(Self { digest: secrets.digest(token.reveal()), token })
    }

    /// A link with a known token, for examples.
    pub(super) fn example(token: LinkToken) -> Self {
        Self { token, digest: String::new() }
    }

    /// The stored form of the link.
    pub(crate) fn digest(&self) -> &str {
        &self.digest
    }
}

/// An email about an order, before it is known who reads it.
#[derive(Debug, Clone)]
pub(crate) struct OrderEmail {
    customer: UserId,
    order: OrderId,
    to: Email,
    subject: String,
    text: String,
    asks_to_pay: bool,
    pub(super) leads_back: bool,
}

impl OrderEmail {
    pub(super) fn about(snapshot: &OrderSnapshot, subject: &str, text: String) -> Self {
        let subject = format!("{subject}: {}", headline(snapshot));
        let customer = snapshot.customer;
        let order = snapshot.id;
        let to = snapshot.email.clone();
        Self { customer, order, to, subject, text, asks_to_pay: false, leads_back: true }
    }

    /// Makes the email ask for payment.
    pub(super) fn asking_to_pay(self) -> Self {
        Self { asks_to_pay: true, ..self }
    }

    /// Marks the email as being about a deleted order, which no longer has a page.
    pub(super) fn about_a_deleted_order(self) -> Self {
        Self { leads_back: false, ..self }
    }
}

impl OrderEmails {
    /// Puts an email into the outbox. A guest's email gets its own link.
    pub(crate) fn send(&self, tx: &mut dyn Transaction, email: &OrderEmail) -> StoreResult<()> {
        let customer = tx.user(&email.customer)?;
        if !customer.as_ref().is_some_and(|customer| customer.guest) {
            let is_confirmed = customer.is_none_or(|customer| customer.email_verified);
            return tx.insert_mail(&self.to_member(email).to_confirmed(is_confirmed));
        }
        let order = OrderKey { customer: email.customer, order: email.order };
        let may_have_link = email.leads_back && !tx.order_links_are_revoked(&order)?;
        let link = self.link.as_ref().filter(|_| may_have_link);
        if let Some(NewLink { digest, .. }) = link {
            let digest = digest.clone();
            let guest = email.customer;
            let order = Some(email.order);
            tx.insert_guest_link(&GuestLink { digest, guest, order, revoked: None })?;
        }
        tx.insert_mail(&self.to_guest(email, link).unasked())
    }

    pub(super) fn to_member(&self, email: &OrderEmail) -> Mail {
        let pay = if email.asks_to_pay { please_pay(&payment_page(&self.shop, email.order)) } else { String::new() };
        let orders = format!("{}/dashboard", self.shop.trim_end_matches('/'));
        self.written(email, with_greeting(&format!("{}{pay}\n\nAll your orders are here:\n\n{orders}", email.text)))
    }

    pub(super) fn to_guest(&self, email: &OrderEmail, link: Option<&NewLink>) -> Mail {
        let Some(NewLink { token, .. }) = link else { return self.written(email, with_greeting(&email.text)) };
        let with = |link: &str| {
            let back = if email.asks_to_pay { please_pay(link) } else { format!("\n\nSee your order here:\n\n{link}") };
            with_greeting(&format!("{}{back}", email.text))
        };
        let text = with(&format!("{}{}", guest_page(&self.shop), token.reveal()));
        self.written(email, text).with_secrets(with(HIDDEN_LINK))
    }

    fn written(&self, email: &OrderEmail, text: String) -> Mail {
        let mail = Mail::new(self.mail, email.customer, email.to.clone(), &email.subject, text, self.now, NEWS_LASTS);
        mail.about(email.order)
    }
}

fn please_pay(page: &str) -> String {
    format!("\n\nIt is not paid yet. Please pay for it here:\n\n{page}")
}

/// The page where a guest views and pays for an order, up to the token. The token is in the fragment, which browsers do
/// not send to servers.
pub(super) fn guest_page(shop: &str) -> String {
    format!("{}/my-order#token=", shop.trim_end_matches('/'))
}

/// The link to a guest's order.
pub(crate) fn order_link(shop: &str, link: &NewLink) -> String {
    format!("{}{}", guest_page(shop), link.token.reveal())
}

/// Finds the link to a guest's order in an email. Emails of earlier releases have the token in the query.
pub(crate) fn guest_link<'m>(mail: &'m Mail, shop: &str) -> Option<&'m str> {
    let page = guest_page(shop);
    let pages = [page.replacen('#', "?", 1), page];
    mail.text.lines().find(|line| pages.iter().any(|page| line.starts_with(page)))
}

/// The payment page of an order.
pub(crate) fn payment_page(shop: &str, order: OrderId) -> String {
    format!("{}/payment/{order}", shop.trim_end_matches('/'))
}
