//! Core claims: listing them, and decisions about the old parts that customers send. `reminders` has the emails before
//! claims expire.

mod reminders;

use crate::{
    accounts::access,
    orders::{
        emails::{OrderEmail, OrderEmails, RefusedCores},
        lists, lookup,
        ordering_error::OrderingResult,
    },
    payments::{
        partial_refunds::{RefundPart, RefundScope, refund_in},
        refunds::RefundError,
    },
    ports::{
        clock::IdSource,
        cores::{CoreFilter, CoreKey, CoreTotals},
        page::Page,
        store::Transaction,
        store_error::StoreResult,
    },
    shop::Shop,
    use_case_error::{Refusal, UseCaseError},
};
use autoparts_domain::{
    audit::{self, AuditAction, AuditEntry, Facts},
    cores::{CoreClaim, CoreDecision, CoreRefused, CoreState, expired_before},
    id::{OrderId, OrderKey, UserId},
    orders::{LineNumber, LinePieces, Order, PiecesToRefund},
    time::Timestamp,
};

/// Errors of core claims.
#[derive(Debug, thiserror::Error)]
pub enum CoreError {
    /// There is no such order.
    #[error("This order does not exist.")]
    NoSuchOrder,
    /// The line has no core charge, or its order was not both shipped and paid.
    #[error("This line has no core charge to claim.")]
    NoClaim,
    /// A rule of core claims refuses the decision.
    #[error(transparent)]
    Refused(#[from] CoreRefused),
    /// The core charges could not be refunded.
    #[error(transparent)]
    Refund(#[from] RefundError),
}

impl Refusal for CoreError {}

/// The result of a use case that can fail with [`CoreError`].
pub type CoreResult<T> = Result<T, UseCaseError<CoreError>>;

/// A claim with its order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OrderedCore {
    /// The claim.
    pub claim: CoreClaim,
    /// Its order.
    pub order: Order,
}

impl Shop {
    /// Returns the claims with pieces in a state, or all, newest order first; for admins.
    #[tracing::instrument(level = "debug", skip_all)]
    pub async fn core_claims(
        &self,
        caller: UserId,
        state: Option<CoreState>,
        page: Page<CoreKey>,
    ) -> CoreResult<Vec<OrderedCore>> {
        let (days, now) = (self.rules.core_days, self.now());
        let filter = CoreFilter { state, expired_before: expired_before(now, days) };
        self.store
            .read(move |tx| {
                access::require_admin(tx, &caller)?;
                let lines = tx.core_lines(&filter, &page)?;
                let orders = lookup::of_page(tx, lines.iter().map(|(key, _)| *key))?;
                let ids: Vec<OrderId> = orders.keys().map(|key| key.order).collect();
                let records = tx.core_records_of(&ids)?;
                let claim = |(key, line): (OrderKey, LineNumber)| {
                    let order = orders.get(&key)?;
                    let record = records.get(&key).and_then(|of_order| of_order.get(&line)).cloned();
                    let claim = CoreClaim::of(order, line, record.unwrap_or_default(), days, now)?;
                    Some(OrderedCore { claim, order: order.clone() })
                };
                Ok(lines.into_iter().filter_map(claim).collect())
            })
            .await
    }

    /// Returns the core charges that the shop may have to refund; for admins.
    #[tracing::instrument(level = "debug", skip_all)]
    pub async fn core_totals(&self, caller: UserId) -> CoreResult<CoreTotals> {
        let expired_before = expired_before(self.now(), self.rules.core_days);
        self.store
            .read(move |tx| {
                access::require_admin(tx, &caller)?;
                Ok(tx.core_totals(expired_before)?)
            })
            .await
    }

    /// Returns the claims of an order's lines; for its owner and admins.
    #[tracing::instrument(level = "debug", skip_all, fields(order = %id))]
    pub async fn core_claims_of_order(&self, caller: UserId, id: OrderId) -> OrderingResult<Vec<OrderedCore>> {
        let (days, now) = (self.rules.core_days, self.now());
        self.store
            .read(move |tx| {
                let order = lists::shown(tx, &caller, &id)?;
                let claims = CoreClaim::all_of(&order, tx.core_records(&order.key())?, days, now);
                Ok(claims.into_iter().map(|claim| OrderedCore { claim, order: order.clone() }).collect())
            })
            .await
    }

    /// Decides about the old parts of a line; for admins. Refunds the core charges of newly accepted pieces, also after
    /// the claim has expired. The same decision again changes nothing.
    #[tracing::instrument(level = "debug", skip_all, fields(order = %id))]
    pub async fn decide_cores(
        &self,
        caller: UserId,
        id: OrderId,
        line: LineNumber,
        decision: CoreDecision,
    ) -> CoreResult<OrderedCore> {
        let days = self.rules.core_days;
        let ids = self.ids.clone();
        let emails = self.order_emails();
        let decided =
            self.store.write(move |tx| decide(tx, caller, (id, line), decision.clone(), days, &*ids, &emails)).await?;
        if let Some(transaction) = decided.order.transaction() {
            self.try_refunds_of(transaction).await;
        }
        Ok(decided)
    }
}

fn claim_of(
    tx: &mut dyn Transaction,
    order: &Order,
    line: LineNumber,
    days: u16,
    now: Timestamp,
) -> StoreResult<Option<CoreClaim>> {
    let record = tx.core_records(&order.key())?.remove(&line).unwrap_or_default();
    Ok(CoreClaim::of(order, line, record, days, now))
}

fn decide(
    tx: &mut dyn Transaction,
    caller: UserId,
    (id, line): CoreKey,
    decision: CoreDecision,
    days: u16,
    ids: &dyn IdSource,
    emails: &OrderEmails,
) -> CoreResult<OrderedCore> {
    let admin = access::require_admin(tx, &caller)?.id;
    let order = lookup::find(tx, &id)?.ok_or(CoreError::NoSuchOrder)?;
    let claim = claim_of(tx, &order, line, days, emails.now)?.ok_or(CoreError::NoClaim)?;
    let (record, accepted) = claim.decide(decision).map_err(CoreError::from)?;
    if accepted.is_none() && record == claim.record {
        return Ok(OrderedCore { claim, order });
    }
    let pieces = record.refused.saturating_sub(claim.pieces.refused);
    let refused = (pieces > 0).then_some(RefusedCores { claim: &claim, pieces, reason: record.reason.as_ref() });
    match accepted {
        Some(accepted) => {
            let taken = PiecesToRefund { cores: LinePieces::from([(line, accepted)]), ..PiecesToRefund::default() };
            let what = RefundScope::Lines { taken, restock: LinePieces::new(), shipping: false, with_fee: false };
            let command = RefundPart { what, note: None, idempotency_key: None };
            // The email about the refund also names what is refused.
            let of_both = refused.map(|refused| emails.with_refused_cores(order.snapshot(), &refused));
            refund_in(tx, Some(admin), &order, &command, ids, of_both.as_ref().unwrap_or(emails))
                .map_err(UseCaseError::embed)?;
        }
        None => {
            // Of two concurrent decisions, the order's revision lets only one succeed.
            tx.update_order(&order)?;
            if let Some(refused) = refused {
                emails.send(tx, &OrderEmail::cores_refused(order.snapshot(), &refused))?;
            }
        }
    }
    tx.save_core_record(&order.key(), line, &record)?;
    let order = tx.order(&order.key())?.ok_or(CoreError::NoSuchOrder)?;
    let decided = claim_of(tx, &order, line, days, emails.now)?.ok_or(CoreError::NoClaim)?;
    let detail = audit::changed(format!("{id}, line {}", line.number()), &facts(&claim), &facts(&decided));
    let (action, subject) = (AuditAction::DecideCores, order.key().customer);
    tx.insert_audit(&AuditEntry { id: ids.next(), actor: Some(admin), action, subject, detail, at: emails.now })?;
    Ok(OrderedCore { claim: decided, order })
}

/// What the audit log records of a claim.
fn facts(claim: &CoreClaim) -> Facts {
    let of_state = |state: CoreState| (state.name().to_owned(), claim.pieces.in_state(state).to_string());
    CoreState::ALL.into_iter().map(of_state).collect()
}
