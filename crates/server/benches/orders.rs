//! Benchmarks of orders on the real binary, on both databases. Each figure is measured alternately with a control in
//! the same run, because machines differ and are shared. `make bench-orders`; ARGS="orders" runs the sections with
//! these names, ARGS="admin 1000000" uses shops with this many past orders.

#![expect(clippy::unwrap_used, clippy::indexing_slicing, clippy::panic, reason = "what goes wrong here ends the run")]
#![expect(clippy::print_stdout, reason = "the figures are what this is for")]

#[path = "orders/admin.rs"]
mod admin;
#[path = "orders/buying.rs"]
mod buying;
#[path = "orders/cpu.rs"]
mod cpu;
#[path = "orders/figures.rs"]
mod figures;
#[path = "orders/load.rs"]
mod load;
#[path = "orders/pgbench.rs"]
mod pgbench;
#[path = "orders/plots.rs"]
mod plots;
#[path = "orders/reads.rs"]
mod reads;
#[path = "orders/shop.rs"]
mod shop;
#[path = "orders/store_alone.rs"]
mod store_alone;
#[path = "../tests/binary/support.rs"]
#[expect(dead_code, reason = "the tests of the binary need more of it")]
mod support;

use std::{env, fs, process::ExitCode};

/// A section of the run. Takes the shop sizes; returns whether all figures were within their limits.
type Section = fn(&[u32]) -> bool;

const SECTIONS: [(&str, Section); 5] = [
    ("orders", |_| buying::one_line()),
    ("checkout", |_| buying::ten_lines()),
    ("hot", |_| buying::hot_parts()),
    ("reads", |_| reads::run()),
    ("admin", admin::run),
];

/// Default number of past orders.
const SIZES: [u32; 1] = [1_000_000];

fn main() -> ExitCode {
    let arguments: Vec<String> = env::args().skip(1).filter(|argument| argument != "--bench").collect();
    let (sizes, names): (Vec<_>, Vec<_>) = arguments.into_iter().partition(|argument| argument.parse::<u32>().is_ok());
    let sizes: Vec<u32> = sizes.iter().filter_map(|size| size.parse().ok()).collect();
    let sizes = if sizes.is_empty() { SIZES.to_vec() } else { sizes };
    for name in &names {
        assert!(SECTIONS.iter().any(|(section, _)| section == name), "there is no section {name}");
    }
    let wanted = |name: &str| names.is_empty() || names.iter().any(|wanted| wanted == name);
    let mut missed = Vec::new();
    for (name, run) in SECTIONS.into_iter().filter(|(name, _)| wanted(name)) {
        println!("{name}; load before: {}", fs::read_to_string("/proc/loadavg").unwrap().trim());
        if !run(&sizes) {
            missed.push(name);
        }
    }
    if missed.is_empty() {
        return ExitCode::SUCCESS;
    }
    println!("figures were missed in: {}", missed.join(", "));
    ExitCode::FAILURE
}
