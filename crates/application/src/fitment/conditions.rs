//! The dictionary of conditions, edited by admins.

use super::{FitmentError, FitmentResult};
use crate::{accounts::access, ports::fitment::UsedCondition, shop::Shop, use_case_error::UseCaseError};
use autoparts_domain::{
    audit::{AuditAction, Facts},
    fitment::About,
    id::{ConditionId, PartId, UserId},
};

/// Batch size of marking the search documents of parts as out of date.
const BATCH: u32 = 500;

impl Shop {
    /// Returns conditions by id, after a given one, optionally of one kind. Admin only.
    #[tracing::instrument(level = "debug", skip_all)]
    pub async fn conditions(
        &self,
        caller: UserId,
        about: Option<About>,
        after: Option<ConditionId>,
        limit: u32,
    ) -> FitmentResult<Vec<UsedCondition>> {
        self.store
            .read(move |tx| {
                access::require_admin(tx, &caller)?;
                Ok(tx.conditions(about, after.as_ref(), limit)?)
            })
            .await
    }

    /// Sets what a condition is about. Verdicts change immediately; part lists change when the index has been updated.
    /// Admin only.
    #[tracing::instrument(level = "debug", skip_all)]
    pub async fn classify_condition(&self, caller: UserId, id: ConditionId, about: About) -> FitmentResult<()> {
        let audit = self.admin_audit(caller);
        self.store
            .write(move |tx| {
                access::require_admin(tx, &caller)?;
                let before = tx.condition(&id)?.ok_or(FitmentError::NoSuchCondition)?;
                if !tx.classify_condition(&id, about)? {
                    return Err(FitmentError::NoSuchCondition.into());
                }
                let shown = |about: About| Facts::one("about", about.name());
                let subject = format!("{id}, {}", before.words);
                let facts = (&shown(before.about), &shown(about));
                Ok::<_, UseCaseError<_>>(audit.changed(tx, AuditAction::ChangeCondition, &subject, facts)?)
            })
            .await?;
        let mut after: Option<PartId> = None;
        loop {
            // A new timestamp for each unit of work, because the index re-reads only a short time.
            let now = self.now();
            let parts = self
                .store
                .write(move |tx| {
                    let parts = tx.parts_of_condition(&id, after.as_ref(), BATCH)?;
                    tx.touch_parts(&parts, now)?;
                    Ok::<_, UseCaseError<_>>(parts)
                })
                .await?;
            let Some(last) = parts.last() else { return Ok(()) };
            after = Some(*last);
        }
    }
}
