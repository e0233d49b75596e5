//! Random histories of a shop: orders of one or several parts, by members and guests, with coupons, shipping and tax;
//! payments, deletions and expiries; refunds of whole orders, lines, cores and amounts; returns; failed refunds,
//! refunds in the provider's dashboard and disputes; provider messages that are late, repeated or out of order;
//! concurrent requests; every kind of outage; and crashes at any await. Whatever happened, once the provider works again
//! and maintenance has run, no piece and no cent is lost.

mod returns;
mod world;

use autoparts_application::{
    orders::{placing::SendTo, shipment::Ship},
    payments::{
        initiation::StartPayment,
        partial_refunds::{RefundPart, RefundScope},
    },
    ports::{
        clock::Clock,
        payment_gateway::ProviderStatus,
        store::{Store, Transaction},
        store_error::StoreResult,
    },
};
use autoparts_domain::{
    catalogue::listing::Condition,
    client_network::ClientNetwork,
    id::{OrderId, OrderKey, PartId, UserId},
    money::{Money, RefundAmount},
    newsletter::Coupon,
    orders::{LineNumber, LinePieces, Order, OrderState, PiecesToRefund},
    payments::{RefundReason, TransactionId, reversal::DisputeState},
    quantity::Quantity,
    rates::Rates,
    returns::ReturnPolicies,
    time::Timestamp,
};
use autoparts_persistence::{
    SqlStore, StoreOptions,
    testing::{PostgresCluster, migrated_sqlite},
};
use autoparts_testing::{memory::MemoryStore, samples, test_shop::TestShop};
use proptest::prelude::*;
use proptest_state_machine::{StateMachineTest, prop_state_machine};
use std::{
    any::Any,
    collections::{BTreeMap, BTreeSet},
    env,
    future::{Future, poll_fn},
    marker::PhantomData,
    pin::pin,
    sync::{Arc, Mutex},
    task::Poll,
    time::Duration,
};
use tokio::runtime::Runtime;
use world::{Step, Wish, World};

/// Initial stock of each part: low, so that orders compete for it.
const STOCK: i64 = 6;

/// Histories per store, unless `HISTORIES` overrides it. Each run draws new ones; `make histories` runs ten thousand.
const HISTORIES: u32 = 150;

/// The shop that a history runs against.
struct Played {
    runtime: Runtime,
    test_shop: TestShop,
    customer: UserId,
    guest: UserId,
    admin: UserId,
    parts: (PartId, PartId),
    /// Client secrets sent to the customer's browser: a payment cannot be paid without its secret.
    secrets: Mutex<BTreeSet<String>>,
    /// Failed refunds, refunds made elsewhere, and disputes. The provider repeats its message until it is accepted.
    reversed: Mutex<Vec<TransactionId>>,
    /// The owner of every order seen so far.
    owners: BTreeMap<OrderId, UserId>,
    /// The last known state of every order.
    states: BTreeMap<OrderId, OrderState>,
    /// False where payments are really canceled: then none can arrive for a deleted order.
    late_payers_may_be_refunded: bool,
    /// Resources of the store: a folder or a database.
    _kept: Box<dyn Any>,
}

impl Played {
    fn on(store: Arc<dyn Store>, kept: impl Any) -> Self {
        let runtime = Runtime::new().unwrap();
        let mut test_shop = TestShop::on(store);
        test_shop.shop.rules.returns = returns::RULES;
        let (people, parts) = runtime.block_on(async {
            for number in [1, 2] {
                let give = test_shop.shop.store.write(move |tx| {
                    tx.insert_subscription(&samples::subscription(number))?;
                    let coupon = Coupon { amount: Money::from_cents(700).unwrap(), ..samples::coupon(number) };
                    tx.insert_coupon(&samples::subscription(number).id, &coupon)
                });
                give.await.unwrap();
            }
            let parts = (test_shop.part(1, STOCK, 1000).await, test_shop.part_with_core(STOCK, 500, 300).await);
            let people = (test_shop.customer("marta").await, test_shop.guest("olga").await, test_shop.admin().await);
            let with_fee = samples::return_policy("", "", Some(Condition::New), samples::return_terms(3, 15));
            let policies = ReturnPolicies { revision: 0, policies: vec![with_fee] };
            test_shop.shop.save_return_policies(people.2, policies).await.unwrap();
            (people, parts)
        });
        let (customer, guest, admin) = people;
        Self {
            runtime,
            test_shop,
            customer,
            guest,
            admin,
            parts,
            secrets: Mutex::default(),
            reversed: Mutex::default(),
            owners: BTreeMap::new(),
            states: BTreeMap::new(),
            late_payers_may_be_refunded: false,
            _kept: Box::new(kept),
        }
    }

    /// Runs a step. Refusals are valid answers.
    #[expect(clippy::too_many_lines, reason = "one arm for each step")]
    async fn play(&self, step: &Step) {
        let shop = &self.test_shop.shop;
        let provider = &self.test_shop.provider;
        let orders: Vec<OrderId> = self.states.keys().copied().collect();
        let order = |at: usize| orders.get(at % orders.len().max(1)).copied();
        let payments = provider.payments();
        let payment = |at: usize| payments.get(at % payments.len().max(1)).map(|payment| payment.id.clone());
        match step {
            Step::Place(wish) => self.place(wish).await,
            Step::Rates(charged) => {
                let revision = shop.rates(self.admin).await.map_or(0, |rates| rates.revision);
                let rates = if *charged { samples::rates() } else { Rates::default() };
                drop(shop.save_rates(self.admin, Rates { revision, ..rates }).await);
            }
            Step::StartPayment(at) => {
                let command = StartPayment { order: order(*at), price: None, network: ClientNetwork::UNKNOWN };
                let customer = self.owner(command.order);
                if let Ok(secret) = shop.start_payment(customer, command).await {
                    self.secrets.lock().unwrap().insert(secret.reveal().to_owned());
                }
            }
            Step::Pay(at) => {
                let known = payments.get(at % payments.len().max(1));
                let known =
                    known.filter(|payment| self.secrets.lock().unwrap().contains(payment.confirmation.reveal()));
                if let Some(payment) = known {
                    provider.customer_pays(&payment.id);
                }
            }
            Step::Book(at, paid_by) => {
                if let (Some(order), Some(id)) = (order(*at), payment(*paid_by)) {
                    drop(shop.confirm_booking(self.owner(Some(order)), order, id).await);
                }
            }
            Step::Message(about, number) => {
                if let Some(id) = payment(*about) {
                    let message = format!("evt_{number}_{id} {id}");
                    drop(shop.take_provider_message(message.as_bytes(), "good").await);
                }
            }
            Step::Delete(at, by_admin) => self.delete(order(*at), *by_admin).await,
            Step::Refund(at) => {
                if let Some(order) = order(*at) {
                    drop(shop.refund_shipped_order(self.admin, order).await);
                }
            }
            Step::RefundAmount(at, cents) => {
                let amount = RefundAmount::new(Money::from_cents(*cents).unwrap()).unwrap();
                self.refund_part(order(*at), RefundScope::Amount(amount)).await;
            }
            Step::RefundPieces(at, line, pieces, restock) => {
                let pieces = of_line(*line, *pieces);
                let restock = if *restock { pieces.clone() } else { LinePieces::new() };
                let taken = PiecesToRefund { pieces, ..PiecesToRefund::default() };
                self.refund_part(order(*at), RefundScope::Lines { taken, restock, shipping: false, with_fee: false })
                    .await;
            }
            Step::RequestReturn(at, line, pieces, by_admin) => {
                self.request_return(*at, *line, *pieces, *by_admin).await;
            }
            Step::DecideReturn(at, decision) => self.decide_return(*at, *decision).await,
            Step::PayCoresBack(at, line, pieces) => {
                let taken = PiecesToRefund { cores: of_line(*line, *pieces), ..PiecesToRefund::default() };
                self.refund_part(
                    order(*at),
                    RefundScope::Lines { taken, restock: LinePieces::new(), shipping: false, with_fee: false },
                )
                .await;
            }
            Step::Ship(at) => {
                if let Some(order) = order(*at) {
                    drop(shop.ship(self.admin, order, Ship { anyway: true, ..Ship::default() }).await);
                }
            }
            Step::Wait(hours) => self.test_shop.clock.advance(Duration::from_hours(*hours)),
            Step::Maintenance => {
                shop.run_maintenance().await;
            }
            Step::RefundComesBack(at) => {
                self.reverse(payment(*at).filter(|id| provider.refund_comes_back(id)));
            }
            Step::RefundElsewhere(at, cents) => {
                self.reverse(payment(*at).filter(|id| provider.refund_elsewhere(id, *cents)));
            }
            Step::Dispute(at, inquiry) => {
                let state = if *inquiry { DisputeState::Inquiry } else { DisputeState::Open };
                self.reverse(payment(*at).filter(|id| provider.open_dispute(id, state)));
            }
            Step::Decide(at, won) => {
                let end = if *won { DisputeState::Won } else { DisputeState::Lost };
                self.reverse(payment(*at).filter(|id| provider.decide_dispute(id, end)));
            }
            Step::ReversalMessage(at) => {
                if let Some(id) = payment(*at) {
                    let message = format!("evt_reversal_{id} {id} reversal");
                    drop(shop.take_provider_message(message.as_bytes(), "good").await);
                }
            }
            Step::Recheck => drop(shop.recheck_money().await),
            Step::Concurrently(one, other) => {
                tokio::join!(Box::pin(self.play(one)), Box::pin(self.play(other)));
            }
            Step::Outages(outages) => provider.fail_next(outages.iter().copied()),
            Step::Crash(polls, step) => drop(cut_short(*polls, Box::pin(self.play(step))).await),
        }
    }

    /// Without core, coupon and destination, the order uses the specification's API.
    async fn place(&self, wish: &Wish) {
        let shop = &self.test_shop.shop;
        let part = |second: bool| if second { self.parts.1 } else { self.parts.0 };
        let lines: Vec<_> = wish.lines.iter().map(|(second, pieces)| (part(*second), *pieces)).collect();
        let mut command = TestShop::order_of(&lines);
        command.coupon = wish.coupon.map(|number| samples::coupon(number).code);
        if wish.has_destination {
            command.send_to = SendTo::Destination(Box::new(samples::destination()));
        }
        let customer = if wish.by_guest { self.guest } else { self.customer };
        let has_core = wish.lines.iter().any(|(second, _)| *second);
        if wish.has_destination || wish.coupon.is_some() || has_core {
            drop(shop.check_out(customer, command).await);
        } else {
            drop(shop.place_order(customer, command).await);
        }
    }

    async fn delete(&self, order: Option<OrderId>, by_admin: bool) {
        let (shop, Some(order)) = (&self.test_shop.shop, order) else { return };
        if by_admin {
            drop(shop.delete_any_order(self.admin, order).await);
        } else {
            drop(shop.delete_own_order(self.owner(Some(order)), order).await);
        }
    }

    /// The owner of an order that was seen.
    fn owner(&self, order: Option<OrderId>) -> UserId {
        order.and_then(|order| self.owners.get(&order)).copied().unwrap_or(self.customer)
    }

    async fn refund_part(&self, order: Option<OrderId>, what: RefundScope) {
        if let Some(order) = order {
            let command = RefundPart { what, note: None, idempotency_key: None };
            drop(self.test_shop.shop.refund_part(self.admin, order, command).await);
        }
    }

    /// Checks every order, and fails if one has made an invalid state transition.
    async fn look(&mut self) {
        let store = &self.test_shop.shop.store;
        let every = |tx: &mut dyn Transaction| -> StoreResult<Vec<Order>> {
            let ids = tx.orders_moved_since(Timestamp::from_micros(0))?;
            tx.orders_with_ids(&ids)
        };
        let now = store.read(every).await.unwrap();
        for order in now {
            let id = order.snapshot().id;
            let state = order.state().clone();
            self.owners.insert(id, order.snapshot().customer);
            if let Some(before) = self.states.insert(id, state.clone()) {
                assert!(leads_to(&before, &state), "{id} went from {before:?} to {state:?}");
            }
        }
    }

    /// Restores the provider, finishes everything in progress, and compares the books of the shop with the provider's.
    async fn settle_and_compare(&mut self) {
        self.test_shop.provider.heal();
        // In the end the banks decide all disputes, one way or the other.
        for (number, payment) in self.test_shop.provider.payments().into_iter().enumerate() {
            let end = if number % 2 == 0 { DisputeState::Won } else { DisputeState::Lost };
            self.reverse(Some(payment.id).filter(|id| self.test_shop.provider.decide_dispute(id, end)));
        }
        let reversed = std::mem::take(&mut *self.reversed.lock().unwrap());
        for (number, id) in reversed.into_iter().enumerate() {
            let message = format!("evt_back_{number} {id} reversal");
            self.test_shop.shop.take_provider_message(message.as_bytes(), "good").await.unwrap();
        }
        // Payments older than the provider's list are known only from its messages.
        let list_begins = self.test_shop.clock.now().minus(Duration::from_hours(47));
        for payment in self.test_shop.provider.payments() {
            let is_old = self.test_shop.provider.started_at(&payment.id) < Some(list_begins);
            if is_old && payment.status == ProviderStatus::Succeeded {
                let message = format!("evt_old_{} {}", payment.id, payment.id);
                self.test_shop.shop.take_provider_message(message.as_bytes(), "good").await.unwrap();
            }
        }
        // The first rounds find open work, and the last one is after the longest pause.
        for wait in [2, 2, 2, 24 * 60] {
            self.test_shop.clock.advance(Duration::from_mins(wait));
            self.test_shop.shop.run_maintenance().await;
        }
        self.test_shop.shop.recheck_money().await.unwrap();
        self.look().await;
        self.test_shop.check_books().await;
        self.check_returns().await;
        assert_eq!(self.test_shop.due_refunds().await, 0, "a refund is still to do");
        assert!(self.late_payers_may_be_refunded || !self.gave_back_to_late_payers().await, "a fence has a hole");
        let mut balances: BTreeMap<OrderId, i64> = BTreeMap::new();
        for payment in self.test_shop.provider.payments() {
            let order = payment.order.unwrap();
            *balances.entry(order).or_default() += self.test_shop.provider.balance_of(&payment.id);
            let pays = self.test_shop.stored_order(order).await.transaction() == Some(&payment.id);
            assert!(!pays || payment.status == ProviderStatus::Succeeded, "{} has brought no money", payment.id);
        }
        for (id, balance) in balances {
            let order = self.test_shop.stored_order(id).await;
            let total = order.snapshot().total.cents();
            let reversal = order.reversal();
            let gone = reversal.refunded.cents() + order.partial_refunds().amount().cents();
            let paid = if order.is_paid() { total - gone } else { 0 };
            assert_eq!(balance, paid - reversal.withdrawn.cents(), "{order:?}");
        }
    }

    /// Records that the provider will report a reversal of this payment.
    fn reverse(&self, id: Option<TransactionId>) {
        self.reversed.lock().unwrap().extend(id);
    }
}

impl Played {
    /// Whether money was refunded for an order that had been deleted.
    async fn gave_back_to_late_payers(&self) -> bool {
        let orders = self.owners.clone();
        let find = move |tx: &mut dyn Transaction| -> StoreResult<bool> {
            for (order, customer) in &orders {
                let refunds = tx.refunds(&OrderKey { customer: *customer, order: *order })?;
                if refunds.iter().any(|refund| refund.reason == RefundReason::OrderCancelled) {
                    return Ok(true);
                }
            }
            Ok(false)
        };
        self.test_shop.shop.store.read(find).await.unwrap()
    }
}

/// Some pieces of a line.
fn of_line(line: i64, pieces: i64) -> LinePieces {
    [(LineNumber::new(line).unwrap(), Quantity::new(pieces).unwrap())].into()
}

/// Polls a future at most this many times, then drops it, as a crash would.
async fn cut_short<F: Future>(polls: usize, future: F) -> Option<F::Output> {
    let mut future = pin!(future);
    let mut left = polls;
    poll_fn(|context| {
        if left == 0 {
            return Poll::Ready(None);
        }
        left -= 1;
        future.as_mut().poll(context).map(Some)
    })
    .await
}

/// Whether an order may get from one state to another, in any number of steps.
fn leads_to(before: &OrderState, after: &OrderState) -> bool {
    use OrderState::{Cancelled, Paid, Pending, Refunded, RefundedAfterShipping, Shipped};
    match (before, after) {
        (Pending(_), _) | (Shipped(None), Shipped(_) | RefundedAfterShipping(_)) | (Cancelled, Cancelled) => true,
        (Paid(by), Paid(still) | Shipped(Some(still)) | Refunded(still) | RefundedAfterShipping(still))
        | (Shipped(Some(by)), Shipped(Some(still)) | RefundedAfterShipping(still))
        | (RefundedAfterShipping(by), RefundedAfterShipping(still))
        | (Refunded(by), Refunded(still)) => by == still,
        _ => false,
    }
}

/// The store and provider of a history.
trait Place {
    fn shop() -> Played;
}

struct InMemory;

impl Place for InMemory {
    fn shop() -> Played {
        Played::on(Arc::new(MemoryStore::default()), ())
    }
}

/// A provider that confirms cancellations without canceling. This disables one of the two protections around deleted
/// orders, so the other, the refund of late payments, must be sufficient. The other places never need that one, which
/// shows that the first is sufficient as well.
struct WithoutCancellation;

impl Place for WithoutCancellation {
    fn shop() -> Played {
        let played = InMemory::shop();
        played.test_shop.provider.ignore_cancellations();
        Played { late_payers_may_be_refunded: true, ..played }
    }
}

struct OnSqlite;

impl Place for OnSqlite {
    fn shop() -> Played {
        let folder = tempfile::tempdir().unwrap();
        let store = migrated_sqlite(&folder.path().join("shop.db")).unwrap();
        Played::on(Arc::new(store), folder)
    }
}

struct OnPostgres;

impl Place for OnPostgres {
    fn shop() -> Played {
        let database = PostgresCluster::shared().unwrap().migrated_database().unwrap();
        let store = SqlStore::open(database.url(), &StoreOptions::default()).unwrap();
        Played::on(Arc::new(store), database)
    }
}

struct History<P>(PhantomData<P>);

impl<P: Place> StateMachineTest for History<P> {
    type SystemUnderTest = Played;
    type Reference = World;

    fn init_test(_: &World) -> Played {
        P::shop()
    }

    fn apply(mut played: Played, _: &World, step: Step) -> Played {
        let runtime = played.runtime.handle().clone();
        runtime.block_on(async {
            played.play(&step).await;
            played.look().await;
        });
        played
    }

    fn teardown(mut played: Played, _: World) {
        let runtime = played.runtime.handle().clone();
        runtime.block_on(played.settle_and_compare());
    }
}

#[expect(clippy::disallowed_methods, reason = "the duration of a test is not a setting of the shop")]
fn config() -> ProptestConfig {
    let cases = env::var("HISTORIES").ok().and_then(|text| text.parse().ok()).unwrap_or(HISTORIES);
    ProptestConfig { cases, failure_persistence: None, max_shrink_iters: 4_000, ..ProptestConfig::default() }
}

prop_state_machine! {
    #![proptest_config(config())]

    #[test]
    fn no_history_loses_pieces_or_money_in_memory(sequential 1..40 => History<InMemory>);

    #[test]
    fn no_history_loses_pieces_or_money_where_nothing_can_be_called_off(sequential 1..40 => History<WithoutCancellation>);

    #[test]
    fn no_history_loses_pieces_or_money_on_sqlite(sequential 1..40 => History<OnSqlite>);

    #[test]
    fn no_history_loses_pieces_or_money_on_postgres(sequential 1..40 => History<OnPostgres>);
}
