//! Return policies: the terms that a part has now, and editing them.

use crate::{
    accounts::access,
    catalogue::known_names::Names,
    ports::{store::Transaction, store_error::StoreResult},
    shop::Shop,
    use_case_error::{Refusal, UseCaseError},
};
use autoparts_domain::{
    audit::{AuditAction, Facts},
    catalogue::listing::{Condition, Listing},
    id::{PartId, UserId},
    returns::{PolicyFacts, PolicyScope, ReturnPolicies, ReturnPolicy, ReturnTerms, Unneeded},
    slug::{BrandId, CategoryId},
    validation::ValidationError,
};
use std::{
    collections::{BTreeMap, BTreeSet},
    sync::Arc,
};

/// Why policies could not be saved.
#[derive(Debug, thiserror::Error)]
pub enum ManagePoliciesError {
    /// Another admin has saved the policies since the revision that was sent.
    #[error("Someone else has changed the return policies. Load the page again to see them.")]
    ChangedMeanwhile,
    /// Too many policies.
    #[error("policies {0}")]
    Count(#[from] ValidationError),
    /// A policy names nothing, the same as an earlier one, or something that does not exist.
    #[error("policies[{index}].{field} {why}")]
    Refused {
        /// The index of the policy, from 0.
        index: usize,
        /// Its wrong field.
        field: &'static str,
        /// Why it is refused.
        why: ValidationError,
    },
}

impl Refusal for ManagePoliciesError {}

/// The result of a use case that can fail with [`ManagePoliciesError`].
pub type ManagePoliciesResult<T> = Result<T, UseCaseError<ManagePoliciesError>>;

/// Chooses the terms of parts by the current policies.
#[derive(Debug, Clone)]
pub(crate) struct CurrentTerms {
    names: Arc<Names>,
    default: ReturnTerms,
}

impl CurrentTerms {
    fn of(&self, category: Option<&CategoryId>, brand: Option<&BrandId>, condition: Condition) -> ReturnTerms {
        let path = category.map(|category| self.names.categories.path(category)).unwrap_or_default();
        let categories: Vec<&CategoryId> = path.into_iter().map(|category| &category.id).collect();
        let part = PolicyFacts { categories: &categories, brand, condition };
        self.names.return_policies.terms_of(&part).unwrap_or(self.default)
    }

    /// Returns the terms of some parts. Reads nothing if the shop has no policies.
    pub(crate) fn of_parts(
        &self,
        tx: &mut dyn Transaction,
        parts: &[PartId],
    ) -> StoreResult<impl Fn(PartId) -> ReturnTerms + use<>> {
        let has_policies = !self.names.return_policies.policies.is_empty();
        let cards = if has_policies { tx.cards(parts)? } else { Vec::new() };
        let terms = cards.iter().map(|card| {
            let brand = card.brand.as_ref().map(|brand| &brand.id);
            (card.part.id, self.of(card.category.as_ref(), brand, card.condition))
        });
        let (terms, default): (BTreeMap<PartId, ReturnTerms>, _) = (terms.collect(), self.default);
        Ok(move |part| terms.get(&part).copied().unwrap_or(default))
    }
}

impl Shop {
    /// Returns what chooses the terms of parts; changes by other servers may be missing for a second.
    pub(crate) async fn current_terms(&self) -> StoreResult<CurrentTerms> {
        Ok(CurrentTerms { names: self.names().await?, default: self.rules.returns.terms() })
    }

    /// Returns the current terms for returning a part with this listing. Public.
    pub async fn return_terms(&self, listing: &Listing) -> StoreResult<ReturnTerms> {
        let terms = self.current_terms().await?;
        Ok(terms.of(listing.category.as_ref(), listing.brand.as_ref(), listing.condition))
    }

    /// Returns the return policies; for admins.
    #[tracing::instrument(level = "debug", skip_all)]
    pub async fn return_policies(&self, caller: UserId) -> ManagePoliciesResult<ReturnPolicies> {
        self.store
            .read(move |tx| {
                access::require_admin(tx, &caller)?;
                Ok(tx.return_policies()?)
            })
            .await
    }

    /// Replaces the return policies; for admins. `policies` carries the revision that was edited. Placed orders keep the
    /// terms that were agreed.
    #[tracing::instrument(level = "debug", skip_all)]
    pub async fn save_return_policies(
        &self,
        caller: UserId,
        policies: ReturnPolicies,
    ) -> ManagePoliciesResult<ReturnPolicies> {
        policies.check_count()?;
        if let Some((index, why)) = policies.refused_scope() {
            return Err(ManagePoliciesError::Refused { index, field: "category", why }.into());
        }
        let audit = self.admin_audit(caller);
        self.store
            .write(move |tx| {
                access::require_admin(tx, &caller)?;
                let before = tx.return_policies()?;
                if before.revision != policies.revision {
                    return Err(ManagePoliciesError::ChangedMeanwhile.into());
                }
                check_new_names(tx, &policies, &before)?;
                tx.save_return_policies(&policies)?;
                let about = format!("return policies: {}", policies.policies.len());
                let facts = (&policy_facts(&before), &policy_facts(&policies));
                audit.changed(tx, AuditAction::ChangeReturnPolicies, &about, facts)?;
                Ok(ReturnPolicies { revision: policies.revision + 1, ..policies.clone() })
            })
            .await
    }
}

/// Refuses categories and brands that do not exist, except in policies that already named them: they may have been
/// deleted since.
fn check_new_names(
    tx: &mut dyn Transaction,
    policies: &ReturnPolicies,
    before: &ReturnPolicies,
) -> ManagePoliciesResult<()> {
    let categories = tx.categories()?;
    let brands = tx.brands()?;
    let known: BTreeSet<&PolicyScope> = before.policies.iter().map(|policy| &policy.scope).collect();
    let scopes = policies.policies.iter().map(|policy| &policy.scope).enumerate();
    for (index, scope) in scopes.filter(|(_, scope)| !known.contains(scope)) {
        let refused = |field| ManagePoliciesError::Refused { index, field, why: ValidationError::Unknown };
        if scope.category.as_ref().is_some_and(|category| categories.get(category).is_none()) {
            return Err(refused("category").into());
        }
        if scope.brand.as_ref().is_some_and(|brand| brands.iter().all(|known| known.id != *brand)) {
            return Err(refused("brand").into());
        }
    }
    Ok(())
}

/// Policies for the audit log: a fact for each, with its place, which decides between two of equally many criteria.
fn policy_facts(policies: &ReturnPolicies) -> Facts {
    let fact = |(place, ReturnPolicy { scope, terms }): (usize, &ReturnPolicy)| {
        let PolicyScope { category, brand, condition } = scope;
        let names = [
            category.as_ref().map(|category| format!("category {category}")),
            brand.as_ref().map(|brand| format!("brand {brand}")),
            condition.map(|condition| format!("condition {}", condition.name())),
        ];
        (names.into_iter().flatten().collect::<Vec<_>>().join(", "), format!("{place}. {}", terms_words(*terms)))
    };
    (1..).zip(&policies.policies).map(fact).collect()
}

fn terms_words(ReturnTerms { days, unneeded }: ReturnTerms) -> String {
    let days = days.days();
    match unneeded {
        Unneeded::NotReturnable => format!("{days} days, only if something is wrong"),
        Unneeded::Returnable { shipping, fee } => {
            format!("{days} days, shipping paid by the {}, fee {} %", shipping.name(), fee.percent())
        }
    }
}
