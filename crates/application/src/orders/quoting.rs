//! Quotes: what lines would cost and whether they can be ordered now. Public; changes nothing.
//!
//! Shipping and tax are computed outside units of work, so pricing takes two steps: `Shop::sale` reads what is sold,
//! then `Shop::charged` computes the charges.

use crate::{
    orders::{
        coupons,
        fits::{LineFit, line_fits},
        ordering_error::OrderingResult,
    },
    ports::{store::Transaction, store_error::StoreResult},
    shop::Shop,
};
use autoparts_domain::{
    catalogue::{Part, listing::Parcel},
    destination::Place,
    id::{PartId, ShippingMethodId},
    money::Money,
    newsletter::{CouponCode, CouponRefused},
    orders::pricing::{self, Quote, RequestedLine, Terms},
    rates::{Consignment, ShippingOffer, TaxRate},
    returns::ReturnTerms,
};
use std::collections::{BTreeMap, BTreeSet};

/// A request for a quote.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct QuoteRequest {
    /// The lines to price.
    pub lines: Vec<RequestedLine>,
    /// The destination; `None` if it is not known.
    pub place: Option<Place>,
    /// The chosen shipping method; `None` chooses the cheapest.
    pub shipping: Option<ShippingMethodId>,
    /// A coupon to redeem.
    pub coupon: Option<CouponCode>,
}

impl QuoteRequest {
    /// A request with lines only.
    #[must_use]
    pub fn of(lines: Vec<RequestedLine>) -> Self {
        Self { lines, place: None, shipping: None, coupon: None }
    }
}

/// Lines with prices, problems and additional charges.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Quoted {
    /// The lines and their totals.
    pub quote: Quote,
    /// Whether each line fits its vehicle; `None` for a line without a vehicle, with an unknown vehicle, or with a
    /// part that no longer exists.
    pub fits: Vec<Option<LineFit>>,
    /// The terms for returning each part.
    pub returns: BTreeMap<PartId, ReturnTerms>,
    /// The shipping methods.
    pub shipping: ShippingChoice,
    /// The method whose price the totals include.
    pub chosen: Option<ShippingMethodId>,
    /// Why the totals do not include the coupon; `None` also if there is no coupon.
    pub coupon_refused: Option<CouponRefused>,
    /// Whether charges are missing from the totals because the destination is not known.
    pub place_is_missing: bool,
}

/// How an order can be shipped.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ShippingChoice {
    /// The shop does not charge for shipping.
    NotCharged,
    /// The destination is not known.
    PlaceUnknown,
    /// By one of these methods, possibly none.
    Offered(Vec<ShippingOffer>),
}

/// The charges for a sale.
pub(super) struct Charged {
    /// The agreed charges. Includes shipping if it is charged and offered.
    pub(super) terms: Terms,
    /// How the sale can be shipped.
    pub(super) shipping: ShippingChoice,
}

/// What is sold: the lines with the current state of their parts.
pub(super) struct Sale {
    lines: Vec<RequestedLine>,
    parts: BTreeMap<PartId, Part>,
    parcels: BTreeMap<PartId, Parcel>,
    coupon: Option<Result<Money, CouponRefused>>,
    fits: Vec<Option<LineFit>>,
    returns: BTreeMap<PartId, ReturnTerms>,
}

impl Sale {
    /// Why the coupon was refused; `None` also if there is no coupon.
    pub(super) fn coupon_refused(&self) -> Option<CouponRefused> {
        self.coupon.and_then(Result::err)
    }

    pub(super) fn quote(&self, terms: &Terms) -> Quote {
        pricing::quote(&self.lines, &self.parts, terms)
    }

    /// The goods to ship, priced with `terms`, which contain only a coupon.
    fn consignment(&self, terms: &Terms) -> Consignment {
        let quote = self.quote(terms);
        let goods = quote.net().unwrap_or(Money::MAX).cents();
        quote.pieces().fold(Consignment { goods, ..Consignment::default() }, |consignment, (part, quantity)| {
            consignment.with(&self.parcels.get(part).copied().unwrap_or_default(), quantity)
        })
    }
}

/// Maximum number of attempts of a checkout or quote while prices or rates change during the computation of its
/// charges.
pub(super) const TRIES: u32 = 3;

impl Shop {
    /// Prices lines and reports their problems, as an order placed now would. Refuses an empty list and too many
    /// lines.
    #[tracing::instrument(level = "debug", skip_all)]
    pub async fn quote(&self, request: QuoteRequest) -> OrderingResult<Quoted> {
        pricing::check_request(&request.lines)?;
        for _ in 1..TRIES {
            let version = self.rates_version().await?;
            let quoted = self.quote_once(request.clone()).await?;
            if self.rates_version().await? == version {
                return Ok(quoted);
            }
        }
        self.quote_once(request).await
    }

    async fn quote_once(&self, request: QuoteRequest) -> OrderingResult<Quoted> {
        let sale = self.sale(request.lines, request.coupon).await?;
        let Charged { terms, shipping } = self.charged(&sale, request.place.as_ref(), request.shipping).await?;
        let place_is_missing =
            request.place.is_none() && (shipping != ShippingChoice::NotCharged || self.taxes.is_charged().await?);
        let chosen = terms.shipping.as_ref().map(|offer| offer.method);
        let quote = sale.quote(&terms);
        let coupon_refused = sale.coupon_refused();
        Ok(Quoted { quote, fits: sale.fits, returns: sale.returns, shipping, chosen, coupon_refused, place_is_missing })
    }

    /// Reads the parts of the lines and the value of the coupon.
    pub(super) async fn sale(&self, lines: Vec<RequestedLine>, coupon: Option<CouponCode>) -> OrderingResult<Sale> {
        let charges_shipping = self.shipping.is_charged().await?;
        let terms = self.current_terms().await?;
        let now = self.now();
        self.store
            .read(move |tx| {
                let parts = parts_of(tx, &lines)?;
                let ids: Vec<PartId> = parts.keys().copied().collect();
                let parcels = if charges_shipping && !ids.is_empty() { tx.parcels(&ids)? } else { Vec::new() };
                let terms_of = terms.of_parts(tx, &ids)?;
                let returns = ids.into_iter().map(|part| (part, terms_of(part))).collect();
                let coupon = coupon.as_ref();
                let goods = pricing::quote(&lines, &parts, &Terms::default()).goods();
                let coupon = coupon.map(|code| coupons::worth(tx, code, goods, now)).transpose()?;
                let fits = line_fits(tx, &lines)?;
                let parcels = parcels.into_iter().collect();
                Ok(Sale { lines: lines.clone(), parts, parcels, coupon, fits, returns })
            })
            .await
    }

    /// Computes the charges for a sale. Omits charges that depend on an unknown destination.
    pub(super) async fn charged(
        &self,
        sale: &Sale,
        place: Option<&Place>,
        method: Option<ShippingMethodId>,
    ) -> OrderingResult<Charged> {
        let terms = Terms { coupon: sale.coupon.and_then(Result::ok).unwrap_or_default(), ..Terms::default() };
        if !self.shipping.is_charged().await? {
            let tax = self.tax(place).await?;
            return Ok(Charged { terms: Terms { tax, ..terms }, shipping: ShippingChoice::NotCharged });
        }
        let Some(place) = place else { return Ok(Charged { terms, shipping: ShippingChoice::PlaceUnknown }) };
        let offers = self.shipping.offers(&sale.consignment(&terms), place).await?;
        let chosen = match method {
            Some(method) => offers.iter().find(|offer| offer.method == method),
            None => offers.iter().min_by_key(|offer| offer.price),
        };
        let terms = Terms { shipping: chosen.cloned(), tax: self.tax(Some(place)).await?, ..terms };
        Ok(Charged { terms, shipping: ShippingChoice::Offered(offers) })
    }

    async fn tax(&self, place: Option<&Place>) -> OrderingResult<TaxRate> {
        match place {
            Some(place) => Ok(self.taxes.rate(place).await?),
            None => Ok(TaxRate::NONE),
        }
    }
}

/// Returns the parts of lines; parts that are not in the catalog are omitted.
pub(super) fn parts_of(tx: &mut dyn Transaction, lines: &[RequestedLine]) -> StoreResult<BTreeMap<PartId, Part>> {
    let ids: BTreeSet<PartId> = lines.iter().map(|line| line.part).collect();
    let ids: Vec<PartId> = ids.into_iter().collect();
    Ok(tx.parts_by_id(&ids)?.into_iter().map(|part| (part.id, part)).collect())
}
