//! `/conditions`: the dictionary of fitment conditions. Admin only.

use super::views::AboutView;
use crate::{
    extract::{self, Body, Caller, PageQuery, Parameters, parameter},
    form::request,
    input::{Input, choices, schema},
    problem::Problem,
    responses::{AuthenticatedErrors, Modified, WriteErrors, list},
    state::Api,
    view::response,
};
use actix_web::{
    HttpRequest, HttpResponse, get, put,
    web::{Data, Json, Path, Query},
};
use autoparts_application::ports::{fitment::UsedCondition, page::Page};
use autoparts_domain::{fitment::About, id::ConditionId};
use serde_json::Value;
use utoipa::{
    IntoParams,
    openapi::path::{Parameter, ParameterIn},
};

choices! {
    About, "vehicle, part or unclassified": About::ALL;
}

response! {
    /// A condition of the dictionary.
    pub(crate) ConditionView as ConditionEntry from |UsedCondition { condition, parts }| UsedCondition {
        /// Its id.
        #[serde(rename = "_id")]
        id: String = condition.id.to_string(),
        /// Its text, as written by a supplier or an admin.
        words: String = condition.words.to_string(),
        /// Its classification.
        about: AboutView = condition.about.into(),
        /// The number of parts that have it.
        parts: u64 = parts,
    }
}

request! {
    /// A new classification of a condition.
    ConditionEdit {
        /// The classification: about the vehicle, about the part, or unclassified.
        about: About,
    }
}

/// The filter of the dictionary.
pub(crate) struct ConditionParameters;

impl IntoParams for ConditionParameters {
    fn into_params(_: impl Fn() -> Option<ParameterIn>) -> Vec<Parameter> {
        vec![parameter(
            "about",
            "Only conditions with this classification.",
            schema::choice(About::ALL.map(About::name)),
        )]
    }
}

/// Lists the dictionary of conditions, oldest first. Admin only.
#[utoipa::path(tag = "vehicles", operation_id = "listConditions", params(ConditionParameters, PageQuery),
    security(("bearer" = [])), responses((status = 200, body = [ConditionView]), AuthenticatedErrors))]
#[get("/conditions")]
pub(crate) async fn list_conditions(
    api: Data<Api>,
    caller: Caller,
    query: Query<Vec<(String, String)>>,
    page: Query<PageQuery>,
    request: HttpRequest,
) -> Result<HttpResponse, Problem> {
    let mut parameters = Parameters::of(&query);
    let Some(about) = parameters.one("about", |word| About::read(&Value::from(word))) else {
        return Err(parameters.refused());
    };
    let Page { after, limit } = page.page()?;
    let conditions = api.shop.conditions(caller.0, about, after, limit).await?;
    Ok(list(&request, limit, conditions, |condition: &ConditionView| &condition.id))
}

/// Classifies a condition. Admin only. Takes effect at once on the verdicts about all parts that have it.
#[utoipa::path(tag = "vehicles", operation_id = "classifyCondition", params(("id" = String, Path, description = "Its `_id`")),
    request_body = ConditionEdit, security(("bearer" = [])), responses((status = 200, body = Modified), WriteErrors))]
#[put("/conditions/{id}")]
pub(crate) async fn classify_condition(
    api: Data<Api>,
    caller: Caller,
    id: Path<String>,
    body: Body<ConditionEdit>,
) -> Result<Json<Modified>, Problem> {
    let (id, edit): (ConditionId, _) = (extract::id(&id)?, body.read()?);
    api.shop.classify_condition(caller.0, id, edit.about).await?;
    Ok(Json(Modified::new(true)))
}
