//! Separates the data of an unconfirmed sign-in from the sign-in that later confirms the address. An attacker who signs
//! up with a victim's address may have filled the account with an address book, a cart, a profile and unpaid orders.
//! All of it moves to a stand-in: a guest with the same address, as whom no one can sign in. ADR 0010 has the rule.

use crate::{
    orders::emails::{NewLink, headline, order_link},
    ports::{
        accounts::GuestLink,
        email_content::EmailContent,
        outbox::{Mail, NEWS_LASTS},
        page::Page,
        secrets::SecretSource,
        store::Transaction,
        store_error::StoreResult,
    },
};
use autoparts_domain::{
    accounts::{Role, User},
    email::Email,
    id::{MailId, UserId},
    time::Timestamp,
};

/// Maximum number of orders linked in the email; the newest are chosen.
const MAX_ORDERS: u32 = 20;

/// Whether a user has any data that another person should not find in their account.
pub(super) fn holds_anything(tx: &mut dyn Transaction, user: &User) -> StoreResult<bool> {
    Ok(user.profile.is_some()
        || !tx.member_documents(&user.id)?.are_empty()
        || !tx.orders_of(&user.id, &Page { after: None, limit: 1 })?.is_empty()
        || !tx.reviews_of(&user.id)?.is_empty())
}

/// Turns a user without a role into a stand-in: its address and subject become free and its sessions end. A stand-in
/// without orders is erased and gets the placeholder address, because its data would be unreachable.
pub(super) fn make_stand_in(
    tx: &mut dyn Transaction,
    user: &User,
    placeholder: &Email,
    now: Timestamp,
) -> StoreResult<()> {
    tx.end_sessions(&user.id, now)?;
    tx.set_session_cutoff(&user.id, now)?;
    tx.update_user(user, &User { subject: None, email_verified: false, guest: true, ..user.clone() })?;
    if !tx.orders_of(&user.id, &Page { after: None, limit: 1 })?.is_empty() {
        return Ok(());
    }
    let stand_in = tx.user(&user.id)?.ok_or_else(|| tx.conflict())?;
    tx.erase_member(&stand_in, placeholder)
}

/// Revokes the role of an admin whose record or address moves to another sign-in. Returns the updated record.
pub(super) fn take_role(tx: &mut dyn Transaction, user: &User) -> StoreResult<User> {
    tx.lock_roles()?;
    tx.set_role(user, Role::Customer)?;
    tx.user(&user.id)?.ok_or_else(|| tx.conflict())
}

/// Data for the email about a stand-in.
pub(super) struct StandInEmail<'e> {
    pub(super) id: MailId,
    pub(super) shop: &'e str,
    pub(super) secrets: &'e dyn SecretSource,
    pub(super) now: Timestamp,
}

impl StandInEmail<'_> {
    /// Informs the owner of the address, with links to the orders. Contains nothing that the earlier sign-in entered.
    pub(super) fn send(&self, tx: &mut dyn Transaction, stand_in: &User, owner: UserId) -> StoreResult<()> {
        let mut content = EmailContent::new().paragraph(
            "You signed in and confirmed that this address is yours. Someone had used it here before, without \
             confirming it. What that sign-in saved is not in your account: profile, addresses, cart, vehicles and \
             orders. Your account starts empty.",
        );
        let mut has_links = false;
        for order in tx.orders_of(&stand_in.id, &Page { after: None, limit: MAX_ORDERS })? {
            let Some(link) = NewLink::draw(self.secrets) else { continue };
            let snapshot = order.snapshot();
            let digest = link.digest().to_owned();
            tx.insert_guest_link(&GuestLink { digest, guest: stand_in.id, order: Some(snapshot.id), revoked: None })?;
            if !has_links {
                content = content.paragraph("Earlier orders are not in your account. Each of these links opens one:");
                has_links = true;
            }
            content = content
                .paragraph(format!("{}:", headline(snapshot)))
                .button("See your order", order_link(self.shop, link.token()));
        }
        let content = content.paragraph(
            "If that was you, save your addresses and vehicles again. If it was not, you do not need to do anything: \
             no one else is signed in with this address.",
        );
        let (to, subject) = (stand_in.email.clone(), "Your Autoparts account starts empty");
        tx.insert_mail(&Mail::new(self.id, owner, to, subject, content, self.now, NEWS_LASTS))
    }
}
