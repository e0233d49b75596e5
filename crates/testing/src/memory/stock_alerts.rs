//! Back-in-stock alerts.

use super::{
    MemoryTransaction,
    tables::{bounded, claim, require},
};
use autoparts_application::ports::{
    stock_alerts::{AlertDecision, StockAlertLink, StockAlertRepository},
    store_error::StoreResult,
};
use autoparts_domain::{
    email::Email,
    stock_alerts::{AlertConsent, StockAlert},
    time::Timestamp,
};

impl StockAlertRepository for MemoryTransaction {
    fn save_stock_alert(&mut self, alert: &StockAlert) -> StoreResult<()> {
        self.change(|tables| {
            require(tables.parts.contains_key(&alert.part), "there is no such part")?;
            tables.stock_alerts.insert((alert.part, alert.email.clone()), alert.clone());
            Ok(())
        })
    }

    fn stock_alerts_of(&mut self, email: &Email) -> StoreResult<Vec<StockAlert>> {
        self.query(|tables| {
            let theirs = tables.stock_alerts.values().filter(|alert| alert.email == *email);
            let mut theirs: Vec<StockAlert> = theirs.cloned().collect();
            theirs.sort_by_key(|alert| std::cmp::Reverse(alert.id));
            Ok(theirs)
        })
    }

    fn due_stock_alerts(&mut self, limit: u32) -> StoreResult<Vec<StockAlert>> {
        self.query(|tables| {
            let is_due = |alert: &&StockAlert| {
                let part = tables.parts.get(&alert.part).filter(|part| !part.hidden);
                let Some((part, stock)) = part.zip(tables.stock.get(&alert.part)) else { return false };
                let since = |at: Option<Timestamp>| at.is_some_and(|at| at >= alert.asked_at);
                let is_wanted = match alert.consent {
                    AlertConsent::NotAsked => true,
                    AlertConsent::Confirmed => since(part.renewed_at) || since(stock.renewed_at),
                    AlertConsent::Waiting => false,
                };
                is_wanted && stock.available >= part.details.minimum_order.quantity().pieces()
            };
            let mut due: Vec<StockAlert> = tables.stock_alerts.values().filter(is_due).cloned().collect();
            due.sort_by(|one, other| (&one.email, one.part).cmp(&(&other.email, other.part)));
            Ok(bounded(due.into_iter(), limit))
        })
    }

    fn delete_stock_alert(&mut self, alert: &StockAlert) -> StoreResult<bool> {
        let key = (alert.part, alert.email.clone());
        self.change(|tables| {
            let is_there = tables.stock_alerts.get(&key).is_some_and(|stored| stored.id == alert.id);
            if is_there {
                tables.stock_alerts.remove(&key);
            }
            Ok(is_there)
        })
    }

    fn delete_stock_alerts_of(&mut self, email: &Email) -> StoreResult<()> {
        self.change(|tables| {
            tables.stock_alerts.retain(|(_, of), _| of != email);
            tables.stock_alert_addresses.remove(email);
            Ok(())
        })
    }

    fn alert_decision(&mut self, email: &Email) -> StoreResult<Option<AlertDecision>> {
        self.query(|tables| Ok(tables.stock_alert_addresses.get(email).map(|(decision, _)| *decision)))
    }

    fn refuse_stock_alerts(&mut self, email: &Email, at: Timestamp) -> StoreResult<()> {
        self.change(|tables| {
            tables.stock_alerts.retain(|(_, of), _| of != email);
            tables.stock_alert_addresses.insert(email.clone(), (AlertDecision::Refused(at), at));
            Ok(())
        })
    }

    fn confirm_stock_alerts(&mut self, email: &Email, at: Timestamp) -> StoreResult<()> {
        self.change(|tables| {
            tables.stock_alert_addresses.insert(email.clone(), (AlertDecision::Wanted, at));
            let theirs = tables.stock_alerts.values_mut().filter(|alert| alert.email == *email);
            for alert in theirs.filter(|alert| alert.consent == AlertConsent::Waiting) {
                alert.consent = AlertConsent::Confirmed;
            }
            Ok(())
        })
    }

    fn stock_alert_link(&mut self, digest: &str) -> StoreResult<Option<StockAlertLink>> {
        self.query(|tables| Ok(tables.stock_alert_links.get(digest).cloned()))
    }

    fn last_asked_to_confirm(&mut self, email: &Email) -> StoreResult<Option<Timestamp>> {
        self.query(|tables| {
            let theirs = tables.stock_alert_links.values().filter(|link| link.confirms && link.email == *email);
            Ok(theirs.map(|link| link.mailed_at).max())
        })
    }

    fn insert_stock_alert_link(&mut self, digest: &str, link: &StockAlertLink) -> StoreResult<()> {
        self.change(|tables| claim(&mut tables.stock_alert_links, digest.to_owned(), link.clone()))
    }
}
