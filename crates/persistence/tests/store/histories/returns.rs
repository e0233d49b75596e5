//! Returns in random histories.

use super::{Played, of_line};
use autoparts_application::{
    accounts::access::Authority,
    ports::{clock::Clock, page::Page, returns::ReturnFilter, store::Transaction, store_error::StoreResult},
    returns::{RequestReturn, deciding::ReturnDecision},
    shop_rules::ReturnRules,
};
use autoparts_domain::{
    id::OrderId,
    orders::OrderState,
    payments::Refund,
    returns::{Inspection, Return, ReturnReason, ReturnState},
};
use std::{collections::BTreeSet, time::Duration};

/// Deadlines short enough to pass within a history.
pub(super) const RULES: ReturnRules =
    ReturnRules { days: 3, arrives_within: Duration::from_hours(40), approve_not_needed: false, delivery_days: 0 };

/// What happens to a return.
#[derive(Debug, Clone, Copy)]
pub(super) enum Decision {
    Approve,
    Decline,
    Cancel,
    /// Refuses this many thirds of the pieces of each line, and restocks this many thirds of the rest.
    Receive(i64, i64),
}

impl Played {
    /// Requests the return of pieces of a shipped order, as its owner or as an admin.
    pub(super) async fn request_return(&self, at: usize, line: i64, pieces: i64, by_admin: bool) {
        let shipped: Vec<OrderId> =
            self.states.iter().filter(|(_, state)| is_shipped(state)).map(|(id, _)| *id).collect();
        let Some(order) = shipped.get(at % shipped.len().max(1)).copied() else { return };
        let caller = if by_admin { self.admin } else { self.owner(Some(order)) };
        let request = RequestReturn { pieces: of_line(line, pieces), reason: ReturnReason::NotNeeded, note: None };
        drop(self.test_shop.shop.request_return(Authority::new(caller, None), order, request).await);
    }

    pub(super) async fn decide_return(&self, at: usize, decision: Decision) {
        let returns = self.returns().await;
        let Some(returned) = returns.get(at % returns.len().max(1)) else { return };
        let decision = match decision {
            Decision::Approve => ReturnDecision::Approve { answer: None },
            Decision::Decline => ReturnDecision::Decline { answer: "Worn".parse().unwrap() },
            Decision::Cancel => ReturnDecision::Cancel,
            Decision::Receive(refused, restocked) => {
                let found = returned.announced().into_iter();
                let found = found.map(|(line, pieces)| (line, inspection(pieces.pieces(), refused, restocked)));
                ReturnDecision::Receive { found: found.collect(), reason: None, answer: None }
            }
        };
        drop(self.test_shop.shop.decide_return(Authority::new(self.admin, None), returned.id, decision).await);
    }

    /// The returns, newest first.
    async fn returns(&self) -> Vec<Return> {
        let all = |tx: &mut dyn Transaction| tx.returns(&ReturnFilter::default(), &Page::first());
        self.test_shop.shop.store.read(all).await.unwrap()
    }

    /// Fails if a received return has not led to exactly one refund of its accepted pieces, or if maintenance has missed
    /// a deadline.
    pub(super) async fn check_returns(&self) {
        let mut refunds = BTreeSet::new();
        for returned in self.returns().await {
            let accepted = returned.accepted().pieces;
            assert_eq!(returned.refund.is_some(), !accepted.is_empty(), "{returned:?}");
            if returned.state == ReturnState::Approved {
                let ends = RULES.arrives_by(returned.decided_at.unwrap());
                assert!(ends >= self.test_shop.clock.now(), "it should have expired: {returned:?}");
            }
            let Some(id) = returned.refund else { continue };
            assert!(refunds.insert(id), "{id} is the refund of two returns");
            let order = self.test_shop.stored_order(returned.order.order).await;
            for (line, pieces) in accepted {
                assert!(order.partial_refunds().of_line(line).returned >= pieces.pieces(), "{returned:?} of {order:?}");
            }
            let read = move |tx: &mut dyn Transaction| -> StoreResult<Option<Refund>> { tx.refund(&id) };
            let refund = self.test_shop.shop.store.read(read).await.unwrap();
            assert_eq!(refund.map(|refund| refund.order), Some(returned.order));
        }
    }
}

const fn is_shipped(state: &OrderState) -> bool {
    matches!(state, OrderState::Shipped(Some(_)))
}

/// Splits the pieces of a line by shares in thirds.
const fn inspection(pieces: i64, refused: i64, restocked: i64) -> Inspection {
    let refused = pieces * refused / 3;
    let accepted = pieces - refused;
    let restocked = accepted * restocked / 3;
    Inspection { restocked, damaged: accepted - restocked, refused }
}
