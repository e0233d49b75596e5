//! `/imports` and `/exports`: importing and exporting files. Admin only.

pub(crate) mod exports;
mod views;

use crate::{
    extract::{self, Body, Caller, PageQuery, Parameters, page_parameters, parameter, required_parameter},
    form::request,
    input::{Input, choices, schema, whole_numbers},
    pictures::FileBytes,
    problem::{Code, Problem},
    responses::{AuthenticatedErrors, Modified, UploadErrors, WriteErrors, list},
    state::Api,
};
use actix_web::{
    HttpRequest, HttpResponse, get,
    http::header,
    post, put,
    web::{Bytes, Data, Json, Path, Payload, Query},
};
use autoparts_application::{
    imports::{Consent, jobs::MAX_FILE_NAME},
    ports::{
        import_files::{FindingKind, ImportKind},
        page::Page,
    },
};
use autoparts_domain::{id::ImportId, text::is_unprintable, validation::ValidationError};
use futures_util::StreamExt;
use serde_json::Value;
use std::{str::FromStr, time::Duration};
use utoipa::{
    IntoParams,
    openapi::path::{Parameter, ParameterIn},
};
use views::{ChangeView, FindingView, ImportView};

/// Time limit between two chunks of a file.
const PIECE_DEADLINE: Duration = Duration::from_secs(30);

/// Time limit for a whole file: 2 GB over a slow connection.
const FILE_DEADLINE: Duration = Duration::from_hours(2);

/// Number of bytes written at once.
const KEPT_AT_ONCE: usize = 1 << 20;

choices! {
    ImportKind, "aces, fitment or parts": ImportKind::ALL;
    FindingKind, "problem, unknown_code or lint": FindingKind::ALL;
    Wish, "applying or stopped": Wish::ALL;
}

/// The requested state of an import.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Wish {
    Applying,
    Stopped,
}

impl Wish {
    const ALL: [Self; 2] = [Self::Applying, Self::Stopped];

    const fn name(self) -> &'static str {
        match self {
            Self::Applying => "applying",
            Self::Stopped => "stopped",
        }
    }
}

request! {
    /// A change of an import's state.
    ImportFields {
        /// `applying` applies exactly what its report lists; `stopped` ends it early.
        state: Wish,
        /// The confirmed number of removals: `counts.removed` of its report, if its `brake` requires it.
        removals: Option<Removals>,
        /// Whether to apply it even if the file contradicts itself, or none of it was understood.
        force: Option<bool>,
    }
}

/// A confirmed number of removals.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Removals(i64);

impl Removals {
    const MIN: i64 = 0;
    /// The largest integer that every client can represent.
    const MAX: i64 = 9_007_199_254_740_991;

    fn new(removals: i64) -> Result<Self, ValidationError> {
        let fits = (Self::MIN..=Self::MAX).contains(&removals);
        fits.then_some(Self(removals)).ok_or(ValidationError::outside(Self::MIN, Self::MAX))
    }
}

whole_numbers! {
    Removals, "Removals";
}

impl ImportFields {
    fn consent(&self) -> Consent {
        let removals = self.removals.and_then(|Removals(removals)| u64::try_from(removals).ok());
        Consent { removals, force: self.force == Some(true) }
    }
}

fn choice<T: Input>(word: &str) -> Result<T, ValidationError> {
    T::read(&Value::from(word))
}

/// The parameters of an upload.
pub(crate) struct NewImport;

impl IntoParams for NewImport {
    fn into_params(_: impl Fn() -> Option<ParameterIn>) -> Vec<Parameter> {
        let kind = schema::choice(ImportKind::ALL.map(ImportKind::name));
        vec![
            required_parameter("kind", "The kind of file.", kind),
            parameter("file", "The name of the file.", schema::line(MAX_FILE_NAME)),
        ]
    }
}

/// Parses a file name that a list can show.
fn file_name(name: &str) -> Result<String, ValidationError> {
    match name {
        _ if name.chars().count() > MAX_FILE_NAME => Err(ValidationError::TooLong { max: MAX_FILE_NAME }),
        _ if name.contains(is_unprintable) => Err(ValidationError::ControlCharacters),
        name => Ok(name.to_owned()),
    }
}

/// Uploads a file to import. It is stored, then parsed in the background and compared with the shop's data, which
/// changes nothing. Admin only. Imports are processed one at a time. The file may be a ZIP archive. `GET /imports/{id}`
/// reports the progress.
#[utoipa::path(tag = "imports", operation_id = "addImport", params(NewImport), security(("bearer" = [])),
    request_body(description = "The file; at most 2 GB unless configured otherwise", content_type = "application/octet-stream",
        content = FileBytes),
    responses((status = 201, body = ImportView),
        (status = 409, body = crate::problem::ProblemDocument, content_type = "application/problem+json"), UploadErrors))]
#[post("/imports")]
pub(crate) async fn add_import(
    api: Data<Api>,
    caller: Caller,
    query: Query<Vec<(String, String)>>,
    body: Payload,
) -> Result<HttpResponse, Problem> {
    let mut parameters = Parameters::of(&query);
    let kind = parameters.required("kind", choice);
    let file = parameters.one("file", file_name);
    let (Some(kind), Some(file)) = (kind, file) else { return Err(parameters.refused()) };
    // Checked before a byte is read, so that only admins can fill the disk.
    let id = api.shop.begin_upload(caller.0).await?;
    let kept = keep(&api, id, body).await;
    let added = match kept {
        Ok(()) => api.shop.add_import(caller.0, id, kind, &file.unwrap_or_default()).await.map_err(Problem::from),
        Err(problem) => Err(problem),
    };
    match added {
        Ok(added) => Ok(created(ImportView::from(added))),
        Err(problem) => {
            // If this fails, the file is removed within a day.
            if let Err(error) = api.shop.discard_upload(id).await {
                tracing::warn!(%error, "incomplete upload left on disk");
            }
            Err(problem)
        }
    }
}

fn created(import: ImportView) -> HttpResponse {
    HttpResponse::Created().insert_header((header::LOCATION, format!("/imports/{}", import.id()))).json(import)
}

/// Stores a body as it arrives, so that it is never in memory as a whole.
async fn keep(api: &Api, id: ImportId, mut body: Payload) -> Result<(), Problem> {
    let late = |_| Problem::new(Code::RequestTimeout, "The file did not arrive in time.");
    let whole = async {
        let mut waiting = Vec::new();
        let mut is_empty = true;
        while let Some(piece) = tokio::time::timeout(PIECE_DEADLINE, body.next()).await.map_err(late)? {
            let piece: Bytes =
                piece.map_err(|_| Problem::new(Code::MalformedBody, "The file ended before it was complete."))?;
            is_empty &= piece.is_empty();
            waiting.extend_from_slice(&piece);
            if waiting.len() >= KEPT_AT_ONCE {
                api.shop.append_upload(id, std::mem::take(&mut waiting)).await?;
            }
        }
        if is_empty {
            return Err(Problem::new(Code::FileRefused, "The file is empty."));
        }
        Ok(api.shop.append_upload(id, waiting).await?)
    };
    tokio::time::timeout(FILE_DEADLINE, whole).await.map_err(late)?
}

/// Lists imports, newest first. Admin only.
#[utoipa::path(tag = "imports", operation_id = "listImports", params(PageQuery), security(("bearer" = [])),
    responses((status = 200, body = [ImportView]), AuthenticatedErrors))]
#[get("/imports")]
pub(crate) async fn list_imports(
    api: Data<Api>,
    caller: Caller,
    query: Query<PageQuery>,
    request: HttpRequest,
) -> Result<HttpResponse, Problem> {
    let page = query.page()?;
    let imports = api.shop.imports(caller.0, page).await?;
    Ok(list(&request, page.limit, imports, ImportView::id))
}

/// Returns an import with its state, progress and counts. Admin only.
#[utoipa::path(tag = "imports", operation_id = "getImport", params(("id" = String, Path, description = "The `_id` of the import")),
    security(("bearer" = [])), responses((status = 200, body = ImportView), AuthenticatedErrors))]
#[get("/imports/{id}")]
pub(crate) async fn get_import(api: Data<Api>, caller: Caller, id: Path<String>) -> Result<Json<ImportView>, Problem> {
    Ok(Json(api.shop.import(caller.0, extract::id(&id)?).await?.into()))
}

/// Approves or stops an import. Approved, it applies exactly what its report lists, in the background. Stopped, it
/// keeps what was done so far and can be applied again to continue. Admin only. An import that removes many entries has
/// a `brake`: it requires the number of removals, and is otherwise refused with `import_not_confirmed`. An import that
/// was stopped while it was read has no report.
#[utoipa::path(tag = "imports", operation_id = "changeImport", params(("id" = String, Path, description = "The `_id` of the import")),
    request_body = ImportFields, security(("bearer" = [])), responses((status = 200, body = Modified), WriteErrors))]
#[put("/imports/{id}")]
pub(crate) async fn change_import(
    api: Data<Api>,
    caller: Caller,
    id: Path<String>,
    body: Body<ImportFields>,
) -> Result<Json<Modified>, Problem> {
    let id = extract::id(&id)?;
    let fields = body.read()?;
    let changed = match fields.state {
        Wish::Applying => api.shop.apply_import(caller.0, id, fields.consent()).await?,
        Wish::Stopped => api.shop.stop_import(caller.0, id).await?,
    };
    Ok(Json(Modified::new(changed)))
}

/// Reads the file of an import again, as another import with its own report, for example after supplier codes have
/// changed. Admin only. Files are stored for a day, and until they are applied.
#[utoipa::path(tag = "imports", operation_id = "readImportAgain",
    params(("id" = String, Path, description = "The `_id` of the import")), security(("bearer" = [])),
    responses((status = 201, body = ImportView),
        (status = 409, body = crate::problem::ProblemDocument, content_type = "application/problem+json"), AuthenticatedErrors))]
#[post("/imports/{id}/repeats")]
pub(crate) async fn read_import_again(
    api: Data<Api>,
    caller: Caller,
    id: Path<String>,
) -> Result<HttpResponse, Problem> {
    let again = api.shop.read_import_again(caller.0, extract::id(&id)?).await?;
    Ok(created(again.into()))
}

/// An index in a report.
struct Place(u32);

/// Maximum number of its digits.
const PLACE_DIGITS: usize = 9;

impl FromStr for Place {
    type Err = ValidationError;

    fn from_str(text: &str) -> Result<Self, ValidationError> {
        match text {
            _ if text.len() > PLACE_DIGITS => Err(ValidationError::TooLong { max: PLACE_DIGITS }),
            _ if !text.bytes().all(|byte| byte.is_ascii_digit()) => Err(ValidationError::NotANumber),
            digits => digits.parse().map(Self).map_err(|_| ValidationError::NotANumber),
        }
    }
}

fn pages_of_report() -> Vec<Parameter> {
    page_parameters("The `place` of the last item of the previous page.", schema::matching(0, PLACE_DIGITS, "^[0-9]*$"))
}

/// A page of the changes.
pub(crate) struct ChangePage;

impl IntoParams for ChangePage {
    fn into_params(_: impl Fn() -> Option<ParameterIn>) -> Vec<Parameter> {
        pages_of_report()
    }
}

/// Lists the parts that an import would change or has changed. Admin only. A day after the import has ended, the list
/// is empty.
#[utoipa::path(tag = "imports", operation_id = "listImportChanges",
    params(("id" = String, Path, description = "The `_id` of the import"), ChangePage), security(("bearer" = [])),
    responses((status = 200, body = [ChangeView]), AuthenticatedErrors))]
#[get("/imports/{id}/changes")]
pub(crate) async fn list_import_changes(
    api: Data<Api>,
    caller: Caller,
    id: Path<String>,
    query: Query<PageQuery>,
    request: HttpRequest,
) -> Result<HttpResponse, Problem> {
    let Page { after, limit } = query.page::<Place>()?;
    let changes = api.shop.import_changes(caller.0, extract::id(&id)?, after.map(|Place(place)| place), limit).await?;
    Ok(list(&request, limit, changes, ChangeView::place))
}

/// The parameters of a list of findings.
pub(crate) struct FindingPage;

impl IntoParams for FindingPage {
    fn into_params(_: impl Fn() -> Option<ParameterIn>) -> Vec<Parameter> {
        let kind = schema::choice(FindingKind::ALL.map(FindingKind::name));
        let kind = parameter("kind", "Only findings of this kind; all by default.", kind);
        [kind].into_iter().chain(pages_of_report()).collect()
    }
}

/// Lists import findings: skipped rows, unmapped codes and likely typos; within each kind, those with most rows first.
/// Admin only.
#[utoipa::path(tag = "imports", operation_id = "listImportFindings",
    params(("id" = String, Path, description = "The `_id` of the import"), FindingPage), security(("bearer" = [])),
    responses((status = 200, body = [FindingView]), AuthenticatedErrors))]
#[get("/imports/{id}/findings")]
pub(crate) async fn list_import_findings(
    api: Data<Api>,
    caller: Caller,
    id: Path<String>,
    query: Query<Vec<(String, String)>>,
    page: Query<PageQuery>,
    request: HttpRequest,
) -> Result<HttpResponse, Problem> {
    let mut parameters = Parameters::of(&query);
    let Some(kind) = parameters.one("kind", choice) else { return Err(parameters.refused()) };
    let Page { after, limit } = page.page::<Place>()?;
    let after = after.map(|Place(place)| place);
    let findings = api.shop.import_findings(caller.0, extract::id(&id)?, kind, after, limit).await?;
    Ok(list(&request, limit, findings, FindingView::place))
}
