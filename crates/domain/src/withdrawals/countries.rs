//! The countries whose customers may withdraw from a contract, and their time zones.

use crate::{destination::Country, rates::Rates};

/// The member states of the EU and the EEA, with the parts of them that have a country code of their own and in which EU
/// law applies (Article 355 of the Treaty on the Functioning of the EU), and the time zone of each. Source:
/// Directive 2011/83/EU, which is part of the EEA Agreement; <https://european-union.europa.eu>. Of several zones, the one
/// furthest west: a customer must not lose hours of their period because the shop does not know the zone.
pub const COUNTRIES: [(&str, &str); 37] = [
    ("AT", "Europe/Vienna"),
    ("AX", "Europe/Mariehamn"),
    ("BE", "Europe/Brussels"),
    ("BG", "Europe/Sofia"),
    ("CY", "Asia/Nicosia"),
    ("CZ", "Europe/Prague"),
    ("DE", "Europe/Berlin"),
    ("DK", "Europe/Copenhagen"),
    ("EE", "Europe/Tallinn"),
    ("ES", "Atlantic/Canary"),
    ("FI", "Europe/Helsinki"),
    ("FR", "Europe/Paris"),
    ("GF", "America/Cayenne"),
    ("GP", "America/Guadeloupe"),
    ("GR", "Europe/Athens"),
    ("HR", "Europe/Zagreb"),
    ("HU", "Europe/Budapest"),
    ("IE", "Europe/Dublin"),
    ("IS", "Atlantic/Reykjavik"),
    ("IT", "Europe/Rome"),
    ("LI", "Europe/Vaduz"),
    ("LT", "Europe/Vilnius"),
    ("LU", "Europe/Luxembourg"),
    ("LV", "Europe/Riga"),
    ("MF", "America/Marigot"),
    ("MQ", "America/Martinique"),
    ("MT", "Europe/Malta"),
    ("NL", "Europe/Amsterdam"),
    ("NO", "Europe/Oslo"),
    ("PL", "Europe/Warsaw"),
    ("PT", "Atlantic/Azores"),
    ("RE", "Indian/Reunion"),
    ("RO", "Europe/Bucharest"),
    ("SE", "Europe/Stockholm"),
    ("SI", "Europe/Ljubljana"),
    ("SK", "Europe/Bratislava"),
    ("YT", "Indian/Mayotte"),
];

/// The time zone of a country, by its IANA name; `None` if customers there have no right to withdraw.
#[must_use]
pub fn zone_name(country: Country) -> Option<&'static str> {
    COUNTRIES.into_iter().find(|(code, _)| *code == country.code()).map(|(_, zone)| zone)
}

/// Whether the shop ships to a country whose customers may withdraw.
#[must_use]
pub fn concern(rates: &Rates) -> bool {
    let offered = rates.shipping.iter().map(|method| &method.rule).filter(|rule| rule.active);
    offered
        .into_iter()
        .any(|rule| rule.countries.is_empty() || rule.countries.iter().any(|country| zone_name(*country).is_some()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        money::Money,
        rates::{DeliveryDays, ShippingMethod, ShippingRule},
    };
    use uuid::Uuid;

    #[test]
    fn every_code_is_a_country_and_named_once() {
        for (code, zone) in COUNTRIES {
            assert_eq!(zone_name(code.parse().unwrap()), Some(zone), "{code}");
        }
    }

    #[test]
    fn the_right_concerns_shops_that_ship_to_these_countries() {
        let ships = |countries: &[&str], active| {
            let rule = ShippingRule {
                name: "Ground".parse().unwrap(),
                countries: countries.iter().map(|code| code.parse().unwrap()).collect(),
                postal_prefixes: Vec::new(),
                except_postal_prefixes: Vec::new(),
                base: Money::ZERO,
                per_kilogram: Money::ZERO,
                free_from: None,
                max_weight: None,
                takes_hazmat: false,
                days: DeliveryDays::new(1, 5).unwrap(),
                active,
            };
            let shipping = vec![ShippingMethod { id: Uuid::nil().into(), rule }];
            concern(&Rates { shipping, ..Rates::default() })
        };
        assert!(ships(&["US", "NO"], true) && ships(&[], true));
        assert!(!ships(&["DE"], false) && !ships(&["US", "GB"], true) && !concern(&Rates::default()));
    }

    #[test]
    fn other_countries_have_no_right() {
        for code in ["US", "CA", "GB", "CH", "TR", "NC", "PF", "GL", "AW"] {
            assert_eq!(zone_name(code.parse().unwrap()), None, "{code}");
        }
    }
}
