//! Codes of suppliers' files, managed by admins. A code can only have a meaning that the shop knows, because imports do
//! not check it again.

use super::known_vehicle;
use crate::{
    accounts::access,
    ports::{
        store::Transaction,
        store_error::{StoreError, StoreResult},
        vehicles::{Lookup, LookupKind, NO_POSITION},
    },
    shop::Shop,
    use_case_error::{Refusal, UseCaseError},
};
use autoparts_domain::{
    audit::{AuditAction, Facts},
    id::UserId,
    slug::{BrandId, CategoryId, EngineId, MakeId},
    text::{ConditionWords, Position, SupplierCode},
    validation::ValidationError,
    vehicles::{ModelId, Vehicle},
};
use std::str::FromStr;

/// Maximum number of codes saved per request.
pub const MAX_LOOKUPS: usize = 100;

/// Errors of reading or saving codes.
#[derive(Debug, thiserror::Error)]
pub enum LookupError {
    /// A code cannot have this meaning, or the shop does not know it.
    #[error("The value {why}.")]
    Refused {
        /// The index of the code, from 0.
        index: usize,
        /// What is wrong with its value.
        why: ValidationError,
    },
}

impl Refusal for LookupError {}

/// The result of a use case that can fail with [`LookupError`].
pub type LookupResult<T> = Result<T, UseCaseError<LookupError>>;

impl Shop {
    /// Returns the codes of a scheme and a kind, in order, after a given one. Admin only.
    #[tracing::instrument(level = "debug", skip_all)]
    pub async fn lookups(
        &self,
        caller: UserId,
        scheme: SupplierCode,
        kind: LookupKind,
        after: Option<SupplierCode>,
        limit: u32,
    ) -> LookupResult<Vec<Lookup>> {
        self.store
            .read(move |tx| {
                access::require_admin(tx, &caller)?;
                Ok(tx.lookups(&scheme, kind, after.as_ref(), limit)?)
            })
            .await
    }

    /// Saves the meanings of codes atomically, replacing existing meanings. Admin only.
    #[tracing::instrument(level = "debug", skip_all)]
    pub async fn save_lookups(&self, caller: UserId, lookups: Vec<Lookup>) -> LookupResult<()> {
        let audit = self.admin_audit(caller);
        self.store
            .write(move |tx| {
                access::require_admin(tx, &caller)?;
                let mut before = Vec::new();
                let mut checked = Vec::with_capacity(lookups.len());
                for (index, lookup) in lookups.iter().enumerate() {
                    let value = checked_value(tx, lookup.kind, &lookup.value).map_err(|error| match error {
                        Unchecked::Refused(why) => LookupError::Refused { index, why }.into(),
                        Unchecked::Store(error) => UseCaseError::Store(error),
                    })?;
                    before.extend(tx.lookup(&lookup.scheme, lookup.kind, &lookup.code)?);
                    checked.push(Lookup { value, ..lookup.clone() });
                }
                tx.save_lookups(&checked)?;
                let about = format!("codes: {}", checked.len());
                let facts = (&code_facts(&before), &code_facts(&checked));
                Ok(audit.changed(tx, AuditAction::ChangeLookups, &about, facts)?)
            })
            .await
    }

    /// Deletes a code. Returns `false` if it does not exist. Admin only.
    #[tracing::instrument(level = "debug", skip_all)]
    pub async fn delete_lookup(
        &self,
        caller: UserId,
        scheme: SupplierCode,
        kind: LookupKind,
        code: SupplierCode,
    ) -> LookupResult<bool> {
        let audit = self.admin_audit(caller);
        self.store
            .write(move |tx| {
                access::require_admin(tx, &caller)?;
                let before: Vec<Lookup> = tx.lookup(&scheme, kind, &code)?.into_iter().collect();
                let facts = (&code_facts(&before), &Facts::none());
                audit.changed(tx, AuditAction::ChangeLookups, "codes: 1", facts)?;
                Ok(tx.delete_lookup(&scheme, kind, &code)?)
            })
            .await
    }
}

/// Returns the meanings of codes for the audit log.
fn code_facts(lookups: &[Lookup]) -> Facts {
    let name = |Lookup { scheme, kind, code, .. }: &Lookup| format!("{scheme} {} {code}", kind.name());
    lookups.iter().map(|lookup| (name(lookup), lookup.value.clone())).collect()
}

/// Saves the valid codes of a list, and returns the others, each with the error of its value. For bulk imports; admins
/// use [`Shop`].
pub fn save_known_lookups(tx: &mut dyn Transaction, lookups: &[Lookup]) -> StoreResult<Vec<(Lookup, ValidationError)>> {
    let mut known = Vec::with_capacity(lookups.len());
    let mut refused = Vec::new();
    for lookup in lookups {
        match checked_value(tx, lookup.kind, &lookup.value) {
            Ok(value) => known.push(Lookup { value, ..lookup.clone() }),
            Err(Unchecked::Refused(why)) => refused.push((lookup.clone(), why)),
            Err(Unchecked::Store(error)) => return Err(error),
        }
    }
    tx.save_lookups(&known)?;
    Ok(refused)
}

/// Why a value is not a valid meaning of a code.
enum Unchecked {
    Refused(ValidationError),
    Store(StoreError),
}

impl From<ValidationError> for Unchecked {
    fn from(why: ValidationError) -> Self {
        Self::Refused(why)
    }
}

impl From<StoreError> for Unchecked {
    fn from(error: StoreError) -> Self {
        Self::Store(error)
    }
}

/// Returns a value in the shop's spelling, if it is a valid meaning for a code of this kind and the shop knows it.
fn checked_value(tx: &mut dyn Transaction, kind: LookupKind, value: &str) -> Result<String, Unchecked> {
    let (value, is_known) = match kind {
        LookupKind::BaseVehicle => {
            let vehicle: Vehicle = read(value)?;
            if vehicle.engine.is_some() {
                // Engines have codes of their own.
                return Err(ValidationError::NotAVehicle.into());
            }
            (vehicle.to_string(), known_vehicle(tx, &vehicle)?.is_some())
        }
        LookupKind::Engine => {
            let id: EngineId = read(value)?;
            (id.to_string(), !tx.engines_by_id(&[id])?.is_empty())
        }
        LookupKind::Make => {
            let id: MakeId = read(value)?;
            (id.to_string(), !tx.makes_by_id(&[id])?.is_empty())
        }
        LookupKind::Model => {
            let id: ModelId = read(value)?;
            (id.to_string(), !tx.models_by_id(&[id])?.is_empty())
        }
        LookupKind::PartType => {
            let id: CategoryId = read(value)?;
            (id.to_string(), tx.categories()?.get(&id).is_some())
        }
        LookupKind::Brand => {
            let id: BrandId = read(value)?;
            (id.to_string(), tx.brand(&id)?.is_some())
        }
        LookupKind::Position if value.trim().eq_ignore_ascii_case(NO_POSITION) => (NO_POSITION.to_owned(), true),
        LookupKind::Position => (read::<Position>(value)?.to_string(), true),
        LookupKind::Condition => (read::<ConditionWords>(value)?.to_string(), true),
    };
    if is_known { Ok(value) } else { Err(ValidationError::Unknown.into()) }
}

fn read<T: FromStr<Err = ValidationError>>(value: &str) -> Result<T, ValidationError> {
    value.trim().parse()
}
