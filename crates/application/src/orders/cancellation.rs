//! Deleting orders and ending reservations: both give pieces back, and both must first make
//! sure that no money can arrive any more.

use crate::{
    accounts::access,
    error_chain::causes,
    orders::reservation,
    payments::initiation::PayingError,
    ports::{
        clock::IdSource,
        page::Page,
        payment_gateway::{Cancellation, GatewayError},
        store::{StoreError, Transaction},
    },
    shop::Shop,
};
use autoparts_domain::{
    id::{OrderId, OrderKey, UserId},
    orders::{Order, WrongState},
    payments::{AttemptStatus, PaymentAttempt},
    time::Timestamp,
};

/// How often a new payment may be started while we call off the last before we give up.
const ROUNDS: usize = 4;

/// Why the pieces of an order go back.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Cause {
    Deleted,
    /// Its customer is told, who does not expect it.
    DeletedByAdmin,
    Lapsed,
}

impl Cause {
    /// Whether it applies to an order now.
    fn check(self, order: &Order, now: Timestamp) -> Result<(), WrongState> {
        match self {
            Self::Deleted | Self::DeletedByAdmin => order.check_cancellable(),
            Self::Lapsed => order.clone().lapse(now),
        }
    }

    fn apply(self, order: &mut Order, now: Timestamp) -> Result<(), WrongState> {
        match self {
            Self::Deleted | Self::DeletedByAdmin => order.cancel(),
            Self::Lapsed => order.lapse(now),
        }
    }
}

impl Shop {
    /// Deletes an unpaid order of the caller. `false` when it was deleted before.
    pub async fn delete_own_order(&self, caller: UserId, id: OrderId) -> Result<bool, PayingError> {
        let order = self
            .store
            .read(move |tx| {
                let person = access::caller::<PayingError>(tx, &caller)?;
                let key = OrderKey { customer: person.id, order: id };
                let own = tx.order_owner(&id)? == Some(person.id);
                let order = if own { tx.order(&key)? } else { None };
                order.ok_or(PayingError::NoSuchOrder)
            })
            .await?;
        self.delete(&order, Cause::Deleted).await
    }

    /// Deletes anybody's unpaid order, and tells its customer; for admins. `false` when it was deleted before.
    pub async fn delete_any_order(&self, caller: UserId, id: OrderId) -> Result<bool, PayingError> {
        let order = self
            .store
            .read(move |tx| {
                access::admin::<PayingError>(tx, &caller)?;
                let customer = tx.order_owner(&id)?.ok_or(PayingError::NoSuchOrder)?;
                tx.order(&OrderKey { customer, order: id })?.ok_or(PayingError::NoSuchOrder)
            })
            .await?;
        self.delete(&order, Cause::DeletedByAdmin).await
    }

    async fn delete(&self, order: &Order, cause: Cause) -> Result<bool, PayingError> {
        match self.release(order.key(), cause).await {
            Err(PayingError::State(WrongState::Cancelled)) => Ok(false),
            result => result.map(|()| true),
        }
    }

    /// Ends the reservations whose time has come. Answers how many.
    pub async fn lapse_overdue(&self) -> Result<usize, StoreError> {
        let now = self.now();
        let (mut page, mut lapsed) = (Page::first(), 0);
        loop {
            let overdue = self.store.read(move |tx| tx.overdue_orders(now, &page)).await?;
            let Some(last) = overdue.last() else { return Ok(lapsed) };
            page.after = Some(last.order);
            for key in overdue {
                let order = key.order;
                match self.release(key, Cause::Lapsed).await {
                    Ok(()) => lapsed += 1,
                    // Paid, deleted or held again since we looked.
                    Err(PayingError::State(_)) => {}
                    Err(error) => tracing::warn!(error = causes(&error), %order, "a reservation will be ended later"),
                }
            }
        }
    }

    /// Gives the pieces of an order back, once. Every live payment is called off at the
    /// provider FIRST: when one has succeeded, the order is paid instead.
    async fn release(&self, key: OrderKey, cause: Cause) -> Result<(), PayingError> {
        for _ in 0..ROUNDS {
            let now = self.now();
            let (order, attempts) = self.store.read(move |tx| look(tx, &key)).await?;
            cause.check(&order, now)?;
            let live: Vec<_> = attempts.into_iter().filter(PaymentAttempt::is_live).collect();
            for attempt in &live {
                if self.call_off(attempt).await? == Cancellation::AlreadySucceeded {
                    return Err(WrongState::Paid.into());
                }
            }
            let (ids, letter) = (self.ids.clone(), self.order_letter());
            let done = self.store.write(move |tx| {
                let done = return_pieces(tx, &key, cause, &live, &*ids, now)?;
                if done && cause == Cause::DeletedByAdmin {
                    tx.insert_mail(&letter.deleted(order.facts()))?;
                }
                Ok::<_, PayingError>(done)
            });
            let done = done.await?;
            if done {
                return Ok(());
            }
        }
        Err(StoreError::Contention.into())
    }

    /// Makes sure at the provider that an attempt can bring no money any more. One whose
    /// provider id was lost is asked for again under its key, then called off.
    pub(crate) async fn call_off(&self, attempt: &PaymentAttempt) -> Result<Cancellation, PayingError> {
        let id = match &attempt.transaction {
            Some(id) => id.clone(),
            None => match self.ask_to_start(attempt).await {
                Ok(Some(payment)) => payment.id,
                // What the provider would not even start cannot bring money.
                Ok(None) | Err(PayingError::Gateway(GatewayError::Refused(_))) => return Ok(Cancellation::Cancelled),
                Err(error) => return Err(error),
            },
        };
        match self.payments.cancel(id.clone()).await {
            Ok(Cancellation::Cancelled) => Ok(Cancellation::Cancelled),
            Ok(Cancellation::AlreadySucceeded) => {
                self.settle_by_id(id, None).await?;
                Ok(Cancellation::AlreadySucceeded)
            }
            Err(GatewayError::Unknown) if self.gives_up(attempt).await? => Ok(Cancellation::Cancelled),
            Err(error) => Err(error.into()),
        }
    }
}

fn look(tx: &mut dyn Transaction, key: &OrderKey) -> Result<(Order, Vec<PaymentAttempt>), PayingError> {
    let order = tx.order(key)?.ok_or(PayingError::NoSuchOrder)?;
    Ok((order, tx.attempts(key)?))
}

/// The transaction of a release. `false` when a payment was started, or went on, since the live
/// ones were called off: then nothing is changed.
fn return_pieces(
    tx: &mut dyn Transaction,
    key: &OrderKey,
    cause: Cause,
    called_off: &[PaymentAttempt],
    ids: &dyn IdSource,
    now: Timestamp,
) -> Result<bool, PayingError> {
    let (mut order, attempts) = look(tx, key)?;
    let live: Vec<_> = attempts.into_iter().filter(PaymentAttempt::is_live).collect();
    if live.iter().any(|attempt| !called_off.contains(attempt)) {
        return Ok(false);
    }
    for attempt in live {
        let expected = attempt.status;
        if !tx.update_attempt(&PaymentAttempt { status: AttemptStatus::Cancelled, ..attempt }, expected)? {
            return Err(tx.collide().into());
        }
    }
    let held = order.holds_stock();
    cause.apply(&mut order, now)?;
    tx.update_order(&order)?;
    if held {
        reservation::release(tx, order.facts(), ids, now)?;
    }
    Ok(true)
}
