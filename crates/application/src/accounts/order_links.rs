//! Links in emails to guests. A link lets its holder view, pay, delete or return one order, and nothing else: a reader of the
//! email cannot act as the guest, and a planted link does not make a browser act for the attacker. ADR 0030 has the
//! reasons.

use crate::{
    accounts::{
        access::Authority,
        guests::{GuestError, GuestResult},
        sessions::{self, Superseded},
    },
    orders::{
        lookup,
        ordering_error::{OrderingError, OrderingResult},
    },
    ports::{
        accounts::RevokedLinks,
        identity::{Grant, Token},
        store::Transaction,
    },
    shop::Shop,
    use_case_error::UseCaseError,
};
use autoparts_domain::{
    accounts::session::Session,
    audit::{AuditAction, AuditEntry},
    id::{AuditId, OrderId},
    link_token::LinkToken,
    time::Timestamp,
};
use std::time::Duration;

/// How long a session opened by a link lasts. The link can open another one.
const LASTS: Duration = Duration::from_hours(1);

/// An order opened by a link.
#[derive(Debug)]
pub struct OpenedOrder {
    /// Access token to view, pay, delete and return the order.
    pub access_token: Token,
    /// The order.
    pub order: OrderId,
}

impl Shop {
    /// Opens the order of an emailed link. Public: the link is the credential. The token that a guest's browser stores
    /// is not accepted.
    #[tracing::instrument(level = "debug", skip_all)]
    pub async fn open_order_link(&self, token: &LinkToken) -> GuestResult<OpenedOrder> {
        let now = self.now();
        let digest = self.secrets.digest(token.reveal());
        let session = self.ids.next();
        let opened = self.store.write(move |tx| {
            let link = tx.guest_link(&digest)?.ok_or(GuestError::BadLink)?;
            let order = link.order.ok_or(GuestError::BadLink)?;
            if link.revoked.is_some() {
                return Err(GuestError::Revoked.into());
            }
            // A deleted account that signed up again has no links: its owner must sign in.
            let guest = tx.user(&link.guest)?.filter(|user| user.guest).ok_or(GuestError::BadLink)?;
            let opened = Session {
                id: session,
                user: guest.id,
                sign_in: session.to_string(),
                signed_in_at: now,
                renewed_at: now,
                expires_at: now.plus(LASTS),
                ended_at: None,
                order: Some(order),
            };
            sessions::open(tx, &opened, Superseded::Deleted, now)?;
            Ok::<_, UseCaseError<_>>((Grant { user: guest.id, session }, order))
        });
        let (grant, order) = opened.await?;
        Ok(OpenedOrder { access_token: self.tokens.issue(&grant, now)?, order })
    }

    /// Permanently revokes the links that were emailed about an order: later emails about it contain none. For holders
    /// of such a link, the order's owner, and admins (audited). `false` if there was no working link.
    #[tracing::instrument(level = "debug", skip_all)]
    pub async fn revoke_order_links(&self, caller: Authority, order: OrderId) -> OrderingResult<bool> {
        let audit = self.ids.next();
        let now = self.now();
        self.store.write(move |tx| revoke(tx, caller, order, audit, now)).await
    }
}

fn revoke(
    tx: &mut dyn Transaction,
    caller: Authority,
    id: OrderId,
    audit: AuditId,
    now: Timestamp,
) -> OrderingResult<bool> {
    let caller = caller.about(id).ok_or(OrderingError::NoSuchOrder)?;
    let order = lookup::find_in_any_state(tx, &id)?.ok_or(OrderingError::NoSuchOrder)?;
    let key = order.snapshot().key();
    let is_owner = key.customer == caller;
    if !is_owner && !tx.user(&caller)?.is_some_and(|user| user.is_admin()) {
        return Err(OrderingError::NoSuchOrder.into());
    }
    let revoked = tx.revoke_links(&RevokedLinks::OfOrder(key), now)? > 0;
    if revoked && !is_owner {
        let action = AuditAction::RevokeOrderLinks;
        let detail = Some(id.to_string());
        let subject = key.customer;
        tx.insert_audit(&AuditEntry { id: audit, actor: Some(caller), action, subject, detail, at: now })?;
    }
    Ok(revoked)
}
