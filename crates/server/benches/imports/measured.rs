//! Measures the time and memory of a command.

use crate::{
    files,
    shop::{self, Database, Postgres},
    support::Site,
};
use autoparts_persistence::testing::{
    add_parts_postgres, add_parts_sqlite, add_vehicles_postgres, add_vehicles_sqlite, insert_by_hand_postgres,
    insert_by_hand_sqlite,
};
use std::{
    fs,
    io::Read,
    time::{Duration, Instant},
};

/// The brand of all parts: the first of the generated catalog.
pub(crate) const BRAND: &str = "babatek";

/// Number of rows that the control inserts.
const BY_HAND: u32 = 100_000;

/// The measurement of a command.
pub(crate) struct Measured {
    pub(crate) seconds: f64,
    /// Peak memory, in MB.
    pub(crate) memory: f64,
    pub(crate) said: String,
}

/// Runs a command, which must succeed.
pub(crate) fn run(site: &Site, arguments: &[&str]) -> Measured {
    let began = Instant::now();
    let mut child = site.start(arguments);
    let status = format!("/proc/{}/status", child.id());
    let mut memory = 0.0_f64;
    let ended = loop {
        if let Some(ended) = child.try_wait().unwrap() {
            break ended;
        }
        memory = memory.max(peak(&fs::read_to_string(&status).unwrap_or_default()));
        std::thread::sleep(Duration::from_millis(10));
    };
    let seconds = began.elapsed().as_secs_f64();
    let mut said = String::new();
    child.stdout.take().unwrap().read_to_string(&mut said).unwrap();
    assert!(ended.success(), "{arguments:?}: {said}");
    Measured { seconds, memory, said }
}

/// Returns the peak memory of a process, in MB.
fn peak(status: &str) -> f64 {
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).unwrap_or_default();
    let kilobytes: f64 = line.trim().trim_end_matches(" kB").parse().unwrap_or_default();
    kilobytes / 1024.0
}

/// Returns the control for imports: rows per second with plain inserts.
pub(crate) fn inserted_by_hand(site: &Site, postgres: Option<&Postgres>) -> f64 {
    let took = match postgres {
        Some(postgres) => insert_by_hand_postgres(&postgres.database, BY_HAND),
        None => insert_by_hand_sqlite(&site.path("control.db"), BY_HAND),
    };
    f64::from(BY_HAND) / took.unwrap().as_secs_f64()
}

/// Returns the head of the report that a command printed, and its id.
pub(crate) fn report(measured: &Measured) -> (String, String) {
    let head: Vec<&str> = measured.said.lines().take(2).collect();
    (head.join(" "), measured.said.trim_end().rsplit(' ').next().unwrap().to_owned())
}

/// Returns a shop with a supplier's parts and their vehicles, and the files to import.
pub(crate) fn supplied(database: Database, applications: u32) -> (Site, Option<Postgres>) {
    let (site, postgres) = shop::site(database, None);
    site.succeed(&["seed"]);
    let parts = applications.div_ceil(files::OF_PART);
    match &postgres {
        Some(Postgres { database, .. }) => {
            add_parts_postgres(database, parts).unwrap();
            add_vehicles_postgres(database).unwrap();
            database.execute("CHECKPOINT").unwrap();
        }
        None => {
            add_parts_sqlite(&site.path("shop.db"), parts).unwrap();
            add_vehicles_sqlite(&site.path("shop.db")).unwrap();
        }
    }
    files::write_codes(&site.path("codes.csv"), BRAND).unwrap();
    site.succeed(&["lookups", "import", "codes.csv"]);
    files::write_aces(&site.path("aces.xml"), applications).unwrap();
    (site, postgres)
}
