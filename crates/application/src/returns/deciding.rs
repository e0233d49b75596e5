//! Decisions about returns: admins approve, decline and receive them, customers cancel them.

use super::{MAX_RETURNS, Party, ReturnError, ReturnRecord, ReturnResult, find, record};
use crate::{
    accounts::access::{AccessDenied, Authority},
    fitment::flags,
    orders::emails::{OrderEmail, OrderEmails},
    payments::partial_refunds::{RefundPart, RefundScope, refund_in},
    ports::{clock::IdSource, store::Transaction, store_error::StoreResult},
    shop::Shop,
    shop_rules::ReturnRules,
    use_case_error::UseCaseError,
};
use autoparts_domain::{
    audit::{self, AuditAction, AuditEntry, Facts},
    id::{AuditId, ReturnId, UserId},
    money::Money,
    orders::{LineNumber, Order},
    payments::Refund,
    returns::{Inspection, Return, ReturnReason, ReturnRefused, ReturnState, ReturnedLine, WrongReturnState},
    text::ReturnAnswer,
    time::Timestamp,
};
use std::collections::BTreeMap;

/// What happens to a return.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ReturnDecision {
    /// The customer may send the pieces.
    Approve {
        /// A message to the customer.
        answer: Option<ReturnAnswer>,
    },
    /// The shop does not take the pieces back.
    Decline {
        /// The reason, for the customer.
        answer: ReturnAnswer,
    },
    /// The pieces arrived.
    Receive {
        /// The result of the inspection of every announced piece, by line.
        found: BTreeMap<LineNumber, Inspection>,
        /// The reason that the inspection showed; `None` if it is the customer's.
        reason: Option<ReturnReason>,
        /// A message to the customer.
        answer: Option<ReturnAnswer>,
    },
    /// The customer keeps the pieces.
    Cancel,
}

impl Shop {
    /// Decides about a return; for admins. Its customer, or the holder of the order's link, may only cancel it.
    /// Accepted pieces are refunded at the price paid for them, and those that can be sold go back into stock.
    #[tracing::instrument(level = "debug", skip_all, fields(returned = %id))]
    pub async fn decide_return(
        &self,
        caller: Authority,
        id: ReturnId,
        decision: ReturnDecision,
    ) -> ReturnResult<ReturnRecord> {
        let rules = self.rules.returns;
        let ids = self.ids.clone();
        let emails = self.order_emails();
        let mut decided = self.store.write(move |tx| decide(tx, caller, id, &decision, rules, &*ids, &emails)).await?;
        if let Some(refund) = &decided.refund {
            let id = refund.id;
            self.try_refunds_of(&refund.transaction).await;
            // A failure does not matter here: the decision and the refund are already stored.
            if let Ok(refund) = self.store.read_one(move |tx| tx.refund(&id)).await {
                decided.refund = refund;
            }
        }
        Ok(decided)
    }
}

fn decide(
    tx: &mut dyn Transaction,
    caller: Authority,
    id: ReturnId,
    decision: &ReturnDecision,
    rules: ReturnRules,
    ids: &dyn IdSource,
    emails: &OrderEmails,
) -> ReturnResult<ReturnRecord> {
    let (mut returned, mut order, party) = find(tx, caller, id)?;
    let now = emails.now;
    let before = facts(&returned);
    let admin = match party {
        Party::Admin(admin) => Some(admin),
        Party::Customer if *decision == ReturnDecision::Cancel => None,
        Party::Customer => return Err(AccessDenied::Forbidden.into()),
    };
    match decision {
        ReturnDecision::Approve { answer } => {
            let mut others = tx.returns_of(&order.key())?;
            others.retain(|other| other.id != id);
            returned.approve(&order, &others, answer.clone(), now).map_err(ReturnError::from)?;
            // Of two concurrent returns of the same pieces, the order's revision lets only one succeed.
            tx.update_order(&order)?;
            let arrives_by = rules.arrives_by(now);
            emails.send(tx, &OrderEmail::return_approved(&order, &returned, arrives_by))?;
        }
        ReturnDecision::Decline { answer } => {
            returned.decline(answer.clone(), now).map_err(wrong_state)?;
            emails.send(tx, &OrderEmail::return_declined(order.snapshot(), &returned))?;
        }
        ReturnDecision::Receive { found, reason, answer } => {
            returned.receive(found, answer.clone(), now).map_err(ReturnError::from)?;
            if let Some(reason) = reason {
                returned.correct_reason(*reason, answer.as_ref()).map_err(ReturnError::from)?;
            }
            // Before the stock, which others wait for.
            flags::add_misfits(tx, &returned, &order)?;
            let refund = refund_accepted(tx, admin, &order, &returned, ids, emails)?;
            // A refund sends an email of its own, unless its amount is zero.
            if refund.as_ref().is_none_or(|refund| refund.amount == Money::ZERO) {
                emails.send(tx, &OrderEmail::return_not_refunded(order.snapshot(), &returned))?;
            }
            returned.refund = refund.map(|refund| refund.id);
            order = tx.order(&order.key())?.unwrap_or(order);
        }
        ReturnDecision::Cancel => {
            // Withdrawals are never refused, so canceling them has a limit.
            let is_withdrawal = admin.is_none() && returned.reason == ReturnReason::Withdrawal;
            if is_withdrawal && tx.returns_of(&order.key())?.len() >= MAX_RETURNS {
                return Err(ReturnError::TooMany.into());
            }
            returned.cancel(now).map_err(wrong_state)?;
        }
    }
    tx.update_return(&returned)?;
    if let Some(admin) = admin {
        note_decision(tx, admin, &before, &returned, ids.next(), now)?;
    }
    Ok(record(tx, returned, order)?)
}

/// Refunds the accepted pieces, and returns those that can be sold to stock; `None` if no piece was accepted.
fn refund_accepted(
    tx: &mut dyn Transaction,
    admin: Option<UserId>,
    order: &Order,
    returned: &Return,
    ids: &dyn IdSource,
    emails: &OrderEmails,
) -> ReturnResult<Option<Refund>> {
    let taken = returned.accepted();
    if taken.pieces.is_empty() {
        return Ok(None);
    }
    // Whichever of an order's returns completes a withdrawal, the shipping charge is part of it. Parts that were not
    // needed are not part of one: it would have replaced their return.
    let is_withdrawal = |other: &Return| {
        other.reason == ReturnReason::Withdrawal && matches!(other.state, ReturnState::Approved | ReturnState::Received)
    };
    let with_fee = returned.has_fee();
    let shipping = !with_fee && tx.returns_of(&order.key())?.iter().any(is_withdrawal);
    let what = RefundScope::Lines { taken, restock: returned.restocked(), shipping, with_fee };
    let command = RefundPart { what, note: returned.number.as_str().parse().ok(), idempotency_key: None };
    let emails = emails.of_received(order.snapshot(), returned);
    refund_in(tx, admin, order, &command, ids, &emails).map(Some).map_err(UseCaseError::embed)
}

fn wrong_state(state: WrongReturnState) -> ReturnError {
    ReturnRefused::from(state).into()
}

/// Records in the audit log what an admin did to a return.
pub(super) fn note_decision(
    tx: &mut dyn Transaction,
    admin: UserId,
    before: &Facts,
    returned: &Return,
    id: AuditId,
    at: Timestamp,
) -> StoreResult<()> {
    let subject = returned.order.customer;
    let about = format!("{}, {}", returned.order.order, returned.number);
    let detail = audit::changed(about, before, &facts(returned));
    tx.insert_audit(&AuditEntry { id, actor: Some(admin), action: AuditAction::DecideReturn, subject, detail, at })
}

/// Returns what the audit log records of a return: no free text, which may contain personal data.
fn facts(returned: &Return) -> Facts {
    let of_line = |(number, line): (&LineNumber, &ReturnedLine)| {
        let Inspection { restocked, damaged, refused } = line.inspection?;
        let found = format!("{restocked} restocked, {damaged} damaged, {refused} refused");
        Some((format!("line {}", number.number()), found))
    };
    let state = ("state".to_owned(), returned.state.name().to_owned());
    let reason = ("reason".to_owned(), returned.effective_reason().name().to_owned());
    [state, reason].into_iter().chain(returned.lines.iter().filter_map(of_line)).collect()
}
