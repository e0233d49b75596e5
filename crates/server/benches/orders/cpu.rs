//! CPU time per order, of the shop's process and of its PostgreSQL server.

use crate::{load::Load, shop::Shop};
use std::fs;

/// The CPU time used so far, in microseconds.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Cpu {
    server: u64,
    postgres: u64,
}

/// A tick of the clock in `/proc`: 10 ms on every usual Linux.
const TICK: u64 = 10_000;

/// The ticks of a process, optionally with those of its ended children.
fn ticks(process: &str, with_ended_children: bool) -> u64 {
    let stat = fs::read_to_string(format!("/proc/{process}/stat")).unwrap_or_default();
    // The name in parentheses may contain spaces. Later fields: user and system time, then both of ended children.
    let numbers = stat.rsplit_once(')').map_or("", |(_, numbers)| numbers).split_whitespace().skip(11);
    numbers.take(if with_ended_children { 4 } else { 2 }).map(|number| number.parse::<u64>().unwrap()).sum()
}

impl Cpu {
    pub(crate) fn of(shop: &Shop) -> Self {
        let server = TICK * ticks(&shop.server.process_id().to_string(), false);
        let postgres = shop.postgres.as_ref().map_or(0, |postgres| {
            let processes = postgres.cluster.processes().unwrap();
            let (first, children) = processes.split_first().unwrap();
            ticks(first, true) + children.iter().map(|child| ticks(child, false)).sum::<u64>()
        });
        Self { server, postgres: TICK * postgres }
    }

    /// Prints the CPU time per order since `self` was measured.
    pub(crate) fn print_since(self, shop: &Shop, loads: &[Load]) {
        let now = Self::of(shop);
        let orders = loads.iter().map(|load| load.requests).sum::<u64>().max(1);
        println!(
            "    CPU per order: server {} µs, PostgreSQL {} µs",
            (now.server - self.server) / orders,
            (now.postgres - self.postgres) / orders
        );
    }
}
