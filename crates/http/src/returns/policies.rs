//! `/return-policies`: the terms for returning parts by category, brand and condition. Admin only.

use super::terms::{ReturnTermsFields, ReturnTermsView};
use crate::{
    catalogue::listing::ConditionView,
    extract::{Body, Caller},
    form::request,
    input::{Nested, RequiredItems, SavedRevision},
    problem::Problem,
    responses::{AuthenticatedErrors, WriteErrors},
    state::Api,
    view::response,
};
use actix_web::{
    get, put,
    web::{Data, Json},
};
use autoparts_domain::{
    catalogue::listing::Condition,
    returns::{PolicyScope, ReturnPolicies, ReturnPolicy},
    slug::{BrandId, CategoryId},
};

request! {
    /// A policy to save. It names a category, a brand or a condition, or several of them, which then all apply.
    ReturnPolicyFields {
        /// The key of a category, including those below it.
        category: Option<CategoryId>,
        /// The key of a brand.
        brand: Option<BrandId>,
        /// A condition.
        condition: Option<Condition>,
        /// The terms.
        terms: Nested<ReturnTermsFields>,
    }
}

request! {
    /// A new version of all return policies.
    ReturnPoliciesRequest {
        /// The revision that this edit is based on; 0 if none were saved.
        revision: SavedRevision,
        /// The policies. The one that names most about a part applies; of several, the one of the closest category; then
        /// the first.
        policies: RequiredItems<ReturnPolicyFields, 0, { ReturnPolicies::MAX }>,
    }
}

impl From<ReturnPoliciesRequest> for ReturnPolicies {
    fn from(ReturnPoliciesRequest { revision, policies }: ReturnPoliciesRequest) -> Self {
        let policy = |ReturnPolicyFields { category, brand, condition, terms }| ReturnPolicy {
            scope: PolicyScope { category, brand, condition },
            terms: terms.0.into(),
        };
        Self { revision: revision.0, policies: policies.0.into_iter().map(policy).collect() }
    }
}

response! {
    /// The terms for returning the parts of a category, a brand or a condition.
    ReturnPolicyView as ReturnPolicy from |ReturnPolicy { scope, terms }| &ReturnPolicy {
        /// The key of the category, including those below it; absent for any.
        category: Option<String> = scope.category.as_ref().map(ToString::to_string),
        /// The key of the brand; absent for any.
        brand: Option<String> = scope.brand.as_ref().map(ToString::to_string),
        /// The condition; absent for any.
        condition: Option<ConditionView> = scope.condition.map(Into::into),
        /// The terms.
        terms: ReturnTermsView = (*terms).into(),
    }

    /// All return policies.
    ReturnPoliciesView as ReturnPolicies from |all| ReturnPolicies {
        /// The number of saves; 0 if never saved.
        revision: i64 = all.revision,
        /// The policies, in the order of the admins.
        policies: Vec<ReturnPolicyView> = all.policies.iter().map(Into::into).collect(),
    }
}

/// Returns the return policies. Admin only. Parts to which none applies can be returned on the terms of the shop's
/// settings.
#[utoipa::path(tag = "returns", operation_id = "getReturnPolicies", security(("bearer" = [])),
    responses((status = 200, body = ReturnPoliciesView), AuthenticatedErrors))]
#[get("/return-policies")]
pub(crate) async fn get_return_policies(api: Data<Api>, caller: Caller) -> Result<Json<ReturnPoliciesView>, Problem> {
    Ok(Json(api.shop.return_policies(caller.0).await?.into()))
}

/// Replaces all return policies. Admin only. Placed orders keep their terms. If the policies were saved by another admin
/// since the given revision, the call is refused with `changed_meanwhile`.
#[utoipa::path(tag = "returns", operation_id = "saveReturnPolicies", request_body = ReturnPoliciesRequest, security(("bearer" = [])),
    responses((status = 200, body = ReturnPoliciesView), WriteErrors))]
#[put("/return-policies")]
pub(crate) async fn save_return_policies(
    api: Data<Api>,
    caller: Caller,
    body: Body<ReturnPoliciesRequest>,
) -> Result<Json<ReturnPoliciesView>, Problem> {
    let policies = body.read()?.into();
    Ok(Json(api.shop.save_return_policies(caller.0, policies).await?.into()))
}
