//! The agreed fit of a line for a vehicle, as the text of one column: the vehicle, its name, the verdict, whether it
//! was confirmed, and the texts of its conditions, each on a line.

use crate::stored::{Refused, Stored};
use autoparts_domain::fitment::{FitSnapshot, VerdictKind};

const COLUMN: &str = "fit";
const CONFIRMED: &str = "confirmed";
const NOT_CONFIRMED: &str = "";

pub(super) fn written(fit: &FitSnapshot) -> String {
    let confirmed = if fit.confirmed { CONFIRMED } else { NOT_CONFIRMED };
    let facts = [fit.vehicle.to_string(), fit.name.to_string(), fit.verdict.name().to_owned(), confirmed.to_owned()];
    facts.into_iter().chain(fit.conditions.iter().map(ToString::to_string)).collect::<Vec<_>>().join("\n")
}

pub(in crate::repositories) fn read(row: Stored<'_>, column: &str) -> Result<FitSnapshot, Refused> {
    let mut lines = column.split('\n');
    let mut next = || row.require(COLUMN, lines.next());
    let vehicle = next()?;
    let name = next()?;
    let verdict = next()?;
    let confirmed = next()?;
    Ok(FitSnapshot {
        vehicle: row.text(COLUMN, vehicle)?,
        name: row.text(COLUMN, name)?,
        verdict: row.require(COLUMN, VerdictKind::ALL.into_iter().find(|kind| kind.name() == verdict))?,
        confirmed: match confirmed {
            CONFIRMED => true,
            NOT_CONFIRMED => false,
            _ => row.require(COLUMN, None)?,
        },
        conditions: lines.map(|words| row.text(COLUMN, words)).collect::<Result<_, _>>()?,
    })
}
