//! Views of fitment.

use crate::vehicles::{EngineNames, NameView};
use crate::{problem::Problem, responses::rfc3339};
use autoparts_application::fitment::{EditableFitment, ListedModel, ListedModels, SuspendedModel};
use autoparts_domain::{
    fitment::{About, Application, Condition, PiecesNeeded},
    vehicles::ModelId,
};
use serde::Serialize;
use std::sync::Arc;
use utoipa::ToSchema;

/// The classification of a condition.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = About)]
pub(crate) enum AboutView {
    /// About the vehicle: the part fits only if the vehicle meets it.
    Vehicle,
    /// About the part: information, not a condition.
    Part,
    /// Cannot be classified; an application with such a condition decides nothing.
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
    /// Its text.
    words: String,
    /// Its classification.
    about: AboutView,
}

/// An application: a part fits a model in certain years.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Application)]
pub(crate) struct ApplicationView {
    /// The first model year.
    from: i64,
    /// The last model year.
    to: i64,
    /// The required engine; absent for any.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    engine: Option<NameView>,
    /// The position on the vehicle.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    position: Option<String>,
    /// The number of pieces the vehicle needs there; absent if not known.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pieces: Option<i64>,
    /// The conditions. All must hold.
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
    /// The make.
    make: NameView,
    /// The model; its key is like `honda/civic`.
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

/// A page of a part's applications.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Fitments)]
#[serde(rename_all = "camelCase")]
pub(crate) struct FitmentsView {
    /// The models of the page, by key.
    models: Vec<ListedModelView>,
    /// The total number of the part's applications.
    total: u32,
    /// The number of the supplier's applications that could not be understood and are not listed.
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
    /// The cursor of the next page; `None` if this page is not full.
    pub(crate) fn last_of_full_page(&self, limit: u32) -> Option<&str> {
        let is_full = u32::try_from(self.models.len()).is_ok_and(|count| count >= limit);
        self.models.last().filter(|_| is_full).map(|listed| listed.model.id.as_str())
    }
}

/// A model for which a part is suspended.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = SuspendedModel)]
pub(crate) struct SuspendedModelView {
    /// The make.
    make: NameView,
    /// The model; its key is like `honda/civic`.
    model: NameView,
    /// The reason.
    reason: String,
    /// When it was suspended, in UTC.
    #[schema(format = DateTime)]
    since: String,
}

impl From<SuspendedModel> for SuspendedModelView {
    fn from(suspended: SuspendedModel) -> Self {
        Self {
            make: (&suspended.make).into(),
            model: (&suspended.model).into(),
            reason: suspended.suspension.reason.to_string(),
            since: rfc3339(suspended.suspension.since),
        }
    }
}

/// A page of a part's applications, with what an edit needs.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = FitmentRecord)]
pub(crate) struct FitmentRecordView {
    /// The part's revision.
    revision: i64,
    #[serde(flatten)]
    fitments: FitmentsView,
    /// The models for which it is suspended, listed or not.
    suspensions: Vec<SuspendedModelView>,
}

impl From<EditableFitment> for FitmentRecordView {
    fn from(fitment: EditableFitment) -> Self {
        Self {
            revision: fitment.revision,
            fitments: fitment.listed.into(),
            suspensions: fitment.suspensions.into_iter().map(Into::into).collect(),
        }
    }
}

impl FitmentRecordView {
    pub(crate) const fn fitments(&self) -> &FitmentsView {
        &self.fitments
    }
}

/// Parses the key of a model in a path; an invalid key is not found.
pub(crate) fn key_of_model(make: &str, model: &str) -> Result<ModelId, Problem> {
    let refused = |_| Problem::not_found();
    Ok(ModelId { make: make.parse().map_err(refused)?, model: model.parse().map_err(refused)? })
}
