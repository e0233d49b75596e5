//! Pages of a list: `?limit=` and `?after=`.

use crate::{
    input::{Described, Input, reading, schema},
    problem::{FieldProblem, Problem},
};
use autoparts_application::ports::page::{MAX_PAGE, Page};
use autoparts_domain::{payments::TransactionId, validation::ValidationError};
use serde::Deserialize;
use serde_json::Value;
use std::{borrow::Cow, str::FromStr};
use utoipa::{
    IntoParams, PartialSchema, ToSchema,
    openapi::{
        Ref, RefOr, Required, Schema,
        path::{Parameter, ParameterBuilder, ParameterIn},
    },
};

/// Maximum number of items to return.
#[derive(Debug, Clone, Copy)]
pub(crate) struct PageLimit(u32);

/// The same, for the OpenAPI document.
pub(crate) type PageLimitParameter = Described<PageLimit>;

impl Input for PageLimit {
    const NAME: &'static str = "PageLimit";

    fn schema() -> RefOr<Schema> {
        schema::limit(1, MAX_PAGE.into())
    }

    fn read(sent: &Value) -> Result<Self, ValidationError> {
        match u32::try_from(reading::whole(sent)?) {
            Ok(limit @ 1..=MAX_PAGE) => Ok(Self(limit)),
            _ => Err(ValidationError::outside(1, MAX_PAGE.into())),
        }
    }
}

/// The `_id` after which a page begins; empty for the first page.
pub(crate) struct PageKey;

impl PartialSchema for PageKey {
    fn schema() -> RefOr<Schema> {
        schema::uuid_or_empty()
    }
}

impl ToSchema for PageKey {
    fn name() -> Cow<'static, str> {
        "PageKey".into()
    }
}

/// A page of a list.
#[derive(Debug, Deserialize)]
pub(crate) struct PageQuery {
    #[serde(default)]
    limit: Option<String>,
    #[serde(default)]
    after: Option<String>,
}

impl PageQuery {
    /// The requested page.
    pub(crate) fn page<Key: FromStr<Err = ValidationError>>(&self) -> Result<Page<Key>, Problem> {
        let mut wrong = Vec::new();
        let mut note = |name, why| wrong.push(FieldProblem::new(name, why));
        let limit = self.limit.clone().map_or(Ok(PageLimit(MAX_PAGE)), |limit| PageLimit::read(&limit.into()));
        let limit = limit.map_err(|why| note("limit", why));
        // Clients may send an empty `after` for the first page.
        let after = self.after.as_deref().filter(|after| !after.is_empty()).map(str::parse).transpose();
        let after = after.map_err(|why| note("after", why));
        match (limit, after) {
            (Ok(PageLimit(limit)), Ok(after)) => Ok(Page { after, limit }),
            _ => Err(Problem::fields(wrong)),
        }
    }
}

impl IntoParams for PageQuery {
    fn into_params(_: impl Fn() -> Option<ParameterIn>) -> Vec<Parameter> {
        page_parameters(
            "The `_id` of the last item of the previous page.",
            Ref::from_schema_name(PageKey::name()).into(),
        )
    }
}

/// The same for a list of payments, whose keys are the provider's.
pub(crate) struct PaymentPageQuery;

impl IntoParams for PaymentPageQuery {
    fn into_params(_: impl Fn() -> Option<ParameterIn>) -> Vec<Parameter> {
        page_parameters(
            "The `transactionId` of the last item of the previous page.",
            schema::matching(0, TransactionId::MAX_CHARS, "^[0-9A-Za-z_]*$"),
        )
    }
}

/// The parameters of a list that is paged by key.
pub(crate) fn page_parameters(after: &str, key: RefOr<Schema>) -> Vec<Parameter> {
    let parameter = |name: &str, description: &str, schema: RefOr<Schema>| {
        let parameter = ParameterBuilder::new().name(name).parameter_in(ParameterIn::Query);
        parameter.required(Required::False).description(Some(description)).schema(Some(schema)).build()
    };
    vec![
        parameter("limit", "Maximum number of items to return.", Ref::from_schema_name(PageLimit::NAME).into()),
        parameter("after", after, key),
    ]
}
