//! A postal code in another state or province.

use std::fmt;

/// Names of states and provinces by code.
pub(super) const NAMES: &[(&str, &str)] = &[
    ("AA", "Armed Forces Americas"),
    ("AB", "Alberta"),
    ("AE", "Armed Forces Europe"),
    ("AK", "Alaska"),
    ("AL", "Alabama"),
    ("AP", "Armed Forces Pacific"),
    ("AR", "Arkansas"),
    ("AS", "American Samoa"),
    ("AZ", "Arizona"),
    ("BC", "British Columbia"),
    ("CA", "California"),
    ("CO", "Colorado"),
    ("CT", "Connecticut"),
    ("DC", "District of Columbia"),
    ("DE", "Delaware"),
    ("FL", "Florida"),
    ("GA", "Georgia"),
    ("GU", "Guam"),
    ("HI", "Hawaii"),
    ("IA", "Iowa"),
    ("ID", "Idaho"),
    ("IL", "Illinois"),
    ("IN", "Indiana"),
    ("KS", "Kansas"),
    ("KY", "Kentucky"),
    ("LA", "Louisiana"),
    ("MA", "Massachusetts"),
    ("MB", "Manitoba"),
    ("MD", "Maryland"),
    ("ME", "Maine"),
    ("MI", "Michigan"),
    ("MN", "Minnesota"),
    ("MO", "Missouri"),
    ("MP", "Northern Mariana Islands"),
    ("MS", "Mississippi"),
    ("MT", "Montana"),
    ("NB", "New Brunswick"),
    ("NC", "North Carolina"),
    ("ND", "North Dakota"),
    ("NE", "Nebraska"),
    ("NH", "New Hampshire"),
    ("NJ", "New Jersey"),
    ("NL", "Newfoundland and Labrador"),
    ("NM", "New Mexico"),
    ("NS", "Nova Scotia"),
    ("NT", "Northwest Territories"),
    ("NU", "Nunavut"),
    ("NV", "Nevada"),
    ("NY", "New York"),
    ("OH", "Ohio"),
    ("OK", "Oklahoma"),
    ("ON", "Ontario"),
    ("OR", "Oregon"),
    ("PA", "Pennsylvania"),
    ("PE", "Prince Edward Island"),
    ("PR", "Puerto Rico"),
    ("QC", "Quebec"),
    ("RI", "Rhode Island"),
    ("SC", "South Carolina"),
    ("SD", "South Dakota"),
    ("SK", "Saskatchewan"),
    ("TN", "Tennessee"),
    ("TX", "Texas"),
    ("UT", "Utah"),
    ("VA", "Virginia"),
    ("VI", "U.S. Virgin Islands"),
    ("VT", "Vermont"),
    ("WA", "Washington"),
    ("WI", "Wisconsin"),
    ("WV", "West Virginia"),
    ("WY", "Wyoming"),
    ("YT", "Yukon"),
];

/// A postal code in its country's standard format.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Code {
    Zip(u32),
    Canadian([char; 6]),
}

impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Zip(zip) => write!(f, "ZIP code {zip:05}"),
            Self::Canadian(letters) => {
                let (area, unit) = letters.split_at(3);
                let text = |half: &[char]| half.iter().collect::<String>();
                write!(f, "Postal code {} {}", text(area), text(unit))
            }
        }
    }
}

/// A postal code that is not in the state or province of the address. `Display` is a complete sentence.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Misplaced {
    pub(super) code: Code,
    pub(super) is_in: &'static [&'static str],
    pub(super) not_in: &'static str,
}

impl fmt::Display for Misplaced {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { code, is_in, not_in } = self;
        let is_in: Vec<&str> = is_in.iter().copied().map(region_name).collect();
        write!(f, "{code} is in {}, not in {}.", is_in.join(" or "), region_name(not_in))
    }
}

fn region_name(code: &'static str) -> &'static str {
    NAMES.iter().find(|(known, _)| *known == code).map_or(code, |(_, name)| name)
}
