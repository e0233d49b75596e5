//! A small catalog to search.

use super::part;
use autoparts_application::ports::part_search::PartDocument;
use autoparts_domain::{
    catalogue::listing::{Attribute, Condition},
    fitment::Coverage,
    money::Money,
};

/// A part with only a title, a price of its number in dollars, and a description word that no other part has.
#[must_use]
pub fn document(number: u128, title: &str) -> PartDocument {
    PartDocument {
        id: part(number),
        revision: 0,
        title: title.parse().unwrap(),
        description: format!("Remark{number}.").parse().unwrap(),
        brand: None,
        categories: Vec::new(),
        condition: Condition::New,
        price: cents(i64::try_from(number).unwrap() * 100),
        attributes: Vec::new(),
        numbers: Vec::new(),
        coverage: Coverage::default(),
        orderable: true,
    }
}

pub(super) fn cents(cents: i64) -> Money {
    Money::from_cents(cents).unwrap()
}

/// One line of the catalog.
struct Row {
    number: u128,
    title: &'static str,
    description: &'static str,
    brand: &'static str,
    categories: &'static [&'static str],
    numbers: &'static [&'static str],
    attributes: &'static [(&'static str, &'static str, Option<&'static str>)],
}

const BRAKES: &str = "Brakes";
const FILTERS: &str = "Filters";

const CATALOGUE: [Row; 12] = [
    Row {
        number: 1,
        title: "Brake pads, front",
        description: "Four pieces with wear sensors.",
        brand: "Brembo",
        categories: &[BRAKES, "Pads"],
        numbers: &["P 06 020"],
        attributes: &[("Position", "Front", None), ("Width", "151", Some("mm"))],
    },
    Row {
        number: 2,
        title: "Brake pads, rear",
        description: "Without wear sensors.",
        brand: "Bosch",
        categories: &[BRAKES, "Pads"],
        numbers: &["0 986 494 524", "41060-EB70A"],
        attributes: &[("Position", "Rear", None), ("Width", "123", Some("mm"))],
    },
    Row {
        number: 3,
        title: "Vented brake disc 300 mm",
        description: "Coated.",
        brand: "Brembo",
        categories: &[BRAKES, "Discs"],
        numbers: &["09.9772.11"],
        attributes: &[("Position", "Front", None), ("Diameter", "300", Some("mm"))],
    },
    Row {
        number: 4,
        title: "Oil filter",
        description: "Spin-on, with a valve against running dry.",
        brand: "Mann",
        categories: &[FILTERS],
        numbers: &["W 712/75"],
        attributes: &[],
    },
    Row {
        number: 5,
        title: "Oilfilter insert",
        description: "Paper, with two seals.",
        brand: "Bosch",
        categories: &[FILTERS],
        numbers: &[],
        attributes: &[],
    },
    Row {
        number: 6,
        title: "Air filter",
        description: "Panel for the intake.",
        brand: "Mann",
        categories: &[FILTERS],
        numbers: &[],
        attributes: &[],
    },
    Row {
        number: 7,
        title: "Alternator 120 A",
        description: "Charges the battery.",
        brand: "Valeo",
        categories: &["Electrics"],
        numbers: &["439548"],
        attributes: &[],
    },
    Row {
        number: 8,
        title: "Iridium spark plug",
        description: "Lasts long.",
        brand: "NGK",
        categories: &["Ignition"],
        numbers: &[],
        attributes: &[],
    },
    Row {
        number: 9,
        title: "Winter tyre 205/55 R16",
        description: "For snow.",
        brand: "Nokian",
        categories: &["Wheels"],
        numbers: &[],
        attributes: &[],
    },
    Row {
        number: 10,
        title: "Summer tire 195/65 R15",
        description: "For dry roads.",
        brand: "Nokian",
        categories: &["Wheels"],
        numbers: &[],
        attributes: &[],
    },
    Row {
        number: 11,
        title: "Wiper blades",
        description: "Quiet pads on the joints that do not break.",
        brand: "Bosch",
        categories: &["Wipers"],
        numbers: &[],
        attributes: &[],
    },
    Row {
        number: 12,
        title: "Door mirror, left",
        description: "Heated. The alternator does not notice.",
        brand: "Valeo",
        categories: &["Body"],
        numbers: &[],
        attributes: &[],
    },
];

/// A catalog of twelve parts. Those with odd numbers can be ordered; the seventh is remanufactured, the twelfth used;
/// the price of each is its number in dollars.
#[must_use]
pub fn catalogue() -> Vec<PartDocument> {
    let slug = |name: &str| name.to_lowercase();
    let part = |row: &Row| PartDocument {
        description: row.description.parse().unwrap(),
        brand: Some((slug(row.brand).parse().unwrap(), row.brand.parse().unwrap())),
        categories: row.categories.iter().map(|name| (slug(name).parse().unwrap(), name.parse().unwrap())).collect(),
        condition: match row.number {
            7 => Condition::Remanufactured,
            12 => Condition::Used,
            _ => Condition::New,
        },
        attributes: row.attributes.iter().map(|(name, value, unit)| attribute(name, value, *unit)).collect(),
        numbers: row.numbers.iter().map(|number| number.parse().unwrap()).collect(),
        orderable: row.number % 2 == 1,
        ..document(row.number, row.title)
    };
    CATALOGUE.iter().map(part).collect()
}

fn attribute(name: &str, value: &str, unit: Option<&str>) -> Attribute {
    Attribute {
        name: name.parse().unwrap(),
        value: value.parse().unwrap(),
        unit: unit.map(|unit| unit.parse().unwrap()),
    }
}
