//! `/imports` and `/exports`: files that come in and go out, for admins.

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

/// How long a client may take until more of a file comes.
const PIECE_DEADLINE: Duration = Duration::from_secs(30);

/// How long a client may take for a whole file: 2 GB over a slow line.
const FILE_DEADLINE: Duration = Duration::from_hours(2);

/// Bytes that are kept at once.
const KEPT_AT_ONCE: usize = 1 << 20;

choices! {
    ImportKind, "aces, fitment or parts": ImportKind::ALL;
    FindingKind, "problem, unknown_code or lint": FindingKind::ALL;
    Wish, "applying or stopped": Wish::ALL;
}

/// What is to become of an import.
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
    /// What is to become of an import.
    ImportFields {
        /// `applying` does exactly what its report says; `stopped` ends it early.
        state: Wish,
        /// The confirmed number of removals: `counts.removed` of its report, if its `brake` requires it.
        removals: Option<Removals>,
        /// Whether to apply it although its file contradicts itself, or none of it was understood.
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

/// A file that is sent.
pub(crate) struct NewImport;

impl IntoParams for NewImport {
    fn into_params(_: impl Fn() -> Option<ParameterIn>) -> Vec<Parameter> {
        let kind = schema::choice(ImportKind::ALL.map(ImportKind::name));
        vec![
            required_parameter("kind", "What the file is.", kind),
            parameter("file", "What the file is called.", schema::line(MAX_FILE_NAME)),
        ]
    }
}

/// A name of a file that a list can show.
fn file_name(name: &str) -> Result<String, ValidationError> {
    match name {
        _ if name.chars().count() > MAX_FILE_NAME => Err(ValidationError::TooLong { max: MAX_FILE_NAME }),
        _ if name.contains(is_unprintable) => Err(ValidationError::ControlCharacters),
        name => Ok(name.to_owned()),
    }
}

/// Takes a file in: it is kept, then read in the background and compared with what the shop has, which changes nothing; for admins.
/// One import is worked on at a time. The file may be packed as ZIP. `GET /imports/{id}` says how far it is.
#[utoipa::path(tag = "imports", operation_id = "addImport", params(NewImport), security(("bearer" = [])),
    request_body(description = "The file; at most 2 GB unless the operator says otherwise", content_type = "application/octet-stream",
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
    let (kind, file) = (parameters.required("kind", choice), parameters.one("file", file_name));
    let (Some(kind), Some(file)) = (kind, file) else { return Err(parameters.refused()) };
    // Before a byte is read: nobody else is to fill the disk.
    let id = api.shop.begin_upload(caller.0).await?;
    let kept = keep(&api, id, body).await;
    let added = match kept {
        Ok(()) => api.shop.add_import(caller.0, id, kind, &file.unwrap_or_default()).await.map_err(Problem::from),
        Err(problem) => Err(problem),
    };
    match added {
        Ok(added) => Ok(created(ImportView::from(added))),
        Err(problem) => {
            // What cannot be taken away now is taken away in a day.
            if let Err(error) = api.shop.discard_upload(id).await {
                tracing::warn!(%error, "a file stays that was not sent to its end");
            }
            Err(problem)
        }
    }
}

fn created(import: ImportView) -> HttpResponse {
    HttpResponse::Created().insert_header((header::LOCATION, format!("/imports/{}", import.id()))).json(import)
}

/// Keeps a body as it comes, so that it is never whole in memory.
async fn keep(api: &Api, id: ImportId, mut body: Payload) -> Result<(), Problem> {
    let late = |_| Problem::new(Code::RequestTimeout, "The file did not arrive in time.");
    let whole = async {
        let (mut waiting, mut is_empty) = (Vec::new(), true);
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

/// Files that were taken in, newest first; for admins.
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

/// An import: where it stands, how far it is, and what there is to count; for admins.
#[utoipa::path(tag = "imports", operation_id = "getImport", params(("id" = String, Path, description = "The `_id` of the import")),
    security(("bearer" = [])), responses((status = 200, body = ImportView), AuthenticatedErrors))]
#[get("/imports/{id}")]
pub(crate) async fn get_import(api: Data<Api>, caller: Caller, id: Path<String>) -> Result<Json<ImportView>, Problem> {
    Ok(Json(api.shop.import(caller.0, extract::id(&id)?).await?.into()))
}

/// Agrees to exactly what the report of an import says, which is then done in the background; or stops it, which leaves what was
/// done by then, and it can be applied again to continue. For admins. An import that removes many entries has a `brake`: it
/// requires the number of removals, and is otherwise refused with `import_not_confirmed`. An import that was stopped while it was
/// read has no report.
#[utoipa::path(tag = "imports", operation_id = "changeImport", params(("id" = String, Path, description = "The `_id` of the import")),
    request_body = ImportFields, security(("bearer" = [])), responses((status = 200, body = Modified), WriteErrors))]
#[put("/imports/{id}")]
pub(crate) async fn change_import(
    api: Data<Api>,
    caller: Caller,
    id: Path<String>,
    body: Body<ImportFields>,
) -> Result<Json<Modified>, Problem> {
    let (id, fields) = (extract::id(&id)?, body.read()?);
    let changed = match fields.state {
        Wish::Applying => api.shop.apply_import(caller.0, id, fields.consent()).await?,
        Wish::Stopped => api.shop.stop_import(caller.0, id).await?,
    };
    Ok(Json(Modified::new(changed)))
}

/// Reads the file of an import again, as another import with a report of its own: what codes stand for may have changed. For
/// admins. Files are kept for a day, and until they are applied.
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

/// A place in a report.
struct Place(u32);

/// The most digits of one.
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
    page_parameters("The `place` of the last item of the page before.", schema::matching(0, PLACE_DIGITS, "^[0-9]*$"))
}

/// Which page of the changes.
pub(crate) struct ChangePage;

impl IntoParams for ChangePage {
    fn into_params(_: impl Fn() -> Option<ParameterIn>) -> Vec<Parameter> {
        pages_of_report()
    }
}

/// The parts that an import would change or has changed; for admins. A day after the import has ended there are none.
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

/// Which page of which findings.
pub(crate) struct FindingPage;

impl IntoParams for FindingPage {
    fn into_params(_: impl Fn() -> Option<ParameterIn>) -> Vec<Parameter> {
        let kind = schema::choice(FindingKind::ALL.map(FindingKind::name));
        let kind = parameter("kind", "Which of them; all unless it is said.", kind);
        [kind].into_iter().chain(pages_of_report()).collect()
    }
}

/// What whoever takes a file in should know: rows that are not taken in, codes that stand for nothing yet, and what looks like a
/// slip; of each sort those of most rows first. For admins.
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
