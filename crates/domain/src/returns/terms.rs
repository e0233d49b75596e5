//! The terms for returning a part, and the policies by which the shop sets them.

use crate::{
    catalogue::listing::Condition,
    slug::{BrandId, CategoryId},
    validation::{ValidationError, whole_number_in},
};
use std::{cmp::Reverse, collections::BTreeSet};

/// For how many days after the day of shipping, in UTC, a part can be returned.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct ReturnDays(u16);

impl ReturnDays {
    /// The fewest days.
    pub const MIN: i64 = 1;
    /// The most days.
    pub const MAX: i64 = 3650;

    /// Creates it; an error outside [`Self::MIN`] to [`Self::MAX`].
    pub fn new(days: i64) -> Result<Self, ValidationError> {
        whole_number_in(Self::MIN..=Self::MAX, days).map(Self)
    }

    /// The days of the shop's setting, whose limits are narrower.
    #[must_use]
    pub const fn of_setting(days: u16) -> Self {
        Self(days)
    }

    /// The number of days.
    #[must_use]
    pub const fn days(self) -> u16 {
        self.0
    }
}

/// A restocking fee in percent of what was paid for the pieces, without core charges.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
pub struct FeePercent(u8);

impl FeePercent {
    /// No fee.
    pub const NONE: Self = Self(0);
    /// The lowest fee.
    pub const MIN: i64 = 0;
    /// The highest fee. Up to half, a refund less its fee is never negative, however its cents are rounded.
    pub const MAX: i64 = 50;

    /// Creates it; an error outside [`Self::MIN`] to [`Self::MAX`].
    pub fn new(percent: i64) -> Result<Self, ValidationError> {
        whole_number_in(Self::MIN..=Self::MAX, percent).map(Self)
    }

    /// The number of percent.
    #[must_use]
    pub fn percent(self) -> i64 {
        self.0.into()
    }
}

/// Who pays for sending pieces back that the customer does not need.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ReturnShipping {
    /// The shop.
    Shop,
    /// The customer.
    Customer,
}

impl ReturnShipping {
    /// All choices.
    pub const ALL: [Self; 2] = [Self::Shop, Self::Customer];

    /// Its name in stores and in the API.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Shop => "shop",
            Self::Customer => "customer",
        }
    }
}

/// Whether the shop takes back pieces that the customer does not need.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Unneeded {
    /// It does not.
    NotReturnable,
    /// It does.
    Returnable {
        /// Who pays for sending them back.
        shipping: ReturnShipping,
        /// What the shop keeps of their price.
        fee: FeePercent,
    },
}

/// The terms for returning a part. Pieces that do not fit, are wrong, damaged or not as described can always be
/// returned within the days, without a fee. Withdrawing from the contract is not limited by them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ReturnTerms {
    /// The days. Pieces with a fault or that do not fit have at least those of the shop.
    pub days: ReturnDays,
    /// Pieces that the customer does not need.
    pub unneeded: Unneeded,
}

impl ReturnTerms {
    /// The terms of a part without a policy.
    #[must_use]
    pub const fn default_within(days: ReturnDays) -> Self {
        Self { days, unneeded: Unneeded::Returnable { shipping: ReturnShipping::Customer, fee: FeePercent::NONE } }
    }
}

/// The parts that a policy applies to: those that meet every criterion that is set. At least one is.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct PolicyScope {
    /// The category, with those below it.
    pub category: Option<CategoryId>,
    /// The brand.
    pub brand: Option<BrandId>,
    /// The condition.
    pub condition: Option<Condition>,
}

impl PolicyScope {
    fn criteria(&self) -> usize {
        [self.category.is_some(), self.brand.is_some(), self.condition.is_some()].into_iter().filter(|is| *is).count()
    }
}

/// The facts about a part that choose its policy.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PolicyFacts<'a> {
    /// The part's category and those above it, from the top.
    pub categories: &'a [&'a CategoryId],
    /// Its brand.
    pub brand: Option<&'a BrandId>,
    /// Its condition.
    pub condition: Condition,
}

/// The terms for the parts of a category, a brand or a condition.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReturnPolicy {
    /// The parts.
    pub scope: PolicyScope,
    /// The terms.
    pub terms: ReturnTerms,
}

impl ReturnPolicy {
    /// How closely it matches a part: the number of its criteria, then the level of its category. `None` if it does not
    /// apply.
    fn closeness(&self, part: &PolicyFacts<'_>) -> Option<(usize, usize)> {
        let PolicyScope { category, brand, condition } = &self.scope;
        let level = match category {
            Some(category) => part.categories.iter().position(|above| *above == category)? + 1,
            None => 0,
        };
        let applies = (brand.is_none() || brand.as_ref() == part.brand)
            && condition.is_none_or(|condition| condition == part.condition);
        applies.then(|| (self.scope.criteria(), level))
    }
}

/// The policies of a shop, as its admins maintain them.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct ReturnPolicies {
    /// Number of saves.
    pub revision: i64,
    /// The policies, in the order of the admins.
    pub policies: Vec<ReturnPolicy>,
}

impl ReturnPolicies {
    /// Maximum number of policies.
    pub const MAX: usize = 200;

    /// The terms of a part: those of the policy with the most criteria. Of several, the one of the closest category;
    /// then the first of the list. `None` if no policy applies.
    #[must_use]
    pub fn terms_of(&self, part: &PolicyFacts<'_>) -> Option<ReturnTerms> {
        let close = (0_usize..).zip(&self.policies).filter_map(|(place, policy)| {
            let closeness = policy.closeness(part)?;
            Some(((closeness, Reverse(place)), policy.terms))
        });
        close.max_by_key(|(order, _)| *order).map(|(_, terms)| terms)
    }

    /// Refuses too many policies.
    pub fn check_count(&self) -> Result<(), ValidationError> {
        if self.policies.len() > Self::MAX { Err(ValidationError::TooMany { max: Self::MAX }) } else { Ok(()) }
    }

    /// The index of the first policy without criteria, or with those of an earlier one, and why it is refused.
    #[must_use]
    pub fn refused_scope(&self) -> Option<(usize, ValidationError)> {
        let mut known = BTreeSet::new();
        self.policies.iter().enumerate().find_map(|(index, policy)| match policy.scope.criteria() {
            0 => Some((index, ValidationError::Missing)),
            _ if !known.insert(&policy.scope) => Some((index, ValidationError::Repeated)),
            _ => None,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn terms(days: i64) -> ReturnTerms {
        ReturnTerms::default_within(ReturnDays::new(days).unwrap())
    }

    fn policy(category: &str, brand: &str, condition: Option<Condition>, days: i64) -> ReturnPolicy {
        let scope = PolicyScope { category: category.parse().ok(), brand: brand.parse().ok(), condition };
        ReturnPolicy { scope, terms: terms(days) }
    }

    fn policies(policies: impl IntoIterator<Item = ReturnPolicy>) -> ReturnPolicies {
        ReturnPolicies { revision: 0, policies: policies.into_iter().collect() }
    }

    /// The days of a used Bosch brake disc.
    fn days(all: &ReturnPolicies) -> Option<u16> {
        let (top, own) = ("brakes".parse().unwrap(), "brake-discs".parse().unwrap());
        let brand = "bosch".parse().unwrap();
        let part = PolicyFacts { categories: &[&top, &own], brand: Some(&brand), condition: Condition::Used };
        all.terms_of(&part).map(|terms| terms.days.days())
    }

    #[test]
    fn a_policy_applies_to_what_it_names() {
        let used = Some(Condition::Used);
        for (category, brand, condition, applies) in [
            ("brake-discs", "", None, true),
            ("brakes", "", None, true),
            ("tires", "", None, false),
            ("", "bosch", None, true),
            ("", "ate", None, false),
            ("", "", used, true),
            ("", "", Some(Condition::New), false),
            ("brakes", "bosch", used, true),
            ("brakes", "ate", used, false),
            ("tires", "bosch", used, false),
        ] {
            let found = days(&policies([policy(category, brand, condition, 7)]));
            assert_eq!(found.is_some(), applies, "{category} {brand} {condition:?}");
        }
        assert_eq!(days(&ReturnPolicies::default()), None);
    }

    #[test]
    fn a_part_without_a_brand_has_no_policy_of_a_brand() {
        let part = PolicyFacts { categories: &[], brand: None, condition: Condition::New };
        assert_eq!(policies([policy("", "bosch", None, 7)]).terms_of(&part), None);
    }

    #[test]
    fn most_criteria_win_then_the_closest_category_then_the_first() {
        let used = Some(Condition::Used);
        let all = policies([
            policy("brakes", "", None, 1),
            policy("brake-discs", "", None, 2),
            policy("", "bosch", used, 3),
            policy("brakes", "bosch", None, 4),
            policy("brake-discs", "", used, 5),
            policy("brake-discs", "bosch", None, 6),
            policy("brakes", "bosch", used, 7),
        ]);
        let without = |last: usize| policies(all.policies.iter().take(last).cloned());
        let chosen: Vec<_> = (0..=all.policies.len()).map(|last| days(&without(last))).collect();
        assert_eq!(chosen, [None, Some(1), Some(2), Some(3), Some(4), Some(5), Some(5), Some(7)]);
        assert_eq!(days(&policies([policy("", "bosch", None, 1), policy("", "", used, 2)])), Some(1));
    }

    #[test]
    fn each_policy_names_something_of_its_own() {
        let refused = |policies: ReturnPolicies| policies.refused_scope();
        let brakes = || policy("brakes", "", None, 7);
        assert_eq!(refused(policies([brakes(), policy("", "", None, 7)])), Some((1, ValidationError::Missing)));
        let again = policies([brakes(), policy("brakes", "bosch", None, 7), policy("brakes", "", None, 9)]);
        assert_eq!(refused(again), Some((2, ValidationError::Repeated)));
        assert_eq!(refused(policies([brakes(), policy("tires", "", None, 7)])), None);
        assert!(policies(vec![brakes(); ReturnPolicies::MAX]).check_count().is_ok());
        assert!(policies(vec![brakes(); ReturnPolicies::MAX + 1]).check_count().is_err());
    }

    #[test]
    fn days_and_fees_have_limits() {
        assert!([0, 3651, -1, i64::MAX].map(ReturnDays::new).iter().all(Result::is_err));
        assert!([-1, 51, 257].map(FeePercent::new).iter().all(Result::is_err));
        assert_eq!(ReturnDays::new(3650).map(ReturnDays::days), Ok(3650));
        assert_eq!([0, 50].map(|percent| FeePercent::new(percent).unwrap().percent()), [0, 50]);
    }
}
