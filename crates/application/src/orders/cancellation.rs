//! Deletes orders and ends reservations. Both return pieces to stock, and both must first make sure that no more money
//! can arrive.

use crate::{
    accounts::access,
    error_chain::error_chain,
    orders::{coupons, emails::OrderEmail, lookup, reservation},
    payments::{attempts::AttemptError, settlement::SettlementError},
    ports::{
        clock::IdSource,
        page::Page,
        payment_gateway::{Cancellation, GatewayError},
        store::Transaction,
        store_error::StoreError,
    },
    shop::Shop,
    use_case_error::{Refusal, UseCaseError},
};
use autoparts_domain::{
    audit::{AuditAction, AuditEntry},
    id::{AuditId, OrderId, OrderKey, UserId},
    orders::{Order, WrongState},
    payments::{AttemptStatus, PaymentAttempt},
    time::Timestamp,
};

/// Maximum number of rounds if the customer keeps starting new payments while the last one is being canceled.
const ROUNDS: usize = 4;

/// Why an order could not be canceled.
#[derive(Debug, thiserror::Error)]
pub enum CancellationError {
    /// There is no such order, or it is not the caller's; the response is the same.
    #[error("This order does not exist.")]
    NoSuchOrder,
    /// The order cannot be canceled in its state.
    #[error(transparent)]
    State(#[from] WrongState),
    /// Its payment has succeeded in the meantime and could not be settled.
    #[error(transparent)]
    Settlement(#[from] SettlementError),
    /// The provider failed or refused.
    #[error(transparent)]
    Gateway(#[from] GatewayError),
}

impl Refusal for CancellationError {}

/// The result of a use case that can fail with [`CancellationError`].
pub type CancellationResult<T> = Result<T, UseCaseError<CancellationError>>;

/// Why the pieces of an order are returned.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Cause {
    Deleted,
    /// By this admin. The customer is notified, because they do not expect it.
    DeletedByAdmin(UserId),
    Expired,
}

impl Cause {
    /// Whether it applies to an order now.
    fn check(self, order: &Order, now: Timestamp) -> Result<(), WrongState> {
        match self {
            Self::Deleted | Self::DeletedByAdmin(_) => order.check_cancellable(),
            Self::Expired => order.clone().expire(now),
        }
    }

    fn apply(self, order: &mut Order, now: Timestamp) -> Result<(), WrongState> {
        match self {
            Self::Deleted | Self::DeletedByAdmin(_) => order.cancel(),
            Self::Expired => order.expire(now),
        }
    }
}

impl Shop {
    /// Deletes an unpaid order of the caller. `false` if it was already deleted.
    #[tracing::instrument(level = "debug", skip_all, fields(order = %id))]
    pub async fn delete_own_order(&self, caller: UserId, id: OrderId) -> CancellationResult<bool> {
        let order = self
            .store
            .read(move |tx| {
                let person = access::require_user(tx, &caller)?;
                let order = lookup::find_in_any_state(tx, &id)?;
                let own = order.filter(|order| order.snapshot().customer == person.id);
                Ok::<_, UseCaseError<_>>(own.ok_or(CancellationError::NoSuchOrder)?)
            })
            .await?;
        self.delete(&order, Cause::Deleted).await
    }

    /// Deletes any customer's unpaid order and notifies the customer; for admins. `false` if it was already deleted.
    #[tracing::instrument(level = "debug", skip_all, fields(order = %id))]
    pub async fn delete_any_order(&self, caller: UserId, id: OrderId) -> CancellationResult<bool> {
        let order = self
            .store
            .read(move |tx| {
                access::require_admin(tx, &caller)?;
                let order = lookup::find_in_any_state(tx, &id)?;
                Ok::<_, UseCaseError<_>>(order.ok_or(CancellationError::NoSuchOrder)?)
            })
            .await?;
        self.delete(&order, Cause::DeletedByAdmin(caller)).await
    }

    async fn delete(&self, order: &Order, cause: Cause) -> CancellationResult<bool> {
        match self.release(order.key(), cause).await {
            Err(UseCaseError::Refused(CancellationError::State(WrongState::Cancelled))) => Ok(false),
            result => result.map(|()| true),
        }
    }

    /// Ends the reservations that have expired. Returns how many.
    #[tracing::instrument(level = "debug", skip_all)]
    pub async fn expire_reservations(&self) -> Result<usize, StoreError> {
        let now = self.now();
        let mut page = Page::first();
        let mut expired = 0;
        loop {
            let overdue = self.store.read(move |tx| tx.overdue_orders(now, &page)).await?;
            let Some(last) = overdue.last() else { return Ok(expired) };
            page.after = Some(last.order);
            for key in overdue {
                let order = key.order;
                match self.release(key, Cause::Expired).await {
                    Ok(()) => expired += 1,
                    // Paid, deleted or reserved again since it was listed.
                    Err(UseCaseError::Refused(CancellationError::State(_))) => {}
                    Err(error) => {
                        tracing::warn!(error = error_chain(&error), %order, "a reservation will be ended later");
                    }
                }
            }
        }
    }

    /// Returns the pieces of an order, once. Every live payment is canceled at the provider FIRST: if one has
    /// succeeded, the order is paid instead.
    async fn release(&self, key: OrderKey, cause: Cause) -> CancellationResult<()> {
        for _ in 0..ROUNDS {
            let now = self.now();
            let (order, attempts) = self.store.read(move |tx| order_with_attempts(tx, &key)).await?;
            cause.check(&order, now)?;
            let live: Vec<_> = attempts.into_iter().filter(PaymentAttempt::is_live).collect();
            let mut has_come = false;
            for attempt in &live {
                has_come |= self.cancel_attempt(attempt).await? == Cancellation::AlreadySucceeded;
            }
            // The order has been paid in the meantime, which the next round finds, or the money is being refunded.
            if has_come {
                continue;
            }
            let ids = self.ids.clone();
            let emails = self.order_emails();
            let audit: AuditId = self.ids.next();
            let done = self.store.write(move |tx| {
                let done = return_pieces(tx, &key, cause, &live, &*ids, now)?;
                if let Cause::DeletedByAdmin(admin) = cause
                    && done
                {
                    emails.send(tx, &OrderEmail::deleted(order.snapshot()))?;
                    let actor = Some(admin);
                    let subject = key.customer;
                    let detail = Some(key.order.to_string());
                    let action = AuditAction::DeleteOrder;
                    tx.insert_audit(&AuditEntry { id: audit, actor, action, subject, detail, at: now })?;
                }
                Ok::<_, UseCaseError<_>>(done)
            });
            let done = done.await?;
            if done {
                return Ok(());
            }
        }
        Err(StoreError::Contention.into())
    }

    /// Makes sure at the provider that an attempt can no longer bring money. If its provider id was lost, the attempt
    /// is requested again under its key, then canceled.
    pub(crate) async fn cancel_attempt(&self, attempt: &PaymentAttempt) -> CancellationResult<Cancellation> {
        let gateway = match self.gateway_to(&attempt.provider) {
            Ok(gateway) => gateway,
            Err(_) if self.gives_up(attempt).await? => {
                tracing::error!(order = %attempt.order.order, provider = %attempt.provider, "an order is canceled without canceling its payment, because the shop no longer uses the provider");
                return Ok(Cancellation::Cancelled);
            }
            Err(error) => return Err(error.into()),
        };
        let id = match &attempt.transaction {
            Some(id) => id.clone(),
            None => match self.start_at_provider(attempt).await {
                Ok(Some(payment)) => payment.id,
                // An attempt that the provider refused to start cannot bring money.
                Ok(None) | Err(AttemptError::Gateway(GatewayError::Refused(_))) => return Ok(Cancellation::Cancelled),
                Err(error) => return Err(error.into()),
            },
        };
        match gateway.cancel(id.clone()).await {
            Ok(Cancellation::Cancelled) => Ok(Cancellation::Cancelled),
            Ok(Cancellation::AlreadySucceeded) => {
                self.settle_by_id(id, None).await.map_err(UseCaseError::embed)?;
                Ok(Cancellation::AlreadySucceeded)
            }
            Err(GatewayError::Unknown) if self.gives_up(attempt).await? => Ok(Cancellation::Cancelled),
            Err(error) => Err(error.into()),
        }
    }
}

fn order_with_attempts(tx: &mut dyn Transaction, key: &OrderKey) -> CancellationResult<(Order, Vec<PaymentAttempt>)> {
    let order = tx.order(key)?.ok_or(CancellationError::NoSuchOrder)?;
    Ok((order, tx.attempts(key)?))
}

/// The transaction of a release. `false`, without any change, if a payment was started or continued since the live ones
/// were canceled.
fn return_pieces(
    tx: &mut dyn Transaction,
    key: &OrderKey,
    cause: Cause,
    called_off: &[PaymentAttempt],
    ids: &dyn IdSource,
    now: Timestamp,
) -> CancellationResult<bool> {
    let (mut order, attempts) = order_with_attempts(tx, key)?;
    let live: Vec<_> = attempts.into_iter().filter(PaymentAttempt::is_live).collect();
    if live.iter().any(|attempt| !called_off.contains(attempt)) {
        return Ok(false);
    }
    for attempt in live {
        let expected = attempt.status;
        if !tx.update_attempt(&PaymentAttempt { status: AttemptStatus::Cancelled, ..attempt }, expected)? {
            return Err(tx.conflict().into());
        }
    }
    let held = order.holds_stock();
    let pieces = order.pieces();
    cause.apply(&mut order, now)?;
    tx.update_order(&order)?;
    coupons::free(tx, &order)?;
    if held {
        reservation::release_unpaid(tx, order.snapshot(), &pieces, ids, now)?;
    }
    Ok(true)
}
