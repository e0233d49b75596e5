//! What reads of the catalogue cost on the real binary. Each figure stands beside controls of the same run, asked in
//! turns: a bare handler of the same web framework, and nginx with a file, both with the same bytes and headers of
//! the same size. `make bench-catalogue`; ARGS="reads" runs the sections with these names.

#![expect(clippy::unwrap_used, clippy::indexing_slicing, clippy::panic, reason = "what goes wrong here ends the run")]
#![expect(clippy::print_stdout, reason = "the figures are what this is for")]

#[path = "catalogue/controls.rs"]
mod controls;
#[path = "catalogue/reads.rs"]
mod reads;
#[path = "../tests/binary/support.rs"]
#[expect(dead_code, reason = "the tests of the binary need more of it")]
mod support;

use std::{env, process::ExitCode};

/// A part of the run, and whether it reached its figures.
type Section = fn() -> bool;

const SECTIONS: [(&str, Section); 1] = [("reads", reads::run)];

fn main() -> ExitCode {
    let arguments: Vec<String> = env::args().skip(1).filter(|argument| argument != "--bench").collect();
    if let [control, folder] = &arguments[..]
        && control == controls::ARGUMENT
    {
        controls::serve(folder.as_ref());
        return ExitCode::SUCCESS;
    }
    for name in &arguments {
        assert!(SECTIONS.iter().any(|(section, _)| section == name), "there is no section {name}");
    }
    let wanted = |name: &str| arguments.is_empty() || arguments.iter().any(|argument| argument == name);
    let mut missed = Vec::new();
    for (name, run) in SECTIONS.into_iter().filter(|(name, _)| wanted(name)) {
        println!("{name}");
        if !run() {
            missed.push(name);
        }
    }
    if missed.is_empty() {
        return ExitCode::SUCCESS;
    }
    println!("figures were missed in: {}", missed.join(", "));
    ExitCode::FAILURE
}
