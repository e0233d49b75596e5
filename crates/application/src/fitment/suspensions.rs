//! Parts that are not said to fit a model for now, because they came back too often.

use super::FitmentError;
use crate::{accounts::access, ports::fitment::Suspension, shop::Shop};
use autoparts_domain::{
    id::{PartId, UserId},
    text::SuspensionReason,
    vehicles::ModelId,
};

impl Shop {
    /// Suspensions, by model and part, after one of them; for admins.
    #[tracing::instrument(level = "debug", skip_all)]
    pub async fn suspensions(
        &self,
        caller: UserId,
        after: Option<(ModelId, PartId)>,
        limit: u32,
    ) -> Result<Vec<Suspension>, FitmentError> {
        self.store
            .read(move |tx| {
                access::require_admin::<FitmentError>(tx, &caller)?;
                Ok(tx.suspensions(after.as_ref().map(|(model, part)| (model, part)), limit)?)
            })
            .await
    }

    /// Suspends a part for a model, or says another reason for it; for admins.
    #[tracing::instrument(level = "debug", skip_all, fields(part = %part))]
    pub async fn suspend_fit(
        &self,
        caller: UserId,
        part: PartId,
        model: ModelId,
        reason: SuspensionReason,
    ) -> Result<(), FitmentError> {
        let now = self.now();
        self.store
            .write(move |tx| {
                access::require_admin::<FitmentError>(tx, &caller)?;
                tx.part_record(&part)?.ok_or(FitmentError::NoSuchPart)?;
                if tx.models_by_id(std::slice::from_ref(&model))?.is_empty() {
                    return Err(FitmentError::NoSuchModel);
                }
                let suspension = Suspension { part, model: model.clone(), reason: reason.clone(), since: now };
                tx.suspend_fit(&suspension)?;
                Ok(tx.touch_parts(&[part], now)?)
            })
            .await
    }

    /// Ends a suspension; for admins. `false` when there is none.
    #[tracing::instrument(level = "debug", skip_all, fields(part = %part))]
    pub async fn end_suspension(&self, caller: UserId, part: PartId, model: ModelId) -> Result<bool, FitmentError> {
        let now = self.now();
        self.store
            .write(move |tx| {
                access::require_admin::<FitmentError>(tx, &caller)?;
                let ended = tx.end_suspension(&part, &model)?;
                if ended {
                    tx.touch_parts(&[part], now)?;
                }
                Ok(ended)
            })
            .await
    }
}
