//! Views of fitment.

use crate::{
    problem::Problem,
    responses::rfc3339,
    vehicles::{EngineNames, NameView},
    view::{response, words},
};
use autoparts_application::fitment::{EditableFitment, ListedModel, ListedModels, SuspendedModel};
use autoparts_domain::{
    fitment::{About, Application, Condition, PiecesNeeded},
    vehicles::ModelId,
};
use std::sync::Arc;

words! {
    /// The classification of a condition.
    pub(crate) AboutView as About from About {
        /// About the vehicle: the part fits only if the vehicle meets it.
        Vehicle,
        /// About the part: information, not a condition.
        Part,
        /// Cannot be classified; an application with such a condition decides nothing.
        Unclassified,
    }
}

response! {
    /// A condition of an application.
    pub(crate) ApplicationConditionView as ApplicationCondition {
        /// Its id.
        id: String,
        /// Its text.
        words: String,
        /// Its classification.
        about: AboutView,
    }

    /// An application: a part fits a model in certain years.
    pub(crate) ApplicationView as Application {
        /// The first model year.
        from: i64,
        /// The last model year.
        to: i64,
        /// The required engine; absent for any.
        engine: Option<NameView>,
        /// The position on the vehicle.
        position: Option<String>,
        /// The number of pieces the vehicle needs there; absent if not known.
        pieces: Option<i64>,
        /// The conditions. All must hold.
        conditions: Vec<ApplicationConditionView>,
    }
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

response! {
    /// A model that a part is listed for.
    pub(crate) ListedModelView as ListedModel {
        /// The make.
        make: NameView,
        /// The model; its key is like `honda/civic`.
        model: NameView,
        /// The part's applications for it.
        applications: Vec<ApplicationView>,
    }
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

response! {
    /// A page of a part's applications.
    pub(crate) FitmentsView as Fitments {
        /// The models of the page, by key.
        models: Vec<ListedModelView>,
        /// The total number of the part's applications.
        total: u32,
        /// The number of the supplier's applications that could not be understood and are not listed.
        set_aside: u32,
    }
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

response! {
    /// A model for which a part is suspended.
    pub(crate) SuspendedModelView as SuspendedModel from |suspended| SuspendedModel {
        /// The make.
        make: NameView = (&suspended.make).into(),
        /// The model; its key is like `honda/civic`.
        model: NameView = (&suspended.model).into(),
        /// The reason.
        reason: String = suspended.suspension.reason.to_string(),
        /// When it was suspended, in UTC.
        #[schema(format = DateTime)]
        since: String = rfc3339(suspended.suspension.since),
    }

    /// A page of a part's applications, with what an edit needs.
    pub(crate) FitmentRecordView as FitmentRecord from |fitment| EditableFitment {
        /// The part's revision.
        revision: i64 = fitment.revision,
        #[serde(flatten)]
        fitments: FitmentsView = fitment.listed.into(),
        /// The models for which it is suspended, listed or not.
        suspensions: Vec<SuspendedModelView> = fitment.suspensions.into_iter().map(Into::into).collect(),
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
