//! The shop's time zone, from the compiled-in time zone database.

use super::{TIME_ZONE, reader::Reader};
use autoparts_application::shop_rules::WithdrawalZones;
use autoparts_domain::{time::Timestamp, time_zone::TimeZone, withdrawals::COUNTRIES};
use jiff::{civil::date, tz};

/// The years whose clock changes are precomputed. No shop has older orders; later years have no clock changes.
const YEARS: std::ops::Range<i16> = 2020..2100;

/// Returns the countries whose customers may withdraw from a contract, with their time zones.
pub(crate) fn withdrawal_zones() -> WithdrawalZones {
    let zone = |name| tz::TimeZone::get(name).ok().and_then(|zone| read(&zone));
    COUNTRIES.into_iter().filter_map(|(code, name)| Some((code.parse().ok()?, zone(name)?))).collect()
}

impl Reader<'_> {
    pub(super) fn time_zone(&mut self) -> Option<TimeZone> {
        let expected = "a time zone by its name, such as UTC, America/New_York or Europe/Berlin";
        self.parsed(TIME_ZONE, "UTC", expected, |name| tz::TimeZone::get(name).ok().and_then(|zone| read(&zone)))
    }

    /// Returns the zone's label for the shipping promise; `None` if `TIME_ZONE` is unset or is not a place.
    pub(super) fn time_zone_label(&self) -> Option<String> {
        label(&tz::TimeZone::get(self.text(TIME_ZONE)?).ok()?)
    }
}

fn first_of(year: i16, month: i8) -> Option<jiff::Timestamp> {
    let zoned = date(year, month, 1).to_zoned_datetime(tz::TimeZone::UTC).ok()?;
    Some(zoned.timestamp())
}

fn read(zone: &tz::TimeZone) -> Option<TimeZone> {
    let first = first_of(YEARS.start, 1)?;
    let end = first_of(YEARS.end, 1)?;
    let micros = |offset: tz::Offset| i64::from(offset.seconds()) * 1_000_000;
    let changes = zone
        .following(first)
        .take_while(|change| change.timestamp() < end)
        .map(|change| (Timestamp::from_micros(change.timestamp().as_microsecond()), micros(change.offset())))
        .collect();
    Some(TimeZone::new(zone.iana_name()?.to_owned(), micros(zone.to_offset(first)), changes))
}

/// Returns `ET` for zones with EST in winter and EDT in summer; for others the city, such as `Berlin time`. `None`
/// for zones such as `UTC` and `Etc/GMT+5` (which is five hours behind): they mean nothing to customers.
fn label(zone: &tz::TimeZone) -> Option<String> {
    let (region, place) = zone.iana_name()?.split_once('/').filter(|(region, _)| *region != "Etc")?;
    let abbreviation = |month| Some(zone.to_offset_info(first_of(YEARS.end - 1, month)?).abbreviation().to_owned());
    let winter = abbreviation(1)?;
    let summer = abbreviation(7)?;
    let without = |abbreviation: &str, season| abbreviation.strip_suffix(season).map(|zone| format!("{zone}T"));
    let winter = without(&winter, "ST");
    let summer = without(&summer, "DT");
    if winter.is_some() && winter == summer {
        return winter;
    }
    let city = place.rsplit('/').next().unwrap_or(region).replace('_', " ");
    Some(format!("{city} time"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use autoparts_domain::numbers::{Day, Period};

    #[test]
    fn days_begin_at_local_midnight() {
        let zone = read(&tz::TimeZone::get("america/new_york").unwrap()).unwrap();
        assert_eq!(zone.name(), "America/New_York");
        let begins = |day: &str| {
            let day: jiff::Timestamp = format!("{day}T00:00:00Z").parse().unwrap();
            let day = Day::of(Timestamp::from_micros(day.as_microsecond()));
            jiff::Timestamp::from_microsecond(zone.begins_at(day).micros()).unwrap().to_string()
        };
        assert_eq!(begins("2026-03-08"), "2026-03-08T05:00:00Z");
        assert_eq!(begins("2026-03-09"), "2026-03-09T04:00:00Z");
        assert_eq!(begins("2026-11-02"), "2026-11-02T05:00:00Z");
        assert_eq!(begins("2098-07-01"), "2098-07-01T04:00:00Z");
        assert_eq!(read(&tz::TimeZone::UTC), Some(TimeZone::utc()));
    }

    #[test]
    fn time_zones_have_familiar_labels() {
        for (zone, name) in [
            ("America/New_York", "ET"),
            ("America/Los_Angeles", "PT"),
            ("America/Anchorage", "AKT"),
            ("America/Phoenix", "Phoenix time"),
            ("Europe/Berlin", "Berlin time"),
            ("America/Sao_Paulo", "Sao Paulo time"),
            ("Asia/Kolkata", "Kolkata time"),
        ] {
            assert_eq!(label(&tz::TimeZone::get(zone).unwrap()).as_deref(), Some(name));
        }
        for zone in ["UTC", "Etc/UTC", "Etc/GMT+5", "Zulu"] {
            assert_eq!(label(&tz::TimeZone::get(zone).unwrap()), None, "{zone}");
        }
    }

    #[test]
    fn every_country_of_the_eu_has_its_zone() {
        let zones = withdrawal_zones();
        let expected: Vec<_> = COUNTRIES.map(|(code, name)| (code.parse().unwrap(), name)).into();
        assert_eq!(zones.iter().map(|(country, zone)| (*country, zone.name())).collect::<Vec<_>>(), expected);
        let of_web_app = include_str!("../../../../frontend/src/lib/withdrawal-countries.json");
        let of_web_app: Vec<&str> = serde_json::from_str(of_web_app).unwrap();
        assert_eq!(of_web_app, COUNTRIES.map(|(code, _)| code));
    }

    #[test]
    fn no_zone_sets_its_clocks_back_across_midnight() {
        let moment = |year| Timestamp::from_micros(first_of(year, 1).unwrap().as_microsecond());
        let period = Period { first: Day::of(moment(YEARS.start)), last: Day::of(moment(YEARS.end)) };
        let names: Vec<_> = tz::db().available().collect();
        assert!(names.len() > 400, "{}", names.len());
        for name in names {
            let zone = read(&tz::TimeZone::get(name.as_str()).unwrap()).unwrap();
            let spans = zone.spans_of(period);
            let ends = spans.iter().map(|span| span.day_of(Timestamp::from_micros(span.before.micros() - 1)));
            let begins = spans.iter().skip(1).map(|span| span.day_of(span.from));
            assert!(ends.zip(begins).all(|(end, begin)| end <= begin), "{name}");
        }
    }
}
