//! Withdrawals from contracts: customers in the EU and the EEA send a statement without signing in, and admins read
//! what became of it.

pub(crate) mod emails;

use crate::{
    accounts::access,
    orders::{
        emails::{OrderEmail, OrderEmails},
        lookup,
    },
    outbox::quota,
    ports::{outbox::Mail, page::Page, store::Transaction, store_error::StoreResult},
    returns::{ReturnError, ReturnResult},
    shop::Shop,
    shop_rules::{ReturnRules, WithdrawalZones},
};
use autoparts_domain::{
    email::Email,
    id::{MailId, ReturnId, UserId, WithdrawalId},
    orders::Order,
    returns::{Return, ReturnNumber},
    time::Timestamp,
    time_zone::TimeZone,
    withdrawals::{Contract, NamedOrder, Statement, Withdrawal, WithdrawalOutcome, Withdrawn},
};
use std::{collections::BTreeMap, sync::Arc};

/// A withdrawal with what is shown along with it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WithdrawalRecord {
    /// The withdrawal.
    pub withdrawal: Withdrawal,
    /// Its order.
    pub order: Option<Order>,
    /// The return that it became.
    pub returned: Option<Return>,
}

/// What a statement needs besides its words.
struct Receipt {
    id: WithdrawalId,
    returned: ReturnId,
    number: ReturnNumber,
    acknowledgment: MailId,
    zones: Arc<WithdrawalZones>,
    rules: ReturnRules,
    emails: OrderEmails,
}

impl Shop {
    /// Receives the statement that a customer withdraws from the contract of an order. Public. It is recorded and
    /// acknowledged by email whatever it says, and the response does not tell whether the order exists. Sending the same
    /// one again changes nothing. Returns when it was received.
    #[tracing::instrument(level = "debug", skip_all)]
    pub async fn withdraw(&self, statement: Statement) -> ReturnResult<Timestamp> {
        let receipt = Receipt {
            id: self.ids.next(),
            returned: self.ids.next(),
            number: ReturnNumber::from_random(self.secrets.random().map_err(ReturnError::from)?),
            acknowledgment: self.ids.next(),
            zones: Arc::clone(&self.withdrawal_zones),
            rules: self.rules.returns,
            emails: self.order_emails(),
        };
        let received_at = receipt.emails.now;
        self.store.write(move |tx| receipt.record(tx, &statement)).await?;
        Ok(received_at)
    }

    /// Returns all withdrawals, newest first; for admins.
    #[tracing::instrument(level = "debug", skip_all)]
    pub async fn withdrawals(&self, caller: UserId, page: Page<WithdrawalId>) -> ReturnResult<Vec<WithdrawalRecord>> {
        self.store
            .read(move |tx| {
                access::require_admin(tx, &caller)?;
                let withdrawals = tx.withdrawals(&page)?;
                let orders = lookup::of_page(tx, withdrawals.iter().filter_map(|one| one.order))?;
                let returns: Vec<ReturnId> = withdrawals.iter().filter_map(|one| one.returned).collect();
                let returns = tx.returns_by_id(&returns)?.into_iter().map(|returned| (returned.id, returned));
                let returns: BTreeMap<ReturnId, Return> = returns.collect();
                let record = |withdrawal: Withdrawal| {
                    let order = withdrawal.order.and_then(|key| orders.get(&key)).cloned();
                    let returned = withdrawal.returned.and_then(|id| returns.get(&id)).cloned();
                    WithdrawalRecord { withdrawal, order, returned }
                };
                Ok(withdrawals.into_iter().map(record).collect())
            })
            .await
    }
}

/// What a statement leads to.
struct Finding {
    outcome: WithdrawalOutcome,
    /// The order, if it has the address of the statement.
    order: Option<Order>,
    returned: Option<Return>,
    /// Returns that it replaces.
    replaced: Vec<Return>,
    /// The owner of the order has deleted the account, so no words of theirs are stored.
    has_left: bool,
}

impl Finding {
    const fn none(outcome: WithdrawalOutcome) -> Self {
        Self { outcome, order: None, returned: None, replaced: Vec::new(), has_left: false }
    }
}

impl Receipt {
    fn record(&self, tx: &mut dyn Transaction, statement: &Statement) -> StoreResult<()> {
        let now = self.emails.now;
        tx.lock_mailbox(&statement.email.mailbox(), now)?;
        let Finding { outcome, mut order, returned, replaced, has_left } = self.finding(tx, statement)?;
        let statement = if has_left { statement.without_words() } else { statement.clone() };
        let earlier = tx.withdrawals_from(&statement.email, &Page::first())?;
        if is_repeated(&earlier, &statement, outcome) {
            return Ok(());
        }
        if let (Some(order), Some(returned)) = (&order, &returned) {
            // Its revision lets only one of two returns of the same pieces through.
            tx.update_order(order)?;
            for one in &replaced {
                tx.update_return(one)?;
            }
            tx.insert_return(returned)?;
            let arrives_by = self.rules.arrives_by(now);
            self.emails.send(tx, &OrderEmail::return_approved(order, returned, arrives_by))?;
        }
        if let Some(order) = order.as_mut().filter(|_| outcome == WithdrawalOutcome::NotShipped)
            && order.withdraw(now)
        {
            tx.update_order(order)?;
        }
        // Anyone may have typed the address of an order that was never paid.
        let is_customer = order.as_ref().is_some_and(Order::is_paid);
        let withdrawal = Withdrawal {
            id: self.id,
            statement,
            received_at: now,
            outcome,
            order: order.as_ref().map(Order::key),
            returned: returned.map(|returned| returned.id),
        };
        tx.insert_withdrawal(&withdrawal)?;
        let zone = order.as_ref().and_then(|order| self.zone(order)).filter(|_| is_customer);
        let mail = emails::acknowledgment(self.acknowledgment, &withdrawal, zone, is_customer);
        let is_first = is_customer && earlier.iter().all(|other| other.order != withdrawal.order);
        self.acknowledge(tx, mail, is_first)
    }

    /// Sends the acknowledgment. The first to the customer of a paid order is sent whatever else that mailbox receives.
    /// All others obey its quota, because anyone may have typed the address.
    fn acknowledge(&self, tx: &mut dyn Transaction, mail: Mail, is_first: bool) -> StoreResult<()> {
        if is_first {
            return tx.insert_mail(&mail);
        }
        if quota::is_used_up(tx, &mail.to, self.emails.now)? {
            return Ok(());
        }
        tx.insert_mail(&mail.unasked())
    }

    fn zone(&self, order: &Order) -> Option<&TimeZone> {
        let destination = order.snapshot().destination.as_ref()?;
        self.zones.get(&destination.place.country())
    }

    fn finding(&self, tx: &mut dyn Transaction, statement: &Statement) -> StoreResult<Finding> {
        let Some(order) = named_order(tx, statement)? else {
            return Ok(Finding::none(WithdrawalOutcome::UnknownOrder));
        };
        // Otherwise a note could outlive the account, if that is deleted at the same time.
        let owner = tx.lock_customer(&order.key().customer)?;
        let is_address = |email: &Email| *email == statement.email;
        if !is_address(&order.snapshot().email) && !owner.as_ref().is_some_and(|owner| is_address(&owner.email)) {
            return Ok(Finding::none(WithdrawalOutcome::OtherEmail));
        }
        let returns = tx.returns_of(&order.key())?;
        let has_left = owner.is_none_or(|owner| owner.has_left());
        let note = statement.parts.clone().filter(|_| !has_left);
        let delivery_days = self.rules.delivery_days;
        let contract = Contract { order: &order, returns: &returns, zone: self.zone(&order), delivery_days };
        Ok(match contract.withdraw(self.returned, self.number.clone(), note, self.emails.now) {
            Ok(Withdrawn { returned, replaced }) => {
                let outcome = WithdrawalOutcome::Approved;
                Finding { outcome, order: Some(order), returned: Some(returned), replaced, has_left }
            }
            Err(outcome) => Finding { order: Some(order), has_left, ..Finding::none(outcome) },
        })
    }
}

fn named_order(tx: &mut dyn Transaction, statement: &Statement) -> StoreResult<Option<Order>> {
    match statement.named_order() {
        Some(NamedOrder::Number(number)) => lookup::find_by_number(tx, &number),
        Some(NamedOrder::Id(id)) => lookup::find(tx, &id),
        None => Ok(None),
    }
}

/// Whether the same statement was recorded before, and nothing has changed since. After it was approved, its pieces are
/// on their way back, so that there is nothing left to return; if that return was canceled, it counts again.
fn is_repeated(earlier: &[Withdrawal], statement: &Statement, outcome: WithdrawalOutcome) -> bool {
    use WithdrawalOutcome::{Approved, NothingToReturn};
    let before = earlier.iter().find(|other| other.statement == *statement).map(|other| other.outcome);
    match outcome {
        Approved => false,
        NothingToReturn => matches!(before, Some(Approved | NothingToReturn)),
        outcome => before == Some(outcome),
    }
}
