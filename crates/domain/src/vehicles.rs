//! Vehicles by year, make, model, and engine if known. Keys are slugs, so that a vehicle is readable in a URL and the
//! same in every shop.

use crate::{
    slug::{EngineId, MakeId, ModelSlug},
    text::{EngineName, MakeName, ModelName},
    time::Timestamp,
    validation::{ValidationError, whole_number_in},
};
use std::{
    collections::{BTreeMap, BTreeSet},
    fmt,
    ops::RangeInclusive,
    str::FromStr,
};

/// The model year as defined by the maker, which may differ from the year of manufacture.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ModelYear(i16);

impl ModelYear {
    /// The year of the oldest vehicles in supplier data.
    pub const MIN: i64 = 1896;
    /// Anything later is a typo.
    pub const MAX: i64 = 2100;
    const MIN_YEAR: Self = Self(1896);
    const MAX_YEAR: Self = Self(2100);

    /// Creates the year; an error outside [`Self::MIN`] to [`Self::MAX`].
    pub fn new(year: i64) -> Result<Self, ValidationError> {
        whole_number_in(Self::MIN..=Self::MAX, year).map(Self)
    }

    /// The newest model year on sale: next year's, because new models come out a year ahead.
    #[must_use]
    pub fn newest(now: Timestamp) -> Self {
        let next = now.date().0.saturating_add(1).clamp(Self::MIN, Self::MAX);
        Self(i16::try_from(next).unwrap_or(i16::MAX))
    }

    /// The year, such as 2018.
    #[must_use]
    pub fn year(self) -> i64 {
        self.0.into()
    }
}

impl fmt::Display for ModelYear {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl FromStr for ModelYear {
    type Err = ValidationError;

    fn from_str(text: &str) -> Result<Self, ValidationError> {
        let is_plain = text.len() == 4 && text.bytes().all(|b| b.is_ascii_digit());
        let year = text.parse().ok().filter(|_| is_plain).ok_or(ValidationError::outside(Self::MIN, Self::MAX))?;
        Self::new(year)
    }
}

/// A range of model years, both ends included.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Years {
    from: ModelYear,
    to: ModelYear,
}

impl Years {
    /// No model was made for longer.
    pub const MAX_YEARS: i64 = 100;

    /// Creates the range; an error if it ends before it begins, or is longer than [`Self::MAX_YEARS`].
    pub fn new(from: ModelYear, to: ModelYear) -> Result<Self, ValidationError> {
        if from > to {
            return Err(ValidationError::EndsBeforeItBegins);
        }
        if to.year() - from.year() >= Self::MAX_YEARS {
            return Err(ValidationError::outside(from.year(), from.year() + Self::MAX_YEARS - 1));
        }
        Ok(Self { from, to })
    }

    /// A single year.
    #[must_use]
    pub const fn one(year: ModelYear) -> Self {
        Self { from: year, to: year }
    }

    /// The first year.
    #[must_use]
    pub const fn from(self) -> ModelYear {
        self.from
    }

    /// The last year.
    #[must_use]
    pub const fn to(self) -> ModelYear {
        self.to
    }

    /// Whether it contains a year.
    #[must_use]
    pub fn contains(self, year: ModelYear) -> bool {
        self.from <= year && year <= self.to
    }

    /// All years in ascending order.
    pub fn iter(self) -> impl Iterator<Item = ModelYear> {
        (self.from.0..=self.to.0).map(ModelYear)
    }

    /// Merges two ranges that overlap or are adjacent; `None` otherwise, or if the result would be longer than
    /// [`Self::MAX_YEARS`].
    #[must_use]
    pub fn joined(self, other: Self) -> Option<Self> {
        let touch = self.from.0 <= other.to.0 + 1 && other.from.0 <= self.to.0 + 1;
        if touch { Self::new(self.from.min(other.from), self.to.max(other.to)).ok() } else { None }
    }

    /// The same years in the fewest possible ranges, in ascending order.
    #[must_use]
    pub fn all_joined(all: impl IntoIterator<Item = Self>) -> Vec<Self> {
        let sorted: BTreeSet<Self> = all.into_iter().collect();
        let mut ranges: Vec<Self> = Vec::new();
        for years in sorted {
            match ranges.last_mut().and_then(|last| last.joined(years).map(|joined| (last, joined))) {
                Some((last, joined)) => *last = joined,
                None => ranges.push(years),
            }
        }
        ranges
    }
}

impl fmt::Display for Years {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.from == self.to { self.from.fmt(f) } else { write!(f, "{}–{}", self.from, self.to) }
    }
}

/// When models were built, according to the vehicle tables.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct BuiltYears {
    /// First and last year of any model in the tables; `None` if they are empty.
    pub known: Option<RangeInclusive<ModelYear>>,
    /// First and last year of each requested model that is in the tables.
    pub models: BTreeMap<ModelId, RangeInclusive<ModelYear>>,
}

impl BuiltYears {
    /// The years in which a model may have been built. A model whose years reach the first or last year of the tables
    /// may have been built before or after it. A model missing from the tables may be of any year.
    #[must_use]
    pub fn possible(&self, model: &ModelId) -> RangeInclusive<ModelYear> {
        let all = ModelYear::MIN_YEAR..=ModelYear::MAX_YEAR;
        let (Some(known), Some(built)) = (&self.known, self.models.get(model)) else { return all };
        let from = if built.start() <= known.start() { all.start() } else { built.start() };
        let to = if built.end() >= known.end() { all.end() } else { built.end() };
        *from..=*to
    }

    /// The part of a range of years in which a model may have been built; `None` if there is none.
    #[must_use]
    pub fn within(&self, model: &ModelId, years: Years) -> Option<Years> {
        let possible = self.possible(model);
        let from = years.from.max(*possible.start());
        let to = years.to.min(*possible.end());
        (from <= to).then_some(Years { from, to })
    }
}

/// The key of a model: its make, and its slug within the make. As text, `honda/civic`.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ModelId {
    /// The make.
    pub make: MakeId,
    /// The model's slug within the make.
    pub model: ModelSlug,
}

impl ModelId {
    /// Maximum number of characters as text.
    pub const MAX_CHARS: usize = MakeId::MAX_CHARS + 1 + ModelSlug::MAX_CHARS;
}

impl fmt::Display for ModelId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.make, self.model)
    }
}

impl FromStr for ModelId {
    type Err = ValidationError;

    fn from_str(text: &str) -> Result<Self, ValidationError> {
        let refused = |_| ValidationError::NotAModel;
        let (make, model) = text.split_once('/').ok_or(ValidationError::NotAModel)?;
        Ok(Self { make: make.parse().map_err(refused)?, model: model.parse().map_err(refused)? })
    }
}

/// A vehicle chosen by a user; it need not exist. As text, `2018/honda/civic/2.0l-l4-gas`, or without the engine if
/// that is unknown.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Vehicle {
    /// The model year.
    pub year: ModelYear,
    /// The model.
    pub model: ModelId,
    /// The engine; `None` if unknown.
    pub engine: Option<EngineId>,
}

impl Vehicle {
    /// Maximum number of characters as text.
    pub const MAX_CHARS: usize = 4 + 1 + ModelId::MAX_CHARS + 1 + EngineId::MAX_CHARS;
}

impl fmt::Display for Vehicle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.year, self.model)?;
        self.engine.as_ref().map_or(Ok(()), |engine| write!(f, "/{engine}"))
    }
}

impl FromStr for Vehicle {
    type Err = ValidationError;

    fn from_str(text: &str) -> Result<Self, ValidationError> {
        let refused = |_| ValidationError::NotAVehicle;
        let mut steps = text.split('/');
        let mut step = || steps.next().ok_or(ValidationError::NotAVehicle);
        let year = step()?.parse().map_err(refused)?;
        let make = step()?.parse().map_err(refused)?;
        let model = step()?.parse().map_err(refused)?;
        let engine = steps.next().map(|engine| engine.parse().map_err(refused)).transpose()?;
        if steps.next().is_some() {
            return Err(ValidationError::NotAVehicle);
        }
        Ok(Self { year, model: ModelId { make, model }, engine })
    }
}

/// A vehicle make.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Make {
    /// Its key.
    pub id: MakeId,
    /// Display name.
    pub name: MakeName,
}

/// A model of a make.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Model {
    /// Its key.
    pub id: ModelId,
    /// Display name, without the make.
    pub name: ModelName,
}

/// An engine, of any model.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Engine {
    /// Its key.
    pub id: EngineId,
    /// Display name.
    pub name: EngineName,
}

/// States that a model was made with an engine.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ModelEngine {
    /// The model.
    pub model: ModelId,
    /// The engine.
    pub engine: EngineId,
    /// Model years.
    pub years: Years,
}

#[cfg(test)]
mod tests {
    use super::*;

    fn year(year: i64) -> ModelYear {
        ModelYear::new(year).unwrap()
    }

    fn years(from: i64, to: i64) -> Years {
        Years::new(year(from), year(to)).unwrap()
    }

    #[test]
    fn the_newest_model_year_is_the_next_one() {
        // 2026-11-29.
        assert_eq!(ModelYear::newest(Timestamp::from_micros(1_795_910_400_000_000)), year(2027));
        assert_eq!([ModelYear::MIN_YEAR, ModelYear::MAX_YEAR], [ModelYear::MIN, ModelYear::MAX].map(year));
    }

    #[test]
    fn a_model_is_offered_in_the_years_in_which_it_was_built() {
        let id = |text: &str| text.parse::<ModelId>().unwrap();
        let built = |from, to| year(from)..=year(to);
        let tables = BuiltYears {
            known: Some(built(1984, 2024)),
            models: [("honda/civic", 1984, 2024), ("honda/fit", 2007, 2020), ("saab/900", 1984, 1998)]
                .map(|(model, from, to)| (id(model), built(from, to)))
                .into(),
        };
        for (model, from, to, offered) in [
            ("honda/fit", 2005, 2099, Some((2007, 2020))),
            ("honda/fit", 2010, 2012, Some((2010, 2012))),
            ("honda/fit", 2021, 2099, None),
            // The tables do not cover years before their first or after their last.
            ("honda/civic", 1973, 2027, Some((1973, 2027))),
            ("saab/900", 1979, 2010, Some((1979, 1998))),
            ("ford/model-t", 1910, 1920, Some((1910, 1920))),
        ] {
            let offered = offered.map(|(from, to)| years(from, to));
            assert_eq!(tables.within(&id(model), years(from, to)), offered, "{model} {from} {to}");
        }
        assert_eq!(BuiltYears::default().within(&id("honda/fit"), years(2021, 2099)), Some(years(2021, 2099)));
    }

    #[test]
    fn a_vehicle_survives_its_text_form() {
        for text in ["2018/honda/civic", "2018/honda/civic/2.0l-l4-gas", "1896/a/b", "2100/mazda/3/electric"] {
            assert_eq!(text.parse::<Vehicle>().unwrap().to_string(), text);
        }
        let refused = [
            "",
            "2018",
            "2018/honda",
            "2018/honda/",
            "2018//civic",
            "0/honda/civic",
            "99999/honda/civic",
            "1895/a/b",
            "2018/honda/civic/",
            "2018/honda/civic/../x",
            "2018/../civic",
            "2018/Honda/civic",
            "2018/honda/civic/2.0l/x",
            "+2018/honda/civic",
            "02018/honda/civic",
            "2018/honda/civic ",
            "2018/honda/ci\0vic",
        ];
        for text in refused {
            assert_eq!(text.parse::<Vehicle>(), Err(ValidationError::NotAVehicle), "{text}");
        }
    }

    #[test]
    fn a_model_is_named_with_its_make() {
        assert_eq!("honda/civic".parse::<ModelId>().unwrap().to_string(), "honda/civic");
        for text in ["", "honda", "honda/", "/civic", "honda/civic/x", "Honda/Civic", "../civic"] {
            assert_eq!(text.parse::<ModelId>(), Err(ValidationError::NotAModel), "{text}");
        }
    }

    #[test]
    fn a_range_of_years_is_ascending_and_limited() {
        assert_eq!(Years::new(year(2019), year(2018)), Err(ValidationError::EndsBeforeItBegins));
        assert!(Years::new(year(1900), year(2100)).is_err() && Years::new(year(1901), year(2000)).is_ok());
        assert_eq!(years(2016, 2018).iter().map(ModelYear::year).collect::<Vec<_>>(), [2016, 2017, 2018]);
        assert!(years(2016, 2018).contains(year(2016)) && years(2016, 2018).contains(year(2018)));
        assert!(!years(2016, 2018).contains(year(2015)) && !years(2016, 2018).contains(year(2019)));
        assert_eq!((years(2016, 2018).to_string(), years(2016, 2016).to_string()), ("2016–2018".into(), "2016".into()));
    }

    #[test]
    fn adjacent_and_overlapping_years_are_joined() {
        for (one, other, joined) in [
            ((2010, 2012), (2013, 2013), Some((2010, 2013))),
            ((2013, 2013), (2010, 2012), Some((2010, 2013))),
            ((2010, 2015), (2012, 2013), Some((2010, 2015))),
            ((2010, 2012), (2014, 2015), None),
            ((1900, 1980), (1981, 2050), None),
        ] {
            let joined = joined.map(|(from, to)| years(from, to));
            assert_eq!(years(one.0, one.1).joined(years(other.0, other.1)), joined);
        }
    }

    #[test]
    fn many_years_become_few_ranges() {
        let single = [2018, 2016, 2012, 2017, 2016, 2011].map(|at| years(at, at));
        assert_eq!(Years::all_joined(single), [years(2011, 2012), years(2016, 2018)]);
        assert_eq!(Years::all_joined([years(2010, 2020), years(2012, 2013)]), [years(2010, 2020)]);
        assert_eq!(Years::all_joined([]), []);
    }
}
