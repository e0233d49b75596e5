//! Sales taxes. Prices are net; tax is added.

use super::postal::{beginnings, has_repeated};
use crate::{
    destination::{Country, Place, PlaceRefused},
    money::Money,
    text::{PostalCode, PostalPrefix, RegionName},
    validation::ValidationError,
};
use std::collections::{BTreeMap, BTreeSet};

/// Maximum number of taxes of a shop.
pub const MAX_TAX_RATES: usize = 300;

/// A share in millionths: 5.75% is 57,500.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
pub struct PartsPerMillion(i64);

impl PartsPerMillion {
    /// Zero.
    pub const MIN: i64 = 0;
    /// 100%.
    pub const MAX: i64 = 1_000_000;

    /// Creates the share; an error outside [`Self::MIN`] to [`Self::MAX`].
    pub fn new(millionths: i64) -> Result<Self, ValidationError> {
        if (Self::MIN..=Self::MAX).contains(&millionths) {
            Ok(Self(millionths))
        } else {
            Err(ValidationError::outside(Self::MIN, Self::MAX))
        }
    }

    /// Millionths.
    #[must_use]
    pub const fn millionths(self) -> i64 {
        self.0
    }

    /// This share of an amount, rounded half up to a cent.
    #[must_use]
    pub fn of(self, amount: Money) -> Money {
        let share = (i128::from(amount.cents()) * i128::from(self.0) + 500_000) / 1_000_000;
        // The share is at most 100%, so it does not exceed the amount.
        i64::try_from(share).ok().and_then(Money::from_cents).unwrap_or(amount)
    }
}

/// A tax rate and what it applies to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct TaxRate {
    /// The rate on goods.
    pub rate: PartsPerMillion,
    /// Whether it applies to shipping.
    pub on_shipping: bool,
    /// Whether it applies to cores, although they are refunded.
    pub on_core: bool,
}

impl TaxRate {
    /// No tax.
    pub const NONE: Self = Self { rate: PartsPerMillion(0), on_shipping: false, on_core: false };

    /// The tax on goods after the discount, and on their cores. `None` on overflow.
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

/// A tax of a country, or of part of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TaxRule {
    /// The country.
    pub country: Country,
    /// The region; `None` for the rest of the country.
    pub region: Option<RegionName>,
    /// Postal code prefixes within it; all other codes if empty.
    pub postal_prefixes: Vec<PostalPrefix>,
    /// The tax.
    pub tax: TaxRate,
}

/// A lookup key of taxes: country, normalized region, and postal code prefix, which is empty for any.
type TaxPlace = (Country, Option<String>, String);

/// The taxes of a shop: at most one per country, region and postal code prefix.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct TaxRules {
    rules: Vec<TaxRule>,
    places: BTreeMap<TaxPlace, TaxRate>,
}

/// Why taxes were refused: the index of the first invalid rule, and its error.
pub type TaxRuleRefused = (usize, PlaceRefused);

impl TaxRules {
    /// Creates the taxes; an error if two cover the same place, or if there are too many. Regions become codes in
    /// countries that have them.
    pub fn new(rules: impl IntoIterator<Item = TaxRule>) -> Result<Self, TaxRuleRefused> {
        let mut taxes = Self::default();
        for (index, rule) in rules.into_iter().enumerate() {
            taxes.add(rule).map_err(|why| (index, why))?;
        }
        taxes.rules.sort_by_cached_key(|rule| rule.places().into_iter().next());
        Ok(taxes)
    }

    fn add(&mut self, rule: TaxRule) -> Result<(), PlaceRefused> {
        if self.rules.len() >= MAX_TAX_RATES {
            return Err(PlaceRefused::Region(ValidationError::TooMany { max: MAX_TAX_RATES }));
        }
        let region = rule.country.region(rule.region).map_err(PlaceRefused::Region)?;
        let rule = TaxRule { region, ..rule };
        if has_repeated(&rule.postal_prefixes) {
            return Err(PlaceRefused::PostalCode(ValidationError::Repeated));
        }
        for place in rule.places() {
            let is_repeated = self.places.insert(place, rule.tax).is_some();
            if is_repeated && rule.postal_prefixes.is_empty() {
                return Err(PlaceRefused::Region(ValidationError::Repeated));
            }
            if is_repeated {
                return Err(PlaceRefused::PostalCode(ValidationError::Repeated));
            }
        }
        self.rules.push(rule);
        Ok(())
    }

    /// The tax at a place: that of the longest matching postal code prefix, else of the region, else of the country. A
    /// tax with both region and prefixes must match both.
    #[must_use]
    pub fn at(&self, place: &Place) -> Option<TaxRate> {
        let code = place.postal_code().map(PostalCode::key).unwrap_or_default();
        let region = place.region().map(folded);
        let regions = || region.iter().cloned().map(Some).chain([None]);
        let mut places = beginnings(&code)
            .flat_map(|beginning| regions().map(|region| (place.country(), region, beginning.to_owned())));
        places.find_map(|place| self.places.get(&place).copied())
    }

    /// Whether a tax of a country depends on the postal code.
    pub(super) fn depend_on_postal_code(&self, country: Country) -> bool {
        self.rules.iter().any(|rule| rule.country == country && !rule.postal_prefixes.is_empty())
    }

    /// All taxes, sorted by country, region and postal code prefix.
    pub fn iter(&self) -> impl Iterator<Item = &TaxRule> {
        self.rules.iter()
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.rules.is_empty()
    }
}

impl TaxRule {
    /// The lookup keys of the rule, without duplicates, in order.
    fn places(&self) -> BTreeSet<TaxPlace> {
        let place = |prefix| (self.country, self.region.as_ref().map(folded), prefix);
        if self.postal_prefixes.is_empty() {
            return BTreeSet::from([place(String::new())]);
        }
        self.postal_prefixes.iter().map(|prefix| place(prefix.key())).collect()
    }
}

/// Normalizes a region for comparison, ignoring case.
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
            postal_prefixes: Vec::new(),
            tax: TaxRate { rate: PartsPerMillion::new(millionths).unwrap(), ..TaxRate::NONE },
        }
    }

    fn money(cents: i64) -> Money {
        Money::from_cents(cents).unwrap()
    }

    #[test]
    fn the_most_specific_rule_applies() {
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

    fn at_codes(rule: TaxRule, prefixes: &[&str]) -> TaxRule {
        TaxRule { postal_prefixes: prefixes.iter().map(|prefix| prefix.parse().unwrap()).collect(), ..rule }
    }

    #[test]
    fn a_postal_code_has_precedence_over_a_region() {
        let rules = [
            rule("ES", "", 210_000),
            rule("ES", "Madrid", 1),
            at_codes(rule("ES", "", 70_000), &["35", "38"]),
            at_codes(rule("ES", "", 2), &["35001"]),
            at_codes(rule("ES", "Las Palmas", 3), &["35"]),
        ];
        let rules = TaxRules::new(rules).unwrap();
        let at = |region, code| rules.at(&place("ES", region, code).unwrap()).unwrap().rate.millionths();
        assert_eq!([at("", "28001"), at("Madrid", "28001"), at("", "")], [210_000, 1, 210_000]);
        // The Canary Islands are found by postal code, whatever region is typed.
        assert_eq!([at("Madrid", "35500"), at("", "ES-38001"), at("", "35001")], [70_000, 70_000, 2]);
        assert_eq!([at("las palmas", "35500"), at("las palmas", "38001")], [3, 70_000]);
        assert!(rules.depend_on_postal_code("ES".parse().unwrap()));
        assert!(!rules.depend_on_postal_code("FR".parse().unwrap()));
        assert_eq!(rules.iter().count(), 5);
    }

    #[test]
    fn a_postal_code_has_one_tax() {
        let twice = TaxRules::new([at_codes(rule("ES", "", 1), &["35"]), at_codes(rule("ES", "", 2), &["38", "35"])]);
        assert_eq!(twice.unwrap_err(), (1, PlaceRefused::PostalCode(ValidationError::Repeated)));
        let same = TaxRules::new([at_codes(rule("GB", "", 1), &["IV", "iv"])]);
        assert_eq!(same.unwrap_err(), (0, PlaceRefused::PostalCode(ValidationError::Repeated)));
    }

    #[test]
    fn a_place_has_one_tax() {
        let refused = |rules: Vec<TaxRule>| {
            let (index, PlaceRefused::Region(why)) = TaxRules::new(rules).unwrap_err() else {
                panic!("the postal codes are refused")
            };
            (index, why)
        };
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
    fn cores_and_shipping_are_taxed_only_if_configured() {
        let rate = PartsPerMillion::new(100_000).unwrap();
        let plain = TaxRate { rate, on_shipping: false, on_core: false };
        let all = TaxRate { rate, on_shipping: true, on_core: true };
        assert_eq!(plain.on_goods(money(1_000), money(500)), Some(money(100)));
        assert_eq!(all.on_goods(money(1_000), money(500)), Some(money(150)));
        assert_eq!((plain.on_shipping(money(990)), all.on_shipping(money(990))), (Money::ZERO, money(99)));
        assert_eq!(all.on_goods(Money::MAX, money(1)), None);
    }
}
