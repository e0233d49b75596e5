//! `/withdrawals`: customers in the EU and the EEA withdraw from the contract of an order.

use crate::{
    extract::{Body, Caller, PageQuery},
    form::request,
    limits::Limited,
    problem::Problem,
    responses::{AuthenticatedErrors, PublicWriteErrors, list, rfc3339},
    state::Api,
    view::{response, words},
};
use actix_web::{
    HttpRequest, HttpResponse, get, post,
    web::{Data, Query},
};
use autoparts_application::withdrawals::WithdrawalRecord;
use autoparts_domain::{
    email::Email,
    text::{OrderReference, PersonName, ReturnNote},
    time::Timestamp,
    withdrawals::{Statement, Withdrawal, WithdrawalOutcome},
};

request! {
    /// The statement of a customer that they withdraw from the contract of an order.
    WithdrawalStatement {
        /// The order number.
        order_number: OrderReference,
        /// The email address of the order, for the acknowledgment.
        email: Email,
        /// The customer's name.
        name: Option<PersonName>,
        /// The parts, in the customer's own words; the whole order if omitted.
        parts: Option<ReturnNote>,
    }
}

impl From<WithdrawalStatement> for Statement {
    fn from(WithdrawalStatement { order_number, email, name, parts }: WithdrawalStatement) -> Self {
        Self { order: order_number, email, name, parts }
    }
}

words! {
    /// What the shop found about a withdrawal.
    OutcomeView as WithdrawalOutcome from WithdrawalOutcome {
        /// All pieces of the order became an approved return.
        Approved,
        /// The order had not been shipped: cancel it, and refund it if it is paid.
        NotShipped,
        /// No order has this number, or it was deleted.
        UnknownOrder,
        /// The order has another email address.
        OtherEmail,
        /// The order goes to a country outside the EU and the EEA, or its country is not known.
        NoRight,
        /// The period is over.
        PeriodOver,
        /// All pieces were refunded or are being returned, the order is not paid, or its payment is disputed.
        NothingToReturn,
    }
}

response! {
    /// The receipt of a withdrawal; the same whether or not the order exists.
    WithdrawalReceipt from |received| Timestamp {
        /// When it was received, in UTC.
        #[schema(format = DateTime)]
        received_at: String = rfc3339(received),
    }

    /// A withdrawal from the contract of an order.
    WithdrawalView as Withdrawal from |WithdrawalRecord { withdrawal, order, returned }| WithdrawalRecord {
        /// Its id.
        #[serde(rename = "_id")]
        id: String = withdrawal.id.to_string(),
        /// The order number, as typed.
        order_number: String = withdrawal.statement.order.to_string(),
        /// The email address, as typed; not verified.
        email: String = withdrawal.statement.email.to_string(),
        /// The customer's name; absent if not given.
        name: Option<String> = withdrawal.statement.name.map(|name| name.to_string()),
        /// The parts, in the customer's own words; absent for the whole order.
        parts: Option<String> = withdrawal.statement.parts.map(|parts| parts.to_string()),
        /// When it was received, in UTC.
        #[schema(format = DateTime)]
        received_at: String = rfc3339(withdrawal.received_at),
        /// What the shop found.
        outcome: OutcomeView = withdrawal.outcome.into(),
        /// The `_id` of the order, if its email address matches.
        order: Option<String> = order.map(|order| order.snapshot().id.to_string()),
        /// The number of the return that was created.
        return_number: Option<String> = returned.map(|returned| returned.number.to_string()),
    }

    /// A withdrawal, as part of the personal data of a member.
    pub(crate) OwnWithdrawalView as OwnWithdrawal from |withdrawal| Withdrawal {
        /// The order number, as typed.
        order_number: String = withdrawal.statement.order.to_string(),
        /// The email address, as typed.
        email: String = withdrawal.statement.email.to_string(),
        /// The name; absent if not given.
        name: Option<String> = withdrawal.statement.name.map(|name| name.to_string()),
        /// The parts, in the member's own words; absent for the whole order.
        parts: Option<String> = withdrawal.statement.parts.map(|parts| parts.to_string()),
        /// When it was received, in UTC.
        #[schema(format = DateTime)]
        received_at: String = rfc3339(withdrawal.received_at),
    }
}

/// Withdraws from the contract of an order, for customers in the EU and the EEA. Public. Every statement is recorded and
/// acknowledged by email, and the response does not reveal whether the order exists. Sending the same one again changes
/// nothing.
#[utoipa::path(tag = "withdrawals", operation_id = "withdraw", request_body = WithdrawalStatement,
    responses((status = 201, body = WithdrawalReceipt), PublicWriteErrors))]
#[post("/withdrawals")]
pub(crate) async fn withdraw(
    api: Data<Api>,
    request: HttpRequest,
    body: Body<WithdrawalStatement>,
) -> Result<HttpResponse, Problem> {
    api.limits.check(Limited::PublicForms, &api.limits.client(&request))?;
    let received = api.shop.withdraw(body.read()?.into()).await?;
    Ok(HttpResponse::Created().json(WithdrawalReceipt::from(received)))
}

/// Lists all withdrawals, newest first. Admin only.
#[utoipa::path(tag = "withdrawals", operation_id = "listWithdrawals", params(PageQuery), security(("bearer" = [])),
    responses((status = 200, body = [WithdrawalView]), AuthenticatedErrors))]
#[get("/withdrawals")]
pub(crate) async fn list_withdrawals(
    api: Data<Api>,
    caller: Caller,
    query: Query<PageQuery>,
    request: HttpRequest,
) -> Result<HttpResponse, Problem> {
    let page = query.page()?;
    let withdrawals = api.shop.withdrawals(caller.0, page).await?;
    let withdrawals = withdrawals.into_iter().map(WithdrawalView::from).collect();
    Ok(list(&request, page.limit, withdrawals, |one: &WithdrawalView| &one.id))
}
