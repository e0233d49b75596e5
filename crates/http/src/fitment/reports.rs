//! `/exports/fit-warnings`: files for the suppliers of applications that are probably wrong. Admin only.

use crate::{
    answer::LongAnswer,
    extract::{Caller, Parameters, parameter},
    input::{Input, choices, schema},
    limits::Limited,
    pictures::FileBytes,
    problem::Problem,
    responses::{AuthenticatedErrors, dated_file, spreadsheet},
    state::Api,
};
use actix_web::{
    HttpResponse, get,
    web::{Bytes, Data, Query},
};
use autoparts_application::{
    exports::Export,
    fitment::refuted::{AcesCodes, RefutedPage},
    ports::spreadsheets::RefutedHeader,
    shop::Shop,
};
use autoparts_domain::{
    id::{PartId, UserId},
    slug::BrandId,
    vehicles::ModelId,
};
use futures_util::stream;
use serde_json::Value;
use std::{io, sync::Arc};
use utoipa::{
    IntoParams,
    openapi::path::{Parameter, ParameterIn},
};

choices! {
    Format, "csv or aces": Format::ALL;
}

/// The format of a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Format {
    Csv,
    Aces,
}

impl Format {
    const ALL: [Self; 2] = [Self::Csv, Self::Aces];

    const fn name(self) -> &'static str {
        match self {
            Self::Csv => "csv",
            Self::Aces => "aces",
        }
    }
}

/// The filter and the format of the file.
pub(crate) struct ReportParameters;

impl IntoParams for ReportParameters {
    fn into_params(_: impl Fn() -> Option<ParameterIn>) -> Vec<Parameter> {
        let format = "All flagged applications as CSV (default), or an ACES 4.2 file that deletes the suspended ones.";
        vec![
            parameter("brand", "Only the parts of this brand: its key. Default: all brands.", BrandId::schema()),
            parameter("format", format, schema::choice(Format::ALL.map(Format::name))),
        ]
    }
}

/// Returns flagged applications, to send to the suppliers of the data: as CSV all of them, suspended or not; as an ACES
/// UPDATE file those that an admin has suspended, each to be deleted. A comment at its end counts the applications for
/// which the shop has no codes. No personal data. Admin only. Rate-limited per user, like saving profiles.
#[utoipa::path(tag = "vehicles", operation_id = "exportFitWarnings", params(ReportParameters), security(("bearer" = [])),
    responses((status = 200, description = "The file",
        content((FileBytes = "text/csv"), (FileBytes = "application/xml"))), AuthenticatedErrors))]
#[get("/exports/fit-warnings")]
pub(crate) async fn export_fit_warnings(
    api: Data<Api>,
    caller: Caller,
    sent: Query<Vec<(String, String)>>,
) -> Result<HttpResponse, Problem> {
    api.limits.check(Limited::Profiles, &caller.0.to_string())?;
    let mut parameters = Parameters::of(&sent);
    let brand = parameters.one("brand", str::parse::<BrandId>);
    let format = parameters.one("format", |word| Format::read(&Value::from(word)));
    let (Some(brand), Some(format)) = (brand, format) else { return Err(parameters.refused()) };
    match format.unwrap_or(Format::Csv) {
        Format::Csv => {
            api.shop.begin_export(caller.0, &Export::FitReport(brand.clone())).await?;
            let report = api.shop.fit_report(caller.0, brand).await?;
            Ok(spreadsheet("fit-warnings", &api.shop).body(api.shop.spreadsheets.fit_report(&report)))
        }
        Format::Aces => refuted(&api.shop, caller.0, brand).await,
    }
}

async fn refuted(shop: &Shop, caller: UserId, brand: Option<BrandId>) -> Result<HttpResponse, Problem> {
    shop.begin_export(caller, &Export::RefutedFits(brand.clone())).await?;
    let (codes, head) = shop.begin_refuted(caller, brand.clone()).await?;
    let file = RefutedFile { shop: shop.clone(), caller, brand, codes, written: 0, left_out: 0 };
    // Before the response begins, so that an error is returned as a problem.
    let first = file.page(None).await?;
    let mut answer =
        dated_file("fit-warnings", "xml", "application/xml; charset=utf-8", shop).streaming(pieces(file, head, first));
    answer.extensions_mut().insert(LongAnswer);
    Ok(answer)
}

/// A file that is being written, and the number of deletions and of applications without codes so far.
struct RefutedFile {
    shop: Shop,
    caller: UserId,
    brand: Option<BrandId>,
    codes: Arc<AcesCodes>,
    written: u64,
    left_out: u64,
}

/// The next part of the file.
enum Next {
    /// The header, and the applications that have been read.
    Head(RefutedHeader, RefutedPage),
    /// The applications after this part and model, not yet read.
    After((PartId, ModelId)),
    Footer,
    End,
}

impl RefutedFile {
    async fn page(&self, after: Option<(PartId, ModelId)>) -> Result<RefutedPage, Problem> {
        Ok(self.shop.refuted_page(self.caller, self.brand.clone(), Arc::clone(&self.codes), after).await?)
    }

    /// The bytes of some applications, and what follows.
    fn write(&mut self, page: RefutedPage) -> (Vec<u8>, Next) {
        let bytes = self.shop.spreadsheets.refuted(self.written + 1, &page.fits);
        self.written += u64::try_from(page.fits.len()).unwrap_or(u64::MAX);
        self.left_out += page.left_out;
        (bytes, page.next.map_or(Next::Footer, Next::After))
    }

    async fn piece(&mut self, next: Next) -> Result<Option<(Vec<u8>, Next)>, Problem> {
        Ok(Some(match next {
            Next::Head(head, first) => {
                let (bytes, next) = self.write(first);
                ([self.shop.spreadsheets.refuted_header(&head), bytes].concat(), next)
            }
            Next::After(last) => {
                let page = self.page(Some(last)).await?;
                self.write(page)
            }
            Next::Footer => (self.shop.spreadsheets.refuted_footer(self.written, self.left_out), Next::End),
            Next::End => return Ok(None),
        }))
    }
}

fn pieces(
    file: RefutedFile,
    head: RefutedHeader,
    first: RefutedPage,
) -> impl stream::Stream<Item = Result<Bytes, io::Error>> {
    stream::unfold((file, Next::Head(head, first)), |(mut file, next)| async move {
        match file.piece(next).await {
            Ok(piece) => piece.map(|(bytes, next)| (Ok(Bytes::from(bytes)), (file, next))),
            // What has been sent cannot be taken back: the response ends early, and the client notices.
            Err(problem) => Some((Err(io::Error::other(problem.to_string())), (file, Next::End))),
        }
    })
}
