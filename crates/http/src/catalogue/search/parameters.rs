//! The query parameters of a search: parsing, and their OpenAPI description.

use super::PAGE;
use crate::{
    extract::{MAX_KEYS, Parameters, parameter},
    input::{Input, reading, schema},
    problem::Problem,
};
use autoparts_domain::{
    catalogue::{
        listing::Condition,
        search::{SearchQuery, SearchWords, Sort},
    },
    money::{Money, Price},
    slug::{BrandId, CategoryId},
    validation::ValidationError,
    vehicles::Vehicle,
};
use serde_json::Value;
use std::collections::BTreeMap;
use utoipa::{
    IntoParams,
    openapi::path::{Parameter, ParameterIn},
};

/// The name of the parameter that only the public search has.
pub(in crate::catalogue) const VEHICLE: &str = "vehicle";

fn amount(text: &str) -> Result<Money, ValidationError> {
    Price::read(&Value::from(text)).map(Price::amount)
}

fn flag(text: &str) -> Result<bool, ValidationError> {
    match text {
        "true" => Ok(true),
        "false" => Ok(false),
        _ => Err(ValidationError::NotABoolean),
    }
}

fn limit(text: &str) -> Result<u32, ValidationError> {
    match u32::try_from(reading::whole(&Value::from(text))?) {
        Ok(limit @ 1..=SearchQuery::MAX_LIMIT) => Ok(limit),
        _ => Err(ValidationError::outside(1, SearchQuery::MAX_LIMIT.into())),
    }
}

/// Parses an attribute filter, such as `Diameter=300 mm`.
fn attribute<T: std::str::FromStr<Err = ValidationError>>(text: &str) -> Result<(T, String), ValidationError> {
    let (name, value) = text.split_once('=').ok_or(ValidationError::Missing)?;
    Ok((name.parse()?, value.to_owned()))
}

/// Parses a search.
pub(in crate::catalogue) fn read(sent: &[(String, String)]) -> Result<SearchQuery, Problem> {
    let mut parameters = Parameters::of(sent);
    let words = parameters.one("q", SearchWords::typed);
    let categories = parameters.keys("category", str::parse);
    let brands = parameters.keys("brand", str::parse);
    let conditions = parameters.keys("condition", |word| Condition::read(&Value::from(word)));
    let from = parameters.one("priceFrom", amount);
    let to = parameters.one("priceTo", amount);
    let chosen: Result<Vec<_>, _> =
        parameters.all("attribute").filter(|value| !value.is_empty()).map(attribute).collect();
    let chosen = parameters.noted(
        "attribute",
        chosen.and_then(|chosen| {
            if chosen.len() > MAX_KEYS { Err(ValidationError::TooMany { max: MAX_KEYS }) } else { Ok(chosen) }
        }),
    );
    let vehicle = parameters.one(VEHICLE, str::parse::<Vehicle>);
    let in_stock = parameters.one("inStock", flag);
    let sort = parameters.one("sort", |word| {
        let choices = "relevance, newest, name, price or -price";
        word.parse::<Sort>().map_err(|_| ValidationError::NotAChoice { choices })
    });
    let after = parameters.all("after").filter(|after| !after.is_empty()).last().map(str::parse).transpose();
    let after = after.map_err(|_| Problem::page_gone())?;
    let limit = parameters.one("limit", limit);
    let query = || {
        let mut attributes: BTreeMap<_, Vec<String>> = BTreeMap::new();
        for (name, value) in chosen? {
            attributes.entry(name).or_default().push(value);
        }
        Some(SearchQuery {
            words: words?.flatten(),
            categories: categories?,
            brands: brands?,
            conditions: conditions?,
            price_from: from?,
            price_to: to?,
            attributes,
            vehicle: vehicle?,
            in_stock: in_stock?.unwrap_or_default(),
            sort: sort?.unwrap_or_default(),
            after,
            limit: limit?.unwrap_or(PAGE),
        })
    };
    query().ok_or_else(|| parameters.refused())
}

/// Parses a partly typed query.
pub(super) fn read_typed(sent: &[(String, String)]) -> Result<Option<SearchWords>, Problem> {
    let mut parameters = Parameters::of(sent);
    let words = parameters.one("q", SearchWords::typed);
    words.map(Option::flatten).ok_or_else(|| parameters.refused())
}

/// The parameters of a search.
pub(crate) struct SearchParameters;

fn words() -> Parameter {
    parameter("q", "Words, or a part number.", schema::line(SearchWords::MAX_CHARS))
}

impl IntoParams for SearchParameters {
    fn into_params(_: impl Fn() -> Option<ParameterIn>) -> Vec<Parameter> {
        let sorts = Sort::ALL.iter().map(|sort| sort.name());
        vec![
            words(),
            parameter(
                "category",
                "Comma-separated category keys: parts in any of them, including subcategories.",
                schema::slugs(CategoryId::MAX_CHARS),
            ),
            parameter("brand", "Comma-separated brand keys: parts of any of them.", schema::slugs(BrandId::MAX_CHARS)),
            parameter(
                "condition",
                "Comma-separated conditions: `new`, `remanufactured`, `used`.",
                schema::words(&Condition::ALL.map(Condition::name)),
            ),
            parameter("priceFrom", "The lowest price, in dollars.", schema::dollars(Price::MIN, Price::MAX)),
            parameter("priceTo", "The highest price, in dollars.", schema::dollars(Price::MIN, Price::MAX)),
            parameter(
                "attribute",
                "An attribute name, `=`, and a value with its unit, as in the facets: `Diameter=300 mm`. Repeatable.",
                schema::attribute(),
            ),
            parameter(
                VEHICLE,
                "Year, make, model, and the engine if known, as `2018/honda/civic/2.0l-l4-gas`: only parts that are listed for this vehicle or fit any vehicle.",
                schema::vehicle(),
            ),
            parameter("inStock", "`true`: only parts that can be ordered now.", schema::flag()),
            parameter(
                "sort",
                "The sort order; by default relevance if `q` has words, otherwise newest first.",
                schema::choice(sorts),
            ),
            parameter("after", "The `after` of the previous page.", schema::opaque()),
            parameter("limit", "Maximum number of parts to return.", schema::bounded(1, SearchQuery::MAX_LIMIT.into())),
        ]
    }
}

/// The parameters of suggestions.
pub(crate) struct SuggestionParameters;

impl IntoParams for SuggestionParameters {
    fn into_params(_: impl Fn() -> Option<ParameterIn>) -> Vec<Parameter> {
        vec![words()]
    }
}
