//! A normalized form of destinations, to detect that two orders go to the same household.

use super::Destination;
use unicode_normalization::{UnicodeNormalization, char::is_combining_mark};

/// Common address words and their abbreviations.
const SHORT_FORMS: [(&str, &str); 16] = [
    ("street", "st"),
    ("str", "st"),
    ("strasse", "st"),
    ("avenue", "ave"),
    ("av", "ave"),
    ("road", "rd"),
    ("drive", "dr"),
    ("lane", "ln"),
    ("boulevard", "blvd"),
    ("court", "ct"),
    ("place", "pl"),
    ("highway", "hwy"),
    ("north", "n"),
    ("south", "s"),
    ("east", "e"),
    ("west", "w"),
];

/// Words before an apartment number that are often omitted.
const BEFORE_A_DOOR: [&str; 8] = ["apt", "apartment", "unit", "suite", "ste", "no", "room", "flat"];

impl Destination {
    /// A key that is equal for spellings of one address: ignores recipient, case, accents, punctuation and usual
    /// abbreviations. For comparison only.
    #[must_use]
    pub fn household(&self) -> String {
        let country = self.place.country();
        // The postal code determines the town, whose name has several spellings. ZIP+4 stays within the same street.
        let code = self.place.postal_code().map(|code| plain(code.as_str()).concat());
        let area = match code {
            Some(code) if country.to_string() == "US" => code.chars().take(5).collect(),
            Some(code) => code,
            None => words(self.city.as_str()),
        };
        let line2 = self.line2.as_ref().map_or("", |line| line.as_str());
        // Sorted, because the apartment may be before the street, or on a separate line.
        let both = words(&format!("{} {line2}", self.line1.as_str()));
        let mut both: Vec<&str> = both.split(' ').collect();
        both.sort_unstable();
        format!("{country}|{area}|{}", both.join(" "))
    }
}

/// The words of a text in lower case, without accents and punctuation.
fn plain(text: &str) -> Vec<String> {
    let bare: String = text.nfkd().filter(|c| !is_combining_mark(*c)).collect::<String>().to_lowercase();
    let apart = bare.replace('ß', "ss");
    let cleaned = apart.chars().filter(|c| !matches!(c, '\'' | '’' | '.'));
    let cleaned: String = cleaned.map(|c| if c.is_alphanumeric() { c } else { ' ' }).collect();
    cleaned.split_whitespace().map(str::to_owned).collect()
}

fn words(text: &str) -> String {
    let short = |word: String| match SHORT_FORMS.iter().find(|(long, _)| *long == word) {
        Some((_, short)) => (*short).to_owned(),
        None => word,
    };
    let words = plain(text).into_iter().filter(|word| !BEFORE_A_DOOR.contains(&word.as_str())).map(short);
    words.collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::super::{Destination, tests::place};

    fn household((line1, line2): (&str, &str), city: &str, place_of: (&str, &str, &str)) -> String {
        let line2 = (!line2.is_empty()).then(|| line2.parse().unwrap());
        let place = place(place_of.0, place_of.1, place_of.2).unwrap();
        let recipient = "Jane Doe".parse().unwrap();
        let city = city.parse().unwrap();
        Destination::new(recipient, (line1.parse().unwrap(), line2), city, place).unwrap().household()
    }

    #[test]
    fn spellings_of_one_door_are_equal() {
        let plain = household(("12 Elm Street", "Apt 4"), "Springfield", ("US", "OH", "45402"));
        for (lines, city, code) in [
            (("12 ELM ST.", "#4"), "Dayton", "45402-1234"),
            (("12, Elm St Apt. 4", ""), "dayton", "45402"),
            (("12 Élm  street", "Unit 4"), "Springfield", "45402"),
            (("Apt 4", "12 Elm Street"), "Dayton", "45402"),
        ] {
            assert_eq!(household(lines, city, ("US", "OH", code)), plain, "{lines:?}");
        }
    }

    #[test]
    fn neighbors_are_not_one_household() {
        let plain = household(("12 Elm Street", "Apt 4"), "Dayton", ("US", "OH", "45402"));
        for (lines, code) in [
            (("12 Elm Street", "Apt 5"), "45402"),
            (("14 Elm Street", "Apt 4"), "45402"),
            (("12 Elm Street", "4"), "45403"),
        ] {
            assert_ne!(household(lines, "Dayton", ("US", "OH", code)), plain, "{lines:?}");
        }
        let abroad = |city| household(("Main Road 1", ""), city, ("IE", "", ""));
        assert_ne!(abroad("Cork"), abroad("Galway"));
    }
}
