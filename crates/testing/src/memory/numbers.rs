//! Daily statistics.

use super::{MemoryTransaction, tables::claim};
use autoparts_application::ports::{numbers::NumbersRepository, store_error::StoreResult};
use autoparts_domain::{
    ledger::Movement,
    numbers::{Day, DayNumbers, Numbers, Period},
    time::Timestamp,
    time_zone::{ClockSpan, TimeZone},
};
use std::{collections::BTreeMap, ops::RangeInclusive};

fn days_of(zone: &TimeZone) -> RangeInclusive<(String, Day)> {
    let end = |number| (zone.name().to_owned(), Day::from_number(number));
    end(i64::MIN)..=end(i64::MAX)
}

impl NumbersRepository for MemoryTransaction {
    fn first_order_at(&mut self) -> StoreResult<Option<Timestamp>> {
        self.query(|tables| Ok(tables.orders.values().next().map(|order| order.snapshot().placed_at)))
    }

    fn last_closed_day(&mut self, zone: &TimeZone) -> StoreResult<Option<Day>> {
        self.query(|tables| Ok(tables.day_numbers.range(days_of(zone)).next_back().map(|((_, day), _)| *day)))
    }

    fn daily_totals(&mut self, zone: &TimeZone, period: &Period) -> StoreResult<Vec<DayNumbers>> {
        self.query(|tables| {
            let kept = tables.day_numbers.range(days_of(zone)).filter(|((_, day), _)| period.has(*day));
            Ok(kept.map(|((_, day), numbers)| DayNumbers { day: *day, numbers: *numbers }).collect())
        })
    }

    fn count_numbers(&mut self, span: &ClockSpan) -> StoreResult<Vec<DayNumbers>> {
        self.query(|tables| {
            let mut days: BTreeMap<Day, Numbers> = BTreeMap::new();
            let mut add = |at: Timestamp, numbers: Numbers| {
                if !(span.from..span.before).contains(&at) {
                    return;
                }
                let sum = days.entry(span.day_of(at)).or_insert(Numbers::NONE);
                *sum = sum.plus(numbers);
            };
            for (id, order) in &tables.orders {
                let customer = order.snapshot().customer;
                let placed_at = order.snapshot().placed_at;
                let earlier = tables.orders.range(..id).any(|(_, order)| order.snapshot().customer == customer);
                add(placed_at, Numbers { orders: 1, new_customers: i64::from(!earlier), ..Numbers::NONE });
            }
            for entry in tables.ledger.values() {
                match entry.movement {
                    Movement::Received(revenue) => add(entry.at, Numbers { revenue, ..Numbers::NONE }),
                    Movement::Refunded(refunded) | Movement::RefundedElsewhere(refunded) => {
                        add(entry.at, Numbers { refunded, ..Numbers::NONE });
                    }
                    _ => {}
                }
            }
            let happened = days.into_iter().filter(|(_, numbers)| *numbers != Numbers::NONE);
            Ok(happened.map(|(day, numbers)| DayNumbers { day, numbers }).collect())
        })
    }

    fn save_daily_totals(&mut self, zone: &TimeZone, numbers: &DayNumbers, _: Timestamp) -> StoreResult<()> {
        self.change(|tables| claim(&mut tables.day_numbers, (zone.name().to_owned(), numbers.day), numbers.numbers))
    }
}
