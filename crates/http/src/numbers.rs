//! `/numbers`: orders, revenue, refunds and new customers by day, week or month.

use crate::{
    dollars::Dollars,
    extract::{Caller, Parameters, day, parameter, required_parameter},
    input::{Input, choices, schema},
    limits::Limited,
    pictures::FileBytes,
    problem::{FieldCode, FieldProblem, Problem, ProblemDocument},
    responses::{AuthenticatedErrors, spreadsheet},
    state::Api,
    view::response,
};
use actix_web::{
    HttpResponse, get,
    web::{Data, Json, Query},
};
use autoparts_application::{exports::Export, numbers::NumbersReport, ports::spreadsheets::StepNumbers};
use autoparts_domain::numbers::{Numbers, Period, PeriodError, Step};
use utoipa::{
    IntoParams,
    openapi::path::{Parameter, ParameterIn},
};

choices! {
    Step, "day, week or month": Step::ALL;
}

response! {
    /// The statistics of some days.
    pub(crate) NumbersOfView as NumbersOf {
        /// The first day, in the shop's time zone.
        #[schema(format = Date)]
        from: String,
        /// The last day, in the shop's time zone.
        #[schema(format = Date)]
        to: String,
        /// Orders placed, including those deleted later.
        orders: i64,
        /// Customers, including guests, who placed their first order.
        new_customers: i64,
        /// Customer payments received, before refunds, in dollars.
        revenue: Dollars,
        /// Refunds decided by the shop or made at the payment provider, in dollars. Excludes money taken by banks because
        /// of disputes.
        refunds: Dollars,
    }
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

response! {
    /// The statistics of a period.
    pub(crate) NumbersView as Numbers from |NumbersReport { steps, sum, before }| NumbersReport {
        /// By day, week or month, without gaps. The first and the last may be a partial week or month.
        steps: Vec<NumbersOfView> = steps.into_iter().map(NumbersOfView::from).collect(),
        /// The whole period.
        sum: NumbersOfView = sum.into(),
        /// The same number of days directly before it.
        before: NumbersOfView = before.into(),
    }
}

/// Parses the period and its steps from the query.
fn read(sent: &[(String, String)]) -> Result<(Period, Step), Problem> {
    let mut parameters = Parameters::of(sent);
    let first = parameters.required("from", day);
    let last = parameters.required("to", day);
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

/// The parameters of the statistics.
pub(crate) struct NumbersParameters;

impl IntoParams for NumbersParameters {
    fn into_params(_: impl Fn() -> Option<ParameterIn>) -> Vec<Parameter> {
        vec![
            required_parameter("from", "The first day, in the shop's time zone.", schema::date()),
            required_parameter(
                "to",
                "The last day, in the shop's time zone: at most ten years after `from`, or 399 days when by day.",
                schema::date(),
            ),
            parameter(
                "by",
                "Group by day (default), week (Monday to Sunday) or month.",
                schema::choice(Step::ALL.map(Step::name)),
            ),
        ]
    }
}

/// Returns orders, revenue, refunds and new customers by day, week or month, with totals and the totals of the
/// preceding period. Admin only.
#[utoipa::path(tag = "orders", operation_id = "getNumbers", params(NumbersParameters), security(("bearer" = [])),
    responses((status = 200, body = NumbersView),
        (status = 409, description = "The period ends before it begins, or is too long", body = ProblemDocument, content_type = "application/problem+json"), AuthenticatedErrors))]
#[get("/numbers")]
pub(crate) async fn get_numbers(
    api: Data<Api>,
    caller: Caller,
    sent: Query<Vec<(String, String)>>,
) -> Result<Json<NumbersView>, Problem> {
    let (period, step) = read(&sent)?;
    Ok(Json(api.shop.numbers(caller.0, period, step).await?.into()))
}

/// Returns the same statistics as CSV, one row per day, week or month. Admin only. Rate-limited per user, like saving
/// profiles.
#[utoipa::path(tag = "orders", operation_id = "exportNumbers", params(NumbersParameters), security(("bearer" = [])),
    responses((status = 200, description = "The file", body = FileBytes, content_type = "text/csv"),
        (status = 409, description = "The period ends before it begins, or is too long", body = ProblemDocument, content_type = "application/problem+json"), AuthenticatedErrors))]
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
