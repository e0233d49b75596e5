//! All routes, defined once: the server serves exactly what the OpenAPI document describes.

use crate::{
    accounts::{self, guests, personal_data, sessions},
    api_page, audit, billing,
    catalogue::{self, bulk, categories, listing, products, search, stock},
    cores,
    extract::{PageKey, PageLimitParameter},
    feedback,
    fitment::{self, conditions, editing, flags, reports, suspensions},
    imports::{self, exports},
    input::{EmailAddress, IdempotencyKeyHeader},
    member_documents, meta, newsletter, numbers, open_tasks,
    orders::{self, checkout, export, history, links},
    outbox,
    payments::{self, partial_refunds, refunds, unmatched},
    pictures,
    problem::{Code, Problem, ProblemDocument},
    public_answers::{Copies, CostlyRead},
    rates,
    responses::PublicErrors,
    returns, reviews,
    state::Api,
    stock_alerts,
    vehicles::{self, choosing, lookups},
    withdrawals,
};
use actix_web::{
    App, HttpRequest, HttpResponse,
    dev::{Path, ResourceDef},
    get,
    http::{StatusCode, header::HeaderValue},
    web::{self, Bytes, Data},
};
use std::{
    str::FromStr,
    sync::{LazyLock, OnceLock},
};
use utoipa::{
    Modify, OpenApi,
    openapi::{
        RefOr, Response,
        path::Operation,
        security::{HttpAuthScheme, HttpBuilder, SecurityScheme},
    },
};
use utoipa_actix_web::{AppExt, service_config::ServiceConfig};

/// Serves the API and its interactive page at `/docs/`.
pub fn configure(api: Data<Api>) -> impl FnOnce(&mut web::ServiceConfig) {
    move |config| {
        config
            .app_data(api)
            .app_data(web::QueryConfig::default().error_handler(|error, _| query_problem(&error).into()))
            .app_data(web::PathConfig::default().error_handler(|_, _| Problem::not_found().into()));
        routes(&mut ServiceConfig::new(config));
        config.service(web::redirect("/docs", "/docs/")).service(api_page::page());
    }
}

fn query_problem(error: &impl std::fmt::Display) -> Problem {
    Problem::new(Code::InvalidFields, format_args!("The query cannot be read: {error}."))
}

/// Vehicles and fitment.
fn vehicle_routes(config: &mut ServiceConfig) {
    config
        .service(choosing::list_years)
        .service(choosing::list_makes)
        .service(choosing::list_models)
        .service(choosing::list_engines)
        .service(choosing::name_vehicles)
        .service(fitment::get_fits)
        .service(fitment::list_fitments)
        .service(editing::get_fitment_record)
        .service(editing::copy_fitment)
        .service(editing::edit_fitment)
        .service(conditions::list_conditions)
        .service(conditions::classify_condition)
        .service(flags::list_fit_flags)
        .service(flags::get_fit_flag)
        .service(flags::dismiss_fit_flag)
        .service(suspensions::list_suspensions)
        .service(suspensions::suspend_fit)
        .service(suspensions::end_suspension)
        .service(vehicles::list_makes)
        .service(vehicles::list_models)
        .service(vehicles::list_engines)
        .service(lookups::list_lookups)
        .service(lookups::save_lookups)
        .service(lookups::delete_lookup);
}

/// Imports and exports.
fn import_routes(config: &mut ServiceConfig) {
    config
        .service(imports::add_import)
        .service(imports::list_imports)
        .service(imports::get_import)
        .service(imports::change_import)
        .service(imports::read_import_again)
        .service(imports::list_import_changes)
        .service(imports::list_import_findings)
        // Before the spreadsheet exports, whose `{kind}` would match it.
        .service(export::export_orders)
        .service(numbers::export_numbers)
        .service(reports::export_fit_warnings)
        .service(exports::get_export);
}

fn return_routes(config: &mut ServiceConfig) {
    config
        .service(returns::request_return)
        .service(returns::preview_return)
        .service(returns::list_returns_of)
        .service(returns::list_returns)
        .service(returns::count_returns)
        .service(returns::get_return)
        .service(returns::decide_return)
        .service(cores::list_cores)
        .service(cores::sum_cores)
        .service(cores::list_cores_of)
        .service(cores::decide_cores)
        .service(withdrawals::withdraw)
        .service(withdrawals::list_withdrawals);
}

fn routes(config: &mut ServiceConfig) {
    vehicle_routes(config);
    import_routes(config);
    return_routes(config);
    config
        .service(catalogue::list_parts)
        // Before the part, whose `{id}` would match it.
        .service(products::list_products)
        .service(products::count_parts)
        .service(catalogue::get_part)
        .service(catalogue::add_part)
        .service(bulk::change_parts)
        .service(catalogue::edit_part)
        .service(catalogue::restore_part)
        .service(catalogue::delete_part)
        .service(listing::get_listing)
        .service(listing::get_part_record)
        .service(listing::edit_listing)
        .service(stock::list_stock_movements)
        .service(stock::move_stock)
        .service(stock::set_reorder_point)
        .service(stock::list_low_stock)
        .service(pictures::add_picture)
        .service(pictures::get_picture)
        .service(search::search)
        .service(search::suggest)
        .service(stock_alerts::request_stock_alert)
        .service(stock_alerts::confirm_stock_alerts)
        .service(stock_alerts::stop_stock_alerts)
        .service(categories::list_brands)
        .service(categories::add_brand)
        .service(categories::save_brand)
        .service(categories::delete_brand)
        .service(categories::list_categories)
        .service(categories::add_category)
        .service(categories::save_category)
        .service(categories::delete_category)
        .service(checkout::quote_lines)
        .service(checkout::check_out)
        .configure(member_documents::routes)
        .service(rates::get_rates)
        .service(rates::save_rates)
        .service(rates::preview_rates)
        .service(returns::policies::get_return_policies)
        .service(returns::policies::save_return_policies)
        .service(orders::place_order)
        .service(orders::lists::list_orders)
        .service(orders::lists::list_orders_of)
        .service(open_tasks::count_open_tasks)
        .service(orders::lists::count_orders)
        .service(numbers::get_numbers)
        .service(orders::delete_order)
        .service(orders::get_order)
        .service(history::get_order_history)
        .service(billing::list_documents)
        .service(orders::ship_order)
        .service(orders::delete_unpaid_order)
        .service(links::open_order_link)
        .service(links::revoke_order_links)
        .service(payments::create_payment_intent)
        .service(payments::confirm_booking)
        .service(partial_refunds::refund_part)
        .service(partial_refunds::preview_refund)
        .service(refunds::refund_order)
        .service(refunds::list_refunds)
        .service(refunds::close_refund)
        .service(unmatched::list_unmatched)
        .service(unmatched::refund_unmatched)
        .service(payments::receive_stripe_event)
        .service(accounts::register_user)
        .service(accounts::get_user)
        .service(personal_data::get_personal_data)
        .service(personal_data::delete_account)
        .service(accounts::list_users)
        .service(accounts::make_admin)
        .service(accounts::remove_admin)
        .service(accounts::is_admin)
        .service(accounts::update_profile)
        .service(guests::add_guest)
        .service(guests::resume_guest)
        .service(sessions::sign_out)
        .service(sessions::sign_out_everywhere)
        .service(audit::list_audit)
        .service(reviews::list_reviews)
        .service(reviews::add_review)
        .service(reviews::delete_review)
        .service(newsletter::join_newsletter)
        .service(newsletter::confirm_newsletter)
        .service(newsletter::leave_newsletter)
        .service(newsletter::list_subscribers)
        .service(feedback::send_feedback)
        .service(feedback::list_feedback)
        .service(outbox::list_mails)
        .service(meta::get_config)
        .service(meta::health)
        .service(meta::ready)
        .service(openapi_document);
}

#[derive(OpenApi)]
#[openapi(
    info(title = "Autoparts", description = "The API of the car parts shop.", license(name = "MIT", identifier = "MIT")),
    servers((url = "/")),
    modifiers(&Tokens),
    components(schemas(ProblemDocument, EmailAddress, IdempotencyKeyHeader, PageKey, PageLimitParameter)),
    tags(
        (name = "parts", description = "The catalog"),
        (name = "vehicles", description = "Vehicles and fitment"),
        (name = "imports", description = "Imports and exports"),
        (name = "orders", description = "Placing, viewing, deleting and shipping orders"),
        (name = "carts", description = "Members' carts"),
        (name = "rates", description = "Shipping rates and taxes"),
        (name = "payments", description = "Paying for orders"),
        (name = "returns", description = "Sending parts back"),
        (name = "withdrawals", description = "Withdrawing from a contract in the EU"),
        (name = "users", description = "Users and their roles"),
        (name = "reviews", description = "Customer reviews of the shop"),
        (name = "newsletter", description = "The newsletter and its coupon"),
        (name = "feedback", description = "Messages to the shop"),
        (name = "outbox", description = "The shop's outgoing emails"),
        (name = "shop", description = "Configuration, health and API description"),
    )
)]
struct Document;

struct Tokens;

impl Modify for Tokens {
    fn modify(&self, document: &mut utoipa::openapi::OpenApi) {
        let scheme = |description: &str| {
            let bearer = HttpBuilder::new().scheme(HttpAuthScheme::Bearer).bearer_format("JWT");
            SecurityScheme::Http(bearer.description(Some(description)).build())
        };
        let components = document.components.get_or_insert_with(Default::default);
        components.add_security_scheme("bearer", scheme("The access token that `PUT /users/{email}` returns"));
        components.add_security_scheme("idToken", scheme("The ID token of the identity provider"));
    }
}

/// The OpenAPI document of the served routes.
#[must_use]
pub fn openapi() -> utoipa::openapi::OpenApi {
    let (_, mut document) =
        App::new().into_utoipa_app().openapi(Document::openapi()).configure(routes).split_for_parts();
    let items = document.paths.paths.values_mut();
    let operations =
        items.flat_map(|item| [&mut item.get, &mut item.post, &mut item.put, &mut item.patch, &mut item.delete]);
    for (status, response) in operations.flatten().flat_map(|operation| &mut operation.responses.responses) {
        describe(status, response);
    }
    document
}

/// OpenAPI requires a description of each response; without one of its own it is that of the status.
fn describe(status: &str, response: &mut RefOr<Response>) {
    let RefOr::T(response) = response else { return };
    let of_status = || StatusCode::from_str(status).ok()?.canonical_reason();
    if let (true, Some(reason)) = (response.description.is_empty(), of_status()) {
        reason.clone_into(&mut response.description);
    }
}

/// The document as text, ending in a line break.
#[must_use]
pub fn openapi_json() -> &'static str {
    static JSON: OnceLock<String> = OnceLock::new();
    JSON.get_or_init(|| openapi().to_pretty_json().unwrap_or_default() + "\n")
}

/// Returns this document.
#[utoipa::path(tag = "shop", operation_id = "openapi",
    responses((status = 200, description = "OpenAPI 3.1", content_type = "application/json"), PublicErrors))]
#[get("/openapi.json")]
pub(crate) async fn openapi_document(api: Data<Api>, request: HttpRequest) -> Result<HttpResponse, Problem> {
    static DOCUMENT: LazyLock<Copies> = LazyLock::new(|| {
        let text = Bytes::from_static(openapi_json().as_bytes());
        Copies::new(text, HeaderValue::from_static("application/json"), None)
    });
    // Compression waits for a free slot.
    let _permit = api.public.permit(CostlyRead::Pages).await?;
    Ok(DOCUMENT.answer(&request).await)
}

/// Every route: method and path, as in the document.
#[must_use]
pub fn route_list() -> Vec<(&'static str, String)> {
    operations(openapi()).map(|(method, path, _)| (method, path)).collect()
}

/// The operations of a document, with method and path.
pub(crate) fn operations(
    document: utoipa::openapi::OpenApi,
) -> impl Iterator<Item = (&'static str, String, Operation)> {
    document.paths.paths.into_iter().flat_map(|(path, item)| {
        let methods =
            [("GET", item.get), ("POST", item.post), ("PUT", item.put), ("PATCH", item.patch), ("DELETE", item.delete)];
        methods.into_iter().filter_map(move |(method, operation)| Some((method, path.clone(), operation?)))
    })
}

/// The pattern of each route, as `/orders/{id}`; a route with several methods is listed several times.
pub fn patterns() -> impl Iterator<Item = &'static str> {
    definitions().iter().filter_map(|(_, definition)| definition.pattern())
}

fn definitions() -> &'static [(&'static str, ResourceDef)] {
    static ROUTES: OnceLock<Vec<(&'static str, ResourceDef)>> = OnceLock::new();
    ROUTES.get_or_init(|| {
        route_list().into_iter().map(|(method, path)| (method, ResourceDef::new(path.as_str()))).collect()
    })
}

/// The problem for an unmatched address: 405 if another method is allowed there, else 404. A literal path is never
/// matched by another route's parameter, so `/parts/counts` does not accept the methods of `/parts/{id}`.
#[must_use]
pub fn nothing_here(request: &HttpRequest) -> Problem {
    let routes = definitions();
    let matches = |definition: &ResourceDef| definition.capture_match_info(&mut Path::new(request.path()));
    let parameters = |definition: &ResourceDef| definition.pattern().map_or(0, |pattern| pattern.matches('{').count());
    let found: Vec<_> = routes.iter().filter(|(_, definition)| matches(definition)).collect();
    let fewest = found.iter().map(|(_, definition)| parameters(definition)).min();
    let closest = found.iter().filter(|(_, definition)| Some(parameters(definition)) == fewest);
    let methods: Vec<_> = closest.map(|(method, _)| *method).collect();
    if methods.is_empty() || methods.contains(&request.method().as_str()) {
        return Problem::not_found();
    }
    let allowed = methods.join(", ");
    Problem::new(Code::MethodNotAllowed, format_args!("This address accepts only {allowed}.")).allow(&allowed)
}
