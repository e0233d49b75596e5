//! Shipping methods and their prices.

use super::postal::{has_repeated, longest_match};
use crate::{
    catalogue::listing::{Grams, Parcel},
    destination::{Country, Place},
    id::ShippingMethodId,
    money::Money,
    quantity::Quantity,
    text::{PostalPrefix, ShippingName},
    validation::ValidationError,
};

/// A shipping method, as maintained by an admin.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ShippingMethod {
    /// Its id.
    pub id: ShippingMethodId,
    /// Its conditions and price.
    pub rule: ShippingRule,
}

/// The conditions and price of a shipping method.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ShippingRule {
    /// The name shown to customers.
    pub name: ShippingName,
    /// Destination countries; all if empty.
    pub countries: Vec<Country>,
    /// Destination postal code prefixes; all codes if empty. Only with a single country.
    pub postal_prefixes: Vec<PostalPrefix>,
    /// Excluded postal code prefixes. Only with a single country.
    pub except_postal_prefixes: Vec<PostalPrefix>,
    /// Price of a parcel without weight.
    pub base: Money,
    /// Price per kilogram on top, charged by the gram.
    pub per_kilogram: Money,
    /// Goods value from which it is free.
    pub free_from: Option<Money>,
    /// Maximum weight.
    pub max_weight: Option<Grams>,
    /// Whether it accepts dangerous goods.
    pub takes_hazmat: bool,
    /// Delivery time.
    pub days: DeliveryDays,
    /// Whether it is offered at all.
    pub active: bool,
}

/// Delivery time in business days.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DeliveryDays {
    from: i64,
    to: i64,
}

impl DeliveryDays {
    /// The minimum.
    pub const MIN: i64 = 0;
    /// The maximum.
    pub const MAX: i64 = 90;

    /// Creates the range; an error if a bound is out of range, or the last day is before the first.
    pub fn new(from: i64, to: i64) -> Result<Self, ValidationError> {
        let outside = |min| ValidationError::outside(min, Self::MAX);
        if !(Self::MIN..=Self::MAX).contains(&from) {
            return Err(outside(Self::MIN));
        }
        if (from..=Self::MAX).contains(&to) { Ok(Self { from, to }) } else { Err(outside(from)) }
    }

    /// The shortest delivery time.
    #[must_use]
    pub const fn from(self) -> i64 {
        self.from
    }

    /// The longest delivery time.
    #[must_use]
    pub const fn to(self) -> i64 {
        self.to
    }
}

/// All goods of an order, as shipped.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Consignment {
    /// Known weight, in grams.
    pub grams: i64,
    /// Whether any of them are dangerous goods.
    pub hazmat: bool,
    /// Value after a discount, in cents.
    pub goods: i64,
}

impl Consignment {
    /// Adds pieces of a part; an unknown weight counts as zero.
    #[must_use]
    pub fn with(self, parcel: &Parcel, quantity: Quantity) -> Self {
        let grams = parcel.weight.map_or(0, |weight| weight.grams().saturating_mul(quantity.pieces()));
        Self { grams: self.grams.saturating_add(grams), hazmat: self.hazmat || parcel.hazmat, ..self }
    }
}

/// A shipping method that a customer can choose.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ShippingOffer {
    /// The shipping method.
    pub method: ShippingMethodId,
    /// Display name.
    pub name: ShippingName,
    /// Price.
    pub price: Money,
    /// Delivery time.
    pub days: DeliveryDays,
}

/// Why a shipping method is not offered.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum NotOffered {
    /// It is switched off.
    #[error("switched off")]
    SwitchedOff,
    /// It does not cover the country.
    #[error("does not ship to this country")]
    OtherCountry,
    /// It covers the country, but not this postal code.
    #[error("does not ship to this postal code")]
    OtherPostalCode,
    /// The consignment is too heavy.
    #[error("carries at most {} kg", kilograms(*.max))]
    TooHeavy {
        /// The maximum weight.
        max: Grams,
    },
    /// It does not accept dangerous goods.
    #[error("does not carry dangerous goods")]
    Hazmat,
    /// The price overflows.
    #[error("costs more than can be charged")]
    PriceTooHigh,
}

fn kilograms(weight: Grams) -> String {
    let text = format!("{}.{:03}", weight.grams() / 1_000, weight.grams() % 1_000);
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

impl ShippingMethod {
    /// Prices a consignment to a place, or returns why the method is not offered.
    pub fn offer(&self, consignment: &Consignment, to: &Place) -> Result<ShippingOffer, NotOffered> {
        let ShippingRule { name, countries, max_weight, days, .. } = &self.rule;
        if !self.rule.active {
            return Err(NotOffered::SwitchedOff);
        }
        if !countries.is_empty() && !countries.contains(&to.country()) {
            return Err(NotOffered::OtherCountry);
        }
        if !self.rule.goes_to_postal_code(to) {
            return Err(NotOffered::OtherPostalCode);
        }
        if let Some(max) = max_weight.filter(|max| consignment.grams > max.grams()) {
            return Err(NotOffered::TooHeavy { max });
        }
        if consignment.hazmat && !self.rule.takes_hazmat {
            return Err(NotOffered::Hazmat);
        }
        let price = self.rule.price(consignment).ok_or(NotOffered::PriceTooHigh)?;
        Ok(ShippingOffer { method: self.id, name: name.clone(), price, days: *days })
    }
}

impl ShippingRule {
    /// Refuses postal code prefixes unless there is exactly one country, and duplicates. The `bool` is `true` if the
    /// field at fault is the excluded prefixes.
    pub fn check_postal_prefixes(&self) -> Result<(), (bool, ValidationError)> {
        for (is_exception, prefixes) in [(false, &self.postal_prefixes), (true, &self.except_postal_prefixes)] {
            if !prefixes.is_empty() && self.countries.len() != 1 {
                return Err((is_exception, ValidationError::NotOneCountry));
            }
            if has_repeated(prefixes) {
                return Err((is_exception, ValidationError::Repeated));
            }
        }
        Ok(())
    }

    /// Whether it covers only some postal codes of a country.
    pub(super) fn depends_on_postal_code(&self, country: Country) -> bool {
        let by_code = !self.postal_prefixes.is_empty() || !self.except_postal_prefixes.is_empty();
        by_code && self.countries.contains(&country)
    }

    /// A place without a postal code is refused only if the method is limited to some prefixes.
    fn goes_to_postal_code(&self, to: &Place) -> bool {
        let has = |prefixes| to.postal_code().and_then(|code| longest_match(prefixes, code));
        let named = has(&self.postal_prefixes);
        let excepted = has(&self.except_postal_prefixes);
        match (named, excepted) {
            // The longer prefix wins: all of IV, but not IV51.
            (Some(named), Some(excepted)) => named > excepted,
            (named, excepted) => excepted.is_none() && (named.is_some() || self.postal_prefixes.is_empty()),
        }
    }

    /// Priced by weight, rounded half up to a cent.
    fn price(&self, consignment: &Consignment) -> Option<Money> {
        if self.free_from.is_some_and(|free_from| consignment.goods >= free_from.cents()) {
            return Some(Money::ZERO);
        }
        let by_weight = i128::from(self.per_kilogram.cents()) * i128::from(consignment.grams);
        let cents = i128::from(self.base.cents()) + (by_weight + 500) / 1_000;
        Money::from_cents(i64::try_from(cents).ok()?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::destination::tests::place as checked_place;
    use uuid::Uuid;

    fn place(country: &str, region: &str, code: &str) -> Place {
        checked_place(country, region, code).unwrap()
    }

    fn method(change: impl FnOnce(&mut ShippingRule)) -> ShippingMethod {
        let mut rule = ShippingRule {
            name: "Ground".parse().unwrap(),
            countries: vec!["US".parse().unwrap()],
            postal_prefixes: Vec::new(),
            except_postal_prefixes: Vec::new(),
            base: Money::from_cents(990).unwrap(),
            per_kilogram: Money::from_cents(120).unwrap(),
            free_from: Money::from_cents(25_000),
            max_weight: Some(Grams::new(30_000).unwrap()),
            takes_hazmat: false,
            days: DeliveryDays::new(2, 4).unwrap(),
            active: true,
        };
        change(&mut rule);
        ShippingMethod { id: Uuid::nil().into(), rule }
    }

    fn price(method: &ShippingMethod, grams: i64, goods: i64) -> Result<i64, NotOffered> {
        let consignment = Consignment { grams, goods, hazmat: false };
        method.offer(&consignment, &place("US", "OH", "")).map(|offer| offer.price.cents())
    }

    #[test]
    fn a_parcel_costs_its_base_and_its_weight() {
        let ground = method(|_| ());
        for (grams, cents) in [(0, 990), (1_000, 1_110), (11_800, 2_406), (4, 990), (5, 991), (30_000, 4_590)] {
            assert_eq!(price(&ground, grams, 100), Ok(cents), "{grams}");
        }
        assert_eq!(price(&ground, 30_001, 100), Err(NotOffered::TooHeavy { max: Grams::new(30_000).unwrap() }));
        assert_eq!(price(&method(|rule| rule.max_weight = None), 1_000_000_000, 100), Ok(120_000_990));
    }

    #[test]
    fn large_orders_ship_free() {
        let ground = method(|_| ());
        assert_eq!((price(&ground, 1_000, 24_999), price(&ground, 1_000, 25_000)), (Ok(1_110), Ok(0)));
        assert_eq!(price(&method(|rule| rule.free_from = None), 0, i64::MAX), Ok(990));
    }

    #[test]
    fn a_shipping_method_says_why_it_is_not_offered() {
        let consignment = Consignment { hazmat: true, ..Consignment::default() };
        let refused = |method: &ShippingMethod, country: &str, region: &str| {
            method.offer(&consignment, &place(country, region, "")).unwrap_err()
        };
        assert_eq!(refused(&method(|_| ()), "CA", "ON"), NotOffered::OtherCountry);
        assert_eq!(refused(&method(|rule| rule.countries.clear()), "CA", "ON"), NotOffered::Hazmat);
        assert_eq!(refused(&method(|rule| rule.active = false), "US", "OH"), NotOffered::SwitchedOff);
        let dear = method(|rule| {
            rule.takes_hazmat = true;
            rule.max_weight = None;
            rule.base = Money::MAX;
        });
        let heavy = Consignment { grams: i64::MAX, hazmat: true, goods: 0 };
        assert_eq!(dear.offer(&heavy, &place("US", "OH", "")), Err(NotOffered::PriceTooHigh));
        assert_eq!(NotOffered::TooHeavy { max: Grams::new(30_500).unwrap() }.to_string(), "carries at most 30.5 kg");
        assert_eq!(NotOffered::TooHeavy { max: Grams::new(30_000).unwrap() }.to_string(), "carries at most 30 kg");
    }

    #[test]
    fn a_shipping_method_can_be_limited_to_postal_codes_of_a_country() {
        let prefixes = |texts: &[&str]| texts.iter().map(|text| text.parse().unwrap()).collect::<Vec<PostalPrefix>>();
        let british = |only: &[&str], except: &[&str]| {
            method(|rule| {
                rule.countries = vec!["GB".parse().unwrap()];
                rule.postal_prefixes = prefixes(only);
                rule.except_postal_prefixes = prefixes(except);
            })
        };
        let goes = |method: &ShippingMethod, code: &str| {
            method.offer(&Consignment::default(), &place("GB", "", code)).map(|_| ())
        };
        let mainland = british(&[], &["IV", "KW"]);
        let highlands = british(&["IV", "kw"], &["IV51"]);
        for (code, by_mainland, by_highlands) in [
            ("IV1 1AA", false, true),
            ("iv51 9aa", false, false),
            ("KW1 4YT", false, true),
            ("SW1A 1AA", true, false),
            ("", true, false),
        ] {
            assert_eq!(goes(&mainland, code).is_ok(), by_mainland, "{code}");
            assert_eq!(goes(&highlands, code).is_ok(), by_highlands, "{code}");
        }
        assert_eq!(goes(&mainland, "IV1 1AA"), Err(NotOffered::OtherPostalCode));
        assert!(mainland.rule.depends_on_postal_code("GB".parse().unwrap()));
        assert!(!method(|_| ()).rule.depends_on_postal_code("US".parse().unwrap()));
    }

    #[test]
    fn postal_prefixes_belong_to_one_country() {
        let checked = |change: fn(&mut ShippingRule)| method(change).rule.check_postal_prefixes();
        let iv = || vec!["IV".parse().unwrap()];
        assert_eq!(method(|rule| rule.postal_prefixes = iv()).rule.check_postal_prefixes(), Ok(()));
        let everywhere = method(|rule| {
            rule.countries.clear();
            rule.except_postal_prefixes = iv();
        });
        assert_eq!(everywhere.rule.check_postal_prefixes(), Err((true, ValidationError::NotOneCountry)));
        let twice = checked(|rule| rule.postal_prefixes = vec!["iv".parse().unwrap(), "IV".parse().unwrap()]);
        assert_eq!(twice, Err((false, ValidationError::Repeated)));
    }

    #[test]
    fn the_weights_of_all_pieces_are_added_up() {
        let parcel = |grams: Option<i64>, hazmat| Parcel {
            weight: grams.map(|grams| Grams::new(grams).unwrap()),
            hazmat,
            ..Parcel::default()
        };
        let pieces = |pieces| Quantity::new(pieces).unwrap();
        let consignment = Consignment::default().with(&parcel(Some(400), false), pieces(3));
        let consignment = consignment.with(&parcel(None, true), pieces(5)).with(&parcel(Some(1), false), pieces(1));
        assert_eq!((consignment.grams, consignment.hazmat), (1_201, true));
        let heavy = Consignment { grams: i64::MAX, ..consignment };
        assert_eq!(heavy.with(&parcel(Some(1), false), pieces(1)).grams, i64::MAX);
    }

    #[test]
    fn days_are_a_range() {
        assert!(DeliveryDays::new(2, 2).is_ok() && DeliveryDays::new(0, 90).is_ok());
        assert_eq!(DeliveryDays::new(3, 2), Err(ValidationError::outside(3, 90)));
        assert_eq!(DeliveryDays::new(-1, 2), Err(ValidationError::outside(0, 90)));
        assert_eq!(DeliveryDays::new(1, 91), Err(ValidationError::outside(1, 90)));
    }
}
