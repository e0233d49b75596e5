//! Benchmarks of catalog reads on the real binary. Each figure is measured alternately with controls in the same
//! run: a bare handler of the same web framework, and nginx with a file, both with the same bytes and equally large
//! headers. `make bench-catalogue`; ARGS="reads" runs the sections with these names, ARGS="grown 10000" uses
//! catalogs with this many parts; `fitment` uses the largest.

#![expect(clippy::unwrap_used, clippy::indexing_slicing, clippy::panic, reason = "what goes wrong here ends the run")]
#![expect(clippy::print_stdout, reason = "the figures are what this is for")]

#[path = "catalogue/controls.rs"]
mod controls;
#[path = "catalogue/fitment.rs"]
mod fitment;
#[path = "catalogue/grown.rs"]
mod grown;
#[path = "catalogue/kinds.rs"]
mod kinds;
#[path = "catalogue/plots.rs"]
mod plots;
#[path = "catalogue/reads.rs"]
mod reads;
#[path = "../tests/binary/support.rs"]
#[expect(dead_code, reason = "the tests of the binary need more of it")]
mod support;

use std::{env, process::ExitCode};

/// A section of the run. Takes the catalog sizes; returns whether all figures were within their limits.
type Section = fn(&[u32]) -> bool;

const SECTIONS: [(&str, Section); 3] = [("reads", |_| reads::run()), ("grown", grown::run), ("fitment", fitment::run)];

/// Default catalog sizes, in parts.
const SIZES: [u32; 3] = [10_000, 100_000, 1_000_000];

fn main() -> ExitCode {
    let arguments: Vec<String> = env::args().skip(1).filter(|argument| argument != "--bench").collect();
    if let [control, folder] = &arguments[..]
        && control == controls::ARGUMENT
    {
        controls::serve(folder.as_ref());
        return ExitCode::SUCCESS;
    }
    let (sizes, names): (Vec<_>, Vec<_>) = arguments.into_iter().partition(|argument| argument.parse::<u32>().is_ok());
    let sizes: Vec<u32> = sizes.iter().filter_map(|size| size.parse().ok()).collect();
    let sizes = if sizes.is_empty() { SIZES.to_vec() } else { sizes };
    for name in &names {
        assert!(SECTIONS.iter().any(|(section, _)| section == name), "there is no section {name}");
    }
    let wanted = |name: &str| names.is_empty() || names.iter().any(|wanted| wanted == name);
    let mut missed = Vec::new();
    for (name, run) in SECTIONS.into_iter().filter(|(name, _)| wanted(name)) {
        println!("{name}");
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
