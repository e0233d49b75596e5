//! Orders, their idempotency keys, and the ledger.

use super::{
    MemoryTransaction,
    tables::{ascending, claim, descending, require},
};
use autoparts_application::ports::{
    orders::{MAX_COUNT, NetworkDigest, OrderCounts, OrderFilter, OrderRepository, Person, RememberedOrder},
    page::Page,
    store_error::{StoreError, StoreResult},
};
use autoparts_domain::{
    accounts::User,
    destination::Place,
    id::{OrderId, OrderKey, UserId},
    ledger::LedgerEntry,
    money::Money,
    orders::{Order, OrderNumber, OrderState, Worklist, unpaid::UnpaidOrders},
    payments::reversal::DisputeState,
    time::Timestamp,
};

fn passes(filter: &OrderFilter, order: &Order) -> bool {
    let OrderFilter { list, from, before, person } = filter;
    let snapshot = order.snapshot();
    list.is_none_or(|list| list.has(order))
        && from.is_none_or(|from| snapshot.id >= OrderId::first_at(from))
        && before.is_none_or(|before| snapshot.id < OrderId::first_at(before))
        && match person {
            Some(Person::Email(email)) => snapshot.email == *email,
            Some(Person::Phone(digits)) => snapshot.phone.digits() == *digits,
            Some(Person::PostalCode(key)) => {
                let place = snapshot.destination.as_ref().map(|destination| &destination.place);
                place.and_then(Place::postal_code).is_some_and(|code| code.key() == *key)
            }
            None => true,
        }
}

impl OrderRepository for MemoryTransaction {
    fn order_owner(&mut self, id: &OrderId) -> StoreResult<Option<UserId>> {
        self.query(|tables| Ok(tables.orders.get(id).map(|order| order.snapshot().customer)))
    }

    fn order(&mut self, key: &OrderKey) -> StoreResult<Option<Order>> {
        self.query(|tables| {
            let order = tables.orders.get(&key.order).filter(|order| order.key() == *key);
            Ok(order.cloned())
        })
    }

    fn order_by_number(&mut self, number: &OrderNumber) -> StoreResult<Option<OrderKey>> {
        self.query(|tables| {
            let mut orders = tables.orders.values();
            Ok(orders.find(|order| order.snapshot().number.as_ref() == Some(number)).map(Order::key))
        })
    }

    fn orders(&mut self, filter: &OrderFilter, page: &Page<OrderId>) -> StoreResult<Vec<Order>> {
        self.query(|tables| {
            let shown = tables.orders.iter().filter(|(_, order)| !order.is_cancelled() && passes(filter, order));
            Ok(descending(shown.map(|(id, order)| (*id, order.clone())), page))
        })
    }

    fn order_counts(&mut self) -> StoreResult<OrderCounts> {
        self.query(|tables| {
            let count = |passes: &dyn Fn(&&Order) -> bool| {
                let found = tables.orders.values().filter(|order| !order.is_cancelled()).filter(passes).count();
                u32::try_from(found).unwrap_or(MAX_COUNT).min(MAX_COUNT)
            };
            let on = Worklist::ALL.map(|list| (list, count(&|order| list.has(order))));
            Ok(OrderCounts { all: count(&|_| true), on: on.into() })
        })
    }

    fn orders_of(&mut self, customer: &UserId, page: &Page<OrderId>) -> StoreResult<Vec<Order>> {
        self.query(|tables| {
            let shown = tables.orders.iter().filter(|(_, order)| !order.is_cancelled());
            let own = shown.filter(|(_, order)| order.snapshot().customer == *customer);
            Ok(descending(own.map(|(id, order)| (*id, order.clone())), page))
        })
    }

    fn insert_order(&mut self, order: &Order) -> StoreResult<bool> {
        let snapshot = order.snapshot();
        self.change(|tables| {
            let taken = |order: &Order| snapshot.number.is_some() && order.snapshot().number == snapshot.number;
            if tables.orders.values().any(taken) {
                return Ok(false);
            }
            require(tables.users.contains_key(&snapshot.customer), "there is no such user")?;
            require(snapshot.lines.iter().all(|line| tables.parts.contains_key(&line.part)), "there is no such part")?;
            claim(&mut tables.orders, snapshot.id, order.clone())?;
            Ok(true)
        })
    }

    fn update_order(&mut self, order: &Order) -> StoreResult<()> {
        let key = order.key();
        self.change(|tables| {
            let kept = tables.orders.get_mut(&key.order);
            let as_it_was_read = kept.filter(|kept| kept.key() == key && kept.revision() == order.revision());
            let kept = as_it_was_read.ok_or(StoreError::Contention)?;
            *kept = Order::restore(kept.snapshot().clone(), order.state().clone(), order.revision() + 1)
                .with_milestones(order.milestones().clone())
                .with_reversal(order.reversal())
                .with_refunds(order.partial_refunds().clone());
            if order.reserved_until().is_none() {
                tables.order_networks.remove(&key);
            }
            Ok(())
        })
    }

    fn paid_and_kept(&mut self, customer: &UserId) -> StoreResult<Money> {
        self.query(|tables| {
            let stands = |order: &&Order| {
                order.snapshot().customer == *customer
                    && matches!(order.reversal().dispute, None | Some(DisputeState::Won))
            };
            let kept = tables.orders.values().filter(stands).map(Order::money_left);
            Ok(kept.fold(Money::ZERO, Money::plus))
        })
    }

    /// Writes are already serialized.
    fn lock_customer(&mut self, customer: &UserId) -> StoreResult<Option<User>> {
        self.change(|tables| Ok(tables.users.get(customer).cloned()))
    }

    fn unpaid_orders(&mut self, customer: &UserId) -> StoreResult<UnpaidOrders> {
        self.query(|tables| {
            let unpaid = |order: &&Order| {
                order.snapshot().customer == *customer && matches!(order.state(), OrderState::Pending(_))
            };
            Ok(UnpaidOrders::of(tables.orders.values().filter(unpaid)))
        })
    }

    fn lock_network(&mut self, _: &NetworkDigest) -> StoreResult<()> {
        self.change(|_| Ok(()))
    }

    fn count_against_network(&mut self, key: &OrderKey, network: &NetworkDigest) -> StoreResult<()> {
        self.change(|tables| {
            tables.order_networks.insert(*key, network.clone());
            Ok(())
        })
    }

    fn reserved_from_network(&mut self, network: &NetworkDigest) -> StoreResult<UnpaidOrders> {
        self.query(|tables| {
            let counts = |order: &&Order| {
                order.reserved_until().is_some() && tables.order_networks.get(&order.key()) == Some(network)
            };
            Ok(UnpaidOrders::of(tables.orders.values().filter(counts)))
        })
    }

    fn overdue_orders(&mut self, now: Timestamp, page: &Page<OrderId>) -> StoreResult<Vec<OrderKey>> {
        self.query(|tables| {
            let overdue = tables.orders.values().filter(|order| order.is_overdue(now));
            Ok(ascending(overdue.map(|order| (order.snapshot().id, order.key())), page))
        })
    }

    fn orders_in_dispute(&mut self, page: &Page<OrderId>) -> StoreResult<Vec<Order>> {
        self.query(|tables| {
            let is_open = |order: &Order| order.reversal().dispute.is_some_and(DisputeState::is_open);
            let disputed = tables.orders.iter().filter(|(_, order)| is_open(order));
            Ok(ascending(disputed.map(|(id, order)| (*id, order.clone())), page))
        })
    }

    fn any_order(&mut self) -> StoreResult<bool> {
        self.query(|tables| Ok(!tables.orders.is_empty()))
    }

    fn remembered_order(&mut self, customer: &UserId, key: &str) -> StoreResult<Option<RememberedOrder>> {
        self.query(|tables| Ok(tables.remembered.get(&(*customer, key.to_owned())).map(|(order, _)| order.clone())))
    }

    fn remember_order(
        &mut self,
        customer: &UserId,
        key: &str,
        order: &RememberedOrder,
        at: Timestamp,
    ) -> StoreResult<()> {
        let placed = OrderKey { customer: *customer, order: order.order };
        self.change(|tables| {
            tables.require_order(&placed)?;
            claim(&mut tables.remembered, (*customer, key.to_owned()), (order.clone(), at))
        })
    }

    fn append_ledger(&mut self, entries: &[LedgerEntry]) -> StoreResult<()> {
        self.change(|tables| {
            entries.iter().try_for_each(|entry| {
                tables.require_order(&entry.order)?;
                let part = entry.movement.part();
                require(part.is_none_or(|part| tables.parts.contains_key(&part)), "there is no such part")?;
                claim(&mut tables.ledger, (entry.order, entry.id), entry.clone())
            })
        })
    }

    fn ledger_of(&mut self, key: &OrderKey) -> StoreResult<Vec<LedgerEntry>> {
        self.query(|tables| {
            let lines = tables.ledger.values().filter(|entry| entry.order == *key);
            let mut lines: Vec<LedgerEntry> = lines.cloned().collect();
            lines.sort_by_key(|entry| (entry.at, entry.id));
            Ok(lines)
        })
    }
}
