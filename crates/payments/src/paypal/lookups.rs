//! Lists that span pages, and the orders of captures.

use super::{gateway::PayPalGateway, protocol, wire};
use autoparts_application::ports::payment_gateway::GatewayError;
use autoparts_domain::{payments::TransactionId, time::Timestamp};
use http_types::Request;
use std::{sync::PoisonError, time::Duration};

/// The longest period that PayPal lists at once is 31 days.
const WINDOW: Duration = Duration::from_hours(30 * 24);

/// Maximum number of pages of a list: 50,000 transactions.
const MAX_PAGES: u32 = 100;

/// Maximum number of captures whose order is remembered, a few megabytes.
const MAX_REMEMBERED: usize = 20_000;

impl PayPalGateway {
    /// Lists the wanted transactions of the account since a time.
    pub(super) async fn transactions(
        &self,
        since: Timestamp,
        is_wanted: fn(&wire::Transaction) -> bool,
    ) -> Result<Vec<wire::Transaction>, GatewayError> {
        let mut all = Vec::new();
        let mut from = since;
        let now = self.clock.now();
        while from <= now {
            let until = from.plus(WINDOW).min(now);
            for page in 1..=MAX_PAGES {
                let request = protocol::transactions(from, until, page);
                let answer: wire::TransactionPage = self.session.request(request).await??;
                let details = answer.transaction_details.into_iter().map(|detail| detail.transaction_info);
                all.extend(details.filter(is_wanted));
                if page >= answer.total_pages {
                    break;
                }
            }
            // Both ends of a window belong to it.
            from = until.plus(Duration::from_secs(1));
        }
        Ok(all)
    }

    /// Loads a list of disputes, beginning with a request for its first page, and each dispute in it: the list lacks
    /// their outcome.
    pub(super) async fn whole_disputes(&self, first: Request<Vec<u8>>) -> Result<Vec<wire::Dispute>, GatewayError> {
        let mut disputes = Vec::new();
        let mut next = Some(first);
        let mut pages = 0;
        while let Some(request) = next.take().filter(|_| pages < MAX_PAGES) {
            let page: wire::DisputePage = self.session.request(request).await??;
            for item in page.items {
                disputes.push(self.session.request(protocol::retrieve_dispute(&item.dispute_id)).await??);
            }
            next = protocol::next_page(&page.links);
            pages += 1;
        }
        Ok(disputes)
    }

    /// Returns the order of a capture; `None` if it has none, or PayPal does not know the capture.
    pub(super) async fn order_of(&self, capture: &str) -> Result<Option<TransactionId>, GatewayError> {
        let remembered = self.orders.lock().unwrap_or_else(PoisonError::into_inner).get(capture).cloned();
        if remembered.is_some() {
            return Ok(remembered);
        }
        let found: wire::Capture = match self.session.request(protocol::retrieve_capture(capture)).await? {
            Ok(found) => found,
            Err(failure) => match failure.into() {
                GatewayError::Unknown => return Ok(None),
                error => return Err(error),
            },
        };
        let order: Option<TransactionId> =
            found.supplementary_data.related_ids.order_id.and_then(|order| order.parse().ok());
        if let Some(order) = &order {
            let mut orders = self.orders.lock().unwrap_or_else(PoisonError::into_inner);
            if orders.len() >= MAX_REMEMBERED {
                orders.clear();
            }
            orders.insert(capture.to_owned(), order.clone());
        }
        Ok(order)
    }
}
