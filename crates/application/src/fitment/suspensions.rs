//! Suspensions: parts temporarily not reported as fitting a model, because of too many returns.

use super::{FitmentError, FitmentResult};
use crate::{
    accounts::access,
    ports::{fitment::Suspension, store::Transaction, store_error::StoreResult},
    shop::Shop,
};
use autoparts_domain::{
    audit::{AuditAction, Facts},
    id::{PartId, UserId},
    text::SuspensionReason,
    vehicles::ModelId,
};

impl Shop {
    /// Returns suspensions by model and part, after a given one. Admin only.
    #[tracing::instrument(level = "debug", skip_all)]
    pub async fn suspensions(
        &self,
        caller: UserId,
        after: Option<(ModelId, PartId)>,
        limit: u32,
    ) -> FitmentResult<Vec<Suspension>> {
        self.store
            .read(move |tx| {
                access::require_admin(tx, &caller)?;
                Ok(tx.suspensions(after.as_ref().map(|(model, part)| (model, part)), limit)?)
            })
            .await
    }

    /// Suspends a part for a model, or changes the reason. Admin only.
    #[tracing::instrument(level = "debug", skip_all, fields(part = %part))]
    pub async fn suspend_fit(
        &self,
        caller: UserId,
        part: PartId,
        model: ModelId,
        reason: SuspensionReason,
    ) -> FitmentResult<()> {
        let audit = self.admin_audit(caller);
        self.store
            .write(move |tx| {
                access::require_admin(tx, &caller)?;
                tx.part_record(&part)?.ok_or(FitmentError::NoSuchPart)?;
                if tx.models_by_id(std::slice::from_ref(&model))?.is_empty() {
                    return Err(FitmentError::NoSuchModel.into());
                }
                let suspension = Suspension { part, model: model.clone(), reason: reason.clone(), since: audit.at };
                let before = reason_facts(tx, &part, &model)?;
                tx.touch_parts(&[part], audit.at)?;
                tx.suspend_fit(&suspension)?;
                let facts = (&before, &Facts::one("reason", &reason));
                Ok(audit.changed(tx, AuditAction::SuspendFit, &format!("{part}, {model}"), facts)?)
            })
            .await
    }

    /// Ends a suspension. Returns `false` if there is none. Admin only.
    #[tracing::instrument(level = "debug", skip_all, fields(part = %part))]
    pub async fn end_suspension(&self, caller: UserId, part: PartId, model: ModelId) -> FitmentResult<bool> {
        let audit = self.admin_audit(caller);
        self.store
            .write(move |tx| {
                access::require_admin(tx, &caller)?;
                let before = reason_facts(tx, &part, &model)?;
                let ended = tx.end_suspension(&part, &model)?;
                if ended {
                    tx.touch_parts(&[part], audit.at)?;
                    let facts = (&before, &Facts::none());
                    audit.changed(tx, AuditAction::EndSuspension, &format!("{part}, {model}"), facts)?;
                }
                Ok(ended)
            })
            .await
    }
}

/// Returns the reason of a suspension, for the audit log.
fn reason_facts(tx: &mut dyn Transaction, part: &PartId, model: &ModelId) -> StoreResult<Facts> {
    let suspensions = tx.suspensions_of_part(part)?.into_iter().filter(|one| one.model == *model);
    Ok(suspensions.map(|one| ("reason", one.reason.to_string())).collect())
}
