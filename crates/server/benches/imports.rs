//! Benchmarks of imports on the real binary, on both databases: a supplier's ACES file and a spreadsheet of parts.
//! Measures reading, its memory, applying, and the impact on concurrent orders. Each figure has a control from the
//! same run, because machines differ and are shared. `make bench-imports`; ARGS="aces" runs the sections with these
//! names, ARGS="aces 100000" uses files with this many applications and a tenth as many parts.

#![expect(clippy::unwrap_used, clippy::indexing_slicing, clippy::panic, reason = "what goes wrong here ends the run")]
#![expect(clippy::print_stdout, reason = "the figures are what this is for")]

#[path = "imports/aces.rs"]
mod aces;
#[path = "orders/figures.rs"]
mod figures;
#[path = "imports/files.rs"]
mod files;
#[path = "orders/load.rs"]
#[expect(dead_code, reason = "the figures of orders need more of it")]
mod load;
#[path = "imports/measured.rs"]
mod measured;
#[path = "imports/parts.rs"]
mod parts;
#[path = "orders/shop.rs"]
#[expect(dead_code, reason = "the figures of orders need more of it")]
mod shop;
#[path = "../tests/binary/support.rs"]
#[expect(dead_code, reason = "the tests of the binary need more of it")]
mod support;
#[path = "imports/with_orders.rs"]
mod with_orders;

use std::{env, fs, process::ExitCode};

/// A section of the run. Takes the number of applications; returns whether all figures were within their limits.
type Section = fn(u32) -> bool;

const SECTIONS: [(&str, Section); 3] = [("aces", aces::run), ("parts", parts::run), ("orders", with_orders::run)];

/// Default number of applications in a file.
const APPLICATIONS: u32 = 1_000_000;

fn main() -> ExitCode {
    let arguments: Vec<String> = env::args().skip(1).filter(|argument| argument != "--bench").collect();
    let (sizes, names): (Vec<_>, Vec<_>) = arguments.into_iter().partition(|argument| argument.parse::<u32>().is_ok());
    let applications = sizes.iter().find_map(|size| size.parse().ok()).unwrap_or(APPLICATIONS);
    for name in &names {
        assert!(SECTIONS.iter().any(|(section, _)| section == name), "there is no section {name}");
    }
    let wanted = |name: &str| names.is_empty() || names.iter().any(|wanted| wanted == name);
    let mut missed = Vec::new();
    for (name, run) in SECTIONS.into_iter().filter(|(name, _)| wanted(name)) {
        println!("{name}; load before: {}", fs::read_to_string("/proc/loadavg").unwrap().trim());
        if !run(applications) {
            missed.push(name);
        }
    }
    if missed.is_empty() {
        return ExitCode::SUCCESS;
    }
    println!("figures were missed in: {}", missed.join(", "));
    ExitCode::FAILURE
}
