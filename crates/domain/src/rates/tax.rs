//! Taxes on what is sold. Prices are net: a tax comes on top of them.

use crate::{
    destination::{Country, Place},
    money::Money,
    text::RegionName,
    validation::ValidationError,
};
use std::collections::BTreeMap;

/// How many taxes a shop may have.
pub const MAX_TAX_RATES: usize = 300;

/// A share in millionths: 5.75 % is 57,500.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
pub struct PartsPerMillion(i64);

impl PartsPerMillion {
    /// Nothing.
    pub const MIN: i64 = 0;
    /// All of it once more: 100 %.
    pub const MAX: i64 = 1_000_000;

    /// Refuses what is not in the range.
    pub fn new(millionths: i64) -> Result<Self, ValidationError> {
        if (Self::MIN..=Self::MAX).contains(&millionths) {
            Ok(Self(millionths))
        } else {
            Err(ValidationError::outside(Self::MIN, Self::MAX))
        }
    }

    /// The number.
    #[must_use]
    pub const fn millionths(self) -> i64 {
        self.0
    }

    /// The share of an amount, rounded half up to a cent.
    #[must_use]
    pub fn of(self, amount: Money) -> Money {
        let share = (i128::from(amount.cents()) * i128::from(self.0) + 500_000) / 1_000_000;
        // A share of at most all of it is no larger than the amount.
        i64::try_from(share).ok().and_then(Money::from_cents).unwrap_or(amount)
    }
}

/// What is taxed, and how much.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct TaxRate {
    /// How much of the price of goods.
    pub rate: PartsPerMillion,
    /// Whether shipping is taxed as well.
    pub on_shipping: bool,
    /// Whether cores are taxed as well, though they are paid back.
    pub on_core: bool,
}

impl TaxRate {
    /// No tax.
    pub const NONE: Self = Self { rate: PartsPerMillion(0), on_shipping: false, on_core: false };

    /// The tax on goods after their discount, and on their cores. `None` when it is more than can be counted.
    #[must_use]
    pub fn on_goods(&self, goods: Money, core: Money) -> Option<Money> {
        let core = if self.on_core { core } else { Money::ZERO };
        goods.checked_plus(core).map(|taxed| self.rate.of(taxed))
    }

    /// The tax on shipping.
    #[must_use]
    pub fn on_shipping(&self, shipping: Money) -> Money {
        if self.on_shipping { self.rate.of(shipping) } else { Money::ZERO }
    }
}

/// A tax of a country, or of a part of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TaxRule {
    /// Where it is due.
    pub country: Country,
    /// In which part of the country; everywhere else in it when there is none.
    pub region: Option<RegionName>,
    /// How much.
    pub tax: TaxRate,
}

/// The taxes of a shop: one for each country, and one for each part of it that has its own.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct TaxRules(BTreeMap<(Country, Option<String>), TaxRule>);

impl TaxRules {
    /// Refuses two taxes of one place, and more than a shop may have; a region of a country that names them by
    /// letters is named so. The index is that of the first that is refused.
    pub fn new(rules: impl IntoIterator<Item = TaxRule>) -> Result<Self, (usize, ValidationError)> {
        let mut known = BTreeMap::new();
        for (index, TaxRule { country, region, tax }) in rules.into_iter().enumerate() {
            if index >= MAX_TAX_RATES {
                return Err((index, ValidationError::TooMany { max: MAX_TAX_RATES }));
            }
            let region = country.region(region).map_err(|why| (index, why))?;
            let key = (country, region.as_ref().map(folded));
            if known.insert(key, TaxRule { country, region, tax }).is_some() {
                return Err((index, ValidationError::Repeated));
            }
        }
        Ok(Self(known))
    }

    /// The tax of a place: its region's, or else its country's.
    #[must_use]
    pub fn at(&self, place: &Place) -> Option<TaxRate> {
        let at = |region: Option<String>| self.0.get(&(place.country(), region)).map(|rule| rule.tax);
        place.region().and_then(|region| at(Some(folded(region)))).or_else(|| at(None))
    }

    /// All of them, by country and region.
    pub fn iter(&self) -> impl Iterator<Item = &TaxRule> {
        self.0.values()
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

/// A region as it is compared: large and small letters are the same.
fn folded(region: &RegionName) -> String {
    region.as_str().to_lowercase()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::destination::tests::place;

    fn rule(country: &str, region: &str, millionths: i64) -> TaxRule {
        TaxRule {
            country: country.parse().unwrap(),
            region: (!region.is_empty()).then(|| region.parse().unwrap()),
            tax: TaxRate { rate: PartsPerMillion::new(millionths).unwrap(), ..TaxRate::NONE },
        }
    }

    fn money(cents: i64) -> Money {
        Money::from_cents(cents).unwrap()
    }

    #[test]
    fn the_most_exact_rule_counts() {
        let rules = TaxRules::new([rule("US", "", 1), rule("US", "oh", 57_500), rule("DE", "", 190_000)]).unwrap();
        let at = |country, region| rules.at(&place(country, region, "").unwrap()).map(|tax| tax.rate.millionths());
        assert_eq!(at("US", "OH"), Some(57_500));
        assert_eq!(at("US", "OR"), Some(1));
        assert_eq!(at("DE", "Bayern"), Some(190_000));
        let local = TaxRules::new([rule("ES", "Canarias", 70_000), rule("ES", "", 210_000)]).unwrap();
        let spelt = |region| local.at(&place("ES", region, "").unwrap()).map(|tax| tax.rate.millionths());
        assert_eq!(
            [spelt("CANARIAS"), spelt("canarias"), spelt("Madrid")],
            [Some(70_000), Some(70_000), Some(210_000)]
        );
        assert_eq!(at("FR", ""), None);
    }

    #[test]
    fn a_place_has_one_tax() {
        let refused = |rules: Vec<TaxRule>| TaxRules::new(rules).unwrap_err();
        let twice = refused(vec![rule("US", "OH", 1), rule("DE", "", 1), rule("US", "oh", 2)]);
        assert_eq!(twice, (2, ValidationError::Repeated));
        assert_eq!(refused(vec![rule("DE", "Bayern", 1), rule("DE", "BAYERN", 2)]), (1, ValidationError::Repeated));
        assert_eq!(refused(vec![rule("US", "Ohio", 1)]), (0, ValidationError::NotARegionCode));
        let many = (0..=MAX_TAX_RATES).map(|number| rule("DE", &format!("Kreis {number}"), 1)).collect();
        assert_eq!(refused(many), (MAX_TAX_RATES, ValidationError::TooMany { max: MAX_TAX_RATES }));
    }

    #[test]
    fn a_tax_is_rounded_half_up() {
        let rate = PartsPerMillion::new(57_500).unwrap();
        for (cents, tax) in [(0, 0), (8, 0), (9, 1), (100, 6), (27_600, 1_587)] {
            assert_eq!(rate.of(money(cents)), money(tax), "{cents}");
        }
        assert_eq!(PartsPerMillion::new(PartsPerMillion::MAX).unwrap().of(Money::MAX), Money::MAX);
        assert!(PartsPerMillion::new(1_000_001).is_err() && PartsPerMillion::new(-1).is_err());
    }

    #[test]
    fn cores_and_shipping_are_taxed_where_the_law_says_so() {
        let rate = PartsPerMillion::new(100_000).unwrap();
        let plain = TaxRate { rate, on_shipping: false, on_core: false };
        let all = TaxRate { rate, on_shipping: true, on_core: true };
        assert_eq!(plain.on_goods(money(1_000), money(500)), Some(money(100)));
        assert_eq!(all.on_goods(money(1_000), money(500)), Some(money(150)));
        assert_eq!((plain.on_shipping(money(990)), all.on_shipping(money(990))), (Money::ZERO, money(99)));
        assert_eq!(all.on_goods(Money::MAX, money(1)), None);
    }
}
