//! A member's personal data: exporting it to its owner, and erasing it when they leave.

use crate::{
    accounts::{
        AccountError, AccountResult,
        access::{self, AccessDenied},
    },
    exports::note_personal_data,
    newsletter::coupon_recipient,
    ports::{
        clock::{Clock, IdSource},
        identity::Grant,
        page::Page,
        secrets::SecretSource,
        store::{Store, Transaction},
        store_error::StoreResult,
    },
    shop::Shop,
};
use autoparts_domain::{
    accounts::{Role, User},
    audit::{AuditAction, AuditEntry},
    cores::CoreRecord,
    email::Email,
    feedback::Feedback,
    id::{AuditId, OrderId, UserId},
    member_documents::MemberDocuments,
    newsletter::Subscription,
    orders::{LineNumber, Order},
    returns::Return,
    reviews::Review,
    stock_alerts::StockAlert,
    time::Timestamp,
    withdrawals::Withdrawal,
};
use std::time::Duration;

/// Maximum age of the sign-in when an account is deleted: it shows that the user has just entered the password.
pub const RECENT_SIGN_IN: Duration = Duration::from_mins(5);

/// Page size for reading orders.
const ORDER_BATCH: u32 = 100;

/// Everything that the shop stores about a member.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PersonalData {
    /// The user record.
    pub user: User,
    /// Their member documents, such as their cart.
    pub documents: MemberDocuments,
    /// Their orders that are not deleted, newest first.
    pub orders: Vec<Order>,
    /// The returns of their orders, newest first.
    pub returns: Vec<Return>,
    /// What was recorded about the old parts of their orders, newest order first.
    pub cores: Vec<(OrderId, LineNumber, CoreRecord)>,
    /// Their withdrawals from contracts, newest first: from their orders, and others from their address if that is
    /// confirmed.
    pub withdrawals: Vec<Withdrawal>,
    /// Their reviews of the shop, newest first.
    pub reviews: Vec<Review>,
    /// Their messages to the shop's owner, newest first; empty if their address is not confirmed.
    pub feedback: Vec<Feedback>,
    /// Their newsletter subscription. `None` if they never subscribed, or if their address is not confirmed and may be
    /// another person's.
    pub subscription: Option<Subscription>,
    /// The back-in-stock alerts that they asked for; empty if their address is not confirmed.
    pub stock_alerts: Vec<StockAlert>,
}

/// Who deletes an account.
#[derive(Debug, Clone, Copy)]
enum Leaver {
    /// Its owner, in a session whose sign-in is recent.
    Owner(Grant),
    /// The operator of the server.
    Operator,
}

/// Inputs of an account deletion.
struct Leaving {
    leaver: Leaver,
    email: Email,
    stand_ins: [Email; 2],
    /// The permanent digest of the mailbox, if it has received a coupon.
    recipient: String,
    audit: AuditId,
    at: Timestamp,
}

impl Shop {
    /// Returns everything that the shop stores about a member; for that member only.
    #[tracing::instrument(level = "debug", skip_all)]
    pub async fn personal_data(&self, caller: UserId, email: Email) -> AccountResult<PersonalData> {
        self.store
            .read(move |tx| {
                let user = access::require_self(tx, &caller, &email)?;
                Ok(everything_about(tx, &user)?)
            })
            .await
    }

    /// Deletes the caller's account and everything about it, except orders that were not canceled: the books need
    /// those unchanged. Requires a recent sign-in, no unpaid orders, and another admin in the shop.
    #[tracing::instrument(level = "debug", skip_all)]
    pub async fn delete_account(&self, caller: Grant, email: Email) -> AccountResult<()> {
        let stand_ins = [self.ids.uuid(), self.ids.uuid()].map(Email::placeholder);
        let leaver = Leaver::Owner(caller);
        let recipient = coupon_recipient(&*self.secrets, &email)?;
        let leaving = Leaving { leaver, email, stand_ins, recipient, audit: self.ids.next(), at: self.now() };
        self.store.write(move |tx| leave(tx, &leaving)).await
    }
}

/// Returns all personal data of a member; for the operator of the server. Audited.
pub async fn personal_data_of(
    store: &dyn Store,
    clock: &dyn Clock,
    ids: &dyn IdSource,
    email: Email,
) -> AccountResult<PersonalData> {
    let audit = ids.next();
    let at = clock.now();
    store
        .write(move |tx| {
            let user = tx.user_by_email(&email)?.ok_or(AccountError::NoSuchUser)?;
            note_personal_data(tx, audit, user.id, at)?;
            Ok(everything_about(tx, &user)?)
        })
        .await
}

/// Deletes a member's account by the same rules as for its owner, but without a recent sign-in; for the operator of the
/// server.
pub async fn erase_as_operator(
    store: &dyn Store,
    clock: &dyn Clock,
    ids: &dyn IdSource,
    secrets: &dyn SecretSource,
    email: Email,
) -> AccountResult<()> {
    let stand_ins = [ids.uuid(), ids.uuid()].map(Email::placeholder);
    let recipient = coupon_recipient(secrets, &email)?;
    let leaver = Leaver::Operator;
    let audit = ids.next();
    let at = clock.now();
    let leaving = Leaving { leaver, email, stand_ins, recipient, audit, at };
    store.write(move |tx| leave(tx, &leaving)).await
}

fn everything_about(tx: &mut dyn Transaction, user: &User) -> StoreResult<PersonalData> {
    let confirmed = user.email_verified;
    let orders = all_orders(tx, &user.id)?;
    Ok(PersonalData {
        documents: tx.member_documents(&user.id)?,
        cores: cores_of(tx, &orders)?,
        orders,
        returns: tx.returns_of_customer(&user.id)?,
        withdrawals: withdrawals(tx, user)?,
        reviews: tx.reviews_of(&user.id)?,
        feedback: if confirmed { tx.feedback_of(&user.email)? } else { Vec::new() },
        subscription: if confirmed { tx.subscription_by_email(&user.email)? } else { None },
        stock_alerts: if confirmed { tx.stock_alerts_of(&user.email)? } else { Vec::new() },
        user: user.clone(),
    })
}

fn withdrawals(tx: &mut dyn Transaction, user: &User) -> StoreResult<Vec<Withdrawal>> {
    let mut withdrawals = tx.withdrawals_of_customer(&user.id)?;
    if user.email_verified {
        let sent = tx.withdrawals_from(&user.email, &Page { after: None, limit: u32::MAX })?;
        withdrawals.extend(sent.into_iter().filter(|withdrawal| withdrawal.order.is_none()));
    }
    Ok(withdrawals)
}

fn cores_of(tx: &mut dyn Transaction, orders: &[Order]) -> StoreResult<Vec<(OrderId, LineNumber, CoreRecord)>> {
    let mut cores = Vec::new();
    for order in orders.iter().filter(|order| order.snapshot().lines.have_cores()) {
        let records = tx.core_records(&order.key())?;
        cores.extend(records.into_iter().map(|(line, record)| (order.snapshot().id, line, record)));
    }
    Ok(cores)
}

fn all_orders(tx: &mut dyn Transaction, customer: &UserId) -> StoreResult<Vec<Order>> {
    let mut orders: Vec<Order> = Vec::new();
    loop {
        let after: Option<OrderId> = orders.last().map(|order| order.snapshot().id);
        let page = tx.orders_of(customer, &Page { after, limit: ORDER_BATCH })?;
        let is_last = page.len() < usize::try_from(ORDER_BATCH).unwrap_or(usize::MAX);
        orders.extend(page);
        if is_last {
            return Ok(orders);
        }
    }
}

fn leave(tx: &mut dyn Transaction, leaving: &Leaving) -> AccountResult<()> {
    let Leaving { leaver, email, stand_ins: [stand_in, reader], recipient, audit, at } = leaving;
    let (user, actor) = match leaver {
        Leaver::Owner(caller) => (who_leaves(tx, caller, email, *at)?, Some(caller.user)),
        Leaver::Operator => {
            let user = tx.user_by_email(email)?.ok_or(AccountError::NoSuchUser)?;
            tx.lock_customer(&user.id)?;
            (user, None)
        }
    };
    if tx.owes(&user.id)? {
        return Err(AccountError::UnpaidOrders.into());
    }
    if user.is_admin() {
        tx.lock_roles()?;
        if tx.admin_count()? <= 1 {
            return Err(AccountError::LastAdminLeaves.into());
        }
        tx.set_role(&user, Role::Customer)?;
    }
    if user.email_verified {
        tx.delete_stock_alerts_of(&user.email)?;
        tx.erase_messages_from(&user.email)?;
        if let Some(subscription) = tx.subscription_by_email(&user.email)?.filter(|one| one.coupon.is_some()) {
            tx.note_coupon_recipient(&subscription.id, recipient, *at)?;
        }
        tx.erase_subscription_of(&user.email, reader)?;
    }
    tx.end_sessions(&user.id, *at)?;
    // Earlier sign-ins in other browsers must not bring the member back.
    tx.set_session_cutoff(&user.id, *at)?;
    let user = tx.user_by_email(email)?.ok_or(AccountError::NoSuchUser)?;
    tx.erase_member(&user, stand_in)?;
    let action = AuditAction::DeleteAccount;
    tx.insert_audit(&AuditEntry { id: *audit, actor, action, subject: user.id, detail: None, at: *at })?;
    Ok(())
}

/// Returns the calling member, whose sign-in must be recent.
fn who_leaves(tx: &mut dyn Transaction, caller: &Grant, email: &Email, now: Timestamp) -> AccountResult<User> {
    let session = tx.session(&caller.user, &caller.session)?.map(|(session, _)| session);
    let session = session.ok_or(AccessDenied::Unauthenticated)?;
    // Placing an order takes the same lock, so no order is overlooked.
    tx.lock_customer(&caller.user)?;
    let user = access::require_self(tx, &caller.user, email)?;
    if session.signed_in_at.plus(RECENT_SIGN_IN) < now {
        return Err(AccountError::SignInTooOld.into());
    }
    Ok(user)
}
