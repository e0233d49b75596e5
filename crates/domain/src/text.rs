//! Bounded, printable text: one type for each kind of text that people enter.

use crate::{
    normalization::{composed, plain_characters, without_invisible},
    validation::ValidationError,
};

/// Whether a character is not allowed in text: control characters, and the bidirectional marks that silently reverse
/// the text around them.
#[must_use]
pub fn is_unprintable(c: char) -> bool {
    c.is_control() || matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{feff}')
}

/// Layout rules of a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Layout {
    /// A single line.
    Line,
    /// Line breaks and tabs allowed.
    Lines,
    /// Search text on one line, without invisible characters.
    Words,
    /// Characters of a restricted alphabet on one line, in their [plain forms](plain_characters).
    Code,
}

/// Trims the text, composes it, and checks that it has at most `max` characters. Trimmed white space counts, because
/// the API states the length as sent; dropped invisible characters do not.
pub(crate) fn bounded(input: &str, max: usize, layout: Layout) -> Result<String, ValidationError> {
    let input = match layout {
        Layout::Code => plain_characters(input),
        Layout::Words => composed(&without_invisible(input)),
        Layout::Line | Layout::Lines => composed(input),
    };
    let text = input.trim();
    if text.is_empty() {
        return Err(ValidationError::Missing);
    }
    if input.chars().count() > max {
        return Err(ValidationError::TooLong { max });
    }
    let allowed = |c: char| layout == Layout::Lines && matches!(c, '\n' | '\r' | '\t');
    if text.chars().any(|c| is_unprintable(c) && !allowed(c)) {
        return Err(ValidationError::ControlCharacters);
    }
    Ok(text.to_owned())
}

/// Words before an extension, as written in North America.
const EXTENSION_WORDS: [&str; 5] = ["ext", "extn", "extension", "x", "#"];

/// Splits a telephone number into number and extension: `555-0148` and `12` for `555-0148 ext. 12`.
fn without_extension(phone: &str) -> (&str, Option<&str>) {
    let Some(at) = phone.find(|c: char| c.is_ascii_alphabetic() || c == '#') else { return (phone, None) };
    let (number, rest) = phone.split_at(at);
    let word_ends = rest.find(|c: char| !c.is_ascii_alphabetic() && c != '#').unwrap_or(rest.len());
    let (word, extension) = rest.split_at(word_ends);
    let is_known = EXTENSION_WORDS.iter().any(|known| word.eq_ignore_ascii_case(known));
    if !is_known {
        return (phone, None);
    }
    let extension = extension.strip_prefix(['.', ':']).unwrap_or(extension);
    (number.trim_end_matches([' ', ',', ';']), Some(extension.trim_start()))
}

fn is_phone(text: &str) -> bool {
    let (number, extension) = without_extension(text);
    let allowed = number.chars().all(|c| c.is_ascii_digit() || " +-()./".contains(c));
    let digits = number.chars().filter(char::is_ascii_digit).count();
    let is_extension = |text: &str| (1..=6).contains(&text.len()) && text.bytes().all(|b| b.is_ascii_digit());
    allowed && digits >= PhoneNumber::MIN_DIGITS && extension.is_none_or(is_extension)
}

fn is_postal_code(text: &str) -> bool {
    text.chars().all(|c| c.is_ascii_alphanumeric() || " -".contains(c))
        && text.contains(|c: char| c.is_ascii_alphanumeric())
}

fn is_tracking_number(text: &str) -> bool {
    text.chars().all(|c| c.is_ascii_alphanumeric() || " -".contains(c))
}

/// The host of an `https:` URL without user information; `None` for any other text.
fn https_host(text: &str) -> Option<&str> {
    let rest = text.strip_prefix("https://")?;
    let host = rest.split(['/', '?', '#']).next()?;
    let plain = !host.is_empty() && host.bytes().all(|b| b.is_ascii_alphanumeric() || b"-.:".contains(&b));
    (plain && !text.contains(['\\', ' ', '"', '<', '>'])).then_some(host)
}

fn is_image_source(text: &str) -> bool {
    let own_path = text.starts_with('/')
        && !text.starts_with("//")
        && !text.contains("..")
        && text.bytes().all(|b| b.is_ascii_alphanumeric() || b"/-_.".contains(&b));
    own_path || https_host(text).is_some()
}

fn is_linkedin(text: &str) -> bool {
    https_host(text).is_some_and(|host| host == "linkedin.com" || host.ends_with(".linkedin.com"))
}

macro_rules! texts {
    ($($(#[$doc:meta])* $name:ident: at most $max:literal, $layout:ident $(, $rule:path => $why:expr)?;)*) => { $(
        $(#[$doc])*
        #[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name(String);

        impl $name {
            /// Maximum number of characters, as sent.
            pub const MAX_CHARS: usize = $max;

            /// Whether it may have line breaks and tabs.
            pub const MULTILINE: bool = matches!(Layout::$layout, Layout::Lines);

            /// The trimmed text.
            #[must_use]
            pub fn as_str(&self) -> &str {
                &self.0
            }
        }

        impl std::str::FromStr for $name {
            type Err = ValidationError;

            fn from_str(input: &str) -> Result<Self, ValidationError> {
                let text = bounded(input, Self::MAX_CHARS, Layout::$layout)?;
                $(if !$rule(&text) {
                    return Err($why);
                })?
                Ok(Self(text))
            }
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str(&self.0)
            }
        }
    )* };
}

/// Texts without rules other than length and layout.
macro_rules! free_texts {
    ($($(#[$doc:meta])* $name:ident: at most $max:literal, $layout:ident;)*) => {
        texts! { $($(#[$doc])* $name: at most $max, $layout;)* }

        /// Calls a macro with the names of all texts without rules other than length and layout.
        #[macro_export]
        macro_rules! for_free_texts {
            ($macro:ident) => {
                $macro! { $($name)* }
            };
        }
    };
}

free_texts! {
    /// The title of a part, on one line.
    PartTitle: at most 120, Line;
    /// The description of a part.
    PartDescription: at most 4000, Lines;
    /// The text alternative of a picture, on one line.
    AltText: at most 200, Line;
    /// The name of a brand, on one line.
    BrandName: at most 80, Line;
    /// The name of a category, on one line.
    CategoryName: at most 80, Line;
    /// The maker that issued a part number, on one line.
    MakerName: at most 80, Line;
    /// The name of a part's attribute, on one line.
    AttributeName: at most 60, Line;
    /// The value of a part's attribute, on one line.
    AttributeValue: at most 200, Line;
    /// The unit of a part's attribute, on one line.
    AttributeUnit: at most 20, Line;
    /// The name of a vehicle make, on one line.
    MakeName: at most 80, Line;
    /// The name of a vehicle model, on one line.
    ModelName: at most 80, Line;
    /// The name of a vehicle, with its year, make, model and engine, on one line.
    VehicleName: at most 300, Line;
    /// The name of an engine, on one line.
    EngineName: at most 120, Line;
    /// The position of a part on a vehicle, such as `Front left`, on one line.
    Position: at most 60, Line;
    /// A condition under which a part fits, or a note on it, on one line.
    ConditionWords: at most 500, Line;
    /// Why the fit of a part for a model is suspended, on one line.
    SuspensionReason: at most 200, Line;
    /// A supplier's code for one of the shop's entities, on one line.
    SupplierCode: at most 80, Line;
    /// The meaning of a supplier's code: a key, or words, on one line.
    LookupValue: at most 500, Line;
    /// The reason for a stock movement, on one line.
    StockNote: at most 200, Line;
    /// A note on a refund, for the shop's staff, on one line.
    RefundNote: at most 200, Line;
    /// How a customer who withdraws from a contract names their order, on one line.
    OrderReference: at most 40, Line;
    /// A customer's note on a return.
    ReturnNote: at most 1000, Lines;
    /// The shop's answer to a return.
    ReturnAnswer: at most 500, Lines;
    /// Why the shop refuses an old part, for the customer, on one line.
    CoreRefusal: at most 200, Line;
    /// The name of a carrier, on one line.
    CarrierName: at most 60, Line;
    /// The name of a person, on one line.
    PersonName: at most 100, Line;
    /// A postal address.
    PostalAddress: at most 300, Lines;
    /// The name on a parcel.
    RecipientName: at most 60, Line;
    /// A line of an address: street and number, or an apartment.
    AddressLine: at most 60, Line;
    /// A city or town.
    CityName: at most 40, Line;
    /// A state, a province, or another part of a country.
    RegionName: at most 40, Line;
    /// The name of a shipping method.
    ShippingName: at most 60, Line;
    /// Schools and degrees, free text.
    Education: at most 200, Line;
    /// A customer's review of the shop.
    ReviewText: at most 2000, Lines;
    /// A visitor's feedback.
    FeedbackMessage: at most 2000, Lines;
}

texts! {
    /// The location of a part's picture: an `https:` URL without user information, or a path of this shop.
    ImageSource: at most 2048, Line, is_image_source => ValidationError::NotAnImage;
    /// A carrier's tracking number: letters, digits, spaces and hyphens.
    TrackingNumber: at most 60, Code, is_tracking_number => ValidationError::NotATrackingNumber;
    /// An admin's search text for orders, on one line; as long as an email address may be.
    OrderWords: at most 254, Words;
    /// A postal code: letters, digits, spaces and hyphens.
    PostalCode: at most 12, Code, is_postal_code => ValidationError::NotAPostalCode;
    /// A postal code prefix, such as `35` or `IV`.
    PostalPrefix: at most 10, Code, is_postal_code => ValidationError::NotAPostalPrefix;
    /// A telephone number as people write it: digits, spaces and `+-()./`, and an extension such as `ext. 12`.
    PhoneNumber: at most 40, Code, is_phone => ValidationError::NotAPhone;
    /// A link to a LinkedIn page.
    LinkedInUrl: at most 2048, Line, is_linkedin => ValidationError::NotLinkedIn;
}

impl PostalAddress {
    /// Creates an address whose length and characters the caller has already checked.
    pub(crate) fn composed(text: String) -> Self {
        Self(text)
    }
}

impl PostalCode {
    /// Its letters and digits only, in upper case, for comparison.
    #[must_use]
    pub fn key(&self) -> String {
        self.0.chars().filter(char::is_ascii_alphanumeric).map(|c| c.to_ascii_uppercase()).collect()
    }
}

impl PostalPrefix {
    /// See [`PostalCode::key`].
    #[must_use]
    pub fn key(&self) -> String {
        PostalCode(self.0.clone()).key()
    }
}

impl RegionName {
    /// The two-letter code in upper case; `None` if it is not one.
    pub(crate) fn code(&self) -> Option<Self> {
        let is_code = self.0.len() == 2 && self.0.bytes().all(|b| b.is_ascii_alphabetic());
        is_code.then(|| Self(self.0.to_ascii_uppercase()))
    }
}

impl PhoneNumber {
    /// Minimum number of digits.
    pub const MIN_DIGITS: usize = 3;

    /// Its digits without those of an extension, for comparison.
    #[must_use]
    pub fn digits(&self) -> String {
        without_extension(&self.0).0.chars().filter(char::is_ascii_digit).collect()
    }
}

impl PersonName {
    /// The name shown for a user without a name.
    pub(crate) fn anonymous() -> Self {
        Self("Customer".to_owned())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_is_trimmed_and_bounded_in_characters_not_bytes() {
        assert_eq!("  Brake disc ".parse::<PartTitle>().unwrap().as_str(), "Brake disc");
        assert!("é".repeat(120).parse::<PartTitle>().is_ok());
        assert_eq!("é".repeat(121).parse::<PartTitle>(), Err(ValidationError::TooLong { max: 120 }));
        assert_eq!(" \n ".parse::<PartTitle>(), Err(ValidationError::Missing));
    }

    #[test]
    fn trimmed_white_space_counts_towards_the_length() {
        let fits = format!("{} ", "a".repeat(119));
        assert_eq!(fits.parse::<PartTitle>().unwrap().as_str(), fits.trim());
        for text in
            [format!("{} ", "a".repeat(120)), format!("\n{}", "a".repeat(120)), format!("a{}", " ".repeat(5000))]
        {
            assert_eq!(text.parse::<PartTitle>(), Err(ValidationError::TooLong { max: 120 }));
        }
    }

    #[test]
    fn control_characters_and_misplaced_line_breaks_are_refused() {
        for text in ["a\u{0}b", "a\u{1b}[2Jb", "a\u{202e}b", "a\u{85}b"] {
            assert_eq!(text.parse::<PartDescription>(), Err(ValidationError::ControlCharacters), "{text:?}");
        }
        assert!("one\ntwo".parse::<PartDescription>().is_ok());
        assert_eq!("one\ntwo".parse::<PartTitle>(), Err(ValidationError::ControlCharacters));
    }

    #[test]
    fn pictures_come_over_https_or_from_this_shop() {
        for good in ["https://img.example.com/a.png", "/catalogue/alternator.svg"] {
            assert!(good.parse::<ImageSource>().is_ok(), "{good}");
        }
        for bad in [
            "http://a.b/c",
            "javascript:alert(1)",
            "data:image/png;base64,AA",
            "//evil.example/x",
            "https://user:pw@host/x",
            "/../etc/passwd",
            "https://",
            "a.png",
        ] {
            assert_eq!(bad.parse::<ImageSource>(), Err(ValidationError::NotAnImage), "{bad}");
        }
    }

    #[test]
    fn linkedin_links_stay_on_linkedin() {
        assert!("https://www.linkedin.com/in/marta".parse::<LinkedInUrl>().is_ok());
        for bad in [
            "https://linkedin.com.evil.example/",
            "http://linkedin.com/in/x",
            "https://evil.example/linkedin.com",
            "https://linkedin.com@evil.example/",
        ] {
            assert_eq!(bad.parse::<LinkedInUrl>(), Err(ValidationError::NotLinkedIn), "{bad}");
        }
    }

    #[test]
    fn decomposed_text_equals_composed_text() {
        assert_eq!("Ze\u{301}d & Co".parse::<BrandName>(), "Zéd & Co".parse());
        assert_eq!("Fu\u{308}r Kombi".parse::<ConditionWords>(), "Für Kombi".parse());
        // The length is counted in composed characters, as stored.
        assert!("e\u{301}".repeat(120).parse::<PartTitle>().is_ok());
    }

    #[test]
    fn codes_may_be_pasted() {
        assert_eq!("SW1A\u{a0}1AA".parse::<PostalCode>(), "SW1A 1AA".parse());
        assert_eq!("\u{202a}1Z\u{2011}999\u{202c}".parse::<TrackingNumber>(), "1Z-999".parse());
        // Dropped characters do not count.
        assert!(format!("\u{202a}{}\u{202c}", "1".repeat(12)).parse::<PostalCode>().is_ok());
    }

    #[test]
    fn phone_numbers_are_compared_without_extension() {
        for text in ["030/1234567", "030 1234567 ext. 12", "(030) 1234567x9"] {
            assert_eq!(text.parse::<PhoneNumber>().unwrap().digits(), "0301234567", "{text}");
        }
    }

    #[test]
    fn a_phone_number_needs_digits() {
        for good in [
            "+1 (937) 555-0148",
            "\u{202a}+1\u{a0}(937)\u{a0}555\u{2011}0148\u{202c}",
            "030/1234567",
            "555-0148 ext. 12",
            "555-0148, Extension 12",
            "555-0148x12",
            "555-0148 #12",
        ] {
            assert!(good.parse::<PhoneNumber>().is_ok(), "{good}");
        }
        for bad in ["call me", "--", "1e3", "ext. 12", "555-0148 ext.", "555-0148 ext. 1234567", "555-0148 or 555-0149"]
        {
            assert_eq!(bad.parse::<PhoneNumber>(), Err(ValidationError::NotAPhone), "{bad}");
        }
    }
}
