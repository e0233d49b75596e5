//! Benchmark of one verdict, for a part with 50 applications for the model: `make bench-verdict`. The baseline is the
//! minimum work: looking at the years of all of them.

#![expect(clippy::unwrap_used, clippy::expect_used, reason = "what goes wrong here ends the run")]
#![expect(clippy::print_stdout, reason = "the figures are what this is for")]

use autoparts_domain::{
    fitment::{About, Application, Condition, Fitment, PiecesNeeded, verdict},
    vehicles::{ModelYear, Vehicle, Years},
};
use std::{collections::BTreeSet, hint::black_box, process::ExitCode, sync::Arc, time::Instant};
use uuid::Uuid;

/// Maximum time per call, in nanoseconds.
const LIMIT: u128 = 2_000;

const APPLICATIONS: i64 = 50;
const ROUNDS: usize = 5_000;
/// Few calls per round, so that other processes rarely interrupt one.
const CALLS: u32 = 10;

fn condition(number: u128, about: About) -> Arc<Condition> {
    let words = format!("With package {number}").parse().unwrap();
    Arc::new(Condition { id: Uuid::from_u128(number).into(), words, about })
}

/// Fifty applications of a part for a model; `years` returns the years of each.
fn part(years: impl Fn(i64) -> (i64, i64), conditions: impl Fn(i64) -> BTreeSet<Arc<Condition>>) -> Fitment {
    let year = |year| ModelYear::new(year).unwrap();
    let application = |number: i64| {
        let (from, to) = years(number);
        Application {
            years: Years::new(year(from), year(to)).unwrap(),
            engine: (number % 3 == 0).then(|| format!("{}.0l-l4-gas", 1 + number % 4).parse().unwrap()),
            position: Some(["Front", "Rear"].get(usize::from(number % 2 == 0)).unwrap().parse().unwrap()),
            pieces: PiecesNeeded::new(2).ok(),
            conditions: conditions(number),
        }
    };
    Fitment { listed: true, applications: (0..APPLICATIONS).map(application).collect(), ..Fitment::default() }
}

/// Median time per call, in nanoseconds.
fn nanoseconds(mut call: impl FnMut()) -> u128 {
    let mut times: Vec<u128> = (0..ROUNDS)
        .map(|_| {
            let began = Instant::now();
            (0..CALLS).for_each(|_| call());
            began.elapsed().as_nanos() / u128::from(CALLS)
        })
        .collect();
    times.sort_unstable();
    *times.get(times.len() / 2).expect("there are rounds")
}

fn main() -> ExitCode {
    let car: Vehicle = "2018/honda/civic/2.0l-l4-gas".parse().unwrap();
    let spread = |number: i64| (1990 + number / 2, 1995 + number / 2);
    let all = |_: i64| (2010, 2020);
    let some = |number: i64| (number % 4 == 0).then(|| condition(1, About::Vehicle)).into_iter().collect();
    let two = |number: i64| {
        let number = u128::try_from(number).unwrap();
        BTreeSet::from([condition(1 + number % 5, About::Vehicle), condition(10 + number % 3, About::Part)])
    };
    let mut reached = true;
    for (name, part, limit) in [
        ("years that follow one another, as a model has them", part(spread, some), Some(LIMIT)),
        ("all of them for the year, some on conditions", part(all, some), Some(LIMIT)),
        ("all of them for the year, each on a condition", part(all, two), None),
    ] {
        let least = nanoseconds(|| {
            let of_year = |application: &&Application| application.years.contains(black_box(&car).year);
            black_box(black_box(&part).applications.iter().filter(of_year).count());
        });
        let time = nanoseconds(|| drop(black_box(verdict(black_box(&car), black_box(&part)))));
        let good = limit.is_none_or(|limit| time <= limit);
        let said = limit
            .map_or(String::new(), |limit| format!("at most {limit} ns {}", if good { "reached" } else { "MISSED" }));
        println!("{name:<54} {time:>6} ns; the years alone {least:>4} ns   {said}");
        reached &= good;
    }
    if reached { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
