//! What lines would cost and whether they can be had now, for everybody; changes nothing.
//!
//! Who computes shipping and tax is asked outside of units of work, so an order is priced in two steps: what it sells is
//! read (`Shop::sale`), then what is charged for that is computed (`Shop::charged`).

use crate::{
    orders::{
        coupons,
        fits::{LineFit, line_fits},
        placing::{OrderingError, TRIES},
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
};
use std::collections::{BTreeMap, BTreeSet};

/// What is to be priced.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct QuoteRequest {
    /// The parts.
    pub lines: Vec<RequestedLine>,
    /// Where they would go, if that is known.
    pub place: Option<Place>,
    /// The way to ship that was chosen; the cheapest when none was.
    pub shipping: Option<ShippingMethodId>,
    /// A coupon to be used.
    pub coupon: Option<CouponCode>,
}

impl QuoteRequest {
    /// Lines alone.
    #[must_use]
    pub fn of(lines: Vec<RequestedLine>) -> Self {
        Self { lines, place: None, shipping: None, coupon: None }
    }
}

/// Lines, priced and judged, with what is charged beside them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Quoted {
    /// The lines and their sums.
    pub quote: Quote,
    /// What the shop says about each line and its vehicle; `None` for a line without one, for a vehicle that is not known,
    /// and for a part that is gone.
    pub fits: Vec<Option<LineFit>>,
    /// How they can be sent.
    pub shipping: ShippingChoice,
    /// The way that is in the sums.
    pub chosen: Option<ShippingMethodId>,
    /// Why the coupon is not in the sums; `None` also when there is none.
    pub coupon_refused: Option<CouponRefused>,
    /// Whether the sums lack something because nobody knows where the parts would go.
    pub place_is_missing: bool,
}

/// How an order can be sent.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ShippingChoice {
    /// The shop charges nothing for it.
    NotCharged,
    /// Nobody knows yet where it goes.
    PlaceUnknown,
    /// In these ways, perhaps none.
    Offered(Vec<ShippingOffer>),
}

/// What is charged for a sale.
pub(super) struct Charged {
    /// What is agreed beside parts and pieces. Shipping is in it when it is charged and offered.
    pub(super) terms: Terms,
    /// How the sale can be sent.
    pub(super) shipping: ShippingChoice,
}

/// What is sold: the lines with their parts as they are now.
pub(super) struct Sale {
    lines: Vec<RequestedLine>,
    parts: BTreeMap<PartId, Part>,
    parcels: BTreeMap<PartId, Parcel>,
    coupon: Option<Result<Money, CouponRefused>>,
    fits: Vec<Option<LineFit>>,
}

impl Sale {
    /// Why the coupon counts for nothing.
    pub(super) fn coupon_refused(&self) -> Option<CouponRefused> {
        self.coupon.and_then(Result::err)
    }

    pub(super) fn quote(&self, terms: &Terms) -> Quote {
        pricing::quote(&self.lines, &self.parts, terms)
    }

    /// What is sent when nothing but a coupon is in the terms.
    fn consignment(&self, terms: &Terms) -> Consignment {
        let quote = self.quote(terms);
        let goods = quote.net().unwrap_or(Money::MAX).cents();
        quote.pieces().fold(Consignment { goods, ..Consignment::default() }, |consignment, (part, quantity)| {
            consignment.with(&self.parcels.get(part).copied().unwrap_or_default(), quantity)
        })
    }
}

impl Shop {
    /// Prices and judges lines as an order would at this moment. Refuses none and too many.
    #[tracing::instrument(level = "debug", skip_all)]
    pub async fn quote(&self, request: QuoteRequest) -> Result<Quoted, OrderingError> {
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

    async fn quote_once(&self, request: QuoteRequest) -> Result<Quoted, OrderingError> {
        let sale = self.sale(request.lines, request.coupon).await?;
        let Charged { terms, shipping } = self.charged(&sale, request.place.as_ref(), request.shipping).await?;
        let place_is_missing =
            request.place.is_none() && (shipping != ShippingChoice::NotCharged || self.taxes.is_charged().await?);
        let chosen = terms.shipping.as_ref().map(|offer| offer.method);
        let (quote, coupon_refused) = (sale.quote(&terms), sale.coupon_refused());
        Ok(Quoted { quote, fits: sale.fits, shipping, chosen, coupon_refused, place_is_missing })
    }

    /// Reads what lines sell, and what a coupon is worth.
    pub(super) async fn sale(
        &self,
        lines: Vec<RequestedLine>,
        coupon: Option<CouponCode>,
    ) -> Result<Sale, OrderingError> {
        let (is_sent, now) = (self.shipping.is_charged().await?, self.now());
        self.store
            .read(move |tx| {
                let parts = parts_of(tx, &lines)?;
                let ids: Vec<PartId> = if is_sent { parts.keys().copied().collect() } else { Vec::new() };
                let parcels = if ids.is_empty() { Vec::new() } else { tx.parcels(&ids)? };
                let coupon = coupon.as_ref();
                let goods = pricing::quote(&lines, &parts, &Terms::default()).goods();
                let coupon = coupon.map(|code| coupons::worth(tx, code, goods, now)).transpose()?;
                let fits = line_fits(tx, &lines)?;
                Ok(Sale { lines: lines.clone(), parts, parcels: parcels.into_iter().collect(), coupon, fits })
            })
            .await
    }

    /// Computes what is charged for a sale. Nothing is, as far as it depends on a place that nobody knows.
    pub(super) async fn charged(
        &self,
        sale: &Sale,
        place: Option<&Place>,
        method: Option<ShippingMethodId>,
    ) -> Result<Charged, OrderingError> {
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

    async fn tax(&self, place: Option<&Place>) -> Result<TaxRate, OrderingError> {
        match place {
            Some(place) => Ok(self.taxes.rate(place).await?),
            None => Ok(TaxRate::NONE),
        }
    }
}

/// The parts of some lines that are in the catalogue.
pub(super) fn parts_of(tx: &mut dyn Transaction, lines: &[RequestedLine]) -> StoreResult<BTreeMap<PartId, Part>> {
    let ids: BTreeSet<PartId> = lines.iter().map(|line| line.part).collect();
    let ids: Vec<PartId> = ids.into_iter().collect();
    Ok(tx.parts_by_id(&ids)?.into_iter().map(|part| (part.id, part)).collect())
}
