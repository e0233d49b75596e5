//! Checks the limits on unpaid orders: what the customer has on order, and for guests and members with an unverified
//! address, what is reserved from their network. The rule is [`UnpaidLimits`]; ADR 0013 has the reasons.

use crate::{
    ports::{orders::NetworkDigest, store::Transaction, store_error::StoreResult},
    shop::Shop,
    use_case_error::UseCaseError,
};
use autoparts_domain::{
    accounts::User,
    catalogue::Part,
    client_network::ClientNetwork,
    id::PartId,
    orders::{
        Order,
        unpaid::{UnpaidLimitReached, UnpaidLimits, UnpaidOrders, is_covered},
    },
    quantity::Quantity,
};

/// The allowance that an unpaid order counts against.
#[derive(Debug, Clone)]
pub struct Allowance {
    limits: UnpaidLimits,
    network: NetworkDigest,
}

impl Shop {
    /// The allowance of a client.
    #[must_use]
    pub fn allowance(&self, network: ClientNetwork) -> Allowance {
        let digest = self.secrets.digest(&format!("{}|{network}", self.id));
        Allowance { limits: self.rules.unpaid, network: NetworkDigest::new(digest) }
    }
}

impl Allowance {
    /// Checks whether a customer may order these pieces, and returns the network that the order counts against. Locks
    /// the customer.
    pub(crate) fn check<R: From<UnpaidLimitReached>>(
        &self,
        tx: &mut dyn Transaction,
        customer: &User,
        wanted: &[(Part, Quantity)],
    ) -> Result<Option<&NetworkDigest>, UseCaseError<R>> {
        if self.limits.is_off() {
            return Ok(None);
        }
        let unpaid = tx.unpaid_orders(&customer.id)?;
        let paid = tx.paid_and_kept(&customer.id)?;
        if is_covered(paid, &unpaid, wanted) {
            return Ok(None);
        }
        let limits = self.limits.raised_by(paid);
        limits.check(&unpaid, &known(tx, &unpaid)?, wanted)?;
        self.check_network(tx, customer, &limits, wanted)
    }

    /// Checks whether the released pieces of an order may be reserved again, and returns the network that it counts
    /// against. It already counts for its customer.
    pub(crate) fn check_again<R: From<UnpaidLimitReached>>(
        &self,
        tx: &mut dyn Transaction,
        order: &Order,
    ) -> Result<Option<&NetworkDigest>, UseCaseError<R>> {
        let Some(customer) = tx.user(&order.snapshot().customer)?.filter(|_| !self.limits.is_off()) else {
            return Ok(None);
        };
        let paid = tx.paid_and_kept(&customer.id)?;
        if is_covered(paid, &tx.unpaid_orders(&customer.id)?, &[]) {
            return Ok(None);
        }
        let pieces = order.snapshot().lines.pieces();
        let parts = tx.parts_by_id(&pieces.keys().copied().collect::<Vec<_>>())?;
        let wanted = parts.into_iter().filter_map(|part| pieces.get(&part.id).map(|quantity| (part, *quantity)));
        let wanted: Vec<_> = wanted.collect();
        self.check_network(tx, &customer, &self.limits.raised_by(paid), &wanted)
    }

    fn check_network<R: From<UnpaidLimitReached>>(
        &self,
        tx: &mut dyn Transaction,
        customer: &User,
        limits: &UnpaidLimits,
        wanted: &[(Part, Quantity)],
    ) -> Result<Option<&NetworkDigest>, UseCaseError<R>> {
        if customer.email_verified && !customer.guest {
            return Ok(None);
        }
        tx.lock_network(&self.network)?;
        let reserved = tx.reserved_from_network(&self.network)?;
        let known = known(tx, &reserved)?;
        limits.of_network().check(&reserved, &known, wanted).map_err(|_| UnpaidLimitReached::Network)?;
        Ok(Some(&self.network))
    }
}

/// The parts of unpaid orders that are still in the catalog.
fn known(tx: &mut dyn Transaction, unpaid: &UnpaidOrders) -> StoreResult<Vec<Part>> {
    let ids: Vec<PartId> = unpaid.parts.keys().copied().collect();
    tx.parts_by_id(&ids)
}
