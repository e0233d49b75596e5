//! Placing orders. Looking at them is in `lists`, deleting them is in `cancellation`, because it talks to
//! the payment provider first.

use crate::{
    accounts::access::{self, AccessDenied},
    orders::{
        allowance::Allowance,
        coupons,
        emails::OrderEmails,
        fits,
        quoting::{Charged, ShippingChoice, parts_of},
        reservation::{self, Reserved},
    },
    ports::{
        accounts::GuestLink,
        clock::IdSource,
        orders::RememberedOrder,
        rates::RatesError,
        secrets::{NoRandomness, SecretSource},
        store::Transaction,
        store_error::StoreError,
    },
    shop::Shop,
};
use autoparts_domain::{
    catalogue::QuantityRefused,
    client_network::ClientNetwork,
    destination::Destination,
    fitment::RequestedFit,
    id::{OrderId, OrderKey, PartId, ShippingMethodId, UserId},
    link_token::LinkToken,
    money::Money,
    newsletter::{CouponCode, CouponRefused},
    orders::{
        Order, OrderNumber, OrderSnapshot, Pieces,
        pricing::{self, Agreement, LineProblem, LineRefused, OrderRefused, Terms},
        unpaid::UnpaidLimitReached,
    },
    quantity::Quantity,
    text::{PhoneNumber, PostalAddress},
    validation::ValidationError,
};
use std::{sync::Arc, time::Duration};

pub use autoparts_domain::orders::pricing::RequestedLine;

/// What a customer asks for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PlaceOrder {
    /// What to send.
    pub lines: Vec<RequestedLine>,
    /// Where to send it.
    pub send_to: SendTo,
    /// The way to ship that was chosen; the cheapest when none was.
    pub shipping: Option<ShippingMethodId>,
    /// A coupon to be used.
    pub coupon: Option<CouponCode>,
    /// How to reach the customer.
    pub phone: PhoneNumber,
    /// The total that the customer was shown; the order is refused when it is not the total
    /// any more. `None` when they did not say.
    pub expected_total: Option<Money>,
    /// Under the same key a customer orders once, however often they ask.
    pub idempotency_key: Option<String>,
    /// The network that the request comes from.
    pub network: ClientNetwork,
}

/// Where an order goes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SendTo {
    /// In words alone, as the specification's order has it: then nothing can be charged by the place.
    Address(PostalAddress),
    /// In fields.
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

/// Why an order could not be placed or shown.
#[derive(Debug, thiserror::Error)]
pub enum OrderingError {
    /// The part does not exist or was deleted.
    #[error("This part does not exist.")]
    NoSuchPart,
    /// No lines at all, or too many.
    #[error("lines {0}")]
    Lines(#[from] ValidationError),
    /// Too few or too many pieces.
    #[error(transparent)]
    Quantity(#[from] QuantityRefused),
    /// Some lines cannot be had: every one is named, in the order in which they were sent.
    #[error("{}", in_words(.0))]
    LineProblems(Vec<LineProblem>),
    /// The customer was shown another total.
    #[error("The price has changed: the total is now ${total}.")]
    PriceChanged {
        /// What it costs now.
        total: Money,
    },
    /// Something is charged beside the parts, which the customer has to see first.
    #[error("This order has to go through the checkout, because shipping, tax or a core charge may be added.")]
    CheckoutRequired,
    /// Charges in the country depend on the postal code, and it is missing.
    #[error("postal code is required")]
    PostalCodeMissing,
    /// Nothing that the shop offers takes the goods there, or not the way that was chosen.
    #[error("We cannot send these parts there in this way. Please choose another way to ship, or another address.")]
    NoShipping,
    /// The coupon cannot be used.
    #[error(transparent)]
    Coupon(#[from] CouponRefused),
    /// A line is for a vehicle that is not known, or is known no more.
    #[error("This vehicle does not exist.")]
    NoSuchVehicle,
    /// Some lines do not fit their vehicles, or fit on conditions, and the customer has not said that they know.
    #[error("{} Please confirm that before you order.", doubtful(*.lines))]
    FitNotConfirmed {
        /// How many lines.
        lines: usize,
    },
    /// Shipping or tax cannot be computed.
    #[error(transparent)]
    Rates(#[from] RatesError),
    /// No card can be charged this total at once.
    #[error("The total of an order must be between $0.50 and $999,999.99.")]
    NotPayable,
    /// Too much would be on order but unpaid.
    #[error(transparent)]
    Unpaid(#[from] UnpaidLimitReached),
    /// The idempotency key stands for another order.
    #[error("This idempotency key was used for another order.")]
    KeyReused,
    /// The order that was placed under this key was deleted since.
    #[error("The order that was placed under this idempotency key was deleted. Use a new key for a new order.")]
    Deleted,
    /// There is no such order, or it is not the caller's; the answer is the same.
    #[error("This order does not exist.")]
    NoSuchOrder,
    /// Not allowed.
    #[error(transparent)]
    Denied(#[from] AccessDenied),
    /// The store failed.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The machine has no randomness to give.
    #[error(transparent)]
    Randomness(#[from] NoRandomness),
}

impl OrderingError {
    /// The same, about the first line that cannot be had: how the specification refuses an order.
    fn about_one_line(self) -> Self {
        match self {
            Self::LineProblems(problems) => match problems.first().map(|problem| problem.refused) {
                Some(LineRefused::PartGone) => Self::NoSuchPart,
                Some(LineRefused::Quantity(refused)) => refused.into(),
                None => Self::LineProblems(problems),
            },
            other => other,
        }
    }
}

impl From<OrderRefused> for OrderingError {
    fn from(refused: OrderRefused) -> Self {
        match refused {
            OrderRefused::Count(why) => Self::Lines(why),
            OrderRefused::Lines(problems) => Self::LineProblems(problems),
            OrderRefused::NotPayable => Self::NotPayable,
        }
    }
}

fn doubtful(lines: usize) -> String {
    match lines {
        1 => "One part may not fit your vehicle.".to_owned(),
        several => format!("{several} parts may not fit your vehicles."),
    }
}

fn in_words(problems: &[LineProblem]) -> String {
    match problems {
        [only] => only.refused.to_string(),
        several => format!("{} lines cannot be ordered as they are.", several.len()),
    }
}

impl Shop {
    /// Places an order and reserves its pieces, in one transaction. With an idempotency key
    /// it is repeatable and answers with the order placed before. Of several lines that cannot be had, the first
    /// is named. Where something is charged beside the parts, it is refused: [`Shop::check_out`] shows that first.
    #[tracing::instrument(level = "debug", skip_all)]
    pub async fn place_order(&self, caller: UserId, command: PlaceOrder) -> Result<OrderId, OrderingError> {
        let charging = if self.has_charges().await? { Charging::Unknown } else { Charging::Nothing };
        let placed = self.place(caller, command, charging).await.map_err(OrderingError::about_one_line)?;
        placed.ok_or_else(|| StoreError::Contention.into())
    }

    /// The same for a whole cart, all lines or none: every line that cannot be had is named at once. Shipping and tax
    /// are added, and a coupon is used.
    #[tracing::instrument(level = "debug", skip_all)]
    pub async fn check_out(&self, caller: UserId, command: PlaceOrder) -> Result<OrderId, OrderingError> {
        for _ in 0..TRIES {
            let version = self.rates_version().await?;
            let charging = self.charging(&command).await?;
            if self.rates_version().await? != version {
                // Shipping may be of one state and tax of another.
                continue;
            }
            if let Some(order) = self.place(caller, command.clone(), charging).await? {
                return Ok(order);
            }
        }
        Err(StoreError::Contention.into())
    }

    async fn charging(&self, command: &PlaceOrder) -> Result<Charging, OrderingError> {
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

    /// `None` when the goods no longer cost what the charges were computed from.
    async fn place(
        &self,
        caller: UserId,
        command: PlaceOrder,
        charging: Charging,
    ) -> Result<Option<OrderId>, OrderingError> {
        let new = NewOrder {
            order: self.ids.next(),
            ids: self.ids.clone(),
            secrets: self.secrets.clone(),
            emails: self.order_emails(),
            kept_for: self.rules.unstarted_hold,
            allowance: self.allowance(command.network),
            fingerprint: self.secrets.digest(&fingerprint(&caller, &command)),
        };
        self.store.write(move |tx| place(tx, &caller, &command, &charging, &new)).await
    }
}

/// How often a checkout begins again because prices or rates change while its charges are computed.
pub(super) const TRIES: u32 = 3;

/// What is charged beside the prices of the parts, as far as it is known before the unit of work. What speaks against an
/// order is said there: one that was placed under the same key before is answered whatever has changed since.
enum Charging {
    /// Nothing may be.
    Nothing,
    /// Something is, and nobody knows how much.
    Unknown,
    /// What was computed.
    Computed {
        /// The charges.
        terms: Terms,
        /// The goods that they were computed from.
        goods: Option<Money>,
    },
    /// It depends on the postal code, which is missing.
    PostalCodeMissing,
    /// Nothing takes the goods there, or not the way that was chosen.
    NoShipping,
    /// The coupon cannot be used.
    CouponRefused(CouponRefused),
}

impl Charging {
    /// What an order is priced with, or what speaks against it.
    fn terms(&self) -> Result<Terms, OrderingError> {
        match self {
            Self::Nothing => Ok(Terms::default()),
            Self::Unknown => Err(OrderingError::CheckoutRequired),
            Self::Computed { terms, .. } => Ok(terms.clone()),
            Self::PostalCodeMissing => Err(OrderingError::PostalCodeMissing),
            Self::NoShipping => Err(OrderingError::NoShipping),
            Self::CouponRefused(refused) => Err((*refused).into()),
        }
    }
}

/// What a new order is made of besides the customer's wishes.
struct NewOrder {
    order: OrderId,
    ids: Arc<dyn IdSource>,
    secrets: Arc<dyn SecretSource>,
    emails: OrderEmails,
    kept_for: Duration,
    fingerprint: String,
    allowance: Allowance,
}

impl NewOrder {
    /// A number that no order has.
    fn number(&self, tx: &mut dyn Transaction) -> Result<OrderNumber, OrderingError> {
        loop {
            let number = OrderNumber::from_random(self.secrets.random()?);
            if tx.order_by_number(&number)?.is_none() {
                return Ok(number);
            }
        }
    }

    /// The link that opens a guest's order. From now on the guest is not purged.
    fn guest_link(&self, tx: &mut dyn Transaction, order: &OrderKey) -> Result<LinkToken, OrderingError> {
        let token = LinkToken::from_random(self.secrets.random()?);
        let digest = self.secrets.digest(token.reveal());
        tx.insert_guest_link(&GuestLink { digest, guest: order.customer, order: Some(order.order), revoked: None })?;
        tx.keep_guest(&order.customer)?;
        Ok(token)
    }

    /// The order that this command has placed before, if it says so by a key.
    fn placed_before(
        &self,
        tx: &mut dyn Transaction,
        customer: &UserId,
        command: &PlaceOrder,
    ) -> Result<Option<OrderId>, OrderingError> {
        let Some(key) = &command.idempotency_key else { return Ok(None) };
        let Some(before) = tx.remembered_order(customer, key)? else { return Ok(None) };
        if before.fingerprint != self.fingerprint && !before.fingerprint.is_empty() {
            return Err(OrderingError::KeyReused);
        }
        // Repeating what was done cannot bring back what was deleted since, and a new order is not what
        // the key stands for.
        match tx.order(&OrderKey { customer: *customer, order: before.order })? {
            Some(order) if order.is_cancelled() => Err(OrderingError::Deleted),
            _ => Ok(Some(before.order)),
        }
    }
}

/// The rule of placing an order.
fn place(
    tx: &mut dyn Transaction,
    caller: &UserId,
    command: &PlaceOrder,
    charging: &Charging,
    new: &NewOrder,
) -> Result<Option<OrderId>, OrderingError> {
    // One after the other: two orders at once would each overlook the other, one command that is sent twice would count
    // twice, and an order beside the deletion of its customer's account would outlive it.
    tx.lock_customer(caller)?;
    let customer = access::require_user::<OrderingError>(tx, caller)?;
    if customer.has_left() {
        return Err(AccessDenied::Unauthenticated.into());
    }
    if let Some(order) = new.placed_before(tx, &customer.id, command)? {
        return Ok(Some(order));
    }
    let Agreement { lines, charges, total, pieces } =
        pricing::agree(&command.lines, &parts_of(tx, &command.lines)?, &charging.terms()?)?;
    match charging {
        Charging::Nothing if lines.have_cores() => return Err(OrderingError::CheckoutRequired),
        Charging::Computed { goods, .. } if lines.net() != *goods => return Ok(None),
        _ => {}
    }
    let lines = lines.with_fits(fits::agreed(tx, &command.lines)?);
    if command.expected_total.is_some_and(|expected| expected != total) {
        return Err(OrderingError::PriceChanged { total });
    }
    let network = new.allowance.check::<OrderingError>(tx, &customer, &pieces)?;
    let now = new.emails.now;
    let snapshot = OrderSnapshot {
        id: new.order,
        number: Some(new.number(tx)?),
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
    tx.insert_order(&Order::place(snapshot.clone(), now.plus(new.kept_for)))?;
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
    // The check above spoke of what was there a moment ago; this is the one that counts.
    match reservation::reserve(tx, &snapshot, &*new.ids, now)? {
        Reserved::All => Ok(Some(new.order)),
        Reserved::SoldOut(part) => Err(shortage(tx, &command.lines, &snapshot.lines.pieces(), &part)?),
    }
}

/// Why the pieces of a part could not be taken: they were sold meanwhile. Every line that is short now is named.
pub(crate) fn shortage(
    tx: &mut dyn Transaction,
    requested: &[RequestedLine],
    pieces: &Pieces,
    sold_out: &PartId,
) -> Result<OrderingError, StoreError> {
    let mut parts = parts_of(tx, requested)?;
    // The parts before were taken from by this very transaction, which is rolled back.
    let taken: Pieces = pieces.range(..sold_out).map(|(part, quantity)| (*part, *quantity)).collect();
    pricing::put_back(&mut parts, &taken);
    match pricing::agree(requested, &parts, &Terms::default()) {
        Err(OrderRefused::Lines(problems)) => Ok(OrderingError::LineProblems(problems)),
        // Pieces came back since.
        _ => Err(tx.conflict()),
    }
}

/// What tells two commands under one key apart; only its digest is kept, because an address and a
/// telephone number are in it. The key and the customer make the digest of the same address another
/// one each time. The expected total is no part: a client that repeats itself repeats that anyway.
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
