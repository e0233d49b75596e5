//! Settles the money of a payment exactly once, or decides to refund it.
//!
//! Three sources report a payment: the browser (`PATCH /booking`), the provider's webhook and reconciliation. None is
//! trusted: each leads to `Shop::settle`, which receives the provider's current state of the payment, and is
//! idempotent.

use crate::{
    accounts::access,
    error_chain::error_chain,
    orders::{
        coupons,
        emails::{NotTaken, OrderEmail, OrderEmails},
        lookup,
        reservation::{self, Reserved},
    },
    ports::{
        clock::IdSource,
        payment_gateway::{GatewayError, ProviderPayment, ProviderStatus},
        secrets::SecretSource,
        store::Transaction,
        store_error::{StoreError, StoreResult},
    },
    shop::{CURRENCY, Shop},
    use_case_error::{Refusal, UseCaseError},
};
use autoparts_domain::{
    id::{OrderId, OrderKey, ShopId, UserId},
    ledger::{LedgerEntry, Movement},
    money::Money,
    orders::{Order, OrderState, Payment, WrongState},
    payments::{
        AttemptStatus, CardFingerprint, PaymentAttempt, Refund, RefundReason, TransactionId,
        unmatched::UnmatchedPayment,
    },
    time::Timestamp,
};
use std::time::Duration;

/// The result of settling a payment.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Settlement {
    /// It has just paid the order.
    Paid,
    /// It had already paid the order.
    Repeated,
    /// The order could not accept the payment, for this reason; it is being refunded.
    Refunded(RefundReason),
    /// The money has not arrived.
    NotCompleted,
    /// It was not made for an order of this shop.
    NotOurs,
    /// It was made for this shop, but the shop does not know its order.
    Unmatched {
        /// Whether this was not recorded before.
        is_new: bool,
    },
}

/// Why a payment could not be settled.
#[derive(Debug, thiserror::Error)]
pub enum SettlementError {
    /// There is no such order, or it is not the caller's; the response is the same.
    #[error("This order does not exist.")]
    NoSuchOrder,
    /// The order cannot be paid in its state.
    #[error(transparent)]
    State(#[from] WrongState),
    /// The provider reports that the money has not arrived.
    #[error("This payment is not completed.")]
    NotCompleted,
    /// The payment is for another order, another amount or another currency, or unknown.
    #[error("This payment does not belong to this order.")]
    Mismatch,
    /// The money arrived after the order could no longer accept it.
    #[error("The payment arrived too late for this order and is being refunded.")]
    Refunded,
    /// The card, or the destination, has another order with a coupon: the money is refunded, and the order stays
    /// unpaid.
    #[error(
        "This card, customer or delivery address was used with another coupon before. Your money is on its way back to you. \
         Please delete this order and order without the coupon; if it was the card, you can also pay with another one."
    )]
    CouponReused,
    /// The provider failed or refused.
    #[error(transparent)]
    Gateway(#[from] GatewayError),
}

impl Refusal for SettlementError {}

/// The result of a use case that can fail with [`SettlementError`].
pub type SettlementResult<T> = Result<T, UseCaseError<SettlementError>>;

impl Shop {
    /// Handles the browser's report that a transaction has paid an order of the caller. `false` if this was already
    /// known.
    #[tracing::instrument(level = "debug", skip_all, fields(order = %id))]
    pub async fn confirm_booking(
        &self,
        caller: UserId,
        id: OrderId,
        transaction: TransactionId,
    ) -> SettlementResult<bool> {
        let asked = transaction.clone();
        let known = self
            .store
            .read(move |tx| {
                let person = access::require_user(tx, &caller)?;
                let order = lookup::find_own(tx, &person.id, &id)?.ok_or(SettlementError::NoSuchOrder)?;
                // A browser learns a payment's id only after the payment was claimed for its order, so other ids need
                // no call to the provider.
                if tx.transaction_order(&asked)? != Some(order.key()) {
                    return Err(SettlementError::Mismatch.into());
                }
                if order.is_refunded() && order.transaction() == Some(&asked) {
                    return Err(WrongState::Refunded.into());
                }
                Ok::<_, UseCaseError<_>>(order.is_paid() && order.transaction() == Some(&asked))
            })
            .await?;
        if known {
            return Ok(false);
        }
        let payment = self.gateway_for(&transaction).await??.payment(transaction).await?;
        match self.settle(&payment, None).await? {
            Settlement::Paid => Ok(true),
            Settlement::Repeated => Ok(false),
            Settlement::Refunded(RefundReason::CouponReused) => Err(SettlementError::CouponReused.into()),
            Settlement::Refunded(_) => Err(SettlementError::Refunded.into()),
            Settlement::NotCompleted => Err(SettlementError::NotCompleted.into()),
            Settlement::NotOurs | Settlement::Unmatched { .. } => Err(SettlementError::Mismatch.into()),
        }
    }

    /// Loads a payment from the provider and settles it. `event` is the provider's message that led here, stored in the
    /// same transaction as its effect.
    pub(crate) async fn settle_by_id(&self, id: TransactionId, event: Option<String>) -> SettlementResult<Settlement> {
        if let Some(event) = event.clone() {
            let transaction = id.clone();
            let seen = self
                .store
                .read(move |tx| match tx.transaction_order(&transaction)? {
                    Some(order) => tx.provider_event_seen(&order, &event),
                    None => Ok::<_, StoreError>(false),
                })
                .await?;
            if seen {
                return Ok(Settlement::Repeated);
            }
        }
        match self.payments.payment(id).await {
            Ok(payment) => self.settle(&payment, event).await,
            Err(GatewayError::Unknown) => Ok(Settlement::NotOurs),
            Err(error) => Err(error.into()),
        }
    }

    /// Brings an order in line with the current state of a payment at the provider; an approved payment is captured
    /// first. Idempotent. Safe to run concurrently: the order's revision lets one caller win, and the other finds the
    /// work done.
    pub(crate) async fn settle(
        &self,
        payment: &ProviderPayment,
        event: Option<String>,
    ) -> SettlementResult<Settlement> {
        let payment = self.captured(payment).await?;
        let card = self.card_of(&payment).await?;
        let ids = self.ids.clone();
        let emails = self.order_emails();
        let id = payment.id.clone();
        let secrets = self.secrets.clone();
        let order_hold = self.rules.order_hold;
        let shop = self.id;
        let settlement = self
            .store
            .write(move |tx| {
                let Some(order) = order_of(tx, &payment)? else {
                    return Ok(note_unmatched(tx, &payment, shop, emails.now)?);
                };
                if let Some(event) = &event {
                    let key = order.key();
                    if !tx.provider_event_seen(&key, event)? {
                        tx.insert_provider_event(&key, event, emails.now)?;
                    }
                }
                let payment = &payment;
                let card = card.as_ref();
                let ids = &*ids;
                let secrets = &*secrets;
                OrderSettlement { payment, card, ids, secrets, emails: &emails, order_hold }.apply(tx, order)
            })
            .await?;
        match settlement {
            // Best effort now: the refund is recorded, and maintenance retries it.
            Settlement::Refunded(_) => self.try_refunds_of(&id).await,
            Settlement::Unmatched { is_new: true } => {
                tracing::error!(transaction = %id, "received a payment for an unknown order; an admin has to review it");
            }
            _ => {}
        }
        Ok(settlement)
    }

    /// Collects the money of an approved payment if its order can accept it, and returns the payment afterwards. Other
    /// payments are returned unchanged. Money that would be refunded at once is not collected.
    async fn captured(&self, payment: &ProviderPayment) -> SettlementResult<ProviderPayment> {
        if payment.status != ProviderStatus::Approved {
            return Ok(payment.clone());
        }
        let approved = payment.clone();
        if !self.store.read(move |tx| is_accepted(tx, &approved)).await? {
            return Ok(payment.clone());
        }
        Ok(self.payments.capture(payment.id.clone()).await?)
    }

    /// The fingerprint of the card that paid for an order with a coupon. If the provider does not return it, the
    /// payment is accepted.
    async fn card_of(&self, payment: &ProviderPayment) -> StoreResult<Option<CardFingerprint>> {
        if payment.status != ProviderStatus::Succeeded {
            return Ok(None);
        }
        let asked = payment.clone();
        let order = match self.store.read(move |tx| order_of(tx, &asked)).await {
            Ok(Some(order)) => order,
            Err(UseCaseError::Store(error)) => return Err(error),
            Ok(None) | Err(_) => return Ok(None),
        };
        if !coupons::has_coupon(&order) || order.is_paid() {
            return Ok(None);
        }
        match self.payments.card(payment.id.clone()).await {
            Ok(card) => Ok(card),
            Err(error) => {
                tracing::warn!(error = error_chain(&error), "the payment provider did not report the card");
                Ok(None)
            }
        }
    }
}

/// The order that a payment was made for: by the shop's own record, else by the metadata of the provider.
fn order_of(tx: &mut dyn Transaction, payment: &ProviderPayment) -> SettlementResult<Option<Order>> {
    let key = match tx.transaction_order(&payment.id)? {
        Some(key) => key,
        None => {
            let Some(order) = payment.order else { return Ok(None) };
            let Some(customer) = tx.order_owner(&order)? else {
                return Ok(None);
            };
            OrderKey { customer, order }
        }
    };
    if payment.order != Some(key.order) {
        return Err(SettlementError::Mismatch.into());
    }
    Ok(tx.order(&key)?)
}

/// Whether an order can accept the money of an approved payment now.
fn is_accepted(tx: &mut dyn Transaction, payment: &ProviderPayment) -> SettlementResult<bool> {
    let Some(order) = order_of(tx, payment)? else { return Ok(false) };
    if payment.amount != order.snapshot().total || payment.currency != CURRENCY {
        return Err(SettlementError::Mismatch.into());
    }
    // The shop may have given up this attempt, and started another one since.
    let attempts = tx.attempts(&order.key())?;
    let is_given_up =
        attempts.iter().any(|attempt| attempt.transaction.as_ref() == Some(&payment.id) && !attempt.is_live());
    if is_given_up || order.check_payable().is_err() {
        return Ok(false);
    }
    Ok(!order.has_expired() || reservation::is_available(tx, order.snapshot())?)
}

/// The end of the reservation once a card was presented: `order_hold` after that payment was started. `None` if it is
/// already that late, or nothing is reserved.
pub(crate) fn longer_until(
    tx: &mut dyn Transaction,
    order: &Order,
    transaction: &TransactionId,
    order_hold: Duration,
) -> Result<Option<Timestamp>, StoreError> {
    let attempts = tx.attempts(&order.key())?;
    let paying = attempts.iter().find(|attempt| attempt.is_live() && attempt.transaction.as_ref() == Some(transaction));
    let until = paying.map(|attempt| attempt.started_at.plus(order_hold));
    Ok(until.filter(|until| order.clone().extend_reservation(*until)))
}

/// One settlement, inside its transaction.
struct OrderSettlement<'a> {
    payment: &'a ProviderPayment,
    card: Option<&'a CardFingerprint>,
    ids: &'a dyn IdSource,
    secrets: &'a dyn SecretSource,
    emails: &'a OrderEmails,
    order_hold: Duration,
}

impl OrderSettlement<'_> {
    fn apply(&self, tx: &mut dyn Transaction, mut order: Order) -> SettlementResult<Settlement> {
        match self.payment.status {
            ProviderStatus::Pending => return Ok(Settlement::NotCompleted),
            ProviderStatus::Presented | ProviderStatus::Approved => {
                if let Some(until) = longer_until(tx, &order, &self.payment.id, self.order_hold)? {
                    order.extend_reservation(until);
                    tx.update_order(&order)?;
                }
                return Ok(Settlement::NotCompleted);
            }
            ProviderStatus::Cancelled => {
                self.close_attempt(tx, &order, AttemptStatus::Cancelled)?;
                return Ok(Settlement::NotCompleted);
            }
            ProviderStatus::Succeeded => {}
        }
        let total = order.snapshot().total;
        let exact = self.payment.amount == total && self.payment.amount_received == total;
        if !exact || self.payment.currency != CURRENCY {
            return Err(SettlementError::Mismatch.into());
        }
        if tx.transaction_order(&self.payment.id)?.is_none() {
            tx.claim_transaction(&self.payment.id, &order.key())?;
        }
        self.close_attempt(tx, &order, AttemptStatus::Succeeded)?;
        // Whatever the order could do with it now, this money is being refunded.
        if let Some(reason) = self.whole_refund(tx, &order)? {
            return Ok(Settlement::Refunded(reason));
        }
        if !coupons::claim_for_payment(tx, &order, self.card, self.secrets)? {
            return self.send_back(tx, &order, NotTaken::CouponReused);
        }
        match order.pay(self.payment.id.clone(), self.emails.now) {
            Ok(Payment::Repeated) => Ok(Settlement::Repeated),
            Ok(Payment::Accepted) => {
                tx.update_order(&order)?;
                self.take_in(tx, &order)?;
                Ok(Settlement::Paid)
            }
            Err(WrongState::Expired) => self.pay_expired(tx, order),
            Err(_) => self.send_back(tx, &order, why_not(&order)),
        }
    }

    /// The money arrived after the reservation ended: the order accepts it if its pieces can be reserved again.
    fn pay_expired(&self, tx: &mut dyn Transaction, mut order: Order) -> SettlementResult<Settlement> {
        if !reservation::is_available(tx, order.snapshot())? {
            return self.send_back(tx, &order, NotTaken::SoldOut);
        }
        order.renew_reservation(self.emails.now.plus(self.order_hold))?;
        order.pay(self.payment.id.clone(), self.emails.now)?;
        tx.update_order(&order)?;
        self.take_in(tx, &order)?;
        if reservation::reserve(tx, order.snapshot(), self.ids, self.emails.now)? == Reserved::All {
            return Ok(Settlement::Paid);
        }
        // The pieces were sold after the check: roll back, and the retry sees it.
        Err(tx.conflict().into())
    }

    /// Why this payment is being refunded in full; `None` if it is not. After a partial refund the order stays paid.
    fn whole_refund(&self, tx: &mut dyn Transaction, order: &Order) -> Result<Option<RefundReason>, StoreError> {
        let is_whole = |refund: &&Refund| refund.is_whole() && refund.transaction == self.payment.id;
        Ok(tx.refunds(&order.key())?.iter().find(is_whole).map(|refund| refund.reason))
    }

    /// Records a refund of the payment.
    fn send_back(&self, tx: &mut dyn Transaction, order: &Order, why: NotTaken) -> SettlementResult<Settlement> {
        let key = order.key();
        tx.update_order(order)?;
        let total: Money = order.snapshot().total;
        self.book(tx, order, Movement::Received(total))?;
        self.book(tx, order, Movement::Refunded(total))?;
        let transaction = self.payment.id.clone();
        tx.insert_refund(&Refund::new(self.ids.next(), key, transaction, total, why.into(), self.emails.now))?;
        self.emails.send(tx, &OrderEmail::refunded(order.snapshot(), why))?;
        Ok(Settlement::Refunded(why.into()))
    }

    /// Records how the attempt behind this payment ended.
    fn close_attempt(&self, tx: &mut dyn Transaction, order: &Order, end: AttemptStatus) -> Result<(), StoreError> {
        // Received money is a fact, whatever the record said before; a cancellation ends only open attempts.
        let ends = |before| before != end && (end == AttemptStatus::Succeeded || before == AttemptStatus::Open);
        let ours =
            |attempt: &PaymentAttempt| attempt.transaction.as_ref() == Some(&self.payment.id) && ends(attempt.status);
        for attempt in tx.attempts(&order.key())?.into_iter().filter(ours) {
            let before = attempt.status;
            if !tx.update_attempt(&PaymentAttempt { status: end, ..attempt }, before)? {
                return Err(tx.conflict());
            }
        }
        Ok(())
    }

    /// Records that the order is paid, and notifies the customer.
    fn take_in(&self, tx: &mut dyn Transaction, order: &Order) -> Result<(), StoreError> {
        self.book(tx, order, Movement::Received(order.snapshot().total))?;
        self.emails.send(tx, &self.emails.paid(order))
    }

    fn book(&self, tx: &mut dyn Transaction, order: &Order, movement: Movement) -> Result<(), StoreError> {
        tx.append_ledger(&[LedgerEntry::about(order.snapshot(), self.ids.next(), movement, self.emails.now)])
    }
}

/// Why an order cannot accept a payment.
fn why_not(order: &Order) -> NotTaken {
    match order.state() {
        OrderState::Cancelled => NotTaken::OrderCancelled,
        _ => NotTaken::PaidTwice,
    }
}

/// Records a payment without an order, if it was made for this shop and succeeded. A payment without a shop id was made
/// before shops had ids, or by another program with the same account: it is ignored.
fn note_unmatched(
    tx: &mut dyn Transaction,
    payment: &ProviderPayment,
    shop: ShopId,
    now: Timestamp,
) -> StoreResult<Settlement> {
    let (Some(order), true) = (payment.order, payment.shop == Some(shop)) else { return Ok(Settlement::NotOurs) };
    if payment.status != ProviderStatus::Succeeded || payment.currency != CURRENCY {
        return Ok(Settlement::NotCompleted);
    }
    let is_new = tx.unmatched(&payment.id)?.is_none();
    if is_new {
        tx.insert_unmatched(&UnmatchedPayment::found(payment.id.clone(), order, payment.amount_received, now))?;
    }
    Ok(Settlement::Unmatched { is_new })
}
