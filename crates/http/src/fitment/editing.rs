//! `/parts/{id}/fitments/…`: editing a part's fitment. Admin only.

use super::{
    ModelPageParameters, model_page,
    views::{FitmentRecordView, key_of_model},
};
use crate::{
    catalogue::listing::Revised,
    extract::{self, Body, Caller},
    form::request,
    input::{Input, List, RequiredItems, Revision, reading, schema},
    problem::{FieldProblem, Problem},
    responses::{AuthenticatedErrors, WriteErrors, with_next_page},
    state::Api,
};
use actix_web::{
    HttpRequest, HttpResponse, get, post, put,
    web::{Data, Json, Path, Query},
};
use autoparts_application::fitment::AskedModels;
use autoparts_domain::{
    fitment::{Application, MAX_APPLICATIONS_OF_MODEL, PiecesNeeded},
    id::PartId,
    slug::EngineId,
    text::{ConditionWords, Position},
    validation::ValidationError,
    vehicles::{ModelYear, Years},
};
use serde_json::Value;
use utoipa::openapi::{RefOr, Schema};

/// Maximum number of conditions of one application.
const MAX_CONDITIONS: usize = Application::<ConditionWords>::MAX_CONDITIONS;

macro_rules! bounded_numbers {
    ($($type:ident, $name:literal;)*) => { $(
        impl Input for $type {
            const NAME: &'static str = $name;

            fn schema() -> RefOr<Schema> {
                schema::bounded(Self::MIN, Self::MAX)
            }

            fn read(sent: &Value) -> Result<Self, ValidationError> {
                let number = sent.is_number().then_some(sent).ok_or(ValidationError::NotANumber)?;
                reading::whole(number).and_then(Self::new)
            }
        }
    )* };
}

bounded_numbers! {
    ModelYear, "ModelYear";
    PiecesNeeded, "NeededPieces";
}

request! {
    /// An application: a part fits a model in certain years.
    ApplicationFields {
        /// The first model year.
        from: ModelYear,
        /// The last model year.
        to: ModelYear,
        /// The key of the required engine; any if absent.
        engine: Option<EngineId>,
        /// The position on the vehicle.
        position: Option<Position>,
        /// The number of pieces the vehicle needs there.
        pieces: Option<PiecesNeeded>,
        /// Further conditions, as text. All must hold. New conditions are classified as about the vehicle.
        conditions: List<ConditionWords, MAX_CONDITIONS>,
    }
}

request! {
    /// The new applications of a part for one model.
    FitmentEdit {
        /// The part's revision that this edit is based on.
        revision: Revision,
        /// The applications; if empty, the part is no longer listed for the model.
        applications: RequiredItems<ApplicationFields, 0, MAX_APPLICATIONS_OF_MODEL>,
    }
}

request! {
    /// The source from which to copy a part's fitment.
    FitmentCopy {
        /// The part's revision that this edit is based on.
        revision: Revision,
        /// The `_id` of the part whose applications are copied.
        from: PartId,
    }
}

impl ApplicationFields {
    fn read(self, index: usize) -> Result<Application<ConditionWords>, Problem> {
        let years = Years::new(self.from, self.to);
        let refused = |why| Problem::refused_field(FieldProblem::new(&format!("applications[{index}].to"), why));
        Ok(Application {
            years: years.map_err(refused)?,
            engine: self.engine,
            position: self.position,
            pieces: self.pieces,
            conditions: self.conditions.0.into_iter().collect(),
        })
    }
}

/// Lists the applications of a part by model, with the revision needed for an edit. Admin only. The part may be
/// deleted.
#[utoipa::path(tag = "vehicles", operation_id = "getFitmentRecord",
    params(("id" = String, Path, description = "The part's `_id`"), ModelPageParameters), security(("bearer" = [])),
    responses((status = 200, body = FitmentRecordView), AuthenticatedErrors))]
#[get("/parts/{id}/fitments/record")]
pub(crate) async fn get_fitment_record(
    api: Data<Api>,
    caller: Caller,
    id: Path<String>,
    query: Query<Vec<(String, String)>>,
    request: HttpRequest,
) -> Result<HttpResponse, Problem> {
    let (id, (after, limit)) = (extract::id(&id)?, model_page(&query)?);
    let view =
        FitmentRecordView::from(api.shop.fitment_to_edit(caller.0, id, AskedModels::Page { after, limit }).await?);
    let last = view.fitments().last_of_full_page(limit);
    Ok(with_next_page(&request, limit, last).json(&view))
}

/// Replaces a part's applications for a model, unless the part has changed since the given revision. Admin only.
/// Applications that differ only in adjoining years are merged.
#[utoipa::path(tag = "vehicles", operation_id = "editFitment",
    params(("id" = String, Path, description = "The part's `_id`"), ("make" = String, Path, description = "The key of the make"),
        ("model" = String, Path, description = "The key of the model among those of the make")),
    request_body = FitmentEdit, security(("bearer" = [])), responses((status = 200, body = Revised), WriteErrors))]
#[put("/parts/{id}/fitments/{make}/{model}")]
pub(crate) async fn edit_fitment(
    api: Data<Api>,
    caller: Caller,
    path: Path<(String, String, String)>,
    body: Body<FitmentEdit>,
) -> Result<Json<Revised>, Problem> {
    let (id, make, model) = path.into_inner();
    let id = extract::id(&id)?;
    let model = key_of_model(&make, &model)?;
    let edit = body.read()?;
    let fields = edit.applications.0.into_iter().enumerate();
    let applications = fields.map(|(index, fields)| fields.read(index)).collect::<Result<Vec<_>, _>>()?;
    let revision = api.shop.edit_fitment(caller.0, id, edit.revision.0, model, applications).await?;
    Ok(Json(Revised::new(revision)))
}

/// Replaces all applications of a part with those of another part, unless the part has changed since the given
/// revision. Admin only.
#[utoipa::path(tag = "vehicles", operation_id = "copyFitment", params(("id" = String, Path, description = "The part's `_id`")),
    request_body = FitmentCopy, security(("bearer" = [])), responses((status = 200, body = Revised), WriteErrors))]
#[post("/parts/{id}/fitments/copies")]
pub(crate) async fn copy_fitment(
    api: Data<Api>,
    caller: Caller,
    id: Path<String>,
    body: Body<FitmentCopy>,
) -> Result<Json<Revised>, Problem> {
    let id = extract::id(&id)?;
    let copy = body.read()?;
    Ok(Json(Revised::new(api.shop.copy_fitment(caller.0, id, copy.revision.0, copy.from).await?)))
}
