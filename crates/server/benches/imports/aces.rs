//! The file of a whole brand: read, applied, read again.

use crate::{
    figures::{at_least, at_most, median},
    measured::{inserted_by_hand, report as report_of, run as measure, supplied},
    shop::Database,
};
use sha2::{Digest, Sha256};
use std::{fs, path::Path, time::Instant};

pub(crate) fn run(applications: u32) -> bool {
    let mut reached = true;
    for database in Database::BOTH {
        reached &= on(database, applications);
    }
    reached
}

/// Returns the time to only read a file, find its tags and hash it, in seconds.
fn read_alone(path: &Path) -> f64 {
    let began = Instant::now();
    let bytes = fs::read(path).unwrap();
    let tags = bytes.iter().fold(0_u64, |tags, byte| tags + u64::from(*byte == b'<'));
    let hash = Sha256::digest(&bytes);
    assert!(tags > 0 && hash.iter().any(|byte| *byte != 0));
    began.elapsed().as_secs_f64()
}

fn on(database: Database, applications: u32) -> bool {
    let (site, postgres) = supplied(database, applications);
    let name = database.name();
    let rows = f64::from(applications);
    let file = site.path("aces.xml");
    let megabytes = fs::metadata(&file).unwrap().len() >> 20;
    println!("  {applications} applications, {megabytes} MB, {name}");

    let report = measure(&site, &["import", "aces", "aces.xml"]);
    let (head, id) = report_of(&report);
    println!("    {head}");
    let alone = median((0..3).map(|_| read_alone(&file)).collect());
    println!("    control: the bytes read, hashed and looked through once {alone:.2} s");
    let mut reached = at_most(&format!("dry run in s, {name}"), report.seconds, 20.0 * rows / 1e6);
    reached &= at_most(&format!("memory of the dry run in MB, {name}"), report.memory, 150.0);

    let by_hand = || inserted_by_hand(&site, postgres.as_ref());
    let before = by_hand();
    let applied = measure(&site, &["import", "aces", "aces.xml", "--apply", &id]);
    let rate = rows / applied.seconds;
    let control = f64::midpoint(before, by_hand());
    println!(
        "    control: the same rows inserted by hand, 500 a transaction, {control:.0}/s; ratio {:.2}",
        rate / control
    );
    let least = if database == Database::Sqlite { 8_000.0 } else { 5_000.0 };
    reached &= at_least(&format!("rows applied per second, {name}"), rate, least);
    reached &= at_most(&format!("memory while applying in MB, {name}"), applied.memory, 150.0);

    let again = measure(&site, &["import", "aces", "aces.xml"]);
    assert!(again.said.ends_with("Nothing would change.\n"), "{}", again.said);
    reached &= at_most(&format!("dry run of what is there in s, {name}"), again.seconds, 20.0 * rows / 1e6);
    reached & at_most(&format!("memory of that in MB, {name}"), again.memory, 150.0)
}
