//! `/users/{email}/data` and `DELETE /users/{email}`: exporting a member's personal data and deleting the account.

use crate::{
    accounts::UserView,
    cores::OwnCoresView,
    extract::{self, Caller, CurrentSession},
    feedback::FeedbackView,
    input::EmailAddress,
    limits::Limited,
    member_documents::{addresses::AddressBookView, carts::CartView, garages::GarageView},
    newsletter::SubscriberView,
    orders::views::OrderView,
    problem::{Problem, ProblemDocument},
    responses::{Acknowledged, AuthenticatedErrors, rfc3339},
    returns::OwnReturnView,
    reviews::ReviewView,
    state::Api,
    view::response,
    withdrawals::OwnWithdrawalView,
};
use actix_web::{
    HttpResponse, delete, get,
    http::header::{ContentDisposition, DispositionParam, DispositionType},
    web::{Data, Json, Path},
};
use autoparts_application::accounts::personal_data::PersonalData;
use autoparts_domain::{member_documents::MemberDocuments, stock_alerts::StockAlert};

response! {
    /// A stock alert: a request for an email when a sold-out part is back.
    StockAlertView as StockAlert from |alert| StockAlert {
        /// The part's `_id`.
        part: String = alert.part.to_string(),
        /// When it was requested, in UTC.
        #[schema(format = DateTime)]
        asked_at: String = rfc3339(alert.asked_at),
    }

    /// All personal data that the shop stores about a member.
    pub(crate) PersonalDataView as PersonalData from |PersonalData {
        user, documents: MemberDocuments { cart, garage, addresses }, orders, returns, cores, withdrawals,
        reviews, feedback, subscription, stock_alerts,
    }| PersonalData {
        /// The account.
        user: UserView = user.clone().into(),
        /// When the shop first recorded the member, in UTC.
        #[schema(format = DateTime)]
        joined_at: String = rfc3339(user.joined_at),
        /// The saved delivery addresses.
        addresses: AddressBookView = addresses.into(),
        /// The cart.
        cart: CartView = cart.into(),
        /// The saved vehicles.
        garage: GarageView = garage.into(),
        /// Orders that are not deleted, newest first.
        orders: Vec<OrderView> = orders.into_iter().map(OrderView::from).collect(),
        /// Returns of parts, newest first.
        returns: Vec<OwnReturnView> = returns.into_iter().map(OwnReturnView::from).collect(),
        /// Old parts that the shop received or refused, newest order first.
        cores: Vec<OwnCoresView> = cores.into_iter().map(OwnCoresView::from).collect(),
        /// Withdrawals from contracts, newest first; those that match no order only if the address is confirmed.
        withdrawals: Vec<OwnWithdrawalView> = withdrawals.into_iter().map(OwnWithdrawalView::from).collect(),
        /// Reviews by the member, newest first.
        reviews: Vec<ReviewView> = reviews.into_iter().map(ReviewView::from).collect(),
        /// Feedback messages by the member, newest first; empty if the address is not confirmed.
        feedback: Vec<FeedbackView> = feedback.into_iter().map(FeedbackView::from).collect(),
        /// The newsletter subscription; absent if never requested, or if the address is not confirmed.
        newsletter: Option<SubscriberView> = subscription.map(SubscriberView::from),
        /// Stock alerts; empty if the address is not confirmed.
        stock_alerts: Vec<StockAlertView> = stock_alerts.into_iter().map(StockAlertView::from).collect(),
    }
}

/// Serializes a member's personal data as indented JSON, as `GET /users/{email}/data` returns it.
pub fn personal_data_json(data: PersonalData) -> Result<String, serde_json::Error> {
    serde_json::to_string_pretty(&PersonalDataView::from(data))
}

/// Returns all personal data that the shop stores about the caller, as a file download.
#[utoipa::path(tag = "users", operation_id = "getPersonalData", security(("bearer" = [])),
    params(("email" = EmailAddress, Path, description = "The caller's address")),
    responses((status = 200, body = PersonalDataView), AuthenticatedErrors))]
#[get("/users/{email}/data")]
pub(crate) async fn get_personal_data(
    api: Data<Api>,
    caller: Caller,
    email: Path<String>,
) -> Result<HttpResponse, Problem> {
    api.limits.check(Limited::Profiles, &caller.0.to_string())?;
    let data = api.shop.personal_data(caller.0, extract::email(&email)?).await?;
    let name = DispositionParam::Filename("autoparts-data.json".to_owned());
    let file = ContentDisposition { disposition: DispositionType::Attachment, parameters: vec![name] };
    Ok(HttpResponse::Ok().insert_header(file).json(PersonalDataView::from(data)))
}

/// Deletes the caller's account and personal data. Orders that were not deleted are retained, as the books need them.
/// Requires a sign-in within the last five minutes. The account at the identity provider must be deleted separately.
#[utoipa::path(tag = "users", operation_id = "deleteAccount", security(("bearer" = [])),
    params(("email" = EmailAddress, Path, description = "The caller's address")),
    responses((status = 200, body = Acknowledged), AuthenticatedErrors,
        (status = 409, description = "There are unpaid orders, or this is the last admin", body = ProblemDocument,
            content_type = "application/problem+json")))]
#[delete("/users/{email}")]
pub(crate) async fn delete_account(
    api: Data<Api>,
    session: CurrentSession,
    email: Path<String>,
) -> Result<Json<Acknowledged>, Problem> {
    session.authority.person()?;
    api.limits.check(Limited::Profiles, &session.grant.user.to_string())?;
    api.shop.delete_account(session.grant, extract::email(&email)?).await?;
    Ok(Json(Acknowledged::new()))
}
