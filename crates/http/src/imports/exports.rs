//! `/exports`: spreadsheets, written while the data is read.

use super::choice;
use crate::{
    answer::LongAnswer,
    extract::{Caller, Parameters, parameter},
    input::{choices, schema},
    pictures::FileBytes,
    problem::Problem,
    responses::AuthenticatedErrors,
    state::Api,
};
use actix_web::{
    HttpResponse, get,
    http::header::{self, HeaderValue},
    web::{Bytes, Data, Path, Query},
};
use autoparts_application::{exports::Export, ports::spreadsheets::ExportKind, shop::Shop};
use autoparts_domain::id::PartId;
use futures_util::stream;
use std::io;
use utoipa::{
    IntoParams,
    openapi::path::{Parameter, ParameterIn},
};

choices! {
    ExportKind, "fitment or parts": ExportKind::ALL;
    Content, "all or example": Content::ALL;
}

/// The content of a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Content {
    All,
    Example,
}

impl Content {
    const ALL: [Self; 2] = [Self::All, Self::Example];

    const fn name(self) -> &'static str {
        match self {
            Self::All => "all",
            Self::Example => "example",
        }
    }
}

/// The parameters of an export.
pub(crate) struct ExportParameters;

impl IntoParams for ExportParameters {
    fn into_params(_: impl Fn() -> Option<ParameterIn>) -> Vec<Parameter> {
        let words = "All data (default), or sample rows that show the format of an import file.";
        vec![parameter("content", words, schema::choice(Content::ALL.map(Content::name)))]
    }
}

/// The position in a file.
enum At {
    Head,
    After(Option<PartId>),
    End,
}

/// Exports a spreadsheet that `POST /imports` accepts unchanged. Admin only. Parts that change during the export may
/// appear in either state. `fitment` exports applications; `parts` exports the parts themselves, including those that
/// are not in the catalog.
#[utoipa::path(tag = "imports", operation_id = "getExport",
    params(("kind" = String, Path, description = "What to export: `fitment` or `parts`"), ExportParameters), security(("bearer" = [])),
    responses((status = 200, description = "The file", body = FileBytes, content_type = "text/csv"), AuthenticatedErrors))]
#[get("/exports/{kind}")]
pub(crate) async fn get_export(
    api: Data<Api>,
    caller: Caller,
    kind: Path<String>,
    query: Query<Vec<(String, String)>>,
) -> Result<HttpResponse, Problem> {
    api.shop.check_may_export(caller.0).await?;
    let mut parameters = Parameters::of(&query);
    let Some(content) = parameters.one("content", choice) else { return Err(parameters.refused()) };
    let kind: ExportKind = choice(&kind).map_err(|_| Problem::not_found())?;
    if content != Some(Content::Example) {
        api.shop.begin_export(caller.0, &Export::Sheet(kind)).await?;
    }
    let mut response = HttpResponse::Ok();
    let name = match content {
        Some(Content::Example) => format!("attachment; filename=\"{}-template.csv\"", kind.name()),
        _ => format!("attachment; filename=\"{}.csv\"", kind.name()),
    };
    response
        .insert_header((header::CONTENT_DISPOSITION, name))
        .insert_header((header::CACHE_CONTROL, HeaderValue::from_static("no-store")))
        .content_type("text/csv; charset=utf-8");
    if content == Some(Content::Example) {
        return Ok(response.body(api.shop.spreadsheets.template(kind)));
    }
    let mut answer = response.streaming(pieces(api.shop.clone(), kind));
    answer.extensions_mut().insert(LongAnswer);
    Ok(answer)
}

fn pieces(shop: Shop, kind: ExportKind) -> impl futures_util::Stream<Item = Result<Bytes, io::Error>> {
    stream::unfold((shop, At::Head), move |(shop, at)| async move {
        match at {
            At::Head => {
                let head = shop.spreadsheets.head(kind);
                Some((Ok(Bytes::from(head)), (shop, At::After(None))))
            }
            At::After(after) => match shop.export_page(kind, after).await {
                Ok((Some(last), bytes)) => Some((Ok(Bytes::from(bytes)), (shop, At::After(Some(last))))),
                Ok((None, _)) => None,
                // What has been sent cannot be taken back: the response ends early, and the client notices.
                Err(error) => Some((Err(io::Error::other(error)), (shop, At::End))),
            },
            At::End => None,
        }
    })
}
