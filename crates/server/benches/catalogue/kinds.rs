//! The kinds of searches measured on catalogs of growing size, with their limits.

use serde_json::Value;

/// Number of measured and of warm-up searches per kind.
const SEARCHES: usize = 200;
const WARM_UPS: usize = 20;

const THINGS: [&str; 20] = [
    "brake", "oil", "fuel", "air", "cabin", "wheel", "engine", "timing", "water", "spark", "control", "tie", "ball",
    "clutch", "door", "mirror", "head", "tail", "fog", "wiper",
];
const KINDS: [&str; 15] = [
    "pads", "disc", "filter", "pump", "bearing", "belt", "sensor", "arm", "rod", "joint", "shaft", "light", "blade",
    "hose", "mount",
];
const PLACES: [&str; 6] = ["front", "rear", "left", "right", "upper", "lower"];

/// A kind of search: its name, the limit of the 95th percentile in milliseconds at a million parts, the number of
/// different searches, the path of one of them in a catalog of some size, and the check of its response.
pub(crate) struct Kind {
    pub(crate) name: &'static str,
    pub(crate) limit: f64,
    pub(crate) different: usize,
    pub(crate) path: fn(usize, u32) -> String,
    pub(crate) good: fn(&Value) -> bool,
}

impl Kind {
    /// Returns the number of warm-up and of measured searches.
    pub(crate) fn numbers(&self) -> (usize, usize) {
        (WARM_UPS.min(self.different / 4), SEARCHES.min(self.different - WARM_UPS.min(self.different / 4)))
    }
}

/// Returns a pseudo-random part number, from 1 to `parts`.
fn part_number(number: usize, parts: u32) -> usize {
    1 + (number * 48_271) % usize::try_from(parts).unwrap()
}

fn has_parts(found: &Value) -> bool {
    found["total"].as_u64().is_some_and(|total| total > 0) && found["facets"].is_object()
}

fn has_numbers(found: &Value) -> bool {
    found["numbers"].as_array().is_some_and(|numbers| !numbers.is_empty())
}

pub(crate) const SEARCHED: [Kind; 6] = [
    Kind {
        name: "three words, facets",
        limit: 20.0,
        different: 1_800,
        path: |number, _| {
            let thing = THINGS[number % 20];
            let kind = KINDS[number / 20 % 15];
            let place = PLACES[number / 300 % 6];
            format!("/search?q={thing}+{kind}+{place}")
        },
        good: has_parts,
    },
    Kind {
        name: "one word in a twentieth, by price",
        limit: 30.0,
        // Each word only once: counts of frequent words are cached, also for other sort orders.
        different: 20,
        path: |number, _| format!("/search?q={}&sort=price", THINGS[number % 20]),
        good: has_parts,
    },
    Kind {
        name: "a category, by price",
        limit: 15.0,
        different: 300,
        path: |number, _| {
            let thing = THINGS[number % 20];
            let kind = KINDS[number / 20 % 15];
            format!("/search?category=all-{thing}-{kind}&sort=price")
        },
        good: has_parts,
    },
    Kind {
        name: "a number, exact",
        limit: 5.0,
        different: usize::MAX,
        path: |number, parts| format!("/search?q=PN-{:07}", part_number(number, parts)),
        good: has_numbers,
    },
    Kind {
        name: "a number, its beginning",
        limit: 5.0,
        different: usize::MAX,
        path: |number, parts| format!("/search?q=4{:06}", part_number(number, parts) / 10),
        good: has_numbers,
    },
    Kind {
        name: "a number, one typo",
        limit: 10.0,
        different: usize::MAX,
        path: |number, parts| format!("/search?q=4{:07}-ZY", part_number(number, parts)),
        good: |found| found["similarNumber"].is_string(),
    },
];
