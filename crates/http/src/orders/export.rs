//! `/exports/orders`: orders that match a search, as CSV, written while they are read.

use super::lists::{self, OrderParameters};
use crate::{
    answer::LongAnswer,
    extract::Caller,
    limits::Limited,
    pictures::FileBytes,
    problem::Problem,
    responses::{AuthenticatedErrors, spreadsheet},
    state::Api,
};
use actix_web::{
    HttpResponse, get,
    web::{Bytes, Data, Query},
};
use autoparts_application::{exports, orders::lists::OrderSearch, ports::page::Page, shop::Shop};
use autoparts_domain::{
    id::{OrderId, UserId},
    orders::Order,
};
use futures_util::stream;
use std::io;
use utoipa::{
    IntoParams,
    openapi::path::{Parameter, ParameterIn},
};

/// Number of orders read at once, which bounds the memory used.
const BATCH: u32 = 200;

/// The filters of a list of orders, without its pages.
pub(crate) struct ExportParameters;

impl IntoParams for ExportParameters {
    fn into_params(place: impl Fn() -> Option<ParameterIn>) -> Vec<Parameter> {
        let all = OrderParameters::into_params(place).into_iter();
        all.filter(|parameter| !matches!(parameter.name.as_str(), "limit" | "after")).collect()
    }
}

/// The next part of the file.
enum Next {
    /// Orders that have been read.
    Read(Vec<Order>),
    /// Orders after this one, not yet read.
    After(OrderId),
    End,
}

/// An export: the admin, the search and the shop.
struct Export {
    shop: Shop,
    caller: UserId,
    search: OrderSearch,
}

impl Export {
    async fn page(&self, after: Option<OrderId>) -> Result<Vec<Order>, Problem> {
        let page = Page { after, limit: BATCH };
        Ok(self.shop.orders(self.caller, self.search.clone(), page).await?)
    }

    /// The CSV of some orders, and the next part.
    fn written(&self, orders: &[Order]) -> (Bytes, Next) {
        let is_full = u32::try_from(orders.len()).is_ok_and(|count| count >= BATCH);
        let last = orders.last().filter(|_| is_full).map(|order| order.snapshot().id);
        (self.shop.spreadsheets.orders(orders).into(), last.map_or(Next::End, Next::After))
    }
}

/// Exports the orders that match a search as CSV, newest first. Admin only. Orders that change during the export may
/// appear in either state. Rate-limited per user, like saving profiles.
#[utoipa::path(tag = "orders", operation_id = "exportOrders", params(ExportParameters), security(("bearer" = [])),
    responses((status = 200, description = "The file", body = FileBytes, content_type = "text/csv"), AuthenticatedErrors))]
#[get("/exports/orders")]
pub(crate) async fn export_orders(
    api: Data<Api>,
    caller: Caller,
    sent: Query<Vec<(String, String)>>,
) -> Result<HttpResponse, Problem> {
    api.limits.check(Limited::Profiles, &caller.0.to_string())?;
    let export = Export { shop: api.shop.clone(), caller: caller.0, search: lists::read(&sent, &api.shop.time_zone)? };
    api.shop.begin_export(caller.0, &exports::Export::Orders(export.search.clone())).await?;
    // Before the response begins, so that an error is returned as a problem.
    let first = export.page(None).await?;
    let head = Bytes::from(export.shop.spreadsheets.orders_head());
    let body = stream::once(async move { Ok::<_, io::Error>(head) });
    let mut answer = spreadsheet("orders", &api.shop).streaming(stream::StreamExt::chain(body, pieces(export, first)));
    answer.extensions_mut().insert(LongAnswer);
    Ok(answer)
}

fn pieces(export: Export, first: Vec<Order>) -> impl stream::Stream<Item = Result<Bytes, io::Error>> {
    stream::unfold((export, Next::Read(first)), |(export, next)| async move {
        let orders = match next {
            Next::Read(orders) => Ok(orders),
            Next::After(last) => export.page(Some(last)).await,
            Next::End => return None,
        };
        match orders {
            Ok(orders) => {
                let (bytes, next) = export.written(&orders);
                Some((Ok(bytes), (export, next)))
            }
            // What has been sent cannot be taken back: the response ends early, and the client notices.
            Err(problem) => Some((Err(io::Error::other(problem.to_string())), (export, Next::End))),
        }
    })
}
