//! Approved returns whose pieces do not arrive: a reminder, then the end.

use crate::{
    orders::emails::{OrderEmail, OrderEmails},
    ports::{page::Page, store::Transaction, store_error::StoreResult},
    shop::Shop,
};
use autoparts_domain::{
    id::ReturnId,
    returns::{Return, ReturnState},
    time::Timestamp,
};
use std::time::Duration;

/// How long before its end a return's customer is reminded.
const REMIND_BEFORE: Duration = Duration::from_hours(7 * 24);

impl Shop {
    /// Reminds the customers of approved returns whose time is nearly over, and ends those whose time is over.
    #[tracing::instrument(level = "debug", skip_all)]
    pub(crate) async fn follow_up_returns(&self) -> StoreResult<()> {
        let arrives_within = self.rules.returns.arrives_within;
        let over = self.now().minus(arrives_within);
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
                    self.store.write(move |tx| follow_up(tx, id, over, arrives_within, &emails)).await?;
                }
            }
        }
        Ok(())
    }
}

/// Reminds or ends one return, if it is still approved.
fn follow_up(
    tx: &mut dyn Transaction,
    id: ReturnId,
    over: Timestamp,
    arrives_within: Duration,
    emails: &OrderEmails,
) -> StoreResult<()> {
    let Some(mut returned) = tx.return_by_id(&id)?.filter(|returned| returned.state == ReturnState::Approved) else {
        return Ok(());
    };
    let decided = returned.decided_at.unwrap_or(returned.requested_at);
    let Some(order) = tx.order(&returned.order)? else { return Ok(()) };
    let snapshot = order.snapshot();
    let email = if decided <= over {
        if returned.expire(emails.now).is_err() {
            return Ok(());
        }
        OrderEmail::return_expired(snapshot, &returned)
    } else if returned.reminded {
        return Ok(());
    } else {
        returned = Return { reminded: true, ..returned };
        OrderEmail::return_reminder(snapshot, &returned, decided.plus(arrives_within))
    };
    tx.update_return(&returned)?;
    emails.send(tx, &email)
}
