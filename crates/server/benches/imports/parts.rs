//! A spreadsheet of parts: the initial import, and new prices a week later.

use crate::{
    figures::at_most,
    files,
    measured::{BRAND, inserted_by_hand, report, run as measure, supplied},
    shop::Database,
    support::Site,
};

/// Number of applications in the ACES file per part of the spreadsheet.
const SHARE: u32 = 10;

/// Number of parts in the shop before the import, so that the brand exists.
const BEFORE: u32 = 100;

pub(crate) fn run(applications: u32) -> bool {
    let parts = applications / SHARE;
    let mut reached = true;
    for database in Database::BOTH {
        let (site, postgres) = supplied(database, BEFORE);
        let by_hand = || inserted_by_hand(&site, postgres.as_ref());
        files::write_parts(&site.path("parts.csv"), BRAND, parts).unwrap();
        files::write_prices(&site.path("prices.csv"), BRAND, parts).unwrap();
        println!("  {parts} parts, {}", database.name());
        let before = by_hand();
        for file in ["parts.csv", "prices.csv"] {
            reached &= taken_in(&site, database, file, parts);
        }
        let control = f64::midpoint(before, by_hand());
        println!("    control: rows of another table inserted by hand, 500 a transaction, {control:.0}/s");
    }
    reached
}

/// Reads a file, applies it, and reads it again.
fn taken_in(site: &Site, database: Database, file: &str, parts: u32) -> bool {
    let dry = measure(site, &["import", "parts", file]);
    let (head, id) = report(&dry);
    println!("    {file}: {head}");
    let applied = measure(site, &["import", "parts", file, "--apply", &id]);
    assert!(applied.said.contains(&format!("{parts} parts changed")), "{}", applied.said);
    let again = measure(site, &["import", "parts", file]);
    assert!(again.said.ends_with("Nothing would change.\n"), "{}", again.said);
    println!(
        "    dry run {:.1} s, apply {:.1} s ({:.0} parts/s), dry run again {:.1} s",
        dry.seconds,
        applied.seconds,
        f64::from(parts) / applied.seconds,
        again.seconds
    );
    let name = database.name();
    let limit = 30.0 * f64::from(parts) / 1e5;
    let memory = dry.memory.max(applied.memory).max(again.memory);
    at_most(&format!("dry run and apply of {file} in s, {name}"), dry.seconds + applied.seconds, limit)
        & at_most(&format!("most memory of {file} in MB, {name}"), memory, 150.0)
}
