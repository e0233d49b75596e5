//! Partial refunds by admins: pieces of an order's lines, or an amount. If two concurrent refunds would exceed the
//! order's money, its revision lets only one of them through.

use super::refunds::{RefundError, RefundResult, refund_paid};
use crate::{
    accounts::access::Actor,
    orders::{
        emails::{OrderEmail, OrderEmails},
        lookup, reservation,
    },
    ports::{clock::IdSource, payments::RememberedRefund, store::Transaction},
    shop::Shop,
};
use autoparts_domain::{
    audit::{AuditAction, AuditEntry},
    catalogue::stock::{StockMovement, StockReason},
    id::{OrderId, OrderKey, RefundId, UserId},
    ledger::{LedgerEntry, Movement},
    money::{Money, RefundAmount},
    orders::{LineNumber, LinePieces, Lines, Order, Pieces, PiecesToRefund, RefundBreakdown},
    payments::{Refund, RefundReason, reversal::DisputeState},
    text::{RefundNote, StockNote},
};
use std::collections::BTreeMap;

/// What an admin refunds of an order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum RefundScope {
    /// Pieces of lines, at the price that was paid for them, and cores of pieces that the customer keeps.
    Lines {
        /// The lines.
        taken: PiecesToRefund,
        /// Those of the pieces of a shipped order that go back into stock. Those of an order that was not shipped always
        /// do.
        restock: LinePieces,
        /// Whether all that is left of the order's money is refunded once the customer keeps no piece: the shipping
        /// charge.
        shipping: bool,
        /// Whether the agreed restocking fee is deducted.
        with_fee: bool,
    },
    /// An amount, without pieces.
    Amount(RefundAmount),
}

impl RefundScope {
    /// The pieces and cores; `None` for an amount.
    const fn taken(&self) -> Option<&PiecesToRefund> {
        match self {
            Self::Lines { taken, .. } => Some(taken),
            Self::Amount(_) => None,
        }
    }
}

/// A partial refund that an admin requests.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RefundPart {
    /// What to refund.
    pub what: RefundScope,
    /// The reason, for the shop's staff only.
    pub note: Option<RefundNote>,
    /// Makes the request idempotent: the same key refunds once per admin.
    pub idempotency_key: Option<String>,
}

/// The result of a partial refund.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RefundedPart {
    /// The refund.
    pub id: RefundId,
    /// The refunded amount.
    pub amount: Money,
}

/// What a partial refund would do.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RefundPreview {
    /// The refunded amount. If the whole order is refunded, all that is left, with the shipping charge.
    pub amount: Money,
    /// The amounts of the lines; empty if an amount without pieces is refunded.
    pub lines: BTreeMap<LineNumber, Money>,
    /// Whether this becomes a refund of the whole order.
    pub is_whole: bool,
    /// What is left of the order's money afterwards.
    pub money_left: Money,
}

impl Shop {
    /// Refunds part of a paid order, shipped or not, up to its remaining money; for admins. If no money remains, or no
    /// piece of an order that was not shipped, this becomes a refund of the whole order. Idempotent with an idempotency
    /// key.
    #[tracing::instrument(level = "debug", skip_all, fields(order = %id))]
    pub async fn refund_part(&self, caller: UserId, id: OrderId, command: RefundPart) -> RefundResult<RefundedPart> {
        let (refund, _) = self.promise_part(Actor::Admin(caller), id, command).await?;
        self.try_refunds_of(&refund.transaction).await;
        Ok(RefundedPart { id: refund.id, amount: refund.amount })
    }

    /// Checks everything that [`Self::refund_part`] checks, and returns what it would refund; for admins. Changes
    /// nothing, does not call the payment provider, and ignores the idempotency key.
    #[tracing::instrument(level = "debug", skip_all, fields(order = %id))]
    pub async fn preview_refund(
        &self,
        caller: UserId,
        id: OrderId,
        command: RefundPart,
    ) -> RefundResult<RefundPreview> {
        let command = RefundPart { idempotency_key: None, ..command };
        let ids = self.ids.clone();
        let emails = self.order_emails();
        self.store
            .dry_run(move |tx| {
                let admin = Actor::Admin(caller).check(tx)?;
                let order = lookup::find(tx, &id)?.ok_or(RefundError::NoSuchOrder)?;
                let (command, ids, emails) = (&command, &*ids, &emails);
                let part = PartialRefund { admin, key_owner: caller, command, fingerprint: "", ids, emails };
                let (refund, lines) = part.apply(tx, &order)?;
                let money_left = order.money_left().less(refund.amount);
                Ok(RefundPreview { amount: refund.amount, lines, is_whole: refund.is_whole(), money_left })
            })
            .await
    }

    /// Records a partial refund. Returns it with whether it is new: the same key records it once.
    pub(super) async fn promise_part(
        &self,
        actor: Actor,
        id: OrderId,
        command: RefundPart,
    ) -> RefundResult<(Refund, bool)> {
        let ids = self.ids.clone();
        let emails = self.order_emails();
        let fingerprint = self.secrets.digest(&fingerprint(actor, &id, &command));
        self.store
            .write(move |tx| {
                let admin = actor.check(tx)?;
                let order = lookup::find(tx, &id)?.ok_or(RefundError::NoSuchOrder)?;
                // The operator is not a user: their keys are stored under the order's customer.
                let key_owner = admin.unwrap_or(order.key().customer);
                if let Some(key) = &command.idempotency_key
                    && let Some(before) = tx.refund_under_key(&key_owner, key)?
                {
                    let is_same = before.fingerprint == fingerprint;
                    let refund =
                        if is_same { tx.refund(&before.refund)? } else { return Err(RefundError::KeyReused.into()) };
                    return Ok((refund.ok_or(RefundError::NoSuchRefund)?, false));
                }
                let command = &command;
                let fingerprint = fingerprint.as_str();
                let part = PartialRefund { admin, key_owner, command, fingerprint, ids: &*ids, emails: &emails };
                Ok((part.apply(tx, &order)?.0, true))
            })
            .await
    }
}

/// One partial refund, inside its transaction.
struct PartialRefund<'a> {
    /// Who requested it; `None` is the operator of the server.
    admin: Option<UserId>,
    key_owner: UserId,
    command: &'a RefundPart,
    fingerprint: &'a str,
    ids: &'a dyn IdSource,
    emails: &'a OrderEmails,
}

impl PartialRefund<'_> {
    /// Records the refund. Returns it with the amounts of its lines.
    fn apply(&self, tx: &mut dyn Transaction, order: &Order) -> RefundResult<(Refund, BTreeMap<LineNumber, Money>)> {
        if order.is_paid() && order.reversal().dispute == Some(DisputeState::Open) {
            return Err(RefundError::Disputed.into());
        }
        let is_shipped = order.is_shipped();
        let mut after = order.clone();
        let (RefundBreakdown { amount, lines, fee, tax }, reason) = match &self.command.what {
            RefundScope::Amount(amount) => {
                after.clone().refund_amount(amount.amount())?;
                let (amount, lines, fee) = (amount.amount(), BTreeMap::new(), Money::ZERO);
                (RefundBreakdown { amount, lines, fee, tax: None }, RefundReason::Goodwill)
            }
            RefundScope::Lines { taken, with_fee, .. } => {
                let reason = match is_shipped {
                    _ if taken.pieces.is_empty() => RefundReason::Goodwill,
                    true => RefundReason::Returned,
                    false => RefundReason::LinesCancelled,
                };
                let refunded = if *with_fee { after.refund_unneeded(taken) } else { after.refund_pieces(taken) };
                (refunded?, reason)
            }
        };
        let with_shipping = !is_shipped || matches!(self.command.what, RefundScope::Lines { shipping: true, .. });
        let is_whole = amount == after.money_left() || (with_shipping && after.keeps_nothing());
        let (refund, mut released) = if is_whole {
            // If the order was not shipped, its remaining pieces are returned through its state, not line by line.
            let mut order = if is_shipped { after } else { order.clone() };
            let taken = self.command.what.taken().cloned().unwrap_or_default();
            let note = self.command.note.clone();
            (refund_paid(tx, &mut order, taken, note, self.ids, self.emails)?, order.pieces())
        } else {
            (self.record(tx, after, (amount, tax, fee), reason)?, self.taken(&order.snapshot().lines))
        };
        self.remember(tx, order, &refund)?;
        if is_shipped {
            released.clear();
            self.restock(tx, order)?;
        }
        reservation::release(tx, order.snapshot(), &released, self.ids, self.emails.now)?;
        Ok((refund, lines))
    }

    /// Promises a partial refund; the order stays paid.
    fn record(
        &self,
        tx: &mut dyn Transaction,
        mut order: Order,
        (amount, tax, fee): (Money, Option<Money>, Money),
        reason: RefundReason,
    ) -> RefundResult<Refund> {
        let transaction = order.refund_amount(amount)?;
        tx.update_order(&order)?;
        let snapshot = order.snapshot();
        let now = self.emails.now;
        tx.append_ledger(&[LedgerEntry::about(snapshot, self.ids.next(), Movement::Refunded(amount), now)])?;
        let refund = Refund::new(self.ids.next(), order.key(), transaction, amount, reason, now);
        let taken = self.command.what.taken();
        let refund =
            Refund { tax, fee, taken: taken.cloned().unwrap_or_default(), note: self.command.note.clone(), ..refund };
        if amount == Money::ZERO {
            // These pieces were free.
            let done = refund.done(now);
            tx.insert_refund(&done)?;
            return Ok(done);
        }
        tx.insert_refund(&refund)?;
        self.emails.send(tx, &OrderEmail::partly_refunded(snapshot, (amount, fee), taken))?;
        Ok(refund)
    }

    /// Stores the idempotency key and writes the audit entry.
    fn remember(&self, tx: &mut dyn Transaction, order: &Order, refund: &Refund) -> RefundResult<()> {
        let actor = self.admin;
        let at = self.emails.now;
        if let Some(key) = &self.command.idempotency_key {
            let remembered = RememberedRefund { refund: refund.id, fingerprint: self.fingerprint.to_owned() };
            tx.remember_refund(&self.key_owner, key, &remembered, at)?;
        }
        let OrderKey { customer: subject, order } = order.key();
        let detail = Some(format!("{order}, {}", refund.amount.shown()));
        let action = AuditAction::RefundPart;
        Ok(tx.insert_audit(&AuditEntry { id: self.ids.next(), actor, action, subject, detail, at })?)
    }

    /// Returns pieces of a shipped order to stock, as new stock: the order still holds the pieces that left for it.
    fn restock(&self, tx: &mut dyn Transaction, order: &Order) -> RefundResult<()> {
        let RefundScope::Lines { restock, .. } = &self.command.what else { return Ok(()) };
        let snapshot = order.snapshot();
        let actor = self.admin;
        let at = self.emails.now;
        let name = snapshot.number.as_ref().map_or_else(|| snapshot.id.to_string(), ToString::to_string);
        let note: Option<StockNote> = format!("Order {name}").parse().ok();
        for (part, quantity) in by_part(&snapshot.lines, restock) {
            let id = self.ids.next();
            let pieces = quantity.pieces();
            let note = note.clone();
            let movement = StockMovement { part, id, reason: StockReason::Returned, pieces, actor, note, at };
            if !tx.move_stock(&movement, None)? {
                return Err(RefundError::NoRoom.into());
            }
        }
        Ok(())
    }

    /// The returned pieces of each part.
    fn taken(&self, lines: &Lines) -> Pieces {
        self.command.what.taken().map_or_else(Pieces::new, |taken| by_part(lines, &taken.pieces))
    }
}

/// Pieces of lines as pieces of parts.
fn by_part(lines: &Lines, of_lines: &LinePieces) -> Pieces {
    let mut pieces = Pieces::new();
    for (number, quantity) in of_lines {
        let Some(line) = lines.get(*number) else { continue };
        let sum = pieces.entry(line.part);
        sum.and_modify(|sum| *sum = sum.plus(*quantity)).or_insert(*quantity);
    }
    pieces
}

/// Records a partial refund inside a transaction; without an idempotency key.
pub(crate) fn refund_in(
    tx: &mut dyn Transaction,
    admin: Option<UserId>,
    order: &Order,
    command: &RefundPart,
    ids: &dyn IdSource,
    emails: &OrderEmails,
) -> RefundResult<Refund> {
    let key_owner = admin.unwrap_or(order.key().customer);
    Ok(PartialRefund { admin, key_owner, command, fingerprint: "", ids, emails }.apply(tx, order)?.0)
}

/// Digest that distinguishes two refunds under one key.
fn fingerprint(actor: Actor, order: &OrderId, command: &RefundPart) -> String {
    let RefundPart { what, note, idempotency_key } = command;
    let key = idempotency_key.as_deref().unwrap_or_default();
    let what = match what {
        RefundScope::Amount(amount) => amount.amount().cents().to_string(),
        RefundScope::Lines { taken: PiecesToRefund { pieces, cores }, restock, .. } => {
            let encoded = |lines: &LinePieces, sign: char| -> Vec<String> {
                lines.iter().map(|(line, pieces)| format!("{}{sign}{}", line.number(), pieces.pieces())).collect()
            };
            format!("{}|{}", [encoded(pieces, 'x'), encoded(cores, 'c')].concat().join("|"), !restock.is_empty())
        }
    };
    let note = note.as_ref().map(ToString::to_string).unwrap_or_default();
    let caller = match actor {
        Actor::Admin(caller) => caller.to_string(),
        Actor::Operator => "operator".to_owned(),
    };
    format!("{caller}|{key}|{order}|{what}|{note}")
}
