//! `/conditions`: the dictionary of conditions, for admins.

use super::views::AboutView;
use crate::{
    extract::{self, Body, Caller, PageQuery, Parameters, parameter},
    form::request,
    input::{Input, choices, schema},
    problem::Problem,
    responses::{AuthenticatedErrors, Modified, WriteErrors, list},
    state::Api,
};
use actix_web::{
    HttpRequest, HttpResponse, get, put,
    web::{Data, Json, Path, Query},
};
use autoparts_application::ports::{fitment::UsedCondition, page::Page};
use autoparts_domain::{fitment::About, id::ConditionId};
use serde::Serialize;
use serde_json::Value;
use utoipa::{
    IntoParams, ToSchema,
    openapi::path::{Parameter, ParameterIn},
};

choices! {
    About, "vehicle, part or unclassified": About::ALL;
}

/// A condition of the dictionary.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = ConditionEntry)]
pub(crate) struct ConditionView {
    /// Its id.
    #[serde(rename = "_id")]
    id: String,
    /// Its words, as suppliers or admins wrote them.
    words: String,
    /// What they speak of.
    about: AboutView,
    /// On how many parts it stands.
    parts: u64,
}

impl From<UsedCondition> for ConditionView {
    fn from(UsedCondition { condition, parts }: UsedCondition) -> Self {
        Self { id: condition.id.to_string(), words: condition.words.to_string(), about: condition.about.into(), parts }
    }
}

request! {
    /// What a condition speaks of.
    ConditionEdit {
        /// The vehicle, the part, or nobody can say.
        about: About,
    }
}

/// Which conditions.
pub(crate) struct ConditionParameters;

impl IntoParams for ConditionParameters {
    fn into_params(_: impl Fn() -> Option<ParameterIn>) -> Vec<Parameter> {
        vec![parameter("about", "Only those that speak of this.", schema::choice(About::ALL.map(About::name)))]
    }
}

/// The dictionary of conditions, oldest first; for admins.
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

/// Says what a condition speaks of; for admins. The verdicts about all parts that have it follow at once.
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
