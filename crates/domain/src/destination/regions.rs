//! Which state or province a postal code is in.
//!
//! Sources: for the United States the 3-digit ZIP code prefixes of the Postal Service's labeling list L002 (DMM) and,
//! for the ZIP codes whose state is not that of their prefix, its City State file; for Canada the first letters of
//! Canada Post's Addressing Guidelines. A prefix outside all states is not a ZIP code. Unassigned prefixes count as
//! the surrounding state's.

use super::{
    Country,
    misplaced::{Code, Misplaced, NAMES},
};
use crate::text::PostalCode;

/// States by ranges of ZIP code prefixes, both ends included.
const ZIP_PREFIXES: &[(u32, u32, &[&str])] = &[
    (5, 5, &["NY"]),
    (6, 7, &["PR"]),
    (8, 8, &["VI"]),
    (9, 9, &["PR"]),
    (10, 27, &["MA"]),
    (28, 29, &["RI"]),
    (30, 38, &["NH"]),
    (39, 49, &["ME"]),
    (50, 54, &["VT"]),
    (55, 55, &["MA"]),
    (56, 59, &["VT"]),
    (60, 69, &["CT"]),
    (70, 89, &["NJ"]),
    (90, 99, &["AE"]),
    (100, 149, &["NY"]),
    (150, 196, &["PA"]),
    (197, 199, &["DE"]),
    (200, 200, &["DC"]),
    (201, 201, &["VA"]),
    (202, 205, &["DC"]),
    (206, 219, &["MD"]),
    (220, 246, &["VA"]),
    (247, 268, &["WV"]),
    (270, 289, &["NC"]),
    (290, 299, &["SC"]),
    (300, 319, &["GA"]),
    (320, 339, &["FL"]),
    (340, 340, &["AA"]),
    (341, 349, &["FL"]),
    (350, 369, &["AL"]),
    (370, 385, &["TN"]),
    (386, 397, &["MS"]),
    (398, 399, &["GA"]),
    (400, 427, &["KY"]),
    (430, 459, &["OH"]),
    (460, 479, &["IN"]),
    (480, 499, &["MI"]),
    (500, 528, &["IA"]),
    (530, 549, &["WI"]),
    (550, 567, &["MN"]),
    (569, 569, &["DC"]),
    (570, 577, &["SD"]),
    (580, 588, &["ND"]),
    (590, 599, &["MT"]),
    (600, 629, &["IL"]),
    (630, 658, &["MO"]),
    (660, 679, &["KS"]),
    (680, 693, &["NE"]),
    (700, 714, &["LA"]),
    (716, 729, &["AR"]),
    (730, 732, &["OK"]),
    (733, 733, &["TX"]),
    (734, 749, &["OK"]),
    (750, 799, &["TX"]),
    (800, 816, &["CO"]),
    (820, 831, &["WY"]),
    (832, 838, &["ID"]),
    (840, 847, &["UT"]),
    (850, 865, &["AZ"]),
    (870, 884, &["NM"]),
    (885, 885, &["TX"]),
    (889, 898, &["NV"]),
    (900, 961, &["CA"]),
    (962, 966, &["AP"]),
    (967, 968, &["HI"]),
    (969, 969, &["GU"]),
    (970, 979, &["OR"]),
    (980, 994, &["WA"]),
    (995, 999, &["AK"]),
];

/// ZIP codes outside the state of their prefix, or across a state line. The prefixes 063, 834, 967 and 969 belong to
/// two states each.
const ZIP_CODES: &[(u32, &[&str])] = &[
    (2861, &["RI", "MA"]),
    (6390, &["NY"]),
    (20041, &["VA", "DC"]),
    (20331, &["MD", "DC"]),
    (20588, &["MD", "DC"]),
    (20598, &["VA", "DC"]),
    (42223, &["KY", "TN"]),
    (59221, &["MT", "ND"]),
    (63673, &["MO", "IL"]),
    (71749, &["AR", "LA"]),
    (73949, &["OK", "TX"]),
    (81137, &["CO", "NM"]),
    (83414, &["WY"]),
    (84536, &["UT", "AZ"]),
    (86044, &["AZ", "UT"]),
    (86515, &["AZ", "NM"]),
    (88063, &["NM", "TX"]),
    (89439, &["NV", "CA"]),
    (96799, &["AS"]),
    (96950, &["MP"]),
    (96951, &["MP"]),
    (96952, &["MP"]),
    (97635, &["OR", "CA"]),
];

/// Provinces by the first letter of a postal code.
const LETTERS: &[(char, &[&str])] = &[
    ('A', &["NL"]),
    ('B', &["NS"]),
    ('C', &["PE"]),
    ('E', &["NB"]),
    ('G', &["QC"]),
    ('H', &["QC"]),
    ('J', &["QC"]),
    ('K', &["ON"]),
    ('L', &["ON"]),
    ('M', &["ON"]),
    ('N', &["ON"]),
    ('P', &["ON"]),
    ('R', &["MB"]),
    ('S', &["SK"]),
    ('T', &["AB"]),
    ('V', &["BC"]),
    ('X', &["NT", "NU"]),
    ('Y', &["YT"]),
];

/// K1A belongs to the federal government, which has offices on both banks of the Ottawa River.
const FEDERAL: ([char; 3], &[&str]) = (['K', '1', 'A'], &["ON", "QC"]);

/// The states of a ZIP code, by its first five digits; empty if it is in none.
fn states_of(zip: u32) -> &'static [&'static str] {
    let own = ZIP_CODES.iter().find(|(code, _)| *code == zip).map(|(_, states)| *states);
    let prefix = zip / 100;
    let of_prefix = || ZIP_PREFIXES.iter().find(|(first, last, _)| (*first..=*last).contains(&prefix));
    own.or_else(|| of_prefix().map(|(_, _, states)| *states)).unwrap_or_default()
}

/// The provinces of a postal code.
fn provinces_of([first, second, third, ..]: [char; 6]) -> &'static [&'static str] {
    if [first, second, third] == FEDERAL.0 {
        return FEDERAL.1;
    }
    LETTERS.iter().find(|(letter, _)| *letter == first).map(|(_, provinces)| *provinces).unwrap_or_default()
}

/// The first five digits of a ZIP code, `12345` or `12345-6789`; `None` for any other format.
fn zip(code: &PostalCode) -> Option<u32> {
    let text = code.as_str();
    let (zip, extension) = text.split_once('-').map_or((text, None), |(zip, extension)| (zip, Some(extension)));
    let digits = |text: &str, length| text.len() == length && text.bytes().all(|byte| byte.is_ascii_digit());
    let is_shaped = digits(zip, 5) && extension.is_none_or(|extension| digits(extension, 4));
    is_shaped.then(|| zip.parse().ok()).flatten()
}

/// A Canadian postal code in upper case without its space, `A1A1A1`; `None` if it is malformed. Canada Post does not
/// use D, F, I, O, Q and U, and no code starts with W or Z.
fn canadian(code: &PostalCode) -> Option<[char; 6]> {
    let text = code.as_str().to_ascii_uppercase();
    let joined = match text.split_once([' ', '-']) {
        Some((first, second)) if first.len() == 3 && second.len() == 3 => format!("{first}{second}"),
        Some(_) => return None,
        None => text,
    };
    let is_letter = |c: char| c.is_ascii_uppercase() && !"DFIOQU".contains(c);
    let fits = |(at, c): (usize, char)| if at % 2 == 0 { is_letter(c) } else { c.is_ascii_digit() };
    let is_shaped = joined.chars().enumerate().all(fits) && !joined.starts_with(['W', 'Z']);
    let chars: Vec<char> = joined.chars().collect();
    chars.try_into().ok().filter(|_| is_shaped)
}

/// Territories of the United States that are also countries in ISO 3166-1.
const TERRITORIES: &[&str] = &["AS", "GU", "MP", "PR", "VI"];

/// Whether a country is a territory of the United States, with ZIP codes.
pub(super) fn is_territory(country: Country) -> bool {
    TERRITORIES.contains(&country.code())
}

/// What is wrong with a postal code in a country whose postal codes determine the region.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum CodeRefused {
    /// It is malformed, or not in any region.
    Shape,
    /// It is in another region.
    Region(Misplaced),
}

/// Refuses a postal code outside the given region of the country.
pub(super) fn check(country: &str, region: &str, postal_code: &PostalCode) -> Result<(), CodeRefused> {
    let (code, is_in) = match country {
        "US" => zip(postal_code).map(|zip| (Code::Zip(zip), states_of(zip))),
        "CA" => canadian(postal_code).map(|chars| (Code::Canadian(chars), provinces_of(chars))),
        _ => return Ok(()),
    }
    .filter(|(_, is_in)| !is_in.is_empty())
    .ok_or(CodeRefused::Shape)?;
    if is_in.contains(&region) {
        return Ok(());
    }
    let not_in = NAMES.iter().map(|(code, _)| *code).find(|known| *known == region).ok_or(CodeRefused::Shape)?;
    Err(CodeRefused::Region(Misplaced { code, is_in, not_in }))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn checked(country: &str, region: &str, code: &str) -> Result<(), String> {
        check(country, region, &code.parse().unwrap()).map_err(|refused| match refused {
            CodeRefused::Shape => "shape".to_owned(),
            CodeRefused::Region(misplaced) => misplaced.to_string(),
        })
    }

    #[test]
    fn a_zip_code_lies_in_one_state() {
        for (state, code) in [
            ("CA", "90001"),
            ("OR", "97035"),
            ("NY", "00501"),
            ("PR", "00601"),
            ("VI", "00802"),
            ("AE", "09012"),
            ("AA", "34001"),
            ("AP", "96201"),
            ("GU", "96910"),
            ("MP", "96950"),
            ("AS", "96799"),
            ("HI", "96701"),
            ("DC", "20001"),
            ("VA", "20101"),
            ("TX", "73301"),
            ("TX", "88510"),
            ("NY", "06390"),
            ("WY", "83414"),
            ("AK", "99950-0001"),
        ] {
            assert_eq!(checked("US", state, code), Ok(()), "{state} {code}");
        }
        let misplaced = |state, code| checked("US", state, code).unwrap_err();
        assert_eq!(misplaced("OR", "90001"), "ZIP code 90001 is in California, not in Oregon.");
        assert_eq!(misplaced("AS", "96701-1234"), "ZIP code 96701 is in Hawaii, not in American Samoa.");
        assert_eq!(misplaced("WY", "83401"), "ZIP code 83401 is in Idaho, not in Wyoming.");
        assert_eq!(misplaced("OR", "02861"), "ZIP code 02861 is in Rhode Island or Massachusetts, not in Oregon.");
    }

    #[test]
    fn towns_on_a_state_line_are_in_both_states() {
        for state in ["NV", "CA"] {
            assert_eq!(checked("US", state, "89439"), Ok(()));
        }
        assert!(checked("US", "CA", "89440").is_err());
    }

    #[test]
    fn the_first_letter_determines_the_province() {
        for (province, code) in [("ON", "K1A 0B1"), ("QC", "K1A0B1"), ("NU", "X0A 0H0"), ("NT", "x0e 0g0")] {
            assert_eq!(checked("CA", province, code), Ok(()), "{province} {code}");
        }
        assert_eq!(
            checked("CA", "AB", "v5k 0a1"),
            Err("Postal code V5K 0A1 is in British Columbia, not in Alberta.".to_owned())
        );
        let northern = checked("CA", "YT", "X0A 0H0").unwrap_err();
        assert_eq!(northern, "Postal code X0A 0H0 is in Northwest Territories or Nunavut, not in Yukon.");
    }

    #[test]
    fn malformed_codes_are_refused() {
        for code in ["454021234", "4540", "45402-12", "45402 1234", "00000", "00100", "K1A 0B1", "45402-"] {
            assert_eq!(checked("US", "OH", code), Err("shape".to_owned()), "{code}");
        }
        for code in ["D1A 0B1", "W1A 0B1", "Z1A 0B1", "K1O 0B1", "K1 A0B1", "K1A  0B1", "K1A 0B", "45402", "K1A 0B11"] {
            assert_eq!(checked("CA", "ON", code), Err("shape".to_owned()), "{code}");
        }
    }

    #[test]
    fn every_state_and_province_has_postal_codes() {
        let states = ZIP_PREFIXES.iter().flat_map(|(_, _, states)| *states);
        let all = states.chain(ZIP_CODES.iter().flat_map(|(_, states)| *states));
        let all = all.chain(LETTERS.iter().flat_map(|(_, provinces)| *provinces));
        let all: std::collections::BTreeSet<&str> = all.copied().collect();
        assert!(all.iter().copied().eq(NAMES.iter().map(|(code, _)| *code)));
    }

    #[test]
    fn ranges_of_prefixes_are_in_order() {
        assert!(ZIP_PREFIXES.iter().all(|(first, last, _)| first <= last));
        assert!(ZIP_PREFIXES.is_sorted_by(|(_, before, _), (next, _, _)| before < next));
    }
}
