//! Places orders. Reading them is in `lists`. Deleting them is in `cancellation`, because it calls the payment provider
//! first.

use crate::{
    accounts::access::AccessDenied,
    orders::{
        allowance::Allowance,
        coupons,
        emails::OrderEmails,
        fits,
        ordering_error::{OrderingError, OrderingResult},
        quoting::{Charged, ShippingChoice, TRIES, parts_of},
        reservation::{self, Reserved},
    },
    ports::{
        accounts::GuestLink, clock::IdSource, orders::RememberedOrder, secrets::SecretSource, store::Transaction,
        store_error::StoreError,
    },
    returns::policies::CurrentTerms,
    shop::Shop,
    use_case_error::UseCaseError,
};
use autoparts_domain::{
    client_network::ClientNetwork,
    destination::Destination,
    fitment::RequestedFit,
    id::{OrderId, OrderKey, PartId, ShippingMethodId, UserId},
    link_token::LinkToken,
    money::Money,
    newsletter::{CouponCode, CouponRefused},
    orders::{
        Order, OrderNumber, OrderSnapshot, Pieces,
        pricing::{self, Agreement, OrderRefused, Terms},
    },
    quantity::Quantity,
    text::{PhoneNumber, PostalAddress},
};
use std::{sync::Arc, time::Duration};

pub use autoparts_domain::orders::pricing::RequestedLine;

/// A request to place an order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PlaceOrder {
    /// The lines to order.
    pub lines: Vec<RequestedLine>,
    /// Where to send it.
    pub send_to: SendTo,
    /// The chosen shipping method; `None` chooses the cheapest.
    pub shipping: Option<ShippingMethodId>,
    /// A coupon to redeem.
    pub coupon: Option<CouponCode>,
    /// How to reach the customer.
    pub phone: PhoneNumber,
    /// The total that the customer was shown; the order is refused if its total differs. `None` skips the check.
    pub expected_total: Option<Money>,
    /// Makes the request idempotent: the same key places one order per customer.
    pub idempotency_key: Option<String>,
    /// The network that the request comes from.
    pub network: ClientNetwork,
}

/// The destination of an order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SendTo {
    /// Free text only, as in the specification's order; charges cannot depend on the destination.
    Address(PostalAddress),
    /// Structured fields.
    Destination(Box<Destination>),
}

impl SendTo {
    fn destination(&self) -> Option<&Destination> {
        match self {
            Self::Address(_) => None,
            Self::Destination(destination) => Some(destination),
        }
    }

    fn address(&self) -> PostalAddress {
        match self {
            Self::Address(address) => address.clone(),
            Self::Destination(destination) => destination.address(),
        }
    }
}

impl Shop {
    /// Places an order and reserves its pieces, in one transaction. With an idempotency key it is idempotent and
    /// returns the order placed before. If several lines cannot be ordered, the error names the first. Refuses orders
    /// with additional charges: [`Shop::check_out`] shows those first.
    #[tracing::instrument(level = "debug", skip_all)]
    pub async fn place_order(&self, caller: UserId, command: PlaceOrder) -> OrderingResult<OrderId> {
        let charging = if self.has_charges().await? { Charging::Unknown } else { Charging::Nothing };
        let placed = self.place(caller, command, charging).await.map_err(|error| match error {
            UseCaseError::Refused(refused) => refused.about_one_line().into(),
            other => other,
        })?;
        placed.ok_or_else(|| StoreError::Contention.into())
    }

    /// Places an order for a whole cart, all lines or none. The error lists every line that cannot be ordered. Adds
    /// shipping and tax, and redeems a coupon.
    #[tracing::instrument(level = "debug", skip_all)]
    pub async fn check_out(&self, caller: UserId, command: PlaceOrder) -> OrderingResult<OrderId> {
        for _ in 0..TRIES {
            let version = self.rates_version().await?;
            let charging = self.charging(&command).await?;
            if self.rates_version().await? != version {
                // Shipping and tax may have been computed from different versions of the rates.
                continue;
            }
            if let Some(order) = self.place(caller, command.clone(), charging).await? {
                return Ok(order);
            }
        }
        Err(StoreError::Contention.into())
    }

    async fn charging(&self, command: &PlaceOrder) -> OrderingResult<Charging> {
        let place = command.send_to.destination().map(|destination| &destination.place);
        if place.is_none() && self.has_charges().await? {
            return Ok(Charging::Unknown);
        }
        if let Some(place) = place
            && place.postal_code().is_none()
            && self.charges_by_postal_code(place.country()).await?
        {
            return Ok(Charging::PostalCodeMissing);
        }
        let sale = self.sale(command.lines.clone(), command.coupon.clone()).await?;
        let Charged { terms, shipping } = self.charged(&sale, place, command.shipping).await?;
        if let Some(refused) = sale.coupon_refused() {
            return Ok(Charging::CouponRefused(refused));
        }
        if terms.shipping.is_none() && shipping != ShippingChoice::NotCharged {
            return Ok(Charging::NoShipping);
        }
        Ok(Charging::Computed { goods: sale.quote(&terms).net(), terms })
    }

    /// `None` if the price of the goods has changed since the charges were computed.
    async fn place(&self, caller: UserId, command: PlaceOrder, charging: Charging) -> OrderingResult<Option<OrderId>> {
        let new = NewOrder {
            order: self.ids.next(),
            ids: self.ids.clone(),
            secrets: self.secrets.clone(),
            emails: self.order_emails(),
            kept_for: self.rules.unstarted_hold,
            allowance: self.allowance(command.network),
            returns: self.current_terms().await?,
            fingerprint: self.secrets.digest(&fingerprint(&caller, &command)),
        };
        self.store.write(move |tx| place(tx, &caller, &command, &charging, &new)).await
    }
}

/// Charges in addition to the parts, as known before the unit of work. Refusals are raised inside it, so that a retry
/// under a known key still returns the first order.
enum Charging {
    /// No charges apply.
    Nothing,
    /// Charges apply, but the amount is not known.
    Unknown,
    /// The computed charges.
    Computed {
        /// The charges.
        terms: Terms,
        /// The price of the goods that they were computed from.
        goods: Option<Money>,
    },
    /// The charges depend on the postal code, which is missing.
    PostalCodeMissing,
    /// The shop offers no shipping of these goods to the destination, or not the chosen method.
    NoShipping,
    /// The coupon cannot be used.
    CouponRefused(CouponRefused),
}

impl Charging {
    /// Returns the terms that price an order, or the refusal.
    fn terms(&self) -> OrderingResult<Terms> {
        match self {
            Self::Nothing => Ok(Terms::default()),
            Self::Unknown => Err(OrderingError::CheckoutRequired.into()),
            Self::Computed { terms, .. } => Ok(terms.clone()),
            Self::PostalCodeMissing => Err(OrderingError::PostalCodeMissing.into()),
            Self::NoShipping => Err(OrderingError::NoShipping.into()),
            Self::CouponRefused(refused) => Err((*refused).into()),
        }
    }
}

/// Inputs of a new order besides the customer's request.
struct NewOrder {
    order: OrderId,
    ids: Arc<dyn IdSource>,
    secrets: Arc<dyn SecretSource>,
    emails: OrderEmails,
    kept_for: Duration,
    fingerprint: String,
    allowance: Allowance,
    returns: CurrentTerms,
}

impl NewOrder {
    /// Adds the order under a number that no other order has.
    fn insert(&self, tx: &mut dyn Transaction, mut snapshot: OrderSnapshot) -> OrderingResult<OrderSnapshot> {
        loop {
            snapshot.number = Some(OrderNumber::from_random(self.secrets.random()?));
            let held_until = snapshot.placed_at.plus(self.kept_for);
            if tx.insert_order(&Order::place(snapshot.clone(), held_until))? {
                return Ok(snapshot);
            }
        }
    }

    /// Creates the link that opens a guest's order. From then on the guest is not purged.
    fn guest_link(&self, tx: &mut dyn Transaction, order: &OrderKey) -> OrderingResult<LinkToken> {
        let token = LinkToken::from_random(self.secrets.random()?);
        let digest = self.secrets.digest(token.reveal());
        tx.insert_guest_link(&GuestLink { digest, guest: order.customer, order: Some(order.order), revoked: None })?;
        tx.mark_guest_ordered(&order.customer)?;
        Ok(token)
    }

    /// Finds the order that was placed before under the command's idempotency key.
    fn placed_before(
        &self,
        tx: &mut dyn Transaction,
        customer: &UserId,
        command: &PlaceOrder,
    ) -> OrderingResult<Option<OrderId>> {
        let Some(key) = &command.idempotency_key else { return Ok(None) };
        let Some(before) = tx.remembered_order(customer, key)? else { return Ok(None) };
        if before.fingerprint != self.fingerprint && !before.fingerprint.is_empty() {
            return Err(OrderingError::KeyReused.into());
        }
        // A retry cannot restore an order that was deleted since, and the key does not stand for a new order.
        match tx.order(&OrderKey { customer: *customer, order: before.order })? {
            Some(order) if order.is_cancelled() => Err(OrderingError::Deleted.into()),
            _ => Ok(Some(before.order)),
        }
    }
}

/// Places an order inside its transaction.
fn place(
    tx: &mut dyn Transaction,
    caller: &UserId,
    command: &PlaceOrder,
    charging: &Charging,
    new: &NewOrder,
) -> OrderingResult<Option<OrderId>> {
    // Serializes the orders of a customer. Otherwise two concurrent orders would overlook each other, a command sent
    // twice would count twice, and an order placed during the deletion of the account would outlive it.
    let customer = tx.lock_customer(caller)?.ok_or(AccessDenied::Unauthenticated)?;
    if customer.has_left() {
        return Err(AccessDenied::Unauthenticated.into());
    }
    if let Some(order) = new.placed_before(tx, &customer.id, command)? {
        return Ok(Some(order));
    }
    let Agreement { lines, charges, total, pieces } =
        pricing::agree(&command.lines, &parts_of(tx, &command.lines)?, &charging.terms()?)?;
    match charging {
        Charging::Nothing if lines.have_cores() => return Err(OrderingError::CheckoutRequired.into()),
        Charging::Computed { goods, .. } if lines.net() != *goods => return Ok(None),
        _ => {}
    }
    let parts: Vec<PartId> = pieces.iter().map(|(part, _)| part.id).collect();
    let returns = new.returns.of_parts(tx, &parts)?;
    let lines = lines.with_fits(fits::agreed(tx, &command.lines)?).with_return_terms(returns);
    if command.expected_total.is_some_and(|expected| expected != total) {
        return Err(OrderingError::PriceChanged { total }.into());
    }
    let network = new.allowance.check(tx, &customer, &pieces)?;
    let now = new.emails.now;
    let snapshot = OrderSnapshot {
        id: new.order,
        number: None,
        customer: customer.id,
        lines,
        charges,
        total,
        name: customer.display_name(),
        email: customer.email.clone(),
        address: command.send_to.address(),
        destination: command.send_to.destination().cloned(),
        phone: command.phone.clone(),
        placed_at: now,
    };
    let snapshot = new.insert(tx, snapshot)?;
    if let Some(network) = network {
        tx.count_against_network(&snapshot.key(), network)?;
    }
    if let Some(code) = command.coupon.as_ref().filter(|_| snapshot.lines.discount() > Money::ZERO) {
        coupons::redeem(tx, code, &snapshot, &*new.secrets, now)??;
    }
    let link = if customer.guest { Some(new.guest_link(tx, &snapshot.key())?) } else { None };
    let mail = new.emails.placed(&snapshot, new.kept_for, link.as_ref());
    tx.insert_mail(&mail.to_confirmed(customer.email_verified))?;
    if let Some(key) = &command.idempotency_key {
        let placed = RememberedOrder { order: new.order, fingerprint: new.fingerprint.clone() };
        tx.remember_order(&customer.id, key, &placed, now)?;
    }
    // The check above may be outdated by now; this one decides.
    match reservation::reserve(tx, &snapshot, &*new.ids, now)? {
        Reserved::All => Ok(Some(new.order)),
        Reserved::SoldOut(part) => Err(shortage(tx, &command.lines, &snapshot.lines.pieces(), &part)?.into()),
    }
}

/// Why the pieces of a part could not be reserved: they were sold in the meantime. Lists every line that is short now.
pub fn shortage(
    tx: &mut dyn Transaction,
    requested: &[RequestedLine],
    pieces: &Pieces,
    sold_out: &PartId,
) -> Result<OrderingError, StoreError> {
    let mut parts = parts_of(tx, requested)?;
    // This transaction, which is rolled back, took the pieces of the preceding parts.
    let taken: Pieces = pieces.range(..sold_out).map(|(part, quantity)| (*part, *quantity)).collect();
    pricing::put_back(&mut parts, &taken);
    match pricing::agree(requested, &parts, &Terms::default()) {
        Err(OrderRefused::Lines(problems)) => Ok(OrderingError::LineProblems(problems)),
        // Pieces have been returned since.
        _ => Err(tx.conflict()),
    }
}

/// Digest that distinguishes two commands under one key. Only the digest is stored, because the command contains an
/// address and a phone number; the key and the customer make the digest of an address differ each time. The expected
/// total is left out: a client that retries sends the same one.
fn fingerprint(caller: &UserId, command: &PlaceOrder) -> String {
    let pieces = |line: &RequestedLine| line.quantity.map_or(0, Quantity::pieces);
    let fit = |line: &RequestedLine| {
        let ticks = |fit: &RequestedFit| fit.ticks.iter().map(ToString::to_string).collect::<Vec<_>>().join(",");
        line.fit.as_ref().map(|fit| format!("|{}|{}", fit.vehicle, ticks(fit))).unwrap_or_default()
    };
    let line = |line: &RequestedLine| format!("{}|{}{}", line.part, pieces(line), fit(line));
    let lines: Vec<_> = command.lines.iter().map(line).collect();
    let key = command.idempotency_key.as_deref().unwrap_or_default();
    let text = format!("{caller}|{key}|{}|{}|{}", lines.join("|"), command.phone, command.send_to.address());
    let method = command.shipping.map(|method| format!("|{method}")).unwrap_or_default();
    let coupon = command.coupon.as_ref().map(|code| format!("|{code}")).unwrap_or_default();
    text + &method + &coupon
}
