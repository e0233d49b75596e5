//! What parts are listed for, on the wire.

use crate::vehicles::{EngineNames, NameView};
use autoparts_application::fitment::{ListedModel, ListedModels};
use autoparts_domain::fitment::{About, Application, Condition, PiecesNeeded};
use serde::Serialize;
use std::sync::Arc;
use utoipa::ToSchema;

/// What a condition speaks of.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = About)]
pub(crate) enum AboutView {
    /// The vehicle: the part fits if it is so.
    Vehicle,
    /// The part: worth knowing, and no condition.
    Part,
    /// Nobody can say: an application with one says nothing.
    Unclassified,
}

impl From<About> for AboutView {
    fn from(about: About) -> Self {
        match about {
            About::Vehicle => Self::Vehicle,
            About::Part => Self::Part,
            About::Unclassified => Self::Unclassified,
        }
    }
}

/// A condition of an application.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = ApplicationCondition)]
pub(crate) struct ApplicationConditionView {
    /// Its id.
    id: String,
    /// Its words.
    words: String,
    /// What they speak of.
    about: AboutView,
}

/// That a part fits a model, in some years.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Application)]
pub(crate) struct ApplicationView {
    /// The first model year.
    from: i64,
    /// The last model year.
    to: i64,
    /// With this engine only; absent for any.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    engine: Option<NameView>,
    /// Where on the vehicle.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    position: Option<String>,
    /// How many pieces the vehicle needs there; absent when that is not known.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pieces: Option<i64>,
    /// All of them have to hold.
    conditions: Vec<ApplicationConditionView>,
}

impl ApplicationView {
    fn of(application: &Application, engines: &EngineNames) -> Self {
        let condition = |condition: &Arc<Condition>| ApplicationConditionView {
            id: condition.id.to_string(),
            words: condition.words.to_string(),
            about: condition.about.into(),
        };
        Self {
            from: application.years.from().year(),
            to: application.years.to().year(),
            engine: application.engine.as_ref().map(|engine| engines.of_id(engine)),
            position: application.position.as_ref().map(ToString::to_string),
            pieces: application.pieces.map(PiecesNeeded::pieces),
            conditions: application.conditions.iter().map(condition).collect(),
        }
    }
}

/// A model that a part is listed for.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = ListedModel)]
pub(crate) struct ListedModelView {
    /// Who makes it.
    make: NameView,
    /// The model; its key is `honda/civic`.
    model: NameView,
    /// The part's applications for it.
    applications: Vec<ApplicationView>,
}

impl ListedModelView {
    fn of(listed: &ListedModel, engines: &EngineNames) -> Self {
        let application = |(_, application): &(_, Application)| ApplicationView::of(application, engines);
        Self {
            make: (&listed.make).into(),
            model: (&listed.model).into(),
            applications: listed.applications.iter().map(application).collect(),
        }
    }
}

/// What a part is listed for, a page of it.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Fitments)]
#[serde(rename_all = "camelCase")]
pub(crate) struct FitmentsView {
    /// The models of the page, by key.
    models: Vec<ListedModelView>,
    /// How many applications the part has on all pages.
    total: u32,
    /// How many applications of its supplier could not be understood, and so are not listed.
    set_aside: u32,
}

impl From<ListedModels> for FitmentsView {
    fn from(listed: ListedModels) -> Self {
        let engines = EngineNames::of(&listed.engines);
        Self {
            models: listed.models.iter().map(|model| ListedModelView::of(model, &engines)).collect(),
            total: listed.counts.listed,
            set_aside: listed.counts.set_aside,
        }
    }
}

impl FitmentsView {
    /// The key that the next page begins after; `None` when this one is not full.
    pub(crate) fn last_of_full_page(&self, limit: u32) -> Option<&str> {
        let is_full = u32::try_from(self.models.len()).is_ok_and(|count| count >= limit);
        self.models.last().filter(|_| is_full).map(|listed| listed.model.id.as_str())
    }
}
