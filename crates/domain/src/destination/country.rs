//! Countries, by ISO 3166-1 alpha-2 code.

use crate::{text::RegionName, validation::ValidationError};
use std::{fmt, str::FromStr};

/// All codes assigned by ISO 3166-1.
const CODES: &str = "AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE \
     BF BG BH BI BJ BL BM BN BO BQ BR BS BT BV BW BY BZ CA CC CD \
     CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM \
     DO DZ EC EE EG EH ER ES ET FI FJ FK FM FO FR GA GB GD GE GF \
     GG GH GI GL GM GN GP GQ GR GS GT GU GW GY HK HM HN HR HT HU \
     ID IE IL IM IN IO IQ IR IS IT JE JM JO JP KE KG KH KI KM KN \
     KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME \
     MF MG MH MK ML MM MN MO MP MQ MR MS MT MU MV MW MX MY MZ NA \
     NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM \
     PN PR PS PT PW PY QA RE RO RS RU RW SA SB SC SD SE SG SH SI \
     SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TF TG TH TJ TK \
     TL TM TN TO TR TT TV TW TZ UA UG UM US UY UZ VA VC VE VG VI \
     VN VU WF WS YE YT ZA ZM ZW";

/// States, territories and armed forces codes of the United States Postal Service.
const STATES: &str = "AA AE AK AL AP AR AS AZ CA CO CT DC DE FL GA GU HI IA ID IL IN KS KY LA MA MD ME MI MN MO MP MS \
     MT NC ND NE NH NJ NM NV NY OH OK OR PA PR RI SC SD TN TX UT VA VI VT WA WI WV WY";

/// The provinces and territories of Canada.
const PROVINCES: &str = "AB BC MB NB NL NS NT NU ON PE QC SK YT";

/// A country.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Country(&'static str);

impl Country {
    /// Length of its code in characters.
    pub const CHARS: usize = 2;

    /// All countries, sorted by code.
    pub fn all() -> impl Iterator<Item = Self> {
        CODES.split(' ').map(Self)
    }

    /// The two-letter code, in upper case.
    #[must_use]
    pub const fn code(self) -> &'static str {
        self.0
    }

    /// Codes of its states or provinces; `None` if the shop does not require them.
    fn region_codes(self) -> Option<&'static str> {
        match self.0 {
            "US" => Some(STATES),
            "CA" => Some(PROVINCES),
            _ => None,
        }
    }

    /// Whether its states or provinces have two-letter codes that are required.
    pub(super) fn has_region_codes(self) -> bool {
        self.region_codes().is_some()
    }

    /// Normalizes a region: to a two-letter code in countries that use one.
    pub(crate) fn region(self, region: Option<RegionName>) -> Result<Option<RegionName>, ValidationError> {
        let Some(codes) = self.region_codes() else { return Ok(region) };
        let known = |region: &RegionName| codes.split(' ').any(|code| code == region.as_str());
        let code = |region: RegionName| region.code().filter(known).ok_or(ValidationError::NotARegionCode);
        region.map(code).transpose()
    }
}

impl FromStr for Country {
    type Err = ValidationError;

    /// Accepts upper case only, so that each country has one spelling.
    fn from_str(text: &str) -> Result<Self, ValidationError> {
        Self::all().find(|country| country.0 == text).ok_or(ValidationError::NotACountry)
    }
}

impl fmt::Display for Country {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_existing_countries_are_accepted() {
        assert_eq!(Country::all().count(), 249);
        assert!(Country::all().all(|country| country.code().parse() == Ok(country)));
        for text in ["XX", "us", "USA", "", " ", "US ", "AD AE"] {
            assert_eq!(text.parse::<Country>(), Err(ValidationError::NotACountry), "{text}");
        }
    }
}
