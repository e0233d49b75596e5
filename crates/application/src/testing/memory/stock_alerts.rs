//! Who waits for parts.

use super::{
    MemoryTransaction,
    tables::{bounded, claim, require},
};
use crate::ports::{stock_alerts::StockAlertRepository, store_error::StoreResult};
use autoparts_domain::{email::Email, stock_alerts::StockAlert, time::Timestamp};

impl StockAlertRepository for MemoryTransaction {
    fn save_stock_alert(&mut self, alert: &StockAlert) -> StoreResult<()> {
        self.change(|tables| {
            require(tables.parts.contains_key(&alert.part), "there is no such part")?;
            tables.stock_alerts.insert((alert.part, alert.email.clone()), alert.clone());
            Ok(())
        })
    }

    fn stock_alerts_of(&mut self, email: &Email) -> StoreResult<Vec<StockAlert>> {
        self.look(|tables| {
            let theirs = tables.stock_alerts.values().filter(|alert| alert.email == *email);
            let mut theirs: Vec<StockAlert> = theirs.cloned().collect();
            theirs.sort_by_key(|alert| std::cmp::Reverse(alert.id));
            Ok(theirs)
        })
    }

    fn due_stock_alerts(&mut self, limit: u32) -> StoreResult<Vec<StockAlert>> {
        self.look(|tables| {
            let can_be_ordered = |alert: &&StockAlert| {
                let part = tables.parts.get(&alert.part).filter(|part| !part.hidden);
                let stock = tables.stock.get(&alert.part);
                part.zip(stock)
                    .is_some_and(|(part, stock)| stock.available >= part.details.minimum_order.quantity().pieces())
            };
            Ok(bounded(tables.stock_alerts.values().filter(can_be_ordered).cloned(), limit))
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
            Ok(())
        })
    }

    fn stock_alert_link(&mut self, digest: &str) -> StoreResult<Option<Email>> {
        self.look(|tables| Ok(tables.stock_alert_links.get(digest).map(|(email, _)| email.clone())))
    }

    fn insert_stock_alert_link(&mut self, digest: &str, email: &Email, mailed_at: Timestamp) -> StoreResult<()> {
        self.change(|tables| claim(&mut tables.stock_alert_links, digest.to_owned(), (email.clone(), mailed_at)))
    }
}
