//! The query parameters that a route knows.

use actix_web::web::Query;

/// The parameters of `/search`.
pub(super) const SEARCH: Known = &[
    "q",
    "category",
    "brand",
    "condition",
    "priceFrom",
    "priceTo",
    "attribute",
    "vehicle",
    "inStock",
    "sort",
    "after",
    "limit",
];

/// The parameters of `/search/suggestions`.
pub(super) const SUGGESTIONS: Known = &["q"];

/// The parameters of `/fits`.
pub(super) const FITS: Known = &["vehicle", "parts"];

/// The parameters of `/parts/{id}/fitments`.
pub(super) const FITMENTS: Known = &["limit", "after", "model"];

/// The names of the parameters that a route knows.
pub(super) type Known = &'static [&'static str];

/// Whether a query has only known parameters, in the spelling that clients use.
pub(super) fn are_known(query: &str, known: Known) -> bool {
    query.is_empty()
        || query.split('&').all(|pair| known.contains(&pair.split_once('=').map_or(pair, |(name, _)| name)))
}

/// The decoded values of the known parameters of a request: parameters in the route's order, the values of each in
/// the order sent.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) struct Asked(Box<[(&'static str, Box<str>)]>);

impl Asked {
    /// Parses a query as the routes do.
    pub(super) fn read(query: &str, known: Known) -> Self {
        let Ok(sent) = Query::<Vec<(String, String)>>::from_query(query) else {
            // The routes cannot parse it either.
            return Self([("", query.into())].into());
        };
        let of_name = |name: &'static str| {
            let values = sent.iter().filter(move |(sent, _)| sent == name);
            values.map(move |(_, value)| (name, value.as_str().into()))
        };
        Self(known.iter().copied().flat_map(of_name).collect())
    }

    /// The size of its values in bytes, including overhead.
    pub(super) fn bytes(&self) -> usize {
        self.0.iter().map(|(_, value)| value.len() + size_of::<(&str, Box<str>)>()).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn asked(query: &str) -> Asked {
        Asked::read(query, SEARCH)
    }

    #[test]
    fn unknown_parameters_make_no_other_answer() {
        let plain = asked("q=oil+filter&limit=5");
        for same in [
            "q=oil+filter&limit=5&x=1",
            "x=1&q=oil+filter&limit=5",
            "limit=5&q=oil+filter",
            "q=oil%20filter&limit=%35",
            "%71=oil+filter&limit=5&&Q=other&q%20=1",
        ] {
            assert_eq!(asked(same), plain, "{same}");
        }
        assert_eq!(asked("x=1&utm_source=mail"), asked(""));
    }

    #[test]
    fn different_parameters_stay_different() {
        let queries = [
            "",
            "q=",
            "q=oil",
            "q=oil&q=",
            "q=&q=oil",
            "q=oil%26limit=5",
            "q=oil&limit=5",
            "q=oil%00limit",
            "brand=a&brand=b",
            "brand=b&brand=a",
            "brand=a,b",
        ];
        for (at, one) in queries.iter().enumerate() {
            assert!(queries[at + 1..].iter().all(|other| asked(one) != asked(other)), "{one}");
        }
    }
}
