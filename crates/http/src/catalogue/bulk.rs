//! `PATCH /parts`: changing many parts at once, after a preview.

use crate::{
    catalogue::products::{self, ProductParameters},
    extract::{Body, Caller},
    form::request,
    input::{List, Nested, choices, schema, shaped_texts, whole_numbers},
    problem::{Code, FieldProblem, Problem},
    responses::WriteErrors,
    state::Api,
    view::response,
};
use actix_web::{
    patch,
    rt::spawn,
    web::{Data, Json, Query},
};
use autoparts_application::catalogue::bulk::{
    Agreed, ChangeParts, ChangeRefused, ChangeReport, MAX_NAMED, MAX_PARTS, PREVIEWED, PartValue, Preview,
    PreviewedChange, RefusedChange, Selection,
};
use autoparts_domain::{
    catalogue::{
        change::{BasisPoints, BulkChange, Rounding},
        listing::Condition,
    },
    id::PartId,
    money::Price,
    quantity::MinimumOrder,
    slug::{BrandId, CategoryId},
    validation::ValidationError,
};
use serde::Serialize;
use std::{collections::BTreeMap, str::FromStr};
use tracing::{Instrument, Span};
use utoipa::ToSchema;

/// Which property of the parts to change.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ChangeKind {
    PriceBy,
    PriceTo,
    Brand,
    Category,
    MinimumOrder,
    Condition,
    Hide,
    Show,
}

impl ChangeKind {
    pub(crate) const ALL: [Self; 8] = [
        Self::PriceBy,
        Self::PriceTo,
        Self::Brand,
        Self::Category,
        Self::MinimumOrder,
        Self::Condition,
        Self::Hide,
        Self::Show,
    ];

    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::PriceBy => "price_by",
            Self::PriceTo => "price_to",
            Self::Brand => "brand",
            Self::Category => "category",
            Self::MinimumOrder => "minimum_order",
            Self::Condition => "condition",
            Self::Hide => "hide",
            Self::Show => "show",
        }
    }
}

/// The number of parts that a preview said would change.
#[derive(Debug, Clone, Copy)]
pub(crate) struct ChangeCount(i64);

impl ChangeCount {
    pub(crate) const MIN: i64 = 0;
    pub(crate) const MAX: i64 = 10_000;

    pub(crate) fn new(count: i64) -> Result<Self, ValidationError> {
        let fits = (Self::MIN..=Self::MAX).contains(&count);
        fits.then_some(Self(count)).ok_or(ValidationError::outside(Self::MIN, Self::MAX))
    }
}

choices! {
    ChangeKind, "price_by, price_to, brand, category, minimum_order, condition, hide or show": ChangeKind::ALL;
}

whole_numbers! {
    ChangeCount, "ChangeCount";
}

shaped_texts! {
    ChangeDigest, "ChangeDigest": schema::matching(1, Self::MAX_CHARS, "^[ -~]*[!-~][ -~]*$");
}

const _: () = assert!(MAX_PARTS == 10_000, "ChangeCount::MAX must equal MAX_PARTS");

/// The digest of a preview.
#[derive(Debug, Clone)]
pub(crate) struct ChangeDigest(String);

impl ChangeDigest {
    pub(crate) const MAX_CHARS: usize = 100;
}

impl FromStr for ChangeDigest {
    type Err = ValidationError;

    fn from_str(sent: &str) -> Result<Self, ValidationError> {
        if sent.chars().count() > Self::MAX_CHARS {
            return Err(ValidationError::TooLong { max: Self::MAX_CHARS });
        }
        if !sent.bytes().all(|byte| (b' '..=b'~').contains(&byte)) {
            return Err(ValidationError::ControlCharacters);
        }
        if sent.trim().is_empty() { Err(ValidationError::Missing) } else { Ok(Self(sent.to_owned())) }
    }
}

request! {
    /// The change. `kind` determines which of the other fields is required; the others are ignored.
    PartChangeFields {
        /// What to change.
        kind: ChangeKind,
        /// For `price_by`: the price change in basis points (hundredths of a percent); negative values lower the price.
        basis_points: Option<BasisPoints>,
        /// For `price_by`: how to round the result; to the cent if absent. Halves round up.
        rounding: Option<Rounding>,
        /// For `price_to`: the price of one piece, in dollars.
        price: Option<Price>,
        /// For `brand`: its key; if absent, the parts' brand is removed.
        brand: Option<BrandId>,
        /// For `category`: its key; if absent, the parts' category is removed.
        category: Option<CategoryId>,
        /// For `minimum_order`: the minimum order, in pieces.
        min_order_quantity: Option<MinimumOrder>,
        /// For `condition`: the condition.
        condition: Option<Condition>,
    }
}

request! {
    /// A change of many parts, to preview or to make.
    PartChanges {
        /// The `_id`s of the parts.
        ids: List<PartId, { MAX_NAMED }>,
        /// Instead of `ids`: all parts that match the query parameters.
        all: Option<bool>,
        /// The change to make.
        change: Option<Nested<PartChangeFields>>,
        /// Whether to preview only.
        dry_run: Option<bool>,
        /// Only parts with a greater `_id`: continues with the `rest` of an interrupted run.
        after: Option<PartId>,
        /// To make the change: the `changes` of the preview, or the `count` of the rest.
        count: Option<ChangeCount>,
        /// To make the change: the `digest` of the preview, or of the rest.
        digest: Option<ChangeDigest>,
    }
}

/// Requires a field that is optional in the schema, because only some requests need it.
fn required<T>(value: Option<T>, field: &str) -> Result<T, Problem> {
    value.ok_or_else(|| Problem::refused_field(FieldProblem::new(field, ValidationError::Missing)))
}

impl PartChangeFields {
    fn read(self) -> Result<BulkChange, Problem> {
        Ok(match self.kind {
            ChangeKind::PriceBy => BulkChange::PriceBy {
                step: required(self.basis_points, "change.basisPoints")?,
                rounding: self.rounding.unwrap_or_default(),
            },
            ChangeKind::PriceTo => BulkChange::PriceTo(required(self.price, "change.price")?),
            ChangeKind::Brand => BulkChange::Brand(self.brand),
            ChangeKind::Category => BulkChange::Category(self.category),
            ChangeKind::MinimumOrder => {
                BulkChange::MinimumOrder(required(self.min_order_quantity, "change.minOrderQuantity")?)
            }
            ChangeKind::Condition => BulkChange::Condition(required(self.condition, "change.condition")?),
            ChangeKind::Hide => BulkChange::Hide,
            ChangeKind::Show => BulkChange::Show,
        })
    }
}

/// Why parts are not changed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum RefusedReason {
    /// They do not exist.
    NotFound,
    /// The new price would be out of range.
    PriceOutOfRange,
    /// The minimum order would not be a multiple of the pack.
    NotAPack,
    /// Another part of the brand has this number.
    NumberTaken,
    /// They have changed since the preview.
    ChangedMeanwhile,
}

impl From<ChangeRefused> for RefusedReason {
    fn from(why: ChangeRefused) -> Self {
        match why {
            ChangeRefused::NoSuchPart => Self::NotFound,
            ChangeRefused::PriceOutOfRange => Self::PriceOutOfRange,
            ChangeRefused::NotWholePacks => Self::NotAPack,
            ChangeRefused::NumberTaken => Self::NumberTaken,
            ChangeRefused::ChangedMeanwhile => Self::ChangedMeanwhile,
        }
    }
}

response! {
    /// A part that is not changed.
    pub(crate) RefusedPart {
        /// Its id.
        #[serde(rename = "_id")]
        id: String,
        /// Its title; absent if it does not exist.
        title: Option<String>,
    }

    /// Parts that are not changed for the same reason.
    pub(crate) RefusedParts {
        /// The reason.
        reason: RefusedReason,
        /// The number of parts.
        count: u64,
        /// The first twenty.
        parts: Vec<RefusedPart>,
    }
}

fn refused(all: Vec<RefusedChange>) -> Vec<RefusedParts> {
    let mut by_reason: BTreeMap<RefusedReason, RefusedParts> = BTreeMap::new();
    for RefusedChange { part, title, why } in all {
        let reason = why.into();
        let group = by_reason.entry(reason).or_insert_with(|| RefusedParts { reason, count: 0, parts: Vec::new() });
        group.count += 1;
        if group.parts.len() < PREVIEWED {
            group.parts.push(RefusedPart { id: part.to_string(), title: title.map(|title| title.to_string()) });
        }
    }
    by_reason.into_values().collect()
}

response! {
    /// A part before and after a change.
    pub(crate) PreviewedPart from |change| PreviewedChange {
        /// Its id.
        #[serde(rename = "_id")]
        id: String = change.part.to_string(),
        /// Its title.
        title: String = change.title.to_string(),
        /// The brand's part number.
        number: Option<String> = change.number.map(|number| number.to_string()),
        /// The current value: dollars, pieces, the key of a brand or category, a condition, `shown` or `hidden`. Absent if
        /// there is none.
        before: Option<String> = shown(change.before),
        /// The value after the change.
        after: Option<String> = shown(change.after),
    }
}

fn shown(value: PartValue) -> Option<String> {
    match value {
        PartValue::Price(price) => Some(price.amount().to_string()),
        PartValue::MinimumOrder(minimum) => Some(minimum.quantity().pieces().to_string()),
        PartValue::Brand(brand) => brand.map(|brand| brand.to_string()),
        PartValue::Category(category) => category.map(|category| category.to_string()),
        PartValue::Condition(condition) => Some(condition.name().to_owned()),
        PartValue::Hidden(hidden) => Some(if hidden { "hidden" } else { "shown" }.to_owned()),
    }
}

response! {
    /// The rest of an interrupted run. Send the same request with these values to continue.
    pub(crate) RestOfChange {
        /// The `_id` of the last part processed.
        after: String,
        /// The number of parts left to change.
        count: u64,
        /// The digest of the remaining parts.
        digest: String,
    }

    /// The preview, or the result, of a change of many parts.
    pub(crate) PartChangesReport {
        /// Whether this is a preview.
        dry_run: bool,
        /// The number of parts that would change, or were changed.
        changes: u64,
        /// The number of parts that already have the value.
        unchanged: u64,
        /// The parts that are not changed, by reason.
        refused: Vec<RefusedParts>,
        /// The first twenty changes; only in a preview.
        rows: Vec<PreviewedPart>,
        /// The number of parts selected; only in a preview.
        chosen: Option<u64>,
        /// How many of the parts that would change were already changed within the last hour; only in a preview.
        changed_lately: Option<u64>,
        /// The digest to send with the change; only in a preview.
        digest: Option<String>,
        /// The rest, if the run was interrupted.
        rest: Option<RestOfChange>,
    }
}

impl From<Preview> for PartChangesReport {
    fn from(preview: Preview) -> Self {
        Self {
            dry_run: true,
            changes: preview.agreed.changes,
            unchanged: preview.unchanged,
            refused: refused(preview.refused),
            rows: preview.rows.into_iter().map(PreviewedPart::from).collect(),
            chosen: Some(preview.chosen),
            changed_lately: Some(preview.changed_lately),
            digest: Some(preview.agreed.digest),
            rest: None,
        }
    }
}

impl From<ChangeReport> for PartChangesReport {
    fn from(report: ChangeReport) -> Self {
        Self {
            dry_run: false,
            changes: report.changed,
            unchanged: report.unchanged,
            refused: refused(report.refused),
            rows: Vec::new(),
            chosen: None,
            changed_lately: None,
            digest: None,
            rest: report.rest.map(|(after, agreed)| RestOfChange {
                after: after.to_string(),
                count: agreed.changes,
                digest: agreed.digest,
            }),
        }
    }
}

/// Changes many parts at once, or previews the change. Admin only. Takes up to 500 parts by id, or 10,000 by query. To
/// apply a change, send the `count` and the `digest` of its preview; it is refused if any of the parts has changed
/// since. Idempotent.
#[utoipa::path(tag = "parts", operation_id = "changeParts", params(ProductParameters), request_body = PartChanges,
    security(("bearer" = [])), responses((status = 200, body = PartChangesReport), WriteErrors))]
#[patch("/parts")]
pub(crate) async fn change_parts(
    api: Data<Api>,
    caller: Caller,
    query: Query<Vec<(String, String)>>,
    body: Body<PartChanges>,
) -> Result<Json<PartChangesReport>, Problem> {
    let query = products::read(&query)?;
    let PartChanges { ids: List(ids), all, change, dry_run, after, count, digest } = body.read()?;
    let selection = match (ids.is_empty(), all.unwrap_or_default()) {
        (true, true) => Selection::All(Box::new(query)),
        (_, false) => Selection::Named(ids),
        (false, true) => return required(None, "ids"),
    };
    let change = required(change, "change")?.0.read()?;
    let request = ChangeParts { selection, change, after };
    if dry_run.unwrap_or_default() {
        return Ok(Json(api.shop.preview_change(caller.0, request).await?.into()));
    }
    let count = required(count, "count")?.0;
    let digest = required(digest, "digest")?.0;
    let agreed = Agreed { changes: u64::try_from(count).unwrap_or_default(), digest };
    let api = api.into_inner();
    let span = Span::current();
    let run = async move { api.shop.change_parts(caller.0, request, agreed).await };
    // A separate task, so that the run continues if the client disconnects. A shutdown then does not wait for it; parts
    // already changed stay changed.
    let done = spawn(run.instrument(span)).await.map_err(|error| Problem::ours(Code::Internal, error))?;
    Ok(Json(done?.into()))
}
