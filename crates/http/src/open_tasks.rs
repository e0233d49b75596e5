//! `/open-tasks`: the work that waits for an admin, counted.

use crate::{extract::Caller, problem::Problem, responses::AuthenticatedErrors, state::Api, view::response};
use actix_web::{
    get,
    web::{Data, Json},
};
use autoparts_application::open_tasks::OpenTasks;

response! {
    /// The work that waits for an admin. Each number is counted up to 1,000: that value means 1,000 or more.
    OpenTasksView as OpenTasks from |tasks| OpenTasks {
        /// Paid orders to ship.
        orders_to_ship: u32 = tasks.orders_to_ship,
        /// Orders with an undecided dispute.
        orders_in_dispute: u32 = tasks.orders_in_dispute,
        /// Returns to approve or decline.
        returns_to_decide: u32 = tasks.returns_to_decide,
        /// Approved returns, to be received and refunded when their parcels arrive.
        returns_to_receive: u32 = tasks.returns_to_receive,
        /// Order lines with old parts that have arrived and wait for a decision.
        cores_to_inspect: u32 = tasks.cores_to_inspect,
        /// Applications that returns say are wrong.
        fit_flags: u32 = tasks.fit_flags,
        /// Refunds that the payment provider could not make, and that are tried again.
        refunds_failing: u32 = tasks.refunds_failing,
        /// Payments without an order.
        payments_unmatched: u32 = tasks.payments_unmatched,
        /// Emails that the mail server should have accepted by now.
        mails_late: u32 = tasks.mails_late,
        /// Parts whose stock is low.
        parts_low: u32 = tasks.parts_low,
    }
}

/// Counts the work that waits for an admin, at one moment. Admin only.
#[utoipa::path(tag = "shop", operation_id = "countOpenTasks", security(("bearer" = [])),
    responses((status = 200, body = OpenTasksView), AuthenticatedErrors))]
#[get("/open-tasks")]
pub(crate) async fn count_open_tasks(api: Data<Api>, caller: Caller) -> Result<Json<OpenTasksView>, Problem> {
    Ok(Json(api.shop.open_tasks(caller.0).await?.into()))
}
