//! Shipping orders.

use crate::{
    accounts::access,
    orders::{
        lookup,
        reservation::{self, Reserved},
    },
    shop::Shop,
    use_case_error::{Refusal, UseCaseError},
};
use autoparts_domain::{
    audit::{self, AuditAction, AuditEntry, Facts},
    id::{AuditId, OrderId, UserId},
    orders::{MoneyAway, Order, Tracking, WrongState},
};

/// Why an order could not be shipped.
#[derive(Debug, thiserror::Error)]
pub enum ShipmentError {
    /// There is no such order.
    #[error("This order does not exist.")]
    NoSuchOrder,
    /// The reservation expired, and the pieces are sold.
    #[error("The reservation of this order has expired and its pieces are sold out.")]
    SoldOut,
    /// The order cannot be shipped in its state.
    #[error(transparent)]
    State(#[from] WrongState),
    /// Its customer has withdrawn from the contract.
    #[error("The customer has withdrawn from the contract of this order.")]
    Withdrawn,
    /// Some or all of its money has been refunded or withdrawn.
    #[error(transparent)]
    MoneyAway(#[from] MoneyAway),
}

impl Refusal for ShipmentError {}

/// The result of a use case that can fail with [`ShipmentError`].
pub type ShipmentResult<T> = Result<T, UseCaseError<ShipmentError>>;

/// How an admin ships an order.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Ship {
    /// The carrier and tracking number.
    pub tracking: Tracking,
    /// Ship even if part of the money was refunded, the payment is disputed, or the customer withdrew from the contract.
    /// A lost dispute is refused regardless.
    pub anyway: bool,
}

impl Shop {
    /// Marks an order as shipped, paid or not, and notifies its customer; for admins. Reserves the pieces of an expired
    /// reservation again first. Refuses an order whose money was refunded or withdrawn, and
    /// one whose customer withdrew from the contract. For an order that was already
    /// shipped, updates the given tracking fields and notifies the customer; `false` if nothing changed.
    #[tracing::instrument(level = "debug", skip_all, fields(order = %id))]
    pub async fn ship(&self, caller: UserId, id: OrderId, command: Ship) -> ShipmentResult<bool> {
        let ids = self.ids.clone();
        let now = self.now();
        let emails = self.order_emails();
        let audit_id: AuditId = self.ids.next();
        self.store
            .write(move |tx| {
                let actor = Some(access::require_admin(tx, &caller)?.id);
                let mut order = lookup::find(tx, &id)?.ok_or(ShipmentError::NoSuchOrder)?;
                let before = shipment_facts(&order);
                let entry = |order: &Order| {
                    let action = AuditAction::ShipOrder;
                    let subject = order.snapshot().customer;
                    let detail = audit::changed(id, &before, &shipment_facts(order));
                    AuditEntry { id: audit_id, actor, action, subject, detail, at: now }
                };
                if order.is_shipped() && !order.is_refunded() {
                    let is_news = order.track(order.milestones().tracking.updated_by(&command.tracking));
                    if is_news {
                        tx.update_order(&order)?;
                        tx.insert_audit(&entry(&order))?;
                        emails.send(tx, &emails.shipped(&order))?;
                    }
                    return Ok(is_news);
                }
                if let Err(away) = order.check_money_is_with_shop()
                    && order.is_paid()
                    && !(command.anyway && away.may_ship())
                {
                    return Err(away.into());
                }
                if order.milestones().withdrawn_at.is_some() && !command.anyway {
                    return Err(ShipmentError::Withdrawn.into());
                }
                let has_expired = order.has_expired();
                if has_expired {
                    order.renew_reservation(now)?;
                }
                order.ship(command.tracking.clone(), now)?;
                tx.update_order(&order)?;
                tx.insert_audit(&entry(&order))?;
                emails.send(tx, &emails.shipped(&order))?;
                if has_expired && reservation::reserve(tx, order.snapshot(), &*ids, now)? != Reserved::All {
                    return Err(ShipmentError::SoldOut.into());
                }
                Ok(true)
            })
            .await
    }
}

/// The facts of a shipment for the audit log: whether the order was shipped, and its tracking.
fn shipment_facts(order: &Order) -> Facts {
    let Tracking { carrier, number } = &order.milestones().tracking;
    let facts = [
        ("status", order.is_shipped().then(|| "shipped".to_owned())),
        ("carrier", carrier.as_ref().map(ToString::to_string)),
        ("tracking number", number.as_ref().map(ToString::to_string)),
    ];
    facts.into_iter().filter_map(|(name, value)| Some((name, value?))).collect()
}
