//! `/numbers`: what was ordered, what came in and went back, and who came, by day, week or month.

use crate::{
    dollars::Dollars,
    extract::{Caller, Parameters, day, parameter, required_parameter},
    input::{Input, choices, schema},
    limits::Limited,
    pictures::FileBytes,
    problem::{FieldCode, FieldProblem, Problem, ProblemDocument},
    responses::{AuthenticatedErrors, spreadsheet},
    state::Api,
};
use actix_web::{
    HttpResponse, get,
    web::{Data, Json, Query},
};
use autoparts_application::{
    exports::Export,
    numbers::{NumbersReport, StepNumbers},
};
use autoparts_domain::numbers::{Numbers, Period, PeriodError, Step};
use serde::Serialize;
use utoipa::{
    IntoParams, ToSchema,
    openapi::path::{Parameter, ParameterIn},
};

choices! {
    Step, "day, week or month": Step::ALL;
}

/// What happened in some days.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = NumbersOf)]
#[serde(rename_all = "camelCase")]
pub(crate) struct NumbersOfView {
    /// The first day, in the shop's time zone.
    #[schema(format = Date)]
    from: String,
    /// The last day, in the shop's time zone.
    #[schema(format = Date)]
    to: String,
    /// Orders that were placed, whatever became of them.
    orders: i64,
    /// Customers, guests among them, who placed their first order.
    new_customers: i64,
    /// Money of customers that came in, less nothing, in dollars.
    #[schema(value_type = f64)]
    revenue: Dollars,
    /// Money that was promised back to customers, by the shop or at the payment provider, in dollars. What banks took because
    /// of disputes is not among it.
    #[schema(value_type = f64)]
    refunds: Dollars,
}

impl From<StepNumbers> for NumbersOfView {
    fn from(StepNumbers { period, numbers }: StepNumbers) -> Self {
        let Numbers { orders, new_customers, revenue, refunded } = numbers;
        Self {
            from: period.first.iso(),
            to: period.last.iso(),
            orders,
            new_customers,
            revenue: Dollars(revenue),
            refunds: Dollars(refunded),
        }
    }
}

/// The numbers of a period.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Numbers)]
pub(crate) struct NumbersView {
    /// By day, week or month, none left out. The first and the last may be a part of a week or a month.
    steps: Vec<NumbersOfView>,
    /// All of the period.
    sum: NumbersOfView,
    /// As many days directly before it.
    before: NumbersOfView,
}

impl From<NumbersReport> for NumbersView {
    fn from(NumbersReport { steps, sum, before }: NumbersReport) -> Self {
        Self { steps: steps.into_iter().map(NumbersOfView::from).collect(), sum: sum.into(), before: before.into() }
    }
}

/// Which period, and its steps, as it stands in the address.
fn read(sent: &[(String, String)]) -> Result<(Period, Step), Problem> {
    let mut parameters = Parameters::of(sent);
    let (first, last) = (parameters.required("from", day), parameters.required("to", day));
    let step = parameters.one("by", |word| Step::read(&word.into()));
    let read = || Some((first?, last?, step?.unwrap_or(Step::Day)));
    let Some((first, last, step)) = read() else { return Err(parameters.refused()) };
    let refused = |why: PeriodError| {
        let (name, code) = match why {
            PeriodError::Backwards => ("to", FieldCode::EndsBeforeItBegins),
            PeriodError::TooLong => ("to", FieldCode::TooMany),
            PeriodError::TooManySteps => ("by", FieldCode::TooMany),
        };
        let message = format!("{name} {why}");
        Problem::refused_field(FieldProblem { field: name.to_owned(), code, message })
    };
    Ok((Period::new(first, last, step).map_err(refused)?, step))
}

/// Of which days.
pub(crate) struct NumbersParameters;

impl IntoParams for NumbersParameters {
    fn into_params(_: impl Fn() -> Option<ParameterIn>) -> Vec<Parameter> {
        vec![
            required_parameter("from", "The first day, in the shop's time zone.", schema::date()),
            required_parameter(
                "to",
                "The last day, in the shop's time zone: at most ten years later, and 399 days by day.",
                schema::date(),
            ),
            parameter(
                "by",
                "By day, by week (from Monday to Sunday) or by month; by day unless it is said.",
                schema::choice(Step::ALL.map(Step::name)),
            ),
        ]
    }
}

/// Orders, revenue, refunds and new customers by day, week or month, with their sums, and those of as many days before; for admins.
#[utoipa::path(tag = "orders", operation_id = "getNumbers", params(NumbersParameters), security(("bearer" = [])),
    responses((status = 200, body = NumbersView),
        (status = 409, description = "The days end before they begin, or are too many", body = ProblemDocument, content_type = "application/problem+json"), AuthenticatedErrors))]
#[get("/numbers")]
pub(crate) async fn get_numbers(
    api: Data<Api>,
    caller: Caller,
    sent: Query<Vec<(String, String)>>,
) -> Result<Json<NumbersView>, Problem> {
    let (period, step) = read(&sent)?;
    Ok(Json(api.shop.numbers(caller.0, period, step).await?.into()))
}

/// The same as CSV, a row for each day, week or month; for admins. As with profiles, a user may ask only so often.
#[utoipa::path(tag = "orders", operation_id = "exportNumbers", params(NumbersParameters), security(("bearer" = [])),
    responses((status = 200, description = "The file", body = FileBytes, content_type = "text/csv"),
        (status = 409, description = "The days end before they begin, or are too many", body = ProblemDocument, content_type = "application/problem+json"), AuthenticatedErrors))]
#[get("/exports/numbers")]
pub(crate) async fn export_numbers(
    api: Data<Api>,
    caller: Caller,
    sent: Query<Vec<(String, String)>>,
) -> Result<HttpResponse, Problem> {
    api.limits.check(Limited::Profiles, &caller.0.to_string())?;
    let (period, step) = read(&sent)?;
    api.shop.begin_export(caller.0, &Export::Numbers(period, step)).await?;
    let report = api.shop.numbers(caller.0, period, step).await?;
    Ok(spreadsheet("numbers", &api.shop).body(api.shop.spreadsheets.numbers(&report.steps)))
}
