//! Simulates power cuts at any moment while the shop sells, on SQLite: opens the possible disk states as the shop
//! would. No acknowledged order may be lost, no order may exist twice, and nothing may be damaged.
//!
//! strace records the shop's system calls (`trace`), which are replayed on a simulated disk that loses unsynced data
//! (`disk`) and then checked (`verdict`). Two controls prove that the test can fail: the same program with
//! `synchronous=NORMAL` must lose orders, and a disk that does not sync must end up damaged.
//!
//! `POWER_STATES` sets how many states are opened, `POWER_SEED` which ones; `make power` opens several thousand.

#![expect(clippy::print_stdout, reason = "the table of figures is what the run is for")]

mod disk;
mod shopping;
mod trace;
mod verdict;

use crate::{chaos::Dice, support::binary};
use disk::{Disk, Fate};
use shopping::{Amount, Recording, record};
use std::{fs, path::PathBuf, process::Command, time::Instant};
use trace::{Acknowledgment, Event};
use verdict::{Expected, Found};

#[expect(clippy::disallowed_methods, reason = "the setting of a test, not of the shop")]
fn setting(name: &str, otherwise: u64) -> u64 {
    std::env::var(name).map_or(otherwise, |text| text.parse().unwrap())
}

/// Number of states without settings.
const STATES: u64 = 100;

/// The program's SQLite setting, and the NORMAL setting padded to the same length.
const FULL: &str = "PRAGMA synchronous = FULL";
const NORMAL: &str = "PRAGMA synchronous = 1   ";

/// Returns a copy of the program that commits without waiting for the disk. It serves only as the control; the
/// program has no such setting.
fn with_normal(folder: &std::path::Path) -> PathBuf {
    let mut program = fs::read(binary()).unwrap();
    let found = Command::new("grep").args(["-abo", FULL]).arg(binary()).env("LC_ALL", "C").output().unwrap().stdout;
    let found = String::from_utf8(found).unwrap();
    assert!(!found.is_empty(), "the program does not ask for synchronous=FULL");
    for line in found.lines() {
        let at: usize = line.split(':').next().unwrap().parse().unwrap();
        program[at..at + NORMAL.len()].copy_from_slice(NORMAL.as_bytes());
    }
    let copy = folder.join("autoparts-normal");
    fs::write(&copy, program).unwrap();
    let permissions = fs::metadata(binary()).unwrap().permissions();
    fs::set_permissions(&copy, permissions).unwrap();
    copy
}

/// Returns the moments of the power cuts: right after a response, near file changes other than writes to the log, and
/// at random.
fn moments(events: &[Event], states: u64, dice: &mut Dice) -> Vec<usize> {
    let near = |is: fn(&Event) -> bool| -> Vec<usize> { (0..events.len()).filter(|at| is(&events[*at])).collect() };
    let answers = near(|event| matches!(event, Event::Acknowledged(_)));
    let others = near(|event| match event {
        Event::Written { path, .. } => path.ends_with("shop.db"),
        Event::Acknowledged(_) | Event::DeletionAsked(_) => false,
        Event::Synced(_) | Event::Made { .. } | Event::Unlinked(_) | Event::Renamed(..) | Event::Cut { .. } => true,
    });
    let below = |dice: &mut Dice, length: usize| usize::try_from(dice.below(u64::try_from(length).unwrap())).unwrap();
    let mut moments: Vec<usize> = (0..states)
        .map(|state| match state % 3 {
            0 => answers[below(dice, answers.len())] + 1,
            1 => others[below(dice, others.len())] + below(dice, 2),
            _ => below(dice, events.len() + 1),
        })
        .collect();
    moments.sort_unstable();
    moments
}

/// The results of many power cuts.
#[derive(Debug, Default)]
struct Figures {
    states: u64,
    unsynced: usize,
    lost: u64,
    lost_states: u64,
    doubled: u64,
    damaged: u64,
    first: Vec<String>,
}

impl Figures {
    fn add(&mut self, unsynced: usize, found: &Found, what: impl Fn() -> String) {
        self.states += 1;
        self.unsynced += unsynced;
        self.lost += u64::try_from(found.lost.len()).unwrap();
        self.lost_states += u64::from(!found.lost.is_empty());
        self.doubled += found.doubled;
        self.damaged += u64::from(found.damage.is_some());
        if (!found.lost.is_empty() || found.damage.is_some() || found.doubled > 0) && self.first.len() < 3 {
            let lost = found.lost.first().map(|sent| format!("{sent:?}")).unwrap_or_default();
            self.first.push(format!("{}: lost {lost}, damage {:?}", what(), found.damage));
        }
    }

    fn print(&self, what: &str, recording: &Recording) {
        let count = |is: fn(&Acknowledgment) -> bool| {
            recording.events.iter().filter(|event| matches!(event, Event::Acknowledged(sent) if is(sent))).count()
        };
        let syncs = recording.events.iter().filter(|event| matches!(event, Event::Synced(_))).count();
        println!(
            "{what}\n{:>8}  orders placed, {} deleted, {} paid, as acknowledged\n{:>8}  changes of files, {syncs} syncs",
            count(|sent| matches!(sent, Acknowledgment::Placed(_))),
            count(|sent| matches!(sent, Acknowledgment::Deleted(_))),
            count(|sent| matches!(sent, Acknowledgment::Paid(_))),
            recording.events.len(),
        );
        println!(
            "{:>8}  states, each with {} unsynced changes on average",
            self.states,
            self.unsynced / usize::try_from(self.states).unwrap()
        );
        println!("{:>8}  losses of something acknowledged, in {} states", self.lost, self.lost_states);
        println!("{:>8}  duplicated orders\n{:>8}  states damaged", self.doubled, self.damaged);
        for first in &self.first {
            println!("          {first}");
        }
    }
}

/// Simulates many power cuts and checks the results.
async fn cut(recording: &Recording, mut disk: Disk, states: u64, seed: u64) -> Figures {
    let mut dice = Dice::new(seed);
    let mut expected = Expected::default();
    let mut figures = Figures::default();
    let mut done = 0;
    for (number, moment) in moments(&recording.events, states, &mut dice).into_iter().enumerate() {
        for event in &recording.events[done..moment] {
            disk.apply(event);
            expected.note(event);
        }
        done = moment;
        let mut fate = match number % 4 {
            0 => Fate::AllDropped,
            1 => Fate::AllKept,
            _ => Fate::Random {
                kept: [20, 50, 80][usize::try_from(dice.below(3)).unwrap()],
                dice: Dice::new(dice.below(u64::MAX)),
            },
        };
        let what = format!(
            "seed {seed}, state {number}, after {moment} changes, {}",
            match &fate {
                Fate::AllDropped => "all dropped".to_owned(),
                Fate::AllKept => "all kept".to_owned(),
                Fate::Random { kept, .. } => format!("{kept} percent kept"),
            }
        );
        let folder = verdict::folder();
        disk.lose_power(&mut fate, folder.path());
        let found = verdict::open(folder.path(), &expected).await;
        figures.add(disk.unsynced(), &found, || what.clone());
    }
    figures
}

#[tokio::test(flavor = "multi_thread")]
async fn power_cuts_lose_no_acknowledged_change() {
    let states = setting("POWER_STATES", STATES);
    let seed = setting("POWER_SEED", 1);
    let amount = if states > STATES {
        Amount { customers: 12, orders: 50, imported: 1_500 }
    } else {
        Amount { customers: 4, orders: 10, imported: 0 }
    };
    let began = Instant::now();
    let full = record(binary(), amount).await;
    let of_full = cut(&full, Disk::honest(&full.root), states, seed).await;
    of_full.print("synchronous=FULL, as the shop runs", &full);
    let lying = cut(&full, Disk::that_lies(&full.root), states / 2, seed).await;
    lying.print("control: the same on a disk that does not sync", &full);
    let copy = verdict::folder();
    let normal = record(with_normal(copy.path()), amount).await;
    let of_normal = cut(&normal, Disk::honest(&normal.root), states / 2, seed).await;
    of_normal.print("control: the same program with synchronous=NORMAL", &normal);
    println!("seed {seed}, {} s", began.elapsed().as_secs());
    assert_eq!((of_full.lost, of_full.doubled, of_full.damaged), (0, 0, 0));
    assert!(of_normal.lost > 0, "the control with NORMAL lost nothing: this shows nothing");
    assert_eq!((of_normal.doubled, of_normal.damaged), (0, 0), "NORMAL loses orders and damages nothing");
    assert!(lying.damaged > 0, "the control without syncs is not damaged: damage is not noticed");
}
