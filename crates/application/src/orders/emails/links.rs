//! How the reader of an email returns to the order: members through their account, guests by a link in this email,
//! which opens only this order.

use super::{OrderEmails, contents::headline};
use crate::ports::{
    accounts::GuestLink,
    email_content::{EmailContent, EmailValue, Emphasis},
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

    /// The token that the link carries.
    pub(crate) fn token(&self) -> &LinkToken {
        &self.token
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
    content: EmailContent,
    asks_to_pay: bool,
    pub(super) leads_back: bool,
}

impl OrderEmail {
    pub(super) fn about(snapshot: &OrderSnapshot, subject: &str, content: EmailContent) -> Self {
        let subject = format!("{subject}: {}", headline(snapshot));
        let customer = snapshot.customer;
        let order = snapshot.id;
        let to = snapshot.email.clone();
        Self { customer, order, to, subject, content, asks_to_pay: false, leads_back: true }
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
        let content = self.content(email);
        let content = if email.asks_to_pay {
            content
                .paragraph("It is not paid yet. Please pay for it here:")
                .button("Pay for your order", payment_page(&self.shop, email.order))
        } else {
            content
        };
        self.written(email, with_all_orders(content, &self.shop))
    }

    pub(super) fn to_guest(&self, email: &OrderEmail, link: Option<&NewLink>) -> Mail {
        let content = self.content(email);
        let content = match link {
            Some(link) => {
                let (words, label) = if email.asks_to_pay {
                    ("It is not paid yet. Please pay for it here:", "Pay for your order")
                } else {
                    ("See your order here:", "See your order")
                };
                content.paragraph(words).button(label, order_link(&self.shop, &link.token))
            }
            None => content,
        };
        self.written(email, content)
    }

    fn content(&self, email: &OrderEmail) -> EmailContent {
        self.postscript.iter().cloned().fold(email.content.clone(), EmailContent::block)
    }

    fn written(&self, email: &OrderEmail, content: EmailContent) -> Mail {
        let to = email.to.clone();
        Mail::new(self.mail, email.customer, to, &email.subject, content, self.now, NEWS_LASTS).about(email.order)
    }
}

/// Adds the way to all orders of a member.
pub(crate) fn with_all_orders(content: EmailContent, shop: &str) -> EmailContent {
    let page = format!("{}/dashboard", shop.trim_end_matches('/'));
    content.paragraph("All your orders are here:").link("See your orders", Emphasis::Secondary, page)
}

/// The page where a guest views and pays for an order, up to the token. The token is in the fragment, which browsers do
/// not send to servers.
fn guest_page(shop: &str) -> String {
    format!("{}/my-order#token=", shop.trim_end_matches('/'))
}

/// The link to a guest's order.
pub(crate) fn order_link(shop: &str, token: &LinkToken) -> EmailValue {
    EmailValue::secret(format!("{}{}", guest_page(shop), token.reveal()))
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
