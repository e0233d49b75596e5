//! `/lookups`: the meaning of codes in suppliers' files. Admin only.

use crate::{
    extract::{Body, Caller, PageQuery, Parameters, page_parameters, required_parameter},
    form::request,
    input::{Input, RequiredItems, choices, schema},
    problem::Problem,
    responses::{AuthenticatedErrors, Deleted, Modified, WriteErrors, list},
    state::Api,
    view::{response, words},
};
use actix_web::{
    HttpRequest, HttpResponse, delete, get, put,
    web::{Data, Json, Query},
};
use autoparts_application::{
    ports::{
        page::Page,
        vehicles::{Lookup, LookupKind},
    },
    vehicles::lookups::MAX_LOOKUPS,
};
use autoparts_domain::{
    text::{LookupValue, SupplierCode},
    validation::ValidationError,
};
use serde_json::Value;
use utoipa::{
    IntoParams,
    openapi::path::{Parameter, ParameterIn},
};

choices! {
    LookupKind, "base_vehicle, engine, make, model, position, condition, part_type or brand": LookupKind::ALL;
}

request! {
    /// A supplier code to map.
    LookupFields {
        /// The code's scheme, such as `aces`.
        scheme: SupplierCode,
        /// The kind of its meaning.
        kind: LookupKind,
        /// The code.
        code: SupplierCode,
        /// Its meaning: the key of a vehicle without its engine (`2018/honda/civic`), an engine, a make, a model
        /// (`honda/civic`), a category or a brand; or the text of a position or a condition. A position may be `none`:
        /// rows with the code are imported without a position.
        value: LookupValue,
    }
}

request! {
    /// Supplier codes to map.
    LookupsRequest {
        /// The codes; those that are already mapped are replaced.
        lookups: RequiredItems<LookupFields, 1, MAX_LOOKUPS>,
    }
}

response! {
    /// A mapped supplier code.
    pub(crate) LookupView as Lookup from |lookup| Lookup {
        /// The code's scheme, such as `aces`.
        scheme: String = lookup.scheme.to_string(),
        /// The kind of its meaning.
        kind: LookupKindView = lookup.kind.into(),
        /// The code.
        code: String = lookup.code.to_string(),
        /// Its meaning.
        value: String = lookup.value,
    }
}

words! {
    /// The kind of a code's meaning.
    pub(crate) LookupKindView as LookupKind from LookupKind {
        /// A year, a make and a model.
        BaseVehicle,
        /// An engine.
        Engine,
        /// A make.
        Make,
        /// A model of a make.
        Model,
        /// The text of a position.
        Position,
        /// The text of a condition.
        Condition,
        /// A category.
        PartType,
        /// A brand.
        Brand,
    }
}

fn kind(word: &str) -> Result<LookupKind, ValidationError> {
    LookupKind::read(&Value::from(word))
}

fn scheme_and_kind() -> Vec<Parameter> {
    vec![
        required_parameter(
            "scheme",
            "The scheme of the codes, such as `aces`.",
            schema::prose(SupplierCode::MAX_CHARS, false),
        ),
        required_parameter("kind", "The kind of their meaning.", schema::choice(LookupKind::ALL.map(LookupKind::name))),
    ]
}

/// The parameters of a list of codes.
pub(crate) struct LookupParameters;

impl IntoParams for LookupParameters {
    fn into_params(_: impl Fn() -> Option<ParameterIn>) -> Vec<Parameter> {
        let page =
            page_parameters("The `code` of the last item of the previous page.", schema::line(SupplierCode::MAX_CHARS));
        scheme_and_kind().into_iter().chain(page).collect()
    }
}

/// The parameters that identify a code.
pub(crate) struct CodeParameters;

impl IntoParams for CodeParameters {
    fn into_params(_: impl Fn() -> Option<ParameterIn>) -> Vec<Parameter> {
        let code = required_parameter("code", "The code.", schema::prose(SupplierCode::MAX_CHARS, false));
        scheme_and_kind().into_iter().chain([code]).collect()
    }
}

/// Lists the mapped codes of a scheme and a kind, in order. Admin only.
#[utoipa::path(tag = "vehicles", operation_id = "listLookups", params(LookupParameters), security(("bearer" = [])),
    responses((status = 200, body = [LookupView]), AuthenticatedErrors))]
#[get("/lookups")]
pub(crate) async fn list_lookups(
    api: Data<Api>,
    caller: Caller,
    query: Query<Vec<(String, String)>>,
    page: Query<PageQuery>,
    request: HttpRequest,
) -> Result<HttpResponse, Problem> {
    let mut parameters = Parameters::of(&query);
    let scheme = parameters.required("scheme", str::parse);
    let kind = parameters.required("kind", kind);
    let (Some(scheme), Some(kind)) = (scheme, kind) else { return Err(parameters.refused()) };
    let Page { after, limit } = page.page()?;
    let lookups = api.shop.lookups(caller.0, scheme, kind, after, limit).await?;
    Ok(list(&request, limit, lookups, |lookup: &LookupView| &lookup.code))
}

/// Maps supplier codes, all of them or none. Targets must exist. Admin only.
#[utoipa::path(tag = "vehicles", operation_id = "saveLookups", request_body = LookupsRequest, security(("bearer" = [])),
    responses((status = 200, body = Modified), WriteErrors))]
#[put("/lookups")]
pub(crate) async fn save_lookups(
    api: Data<Api>,
    caller: Caller,
    body: Body<LookupsRequest>,
) -> Result<Json<Modified>, Problem> {
    let lookup = |LookupFields { scheme, kind, code, value }| Lookup { scheme, kind, code, value: value.to_string() };
    let lookups = body.read()?.lookups.0.into_iter().map(lookup).collect();
    api.shop.save_lookups(caller.0, lookups).await?;
    Ok(Json(Modified::new(true)))
}

/// Deletes a code's mapping. Admin only.
#[utoipa::path(tag = "vehicles", operation_id = "deleteLookup", params(CodeParameters), security(("bearer" = [])),
    responses((status = 200, body = Deleted), AuthenticatedErrors))]
#[delete("/lookups")]
pub(crate) async fn delete_lookup(
    api: Data<Api>,
    caller: Caller,
    query: Query<Vec<(String, String)>>,
) -> Result<Json<Deleted>, Problem> {
    let mut parameters = Parameters::of(&query);
    let scheme = parameters.required("scheme", str::parse);
    let kind = parameters.required("kind", kind);
    let code = parameters.required("code", str::parse);
    let (Some(scheme), Some(kind), Some(code)) = (scheme, kind, code) else { return Err(parameters.refused()) };
    Ok(Json(Deleted::new(api.shop.delete_lookup(caller.0, scheme, kind, code).await?)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_kind_has_the_same_name_everywhere() {
        for kind in LookupKind::ALL {
            assert_eq!(serde_json::to_value(LookupKindView::from(kind)).unwrap(), kind.name());
        }
    }
}
