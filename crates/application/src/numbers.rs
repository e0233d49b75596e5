//! Statistics for admins: orders, revenue, refunds and new customers, by day, week or month.
//!
//! A day that is over no longer changes, so maintenance counts it once and stores its totals (ADR 0041). Only days
//! without stored totals are counted on request: today, the previous day until maintenance has processed it, and after
//! an upgrade all days.

use crate::{
    accounts::access::{self, AccessError},
    ports::{
        spreadsheets::StepNumbers,
        store::Transaction,
        store_error::{StoreError, StoreResult},
    },
    shop::Shop,
};
use autoparts_domain::{
    id::UserId,
    numbers::{Day, DayNumbers, Numbers, Period, Step},
    time_zone::TimeZone,
};
use std::{collections::BTreeMap, sync::Arc, time::Duration};

/// Time after midnight during which a transaction may still write data of the previous day, including on a server whose
/// clock is behind.
const STILL_OPEN: Duration = Duration::from_hours(1);

/// Days counted per statement.
const BATCH: i64 = 31;

/// Maximum number of such batches per maintenance round.
const ROUNDS: usize = 12;

/// The statistics of a period.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NumbersReport {
    /// By day, week or month, in order and without gaps.
    pub steps: Vec<StepNumbers>,
    /// The totals of the period.
    pub sum: StepNumbers,
    /// The totals of the same number of days directly before.
    pub before: StepNumbers,
}

impl Shop {
    /// Returns the statistics of a period and of the same number of days before it. Admin only.
    #[tracing::instrument(level = "debug", skip_all)]
    pub async fn numbers(&self, caller: UserId, period: Period, step: Step) -> Result<NumbersReport, AccessError> {
        let zone = Arc::clone(&self.time_zone);
        self.store
            .read(move |tx| {
                access::require_admin(tx, &caller)?;
                Ok(report(&by_day(tx, &zone, whole(period))?, period, step))
            })
            .await
    }

    /// Counts finished days without stored totals, oldest first, and stores them; up to some months per round, for
    /// example after an upgrade. Returns the number of days.
    pub async fn close_finished_days(&self) -> StoreResult<usize> {
        let finished = self.time_zone.day_of(self.now().minus(STILL_OPEN)).plus(-1);
        let mut closed = 0;
        for _ in 0..ROUNDS {
            let zone = Arc::clone(&self.time_zone);
            let Some(counted) = self.store.read(move |tx| next_days(tx, &zone, finished)).await? else { break };
            let now = self.now();
            let count = counted.len();
            let zone = Arc::clone(&self.time_zone);
            let keep = move |tx: &mut dyn Transaction| {
                counted.iter().try_for_each(|day| tx.save_daily_totals(&zone, day, now))
            };
            match self.store.write(keep).await {
                Ok(()) => closed += count,
                // Another server is doing this.
                Err(StoreError::Duplicate) => break,
                Err(error) => return Err(error),
            }
        }
        Ok(closed)
    }
}

/// Returns a period together with the one before it.
const fn whole(period: Period) -> Period {
    Period { first: period.before().first, last: period.last }
}

/// Returns the first day without stored totals; `None` if nothing was ever ordered.
fn first_open_day(tx: &mut dyn Transaction, zone: &TimeZone) -> StoreResult<Option<Day>> {
    if let Some(last) = tx.last_closed_day(zone)? {
        return Ok(Some(last.plus(1)));
    }
    Ok(tx.first_order_at()?.map(|at| zone.day_of(at)))
}

/// Returns the statistics of the next days to store, up to the last finished one.
fn next_days(tx: &mut dyn Transaction, zone: &TimeZone, finished: Day) -> StoreResult<Option<Vec<DayNumbers>>> {
    let Some(first) = first_open_day(tx, zone)?.filter(|first| *first <= finished) else { return Ok(None) };
    let period = Period { first, last: first.plus(BATCH - 1).min(finished) };
    let counted = count(tx, zone, period)?;
    let days = period.steps(Step::Day).into_iter().map(|step| step.first);
    let numbers = |day| DayNumbers { day, numbers: counted.get(&day).copied().unwrap_or(Numbers::NONE) };
    Ok(Some(days.map(numbers).collect()))
}

/// Counts the statistics of a period by day. A day with a clock change is in two spans.
fn count(tx: &mut dyn Transaction, zone: &TimeZone, period: Period) -> StoreResult<BTreeMap<Day, Numbers>> {
    let mut days = BTreeMap::new();
    for span in zone.spans_of(period) {
        for DayNumbers { day, numbers } in tx.count_numbers(&span)? {
            let sum = days.entry(day).or_insert(Numbers::NONE);
            *sum = sum.plus(numbers);
        }
    }
    Ok(days)
}

fn by_day(tx: &mut dyn Transaction, zone: &TimeZone, period: Period) -> StoreResult<Vec<DayNumbers>> {
    // First: maintenance may store a day in the meantime. That day is then counted here instead of being missed.
    let open = first_open_day(tx, zone)?.unwrap_or(period.last.plus(1)).max(period.first);
    let mut days = tx.daily_totals(zone, &period)?;
    days.retain(|kept| kept.day < open);
    if open <= period.last {
        let counted = count(tx, zone, Period { first: open, last: period.last })?;
        days.extend(counted.into_iter().map(|(day, numbers)| DayNumbers { day, numbers }));
    }
    Ok(days)
}

fn report(days: &[DayNumbers], period: Period, step: Step) -> NumbersReport {
    let sum = |period: Period| {
        let within = days.iter().filter(|day| period.has(day.day));
        StepNumbers { period, numbers: within.fold(Numbers::NONE, |sum, day| sum.plus(day.numbers)) }
    };
    NumbersReport {
        steps: period.steps(step).into_iter().map(sum).collect(),
        sum: sum(period),
        before: sum(period.before()),
    }
}
