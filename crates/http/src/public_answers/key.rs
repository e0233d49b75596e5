//! Cache keys of public responses: a route and its normalized parameters.

use super::{
    CostlyRead,
    asked::{self, Asked, Known, are_known},
};
use autoparts_application::ports::{
    generations::Source,
    page::{MAX_PAGE, Page},
};
use autoparts_domain::{
    id::{PartId, ReviewId},
    validation::ValidationError,
};
use std::str::FromStr;

/// A public read.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) enum Key {
    /// A page of the catalog.
    Parts(Page<PartId>),
    /// One part.
    Part(PartId),
    /// The catalog details of a part.
    Listing(PartId),
    /// The applications of a part.
    Fitments(PartId, Asked),
    /// Whether parts fit a vehicle.
    Fits(Asked),
    /// All brands.
    Brands,
    /// All categories.
    Categories,
    /// The results of a search.
    Search(Asked),
    /// Suggestions while a visitor types.
    Suggestions(Asked),
    /// A step of choosing a vehicle.
    Vehicles(VehicleStep, Asked),
    /// A page of the reviews.
    Reviews(Page<ReviewId>),
}

/// A step of choosing a vehicle.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum VehicleStep {
    Year,
    Make,
    Model,
    Engine,
}

impl VehicleStep {
    const ALL: [Self; 4] = [Self::Year, Self::Make, Self::Model, Self::Engine];

    /// The pattern of its route.
    const fn route(self) -> &'static str {
        match self {
            Self::Year => "/vehicles/years",
            Self::Make => "/vehicles/makes",
            Self::Model => "/vehicles/models",
            Self::Engine => "/vehicles/engines",
        }
    }

    /// The parameters that its route accepts.
    const fn known(self) -> Known {
        match self {
            Self::Year => &[],
            Self::Make => &["year"],
            Self::Model => &["year", "make"],
            Self::Engine => &["year", "model"],
        }
    }
}

/// How a public read is routed, cached and limited.
struct Read {
    route: &'static str,
    source: Source,
    cost: Option<CostlyRead>,
}

impl Key {
    /// The key of an address in the spelling that clients use. `None` for any other, which the routes examine more
    /// closely.
    pub(crate) fn of(path: &str, query: &str) -> Option<Self> {
        match path {
            "/parts" => page(query).map(Self::Parts),
            "/reviews" => page(query).map(Self::Reviews),
            "/search" => are_known(query, asked::SEARCH).then(|| Self::search(query)),
            "/search/suggestions" => are_known(query, asked::SUGGESTIONS).then(|| Self::suggestions(query)),
            "/fits" => are_known(query, asked::FITS).then(|| Self::fits(query)),
            "/brands" => query.is_empty().then_some(Self::Brands),
            "/categories" => query.is_empty().then_some(Self::Categories),
            _ if path.starts_with("/vehicles/") => {
                let step = VehicleStep::ALL.into_iter().find(|step| step.route() == path);
                step.filter(|step| are_known(query, step.known())).map(|step| Self::vehicles(step, query))
            }
            _ => {
                let id = path.strip_prefix("/parts/")?;
                let (id, what) = id.split_once('/').unwrap_or((id, ""));
                let id = id.parse().ok()?;
                match what {
                    "" if query.is_empty() && !path.ends_with('/') => Some(Self::Part(id)),
                    "listing" if query.is_empty() => Some(Self::Listing(id)),
                    "fitments" if are_known(query, asked::FITMENTS) => Some(Self::fitments(id, query)),
                    _ => None,
                }
            }
        }
    }

    /// A search.
    pub(crate) fn search(query: &str) -> Self {
        Self::Search(Asked::read(query, asked::SEARCH))
    }

    /// Suggestions while a visitor types.
    pub(crate) fn suggestions(query: &str) -> Self {
        Self::Suggestions(Asked::read(query, asked::SUGGESTIONS))
    }

    /// Whether parts fit a vehicle.
    pub(crate) fn fits(query: &str) -> Self {
        Self::Fits(Asked::read(query, asked::FITS))
    }

    /// The applications of a part.
    pub(crate) fn fitments(part: PartId, query: &str) -> Self {
        Self::Fitments(part, Asked::read(query, asked::FITMENTS))
    }

    /// A step of choosing a vehicle.
    pub(crate) fn vehicles(step: VehicleStep, query: &str) -> Self {
        Self::Vehicles(step, Asked::read(query, step.known()))
    }

    /// The pattern of its route.
    pub(crate) fn route(&self) -> &'static str {
        self.read().route
    }

    /// The data source of its response.
    pub(crate) fn source(&self) -> Source {
        self.read().source
    }

    /// The kind of permit needed if the response is costly to create; `None` if it is not.
    pub(super) fn cost(&self) -> Option<CostlyRead> {
        self.read().cost
    }

    fn read(&self) -> Read {
        let cheap = |route, source| Read { route, source, cost: None };
        let costly = |route, source, cost| Read { route, source, cost: Some(cost) };
        match self {
            Self::Parts(_) => costly("/parts", Source::Parts, CostlyRead::Parts),
            Self::Part(id) => cheap("/parts/{id}", Source::Part(*id)),
            Self::Listing(id) => cheap("/parts/{id}/listing", Source::Part(*id)),
            Self::Fitments(id, _) => costly("/parts/{id}/fitments", Source::Part(*id), CostlyRead::Fitment),
            Self::Fits(_) => costly("/fits", Source::Parts, CostlyRead::Fitment),
            Self::Brands => cheap("/brands", Source::Parts),
            Self::Categories => cheap("/categories", Source::Parts),
            Self::Search(_) => costly("/search", Source::Parts, CostlyRead::Searches),
            Self::Suggestions(_) => costly("/search/suggestions", Source::Parts, CostlyRead::Searches),
            Self::Vehicles(step, _) => costly(step.route(), Source::Parts, CostlyRead::Searches),
            Self::Reviews(_) => costly("/reviews", Source::Reviews, CostlyRead::Reviews),
        }
    }

    /// Its size in bytes, beyond that of every key.
    pub(super) fn bytes(&self) -> usize {
        match self {
            Self::Search(asked)
            | Self::Suggestions(asked)
            | Self::Fits(asked)
            | Self::Fitments(_, asked)
            | Self::Vehicles(_, asked) => asked.bytes(),
            Self::Parts(_) | Self::Part(_) | Self::Listing(_) | Self::Brands | Self::Categories | Self::Reviews(_) => 0,
        }
    }
}

/// The page of a query: each parameter at most once, and no others.
fn page<K: FromStr<Err = ValidationError>>(query: &str) -> Option<Page<K>> {
    let mut limit = None;
    let mut after = None;
    for parameter in query.split('&').filter(|_| !query.is_empty()) {
        let (name, value) = parameter.split_once('=')?;
        let place = match name {
            "limit" => &mut limit,
            "after" => &mut after,
            _ => return None,
        };
        if place.replace(value).is_some() {
            return None;
        }
    }
    let limit = match limit {
        None => MAX_PAGE,
        Some(digits) if digits.bytes().all(|byte| byte.is_ascii_digit()) => digits.parse().ok()?,
        Some(_) => return None,
    };
    let after = after.filter(|after| !after.is_empty()).map(str::parse).transpose().ok()?;
    (1..=MAX_PAGE).contains(&limit).then_some(Page { after, limit })
}

#[cfg(test)]
mod tests {
    use super::*;

    const ID: &str = "01600000-0000-7000-8000-000100000000";

    #[test]
    fn an_address_is_known_by_what_it_means() {
        let id: PartId = ID.parse().unwrap();
        let first = Page { after: None, limit: MAX_PAGE };
        assert_eq!(Key::of("/parts", ""), Some(Key::Parts(first)));
        assert_eq!(Key::of("/parts", "after=&limit=1000"), Some(Key::Parts(first)));
        let page = Page { after: Some(id), limit: 20 };
        assert_eq!(Key::of("/parts", &format!("limit=20&after={ID}")), Some(Key::Parts(page)));
        assert_eq!(Key::of("/parts", &format!("after={}&limit=20", ID.to_uppercase())), Some(Key::Parts(page)));
        assert_eq!(Key::of(&format!("/parts/{ID}"), ""), Some(Key::Part(id)));
        assert_eq!(Key::of(&format!("/parts/{ID}/listing"), ""), Some(Key::Listing(id)));
        let fitments = Key::of(&format!("/parts/{ID}/fitments"), "limit=5");
        assert!(fitments == Some(Key::fitments(id, "x=1&limit=5")) && fitments != Some(Key::fitments(id, "limit=6")));
        assert_eq!(Key::of("/fits", "parts=x"), Some(Key::fits("parts=x")));
        assert_eq!((Key::of("/brands", ""), Key::of("/categories", "")), (Some(Key::Brands), Some(Key::Categories)));
        assert_eq!(Key::of("/search", "q=oil+filter"), Some(Key::search("q=oil+filter")));
        assert_eq!(Key::of("/search/suggestions", "q=oil"), Some(Key::suggestions("q=oil")));
        let makes = Key::vehicles(VehicleStep::Make, "year=2018");
        assert_eq!((Key::of("/vehicles/makes", "year=2018"), makes.route()), (Some(makes.clone()), "/vehicles/makes"));
        assert_eq!(Key::of("/reviews", "limit=3"), Some(Key::Reviews(Page { after: None, limit: 3 })));
    }

    #[test]
    fn keys_have_the_parameters_that_the_document_names() {
        let document = serde_json::to_value(crate::api::openapi()).unwrap();
        let steps = VehicleStep::ALL.map(|step| (step.route(), step.known()));
        let others = [
            ("/search", asked::SEARCH),
            ("/search/suggestions", asked::SUGGESTIONS),
            ("/fits", asked::FITS),
            ("/parts/{id}/fitments", asked::FITMENTS),
        ];
        for (route, known) in steps.into_iter().chain(others) {
            let parameters = document["paths"][route]["get"]["parameters"].as_array().cloned().unwrap_or_default();
            let in_query = parameters.iter().filter(|parameter| parameter["in"] == "query");
            let mut named: Vec<_> = in_query.map(|parameter| parameter["name"].as_str().unwrap()).collect();
            let mut known = known.to_vec();
            named.sort_unstable();
            known.sort_unstable();
            assert_eq!(known, named, "{route}");
        }
    }

    #[test]
    fn what_is_spelt_otherwise_is_left_to_the_routes() {
        for query in
            ["limit=0", "limit=1001", "limit=x", "limit=%31", "limit=1&limit=2", "after=x", "x=1", "limit", "&"]
        {
            assert_eq!(Key::of("/parts", query), None, "{query}");
        }
        for path in ["/brands", "/categories", "/search", "/search/suggestions", "/fits", "/vehicles/years"] {
            assert_eq!(Key::of(path, "x=1"), None, "{path}");
        }
        for path in ["/parts/", "/parts/x", "/part", "/parts/x/y", "/orders", "/vehicles/names"] {
            assert_eq!(Key::of(path, ""), None, "{path}");
        }
        for rest in ["/", "/stock", "/fitments/record", "/listing/"] {
            assert_eq!(Key::of(&format!("/parts/{ID}{rest}"), ""), None, "{rest}");
        }
    }
}
