//! Approved returns whose pieces do not arrive: a reminder, then the end.

use crate::{
    orders::emails::{OrderEmail, OrderEmails},
    ports::{page::Page, store::Transaction, store_error::StoreResult},
    shop::Shop,
    shop_rules::ReturnRules,
};
use autoparts_domain::{id::ReturnId, returns::ReturnState};
use std::time::Duration;

/// How long before its end a return's customer is reminded.
const REMIND_BEFORE: Duration = Duration::from_hours(7 * 24);

impl Shop {
    /// Reminds the customers of approved returns whose time is nearly over, and ends those whose time is over.
    #[tracing::instrument(level = "debug", skip_all)]
    pub(crate) async fn follow_up_returns(&self) -> StoreResult<()> {
        let rules = self.rules.returns;
        let over = self.now().minus(rules.arrives_within);
        let nearly_over = over.plus(REMIND_BEFORE);
        for (before, not_reminded) in [(over, false), (nearly_over, true)] {
            let mut page = Page::first();
            loop {
                let found = self.store.read(move |tx| tx.approved_returns(before, not_reminded, &page)).await?;
                let Some(last) = found.last() else { break };
                page.after = Some(last.id);
                for returned in found {
                    let id = returned.id;
                    let emails = self.order_emails();
                    self.store.write(move |tx| follow_up(tx, id, rules, &emails)).await?;
                }
            }
        }
        Ok(())
    }
}

/// Reminds or ends one return, if it is still approved. Without a word if its pieces were refunded in another way: the
/// customer knows.
fn follow_up(tx: &mut dyn Transaction, id: ReturnId, rules: ReturnRules, emails: &OrderEmails) -> StoreResult<()> {
    let Some(mut returned) = tx.return_by_id(&id)?.filter(|returned| returned.state == ReturnState::Approved) else {
        return Ok(());
    };
    let Some(order) = tx.order(&returned.order)? else { return Ok(()) };
    let arrives_by = rules.arrives_by(returned.decided_at.unwrap_or(returned.requested_at));
    let is_over = arrives_by < emails.now;
    let can_arrive = !order.is_refunded() && returned.is_covered_by(&order);
    if !is_over && can_arrive && returned.reminded {
        return Ok(());
    }
    let email = if is_over || !can_arrive {
        if returned.expire(emails.now).is_err() {
            return Ok(());
        }
        OrderEmail::return_expired(order.snapshot(), &returned)
    } else {
        returned.reminded = true;
        OrderEmail::return_reminder(order.snapshot(), &returned, arrives_by)
    };
    tx.update_return(&returned)?;
    if can_arrive { emails.send(tx, &email) } else { Ok(()) }
}
