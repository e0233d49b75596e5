//! Reports each case on one line, and counts over all suites.

#![expect(clippy::print_stdout, reason = "the lines are what `make attack` is for")]

use std::{
    fmt::Display,
    sync::atomic::{AtomicUsize, Ordering},
};

static REFUSED: AtomicUsize = AtomicUsize::new(0);
static TRIED: AtomicUsize = AtomicUsize::new(0);

/// The cases of one suite.
pub(crate) struct Report {
    suite: &'static str,
    tried: usize,
    got_through: Vec<String>,
}

impl Report {
    pub(crate) fn new(suite: &'static str) -> Self {
        Self { suite, tried: 0, got_through: Vec::new() }
    }

    /// Records one attack: whether it was refused, and what the attacker saw.
    pub(crate) fn case(&mut self, name: impl Display, refused: bool, seen: impl Display) {
        let suite = self.suite;
        self.tried += 1;
        TRIED.fetch_add(1, Ordering::Relaxed);
        if refused {
            REFUSED.fetch_add(1, Ordering::Relaxed);
            println!("refused      {suite}: {name}");
        } else {
            println!("GOT THROUGH  {suite}: {name}: {seen}");
            self.got_through.push(format!("{name}: {seen}"));
        }
    }

    /// Prints a measurement.
    pub(crate) fn figure(&self, text: impl Display) {
        println!("             {}: {text}", self.suite);
    }

    /// Returns the result of the suite. A suite without cases proves nothing, so it fails as well.
    pub(crate) fn outcome(self) -> Result<(), String> {
        match (self.tried, self.got_through.as_slice()) {
            (0, _) => Err("no attack was tried".to_owned()),
            (_, []) => Ok(()),
            (tried, through) => Err(format!("{} of {tried} got through:\n{}", through.len(), through.join("\n"))),
        }
    }
}

/// Prints the totals as the last line.
pub(crate) fn print_total() {
    println!("{} refused of {}", REFUSED.load(Ordering::Relaxed), TRIED.load(Ordering::Relaxed));
}
