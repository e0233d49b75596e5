//! Giving back a part of an order at the wish of an admin: pieces of its lines, or an amount. The order's revision
//! lets one of two admins win when both together would give back more than there is.

use super::refunds::{RefundError, refund_paid};
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
    orders::{LinePieces, Lines, Order, Pieces, TakenBack},
    payments::{Refund, RefundReason, reversal::DisputeState},
    text::{RefundNote, StockNote},
};

/// What an admin gives back of an order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum GiveBack {
    /// Pieces of lines, with what was paid for them, and cores of pieces that stay with the customer.
    Lines {
        /// Which.
        taken: TakenBack,
        /// Whether pieces of a shipped order can be sold again. Those of one that was not shipped always can.
        restock: bool,
    },
    /// An amount, and no pieces.
    Amount(RefundAmount),
}

/// A part of an order that an admin gives back.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RefundPart {
    /// What.
    pub what: GiveBack,
    /// Why, for the shop's own people.
    pub note: Option<RefundNote>,
    /// Under the same key an admin refunds once, however often they ask.
    pub idempotency_key: Option<String>,
}

/// What became of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RefundedPart {
    /// The refund.
    pub id: RefundId,
    /// How much goes back.
    pub amount: Money,
}

impl Shop {
    /// Gives back a part of a paid order, shipped or not, up to what is left of its money; for admins. When nothing of
    /// its money is left afterwards, or no piece of one that was not shipped, that is a refund of the whole order. With
    /// an idempotency key it is repeatable.
    #[tracing::instrument(level = "debug", skip_all, fields(order = %id))]
    pub async fn refund_part(
        &self,
        caller: UserId,
        id: OrderId,
        command: RefundPart,
    ) -> Result<RefundedPart, RefundError> {
        let (refund, _) = self.promise_part(Actor::Admin(caller), id, command).await?;
        self.try_refunds_of(&refund.transaction).await;
        Ok(RefundedPart { id: refund.id, amount: refund.amount })
    }

    /// Writes down that a part of the money of an order goes back, and whether that is new: under the same key it
    /// happens once.
    pub(super) async fn promise_part(
        &self,
        actor: Actor,
        id: OrderId,
        command: RefundPart,
    ) -> Result<(Refund, bool), RefundError> {
        let (ids, emails) = (self.ids.clone(), self.order_emails());
        let fingerprint = self.secrets.digest(&fingerprint(actor, &id, &command));
        self.store
            .write(move |tx| {
                let admin = actor.check::<RefundError>(tx)?;
                let order = lookup::find(tx, &id)?.ok_or(RefundError::NoSuchOrder)?;
                // The operator is no user: their keys lie with the order's customer.
                let key_owner = admin.unwrap_or(order.key().customer);
                if let Some(key) = &command.idempotency_key
                    && let Some(before) = tx.refund_under_key(&key_owner, key)?
                {
                    let is_same = before.fingerprint == fingerprint;
                    let refund = if is_same { tx.refund(&before.refund)? } else { return Err(RefundError::KeyReused) };
                    return refund.map(|refund| (refund, false)).ok_or(RefundError::NoSuchRefund);
                }
                let (command, fingerprint) = (&command, fingerprint.as_str());
                let part = PartialRefund { admin, key_owner, command, fingerprint, ids: &*ids, emails: &emails };
                Ok((part.apply(tx, &order)?, true))
            })
            .await
    }
}

/// One refund of a part, inside its transaction.
struct PartialRefund<'a> {
    /// Who wants it; `None` is the operator of the server.
    admin: Option<UserId>,
    key_owner: UserId,
    command: &'a RefundPart,
    fingerprint: &'a str,
    ids: &'a dyn IdSource,
    emails: &'a OrderEmails,
}

impl PartialRefund<'_> {
    fn apply(&self, tx: &mut dyn Transaction, order: &Order) -> Result<Refund, RefundError> {
        if order.is_paid() && order.reversal().dispute == Some(DisputeState::Open) {
            return Err(RefundError::Disputed);
        }
        let is_shipped = order.is_shipped();
        let mut after = order.clone();
        let (amount, reason) = match &self.command.what {
            GiveBack::Amount(amount) => {
                after.clone().give_back(amount.amount())?;
                (amount.amount(), RefundReason::Goodwill)
            }
            GiveBack::Lines { taken, .. } => {
                let reason = match is_shipped {
                    _ if taken.pieces.is_empty() => RefundReason::Goodwill,
                    true => RefundReason::Returned,
                    false => RefundReason::LinesCancelled,
                };
                (after.take_back(taken)?, reason)
            }
        };
        let is_whole = amount == after.money_left() || (!is_shipped && after.keeps_nothing());
        let (refund, mut released) = if is_whole {
            // What one that was not shipped still has goes back with its state, not line by line.
            let mut order = if is_shipped { after } else { order.clone() };
            (refund_paid(tx, &mut order, self.command.note.clone(), self.ids, self.emails)?, order.pieces())
        } else {
            (self.give_back(tx, after, amount, reason)?, self.taken(&order.snapshot().lines))
        };
        self.remember(tx, order, &refund)?;
        if is_shipped {
            released.clear();
            self.restock(tx, order)?;
        }
        reservation::release(tx, order.snapshot(), &released, self.ids, self.emails.now)?;
        Ok(refund)
    }

    /// Promises a part, which leaves the order paid.
    fn give_back(
        &self,
        tx: &mut dyn Transaction,
        mut order: Order,
        amount: Money,
        reason: RefundReason,
    ) -> Result<Refund, RefundError> {
        let transaction = order.give_back(amount)?;
        tx.update_order(&order)?;
        let (snapshot, now) = (order.snapshot(), self.emails.now);
        tx.append_ledger(&LedgerEntry::about(snapshot, self.ids.next(), Movement::Refunded(amount), now))?;
        let refund = Refund::new(self.ids.next(), order.key(), transaction, amount, reason, now);
        let refund = Refund { note: self.command.note.clone(), ..refund };
        if amount == Money::ZERO {
            // Pieces for which nothing was paid.
            let done = refund.done(now);
            tx.insert_refund(&done)?;
            return Ok(done);
        }
        tx.insert_refund(&refund)?;
        let taken = match &self.command.what {
            GiveBack::Lines { taken, .. } => Some(taken),
            GiveBack::Amount(_) => None,
        };
        self.emails.send(tx, &OrderEmail::partly_given_back(snapshot, amount, taken))?;
        Ok(refund)
    }

    /// Who did it, and under which key.
    fn remember(&self, tx: &mut dyn Transaction, order: &Order, refund: &Refund) -> Result<(), RefundError> {
        let (actor, at) = (self.admin, self.emails.now);
        if let Some(key) = &self.command.idempotency_key {
            let remembered = RememberedRefund { refund: refund.id, fingerprint: self.fingerprint.to_owned() };
            tx.remember_refund(&self.key_owner, key, &remembered, at)?;
        }
        let OrderKey { customer: subject, order } = order.key();
        let detail = Some(format!("{order}, {}", refund.amount.shown()));
        let action = AuditAction::RefundPart;
        Ok(tx.insert_audit(&AuditEntry { id: self.ids.next(), actor, action, subject, detail, at })?)
    }

    /// Pieces of a shipped order come back to be sold again: new stock, because the order holds what left for it.
    fn restock(&self, tx: &mut dyn Transaction, order: &Order) -> Result<(), RefundError> {
        if !matches!(self.command.what, GiveBack::Lines { restock: true, .. }) {
            return Ok(());
        }
        let (snapshot, actor, at) = (order.snapshot(), self.admin, self.emails.now);
        let name = snapshot.number.as_ref().map_or_else(|| snapshot.id.to_string(), ToString::to_string);
        let note: Option<StockNote> = format!("Order {name}").parse().ok();
        for (part, quantity) in self.taken(&snapshot.lines) {
            let (id, pieces, note) = (self.ids.next(), quantity.pieces(), note.clone());
            let movement = StockMovement { part, id, reason: StockReason::Returned, pieces, actor, note, at };
            if !tx.move_stock(&movement, None)? {
                return Err(RefundError::NoRoom);
            }
        }
        Ok(())
    }

    /// The pieces of each part that are taken back.
    fn taken(&self, lines: &Lines) -> Pieces {
        let GiveBack::Lines { taken: TakenBack { pieces, .. }, .. } = &self.command.what else { return Pieces::new() };
        let mut taken = Pieces::new();
        for (number, quantity) in pieces {
            let Some(line) = lines.get(*number) else { continue };
            let sum = taken.entry(line.part);
            sum.and_modify(|sum| *sum = sum.plus(*quantity)).or_insert(*quantity);
        }
        taken
    }
}

/// What tells two refunds under one key apart.
fn fingerprint(actor: Actor, order: &OrderId, command: &RefundPart) -> String {
    let RefundPart { what, note, idempotency_key } = command;
    let key = idempotency_key.as_deref().unwrap_or_default();
    let what = match what {
        GiveBack::Amount(amount) => amount.amount().cents().to_string(),
        GiveBack::Lines { taken: TakenBack { pieces, cores }, restock } => {
            let told = |lines: &LinePieces, sign: char| -> Vec<String> {
                lines.iter().map(|(line, pieces)| format!("{}{sign}{}", line.number(), pieces.pieces())).collect()
            };
            format!("{}|{restock}", [told(pieces, 'x'), told(cores, 'c')].concat().join("|"))
        }
    };
    let note = note.as_ref().map(ToString::to_string).unwrap_or_default();
    let caller = match actor {
        Actor::Admin(caller) => caller.to_string(),
        Actor::Operator => "operator".to_owned(),
    };
    format!("{caller}|{key}|{order}|{what}|{note}")
}
