//! Starts the payment of an order. `settlement` handles its result. Never calls the provider inside a transaction.

use crate::{
    accounts::access,
    orders::{
        allowance::Allowance,
        coupons, lookup,
        reservation::{self, Reserved},
    },
    payments::settlement::{Settlement, SettlementError},
    ports::{
        clock::IdSource,
        payment_gateway::{Cancellation, ConfirmationToken, GatewayError, ProviderStatus},
        store::Transaction,
        store_error::StoreError,
    },
    shop::Shop,
    shop_rules::ShopRules,
    use_case_error::{Refusal, UseCaseError},
};
use autoparts_domain::{
    client_network::ClientNetwork,
    id::{OrderId, UserId},
    money::Money,
    newsletter::CouponRefused,
    orders::{Order, WrongState, unpaid::UnpaidLimitReached},
    payments::{AttemptStatus, PaymentAttempt, ProviderName, RefundReason},
    time::Timestamp,
};

/// Maximum number of attempts while the states of order and provider keep changing.
const ROUNDS: usize = 4;

/// Which order to pay.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct StartPayment {
    /// The order; `None` from clients that only send the price.
    pub order: Option<OrderId>,
    /// The total that the customer was shown; the payment is refused if the order's total differs. Without an order, it
    /// selects the caller's only unpaid order with this total.
    pub price: Option<Money>,
    /// The network that the request comes from.
    pub network: ClientNetwork,
}

impl StartPayment {
    /// A payment of an order, whatever its total, from an unknown network.
    #[must_use]
    pub const fn of(order: OrderId) -> Self {
        Self { order: Some(order), price: None, network: ClientNetwork::UNKNOWN }
    }
}

/// Why a payment could not start.
#[derive(Debug, thiserror::Error)]
pub enum PaymentError {
    /// There is no such order, or it is not the caller's; the response is the same.
    #[error("This order does not exist.")]
    NoSuchOrder,
    /// The price alone did not identify one order.
    #[error("Please choose the order to pay.")]
    WhichOrder,
    /// The customer was shown another total.
    #[error("The total of this order is ${total}.")]
    PriceChanged {
        /// The order's total.
        total: Money,
    },
    /// The order cannot be paid in its state.
    #[error(transparent)]
    State(#[from] WrongState),
    /// The reservation expired, and the pieces are sold.
    #[error("Your reservation has expired and these pieces are sold out.")]
    SoldOut,
    /// Another order has redeemed a coupon since the reservation expired.
    #[error(transparent)]
    Coupon(#[from] CouponRefused),
    /// The reservation expired, and the network has too many unpaid orders.
    #[error(transparent)]
    Unpaid(#[from] UnpaidLimitReached),
    /// The earlier payment has succeeded and could not be settled.
    #[error(transparent)]
    Settlement(#[from] SettlementError),
    /// The provider failed or refused.
    #[error(transparent)]
    Gateway(#[from] GatewayError),
}

impl Refusal for PaymentError {}

/// The result of a use case that can fail with [`PaymentError`].
pub type PaymentResult<T> = Result<T, UseCaseError<PaymentError>>;

impl Shop {
    /// Starts paying for an order of the caller, or continues the payment started before: an order has one live
    /// payment. Amount and currency come from the order.
    ///
    /// The attempt is stored before the provider is called, and the provider's id is saved only while the order can
    /// still be paid. Whatever happens in between, reconciliation finds the attempt, and the provider's idempotency key
    /// makes a retry safe.
    #[tracing::instrument(level = "debug", skip_all)]
    pub async fn start_payment(&self, caller: UserId, command: StartPayment) -> PaymentResult<ConfirmationToken> {
        for _ in 0..ROUNDS {
            let (attempt, is_new) = self.choose_attempt(caller, command).await?;
            let known =
                if is_new { self.start_at_provider(&attempt).await? } else { self.query_provider(&attempt).await? };
            let Some(payment) = known else {
                self.drop_attempt(attempt).await?;
                continue;
            };
            match payment.status {
                ProviderStatus::Succeeded => {
                    return Err(refusal(self.settle(&payment, None).await.map_err(UseCaseError::embed)?));
                }
                ProviderStatus::Cancelled => self.drop_attempt(attempt).await?,
                ProviderStatus::Pending | ProviderStatus::Presented | ProviderStatus::Approved
                    if self.save_transaction(&attempt, &payment).await? =>
                {
                    // An approved payment is captured, and succeeds unless it is declined.
                    if payment.status != ProviderStatus::Pending {
                        let settlement = self.settle(&payment, None).await.map_err(UseCaseError::embed)?;
                        if settlement != Settlement::NotCompleted {
                            return Err(refusal(settlement));
                        }
                    }
                    return Ok(payment.confirmation);
                }
                // The order was deleted during the call to the provider: cancel the payment.
                ProviderStatus::Pending | ProviderStatus::Presented | ProviderStatus::Approved => {
                    if self.payments.cancel(payment.id.clone()).await? == Cancellation::AlreadySucceeded {
                        self.settle_by_id(payment.id, None).await.map_err(UseCaseError::embed)?;
                    }
                }
            }
        }
        Err(StoreError::Contention.into())
    }

    /// The live attempt of the order to pay, and whether it was just created because there was none. Reserves the
    /// pieces again if the reservation has expired.
    async fn choose_attempt(&self, caller: UserId, command: StartPayment) -> PaymentResult<(PaymentAttempt, bool)> {
        let ids = self.ids.clone();
        let now = self.now();
        let secrets = self.secrets.clone();
        let allowance = self.allowance(command.network);
        let rules = self.rules;
        let provider = self.payments.provider();
        self.store
            .write(move |tx| {
                let person = access::require_user(tx, &caller)?;
                let order = select_order(tx, &person.id, &command)?;
                if coupons::was_overtaken(tx, &order, &*secrets)? {
                    return Err(CouponRefused::AlreadyRedeemed.into());
                }
                Start { ids: &*ids, now, rules: &rules, allowance: &allowance, provider: &provider }
                    .attempt_for(tx, order)
            })
            .await
    }
}

/// Why an order whose payment has succeeded cannot be paid again.
fn refusal(settlement: Settlement) -> UseCaseError<PaymentError> {
    match settlement {
        Settlement::Refunded(RefundReason::CouponReused) => PaymentError::from(SettlementError::CouponReused).into(),
        _ => WrongState::Paid.into(),
    }
}

fn select_order(tx: &mut dyn Transaction, person: &UserId, command: &StartPayment) -> PaymentResult<Order> {
    if let Some(id) = &command.order {
        let order = lookup::find_own(tx, person, id)?.ok_or(PaymentError::NoSuchOrder)?;
        order.check_payable()?;
        let total = order.snapshot().total;
        return match command.price {
            Some(price) if price != total => Err(PaymentError::PriceChanged { total }.into()),
            _ => Ok(order),
        };
    }
    let price = command.price.ok_or(PaymentError::WhichOrder)?;
    let mut page = crate::ports::page::Page::first();
    let mut found = None;
    loop {
        let orders = tx.orders_of(person, &page)?;
        let Some(last) = orders.last() else { break };
        page.after = Some(last.snapshot().id);
        for order in orders {
            if order.snapshot().total == price && order.check_payable().is_ok() && found.replace(order).is_some() {
                return Err(PaymentError::WhichOrder.into());
            }
        }
    }
    Ok(found.ok_or(PaymentError::WhichOrder)?)
}

/// Starts a payment, inside its transaction.
struct Start<'a> {
    ids: &'a dyn IdSource,
    now: Timestamp,
    rules: &'a ShopRules,
    allowance: &'a Allowance,
    provider: &'a ProviderName,
}

impl Start<'_> {
    /// The live attempt of an order, a new one if needed, and whether it is new. Saving the order, even unchanged,
    /// makes concurrent callers conflict, so that only one of them starts an attempt.
    fn attempt_for(&self, tx: &mut dyn Transaction, mut order: Order) -> PaymentResult<(PaymentAttempt, bool)> {
        let attempts = tx.attempts(&order.key())?;
        let live = attempts.iter().find(|attempt| attempt.is_live()).cloned();
        let is_new = live.is_none();
        let has_expired = order.has_expired();
        let attempt = live.unwrap_or_else(|| self.new_attempt(&order, attempts.last()));
        if is_new {
            tx.insert_attempt(&attempt)?;
        }
        if attempts.is_empty() {
            order.extend_reservation(self.time_to_pay(&order));
        }
        if has_expired {
            self.reserve_again(tx, &mut order)?;
        }
        if is_new || has_expired {
            tx.update_order(&order)?;
        }
        if has_expired && reservation::reserve(tx, order.snapshot(), self.ids, self.now)? != Reserved::All {
            return Err(PaymentError::SoldOut.into());
        }
        Ok((attempt, is_new))
    }

    fn new_attempt(&self, order: &Order, last: Option<&PaymentAttempt>) -> PaymentAttempt {
        PaymentAttempt {
            id: self.ids.next(),
            order: order.key(),
            number: last.map_or(1, |last| last.number + 1),
            amount: order.snapshot().total,
            provider: self.provider.clone(),
            transaction: None,
            status: AttemptStatus::Starting,
            started_at: self.now,
            unknown_since: None,
        }
    }

    /// The minimum end of the reservation when a customer starts to pay: pieces must not be released while a card is
    /// entered. Granted once per order and never beyond the longest reservation, so that starting again does not extend
    /// it.
    fn time_to_pay(&self, order: &Order) -> Timestamp {
        let longest = order.snapshot().placed_at.plus(self.rules.order_hold);
        self.now.plus(self.rules.unstarted_hold / 4).min(longest)
    }

    /// Reserves released pieces again, as for a new order.
    fn reserve_again(&self, tx: &mut dyn Transaction, order: &mut Order) -> PaymentResult<()> {
        let network = self.allowance.check_again(tx, order)?;
        order.renew_reservation(self.now.plus(self.rules.unstarted_hold))?;
        match network {
            Some(network) => Ok(tx.count_against_network(&order.key(), network)?),
            None => Ok(()),
        }
    }
}
