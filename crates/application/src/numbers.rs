//! The numbers of the shop, for admins: orders, revenue, refunds and new customers, by day, week or month.
//!
//! Nothing is added to a day that is over, so maintenance counts it once and keeps the sum (ADR 0041). Only what is not kept
//! yet is counted when somebody looks: today, the day before until maintenance came to it, and after an upgrade all days.

use crate::{
    accounts::access::{self, AccessDenied},
    ports::{
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

/// For so long after midnight a transaction may still write what it began with the day before, also on a server whose clock
/// is late.
const STILL_OPEN: Duration = Duration::from_hours(1);

/// Days that are counted in one statement.
const AT_ONCE: i64 = 31;

/// How many times that in one round of maintenance.
const ROUNDS: usize = 12;

/// Why numbers were not shown.
#[derive(Debug, thiserror::Error)]
pub enum NumbersError {
    /// Not allowed.
    #[error(transparent)]
    Denied(#[from] AccessDenied),
    /// The store failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// What happened in a part of a period.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct StepNumbers {
    /// The days.
    pub period: Period,
    /// What happened.
    pub numbers: Numbers,
}

/// The numbers of a period.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NumbersReport {
    /// By day, week or month, in their order, none left out.
    pub steps: Vec<StepNumbers>,
    /// All of it.
    pub sum: StepNumbers,
    /// As many days directly before.
    pub before: StepNumbers,
}

impl Shop {
    /// The numbers of a period and of as many days before it; for admins.
    #[tracing::instrument(level = "debug", skip_all)]
    pub async fn numbers(&self, caller: UserId, period: Period, step: Step) -> Result<NumbersReport, NumbersError> {
        let zone = Arc::clone(&self.time_zone);
        self.store
            .read(move |tx| {
                access::require_admin::<NumbersError>(tx, &caller)?;
                Ok(report(&by_day(tx, &zone, whole(period))?, period, step))
            })
            .await
    }

    /// Counts the days that are over and not kept yet, oldest first, and keeps them: some months of them in one round, as
    /// after an upgrade. Answers how many.
    pub(crate) async fn keep_numbers(&self) -> StoreResult<usize> {
        let finished = self.time_zone.day_of(self.now().minus(STILL_OPEN)).plus(-1);
        let mut kept = 0;
        for _ in 0..ROUNDS {
            let zone = Arc::clone(&self.time_zone);
            let Some(counted) = self.store.read(move |tx| next_days(tx, &zone, finished)).await? else { break };
            let (now, count, zone) = (self.now(), counted.len(), Arc::clone(&self.time_zone));
            let keep =
                move |tx: &mut dyn Transaction| counted.iter().try_for_each(|day| tx.keep_numbers(&zone, day, now));
            match self.store.write(keep).await {
                Ok(()) => kept += count,
                // Another server is at it.
                Err(StoreError::Duplicate) => break,
                Err(error) => return Err(error),
            }
        }
        Ok(kept)
    }
}

/// A period and the one before it.
const fn whole(period: Period) -> Period {
    Period { first: period.before().first, last: period.last }
}

/// The first day that is not kept; `None` when nothing was ever ordered.
fn first_open_day(tx: &mut dyn Transaction, zone: &TimeZone) -> StoreResult<Option<Day>> {
    if let Some(last) = tx.last_kept_day(zone)? {
        return Ok(Some(last.plus(1)));
    }
    Ok(tx.first_order_at()?.map(|at| zone.day_of(at)))
}

/// The numbers of the next days to keep, each of them, up to the last that is over.
fn next_days(tx: &mut dyn Transaction, zone: &TimeZone, finished: Day) -> StoreResult<Option<Vec<DayNumbers>>> {
    let Some(first) = first_open_day(tx, zone)?.filter(|first| *first <= finished) else { return Ok(None) };
    let period = Period { first, last: first.plus(AT_ONCE - 1).min(finished) };
    let counted = count(tx, zone, period)?;
    let days = period.steps(Step::Day).into_iter().map(|step| step.first);
    let numbers = |day| DayNumbers { day, numbers: counted.get(&day).copied().unwrap_or(Numbers::NONE) };
    Ok(Some(days.map(numbers).collect()))
}

/// Counts the numbers of a period by day. A day on which the clocks change is in two spans.
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
    // First, since maintenance may keep a day meanwhile: that is among those that are counted here, and not left out.
    let open = first_open_day(tx, zone)?.unwrap_or(period.last.plus(1)).max(period.first);
    let mut days = tx.kept_numbers(zone, &period)?;
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
