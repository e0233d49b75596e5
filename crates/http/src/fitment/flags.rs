//! `/fit-flags`: applications that are probably wrong, because parts came back that did not fit. Admin only.

use super::{
    suspensions::{FitKey, FitKeyPage},
    views::key_of_model,
};
use crate::{
    dollars::Dollars,
    extract::{self, Caller, PageQuery, Parameters, required_parameter},
    input::schema,
    problem::Problem,
    responses::{AuthenticatedErrors, Deleted, list, rfc3339},
    state::Api,
    vehicles::NameView,
    view::response,
};
use actix_web::{
    HttpRequest, HttpResponse, delete, get,
    web::{Data, Json, Path, Query},
};
use autoparts_application::{
    fitment::flags::{FitFlag, FitFlagDetails},
    ports::page::Page,
};
use autoparts_domain::{returns::Return, validation::ValidationError};
use utoipa::{
    IntoParams,
    openapi::path::{Parameter, ParameterIn},
};

response! {
    /// Evidence that a part does not fit a model, although its applications say so.
    pub(crate) FitFlagView as FitFlag from |flag| FitFlag {
        /// Its key: the model and the part, `honda/civic/01900000-…`.
        #[serde(rename = "_id")]
        id: String = format!("{}/{}", flag.evidence.model, flag.evidence.part),
        /// The part's `_id`.
        part: String = flag.evidence.part.to_string(),
        /// The part's title.
        title: String = flag.part.record.part.details.title.to_string(),
        /// The part number; absent if it has none.
        number: Option<String> = flag.part.listing.number.map(|number| number.to_string()),
        /// The make.
        make: NameView = (&flag.make).into(),
        /// The model; its key is like `honda/civic`.
        model: NameView = (&flag.model).into(),
        /// Order lines that came back because they did not fit.
        misfits: u32 = flag.evidence.evidence.misfits(),
        /// Shipped order lines for which an application held, including those that came back.
        sold: u32 = flag.evidence.evidence.sold(),
        /// Pieces sold in the last 90 days.
        sold_recently: u32 = flag.evidence.evidence.sold_recently(),
        /// The probability that the applications are wrong, in percent.
        percent_wrong: u32 = flag.evidence.evidence.percent_wrong(),
        /// The price of the pieces that are expected to come back in the next 90 days.
        expected_loss: Dollars = Dollars(flag.evidence.expected_loss()),
        /// Whether the part is flagged for many models, so that its number or picture is probably wrong instead.
        part_suspect: bool = flag.is_part_suspect,
    }

    /// A return of a part that did not fit.
    pub(crate) MisfitView as Misfit from |returned| Return {
        /// The number of the return.
        number: String = returned.number.to_string(),
        /// The `_id` of its order.
        order: String = returned.order.order.to_string(),
        /// When it was received, in UTC.
        #[schema(format = DateTime)]
        received_at: String = rfc3339(returned.ended_at.unwrap_or(returned.requested_at)),
        /// The customer's own words; absent if there are none.
        note: Option<String> = returned.note.map(|note| note.to_string()),
    }

    /// The same with the returns.
    pub(crate) FitFlagDetailsView as FitFlagDetails from |details| FitFlagDetails {
        #[serde(flatten)]
        flag: FitFlagView = details.flag.into(),
        /// Whether the part is suspended for the model.
        suspended: bool = details.is_suspended,
        /// The last returns, newest first.
        returns: Vec<MisfitView> = details.returns.into_iter().map(Into::into).collect(),
    }
}

/// Lists what probably does not fit and is not suspended, highest expected loss first. Admin only.
#[utoipa::path(tag = "vehicles", operation_id = "listFitFlags", params(FitKeyPage), security(("bearer" = [])),
    responses((status = 200, body = [FitFlagView]), AuthenticatedErrors))]
#[get("/fit-flags")]
pub(crate) async fn list_fit_flags(
    api: Data<Api>,
    caller: Caller,
    query: Query<PageQuery>,
    request: HttpRequest,
) -> Result<HttpResponse, Problem> {
    let Page { after, limit } = query.page()?;
    let after = after.map(|FitKey(model, part)| (part, model));
    let flags = api.shop.fit_flags(caller.0, after, limit).await?;
    Ok(list(&request, limit, flags, |flag: &FitFlagView| &flag.id))
}

/// Returns the evidence about a part and a model. Admin only.
#[utoipa::path(tag = "vehicles", operation_id = "getFitFlag",
    params(("part" = String, Path, description = "The part's `_id`"), ("make" = String, Path, description = "The key of the make"),
        ("model" = String, Path, description = "The key of the model among those of the make")),
    security(("bearer" = [])), responses((status = 200, body = FitFlagDetailsView), AuthenticatedErrors))]
#[get("/fit-flags/{part}/{make}/{model}")]
pub(crate) async fn get_fit_flag(
    api: Data<Api>,
    caller: Caller,
    path: Path<(String, String, String)>,
) -> Result<Json<FitFlagDetailsView>, Problem> {
    let (part, make, model) = path.into_inner();
    let part = extract::id(&part)?;
    let model = key_of_model(&make, &model)?;
    Ok(Json(api.shop.fit_flag(caller.0, part, model).await?.into()))
}

/// More misfits than any application has.
const MAX_MISFITS: i64 = 1_000_000;

fn misfits(text: &str) -> Result<u32, ValidationError> {
    let misfits: i64 = text.parse().map_err(|_| ValidationError::NotWhole)?;
    let known = u32::try_from(misfits).ok().filter(|_| (1..=MAX_MISFITS).contains(&misfits));
    known.ok_or_else(|| ValidationError::outside(1, MAX_MISFITS))
}

/// The parameter of dismissing a flag.
pub(crate) struct DismissParameters;

impl IntoParams for DismissParameters {
    fn into_params(_: impl Fn() -> Option<ParameterIn>) -> Vec<Parameter> {
        let misfits = schema::bounded(1, MAX_MISFITS);
        vec![required_parameter("misfits", "How many misfits the admin has seen; a later one keeps the flag.", misfits)]
    }
}

/// Dismisses a flag until more parts come back than the admin has seen. Admin only.
#[utoipa::path(tag = "vehicles", operation_id = "dismissFitFlag",
    params(DismissParameters, ("part" = String, Path, description = "The part's `_id`"), ("make" = String, Path, description = "The key of the make"),
        ("model" = String, Path, description = "The key of the model among those of the make")),
    security(("bearer" = [])), responses((status = 200, body = Deleted), AuthenticatedErrors))]
#[delete("/fit-flags/{part}/{make}/{model}")]
pub(crate) async fn dismiss_fit_flag(
    api: Data<Api>,
    caller: Caller,
    path: Path<(String, String, String)>,
    sent: Query<Vec<(String, String)>>,
) -> Result<Json<Deleted>, Problem> {
    let mut parameters = Parameters::of(&sent);
    let Some(seen) = parameters.required("misfits", misfits) else { return Err(parameters.refused()) };
    let (part, make, model) = path.into_inner();
    let part = extract::id(&part)?;
    let model = key_of_model(&make, &model)?;
    Ok(Json(Deleted::new(api.shop.dismiss_fit_flag(caller.0, part, model, seen).await?)))
}
