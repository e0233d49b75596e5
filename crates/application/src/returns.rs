//! Returns: requesting and reading them. `deciding` has the decisions about them; `deadline` ends those whose pieces do
//! not arrive; `policies` has the terms.

mod deadline;
pub mod deciding;
pub mod policies;

use crate::{
    accounts::access::{self, Authority},
    orders::{
        emails::{OrderEmail, OrderEmails},
        lookup,
    },
    payments::refunds::RefundError,
    ports::{
        page::Page,
        returns::{ReturnCounts, ReturnFilter},
        secrets::NoRandomness,
        store::Transaction,
        store_error::StoreResult,
    },
    shop::Shop,
    shop_rules::ReturnRules,
    use_case_error::{Refusal, UseCaseError},
};
use autoparts_domain::{
    audit::Facts,
    id::{AuditId, OrderId, RefundId, ReturnId, UserId},
    orders::{LinePieces, Order, RefundBreakdown},
    payments::Refund,
    returns::{NewReturn, Return, ReturnNumber, ReturnReason, ReturnRefused},
    text::ReturnNote,
    time::Timestamp,
};
use std::collections::BTreeMap;

/// Maximum number of returns per order, so that requesting and canceling in a loop cannot fill the store. A withdrawal
/// from the contract is never refused, but customers cannot cancel it from this number on.
pub const MAX_RETURNS: usize = 20;

/// Errors of returns.
#[derive(Debug, thiserror::Error)]
pub enum ReturnError {
    /// There is no such order, or it is not the caller's; the response is the same.
    #[error("This order does not exist.")]
    NoSuchOrder,
    /// There is no such return, or it is not the caller's; the response is the same.
    #[error("This return does not exist.")]
    NoSuchReturn,
    /// The order has had too many returns.
    #[error("This order has already had {MAX_RETURNS} returns. Please write to us.")]
    TooMany,
    /// A rule of returns refuses the request.
    #[error(transparent)]
    Refused(#[from] ReturnRefused),
    /// The accepted pieces could not be refunded.
    #[error(transparent)]
    Refund(#[from] RefundError),
    /// The random generator of the system failed.
    #[error(transparent)]
    Randomness(#[from] NoRandomness),
}

impl Refusal for ReturnError {}

/// The result of a use case that can fail with [`ReturnError`].
pub type ReturnResult<T> = Result<T, UseCaseError<ReturnError>>;

/// A request to return pieces of an order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RequestReturn {
    /// Pieces by line.
    pub pieces: LinePieces,
    /// The reason.
    pub reason: ReturnReason,
    /// The customer's own words.
    pub note: Option<ReturnNote>,
}

/// A return with its order and refund.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReturnRecord {
    /// The return.
    pub returned: Return,
    /// Its order.
    pub order: Order,
    /// The refund for its accepted pieces.
    pub refund: Option<Refund>,
}

impl Shop {
    /// Requests the return of pieces of a shipped order, and approves it if the shop's rules say so; for the order's
    /// owner, the holder of its link, and admins. The terms that were agreed for its lines do not bind admins.
    #[tracing::instrument(level = "debug", skip_all, fields(order = %id))]
    pub async fn request_return(
        &self,
        caller: Authority,
        id: OrderId,
        command: RequestReturn,
    ) -> ReturnResult<ReturnRecord> {
        let new = self.new_return(command)?;
        let audit = self.ids.next();
        let rules = self.rules.returns;
        let emails = self.order_emails();
        self.store.write(move |tx| request(tx, caller, id, new.clone(), rules, &emails, audit)).await
    }

    /// Checks all that [`Self::request_return`] checks, and returns what would be refunded if the shop accepted every piece
    /// now. Changes nothing.
    #[tracing::instrument(level = "debug", skip_all, fields(order = %id))]
    pub async fn preview_return(
        &self,
        caller: Authority,
        id: OrderId,
        command: RequestReturn,
    ) -> ReturnResult<RefundBreakdown> {
        let new = self.new_return(command)?;
        let rules = self.rules.returns;
        let now = self.now();
        self.store
            .read(move |tx| {
                let (order, party) = order_of(tx, caller, id)?;
                let others = tx.returns_of(&order.key())?;
                let returned = requested(new.clone(), &order, &others, party, rules, now)?;
                Ok(returned.expected_refund(&order).map_err(RefundError::from).map_err(ReturnError::from)?)
            })
            .await
    }

    fn new_return(&self, command: RequestReturn) -> ReturnResult<NewReturn> {
        let RequestReturn { pieces, reason, note } = command;
        let number = ReturnNumber::from_random(self.secrets.random()?);
        Ok(NewReturn { id: self.ids.next(), number, pieces, reason, note })
    }

    /// Lists the returns of an order, oldest first; for its owner, the holder of its link, and admins.
    #[tracing::instrument(level = "debug", skip_all, fields(order = %id))]
    pub async fn returns_of_order(&self, caller: Authority, id: OrderId) -> ReturnResult<Vec<ReturnRecord>> {
        self.store
            .read(move |tx| {
                let (order, _) = order_of(tx, caller, id)?;
                let returns = tx.returns_of(&order.key())?;
                Ok(returns
                    .into_iter()
                    .map(|returned| record(tx, returned, order.clone()))
                    .collect::<StoreResult<_>>()?)
            })
            .await
    }

    /// Loads a return; for the owner of its order, the holder of the order's link, and admins.
    #[tracing::instrument(level = "debug", skip_all, fields(returned = %id))]
    pub async fn return_by_id(&self, caller: Authority, id: ReturnId) -> ReturnResult<ReturnRecord> {
        self.store
            .read(move |tx| {
                let (returned, order, _) = find(tx, caller, id)?;
                Ok(record(tx, returned, order)?)
            })
            .await
    }

    /// Lists the returns that match a filter, newest first; for admins.
    #[tracing::instrument(level = "debug", skip_all)]
    pub async fn returns(
        &self,
        caller: UserId,
        filter: ReturnFilter,
        page: Page<ReturnId>,
    ) -> ReturnResult<Vec<ReturnRecord>> {
        self.store
            .read(move |tx| {
                access::require_admin(tx, &caller)?;
                let returns = tx.returns(&filter, &page)?;
                let orders = lookup::of_page(tx, returns.iter().map(|returned| returned.order))?;
                let refunds: Vec<RefundId> = returns.iter().filter_map(|returned| returned.refund).collect();
                let refunds = tx.refunds_with_ids(&refunds)?.into_iter().map(|refund| (refund.id, refund));
                let refunds: BTreeMap<RefundId, Refund> = refunds.collect();
                let record = |returned: Return| {
                    let order = orders.get(&returned.order).cloned().ok_or(ReturnError::NoSuchOrder)?;
                    let refund = returned.refund.and_then(|refund| refunds.get(&refund)).cloned();
                    Ok(ReturnRecord { returned, order, refund })
                };
                returns.into_iter().map(record).collect()
            })
            .await
    }

    /// Counts the returns that wait for the shop; for admins.
    #[tracing::instrument(level = "debug", skip_all)]
    pub async fn return_counts(&self, caller: UserId) -> ReturnResult<ReturnCounts> {
        self.store
            .read(move |tx| {
                access::require_admin(tx, &caller)?;
                Ok(tx.return_counts()?)
            })
            .await
    }
}

/// Who acts on a return.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Party {
    /// The owner of the order, or the holder of its link.
    Customer,
    /// An admin, even for their own order; but not through its link.
    Admin(UserId),
}

/// Loads an order that the caller may see, and whether they act as customer or admin.
fn order_of(tx: &mut dyn Transaction, caller: Authority, id: OrderId) -> ReturnResult<(Order, Party)> {
    let user = caller.about(id).ok_or(ReturnError::NoSuchOrder)?;
    let user = access::require_user(tx, &user)?;
    let order = lookup::find(tx, &id)?.ok_or(ReturnError::NoSuchOrder)?;
    match order.key().customer == user.id {
        // The holder of a link acts as the customer, even if the customer has become an admin.
        _ if user.is_admin() && caller.only().is_none() => Ok((order, Party::Admin(user.id))),
        true => Ok((order, Party::Customer)),
        false => Err(ReturnError::NoSuchOrder.into()),
    }
}

/// Loads a return that the caller may see, its order, and whether they act as customer or admin.
fn find(tx: &mut dyn Transaction, caller: Authority, id: ReturnId) -> ReturnResult<(Return, Order, Party)> {
    let known = tx.return_by_id(&id)?.ok_or(ReturnError::NoSuchReturn)?;
    match order_of(tx, caller, known.order.order) {
        // Read again after the order: another admin may have received the return in between.
        Ok((order, party)) => Ok((tx.return_by_id(&id)?.ok_or(ReturnError::NoSuchReturn)?, order, party)),
        Err(UseCaseError::Refused(ReturnError::NoSuchOrder)) => Err(ReturnError::NoSuchReturn.into()),
        Err(error) => Err(error),
    }
}

fn record(tx: &mut dyn Transaction, returned: Return, order: Order) -> StoreResult<ReturnRecord> {
    let refund = returned.refund.map(|refund| tx.refund(&refund)).transpose()?.flatten();
    Ok(ReturnRecord { returned, order, refund })
}

/// A request that the rules allow. The agreed terms bind only customers.
fn requested(
    new: NewReturn,
    order: &Order,
    others: &[Return],
    party: Party,
    rules: ReturnRules,
    now: Timestamp,
) -> Result<Return, ReturnError> {
    if others.len() >= MAX_RETURNS {
        return Err(ReturnError::TooMany);
    }
    let terms = (party == Party::Customer).then(|| rules.terms());
    Ok(new.of(order, others, terms, now)?)
}

fn request(
    tx: &mut dyn Transaction,
    caller: Authority,
    id: OrderId,
    mut new: NewReturn,
    rules: ReturnRules,
    emails: &OrderEmails,
    audit: AuditId,
) -> ReturnResult<ReturnRecord> {
    let (order, party) = order_of(tx, caller, id)?;
    // Without the lock, the note could outlive an account that is deleted at the same time.
    let owner = tx.lock_customer(&order.key().customer)?;
    new.note = new.note.filter(|_| owner.as_ref().is_some_and(|owner| !owner.has_left()));
    let others = tx.returns_of(&order.key())?;
    let mut returned = requested(new, &order, &others, party, rules, emails.now)?;
    let is_approved =
        returned.is_wrong_fit(&order) || (rules.approve_not_needed && returned.reason == ReturnReason::NotNeeded);
    let email = if is_approved {
        returned.approve(&order, &others, None, emails.now).map_err(ReturnError::from)?;
        OrderEmail::return_approved(&order, &returned, rules.arrives_by(emails.now))
    } else {
        OrderEmail::return_requested(order.snapshot(), &returned)
    };
    // Of two concurrent returns of the same pieces, the order's revision lets only one succeed.
    tx.update_order(&order)?;
    tx.insert_return(&returned)?;
    emails.send(tx, &email)?;
    if let Party::Admin(admin) = party
        && admin != order.key().customer
    {
        deciding::note_decision(tx, admin, &Facts::none(), &returned, audit, emails.now)?;
    }
    Ok(record(tx, returned, order)?)
}
