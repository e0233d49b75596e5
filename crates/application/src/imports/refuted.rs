//! Warnings about applications that a file repeats although the shop has suspended them (ADR 0057). An import does not
//! end a suspension.

use super::{
    findings::Findings,
    plan::{FitmentRows, PartFitment, Suspended},
};
use crate::ports::{import_files::FindingKind, store::Transaction, store_error::StoreResult};
use autoparts_domain::{id::PartId, vehicles::ModelId};
use std::collections::BTreeMap;

/// Warns about the rows that state a suspended application, once for each part and model.
pub(super) fn repeated(
    tx: &mut dyn Transaction,
    suspended: &Suspended,
    rows: &BTreeMap<PartId, FitmentRows>,
    present: &BTreeMap<PartId, PartFitment>,
    findings: &mut Findings,
) -> StoreResult<()> {
    for (part, models) in suspended {
        let (Some(rows), Some(fitment)) = (rows.get(part), present.get(part)) else { continue };
        for model in models {
            let stated = || rows.added.iter().filter(|(_, (of, _))| of == model).map(|(line, _)| *line);
            let Some(line) = stated().min() else { continue };
            let count = u64::try_from(stated().count()).unwrap_or(u64::MAX);
            let why = reason(tx, part, model)?;
            let words = format!("Part {} remains suspended for {model}: {why}", fitment.name());
            findings.add(FindingKind::Lint, line, count, words);
        }
    }
    Ok(())
}

/// Returns what came back, or the words of the admin if no evidence is stored.
fn reason(tx: &mut dyn Transaction, part: &PartId, model: &ModelId) -> StoreResult<String> {
    if let Some(known) = tx.fit_evidence(part, model)?.filter(|known| known.evidence.misfits() > 0) {
        let (misfits, sold) = (known.evidence.misfits(), known.evidence.sold());
        return Ok(format!("{misfits} of {sold} sold came back because they did not fit."));
    }
    let suspensions = tx.suspensions_of_part(part)?;
    let reason = suspensions.into_iter().find(|suspended| suspended.model == *model).map(|known| known.reason);
    Ok(reason.map(|reason| reason.to_string()).unwrap_or_default())
}
