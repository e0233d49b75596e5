//! The interactive API page at `/docs/`. Its files are embedded in the binary. One is 1.5 MB, so all clients share
//! them, and each is encoded once.

use crate::{
    problem::{Code, Problem},
    public_answers::Copies,
};
use actix_web::{
    HttpRequest, HttpResponse, Resource, guard,
    http::header::HeaderValue,
    web::{self, Bytes, Path},
};
use std::{
    borrow::Cow,
    collections::BTreeMap,
    io,
    sync::{Arc, Mutex, PoisonError},
};
use utoipa_swagger_ui::Config;

/// The files requested so far, by name. Only names of existing files are added, so it stays small.
static FILES: Mutex<BTreeMap<String, Arc<Copies>>> = Mutex::new(BTreeMap::new());

/// Serves the page.
pub(crate) fn page() -> Resource {
    web::resource("/docs/{file:.*}").guard(guard::Get()).to(serve)
}

async fn serve(request: HttpRequest, name: Path<String>) -> Result<HttpResponse, Problem> {
    let file = file(&name)?.ok_or_else(Problem::not_found)?;
    Ok(file.answer(&request).await)
}

/// A file by its name; `None` if it does not exist.
fn file(name: &str) -> Result<Option<Arc<Copies>>, Problem> {
    let mut files = FILES.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(file) = files.get(name) {
        return Ok(Some(Arc::clone(file)));
    }
    let config = Arc::new(Config::from("/openapi.json"));
    let found = utoipa_swagger_ui::serve(name, config)
        .map_err(|error| Problem::ours(Code::Internal, io::Error::other(error.to_string())))?;
    let Some(found) = found else { return Ok(None) };
    let bytes = match found.bytes {
        Cow::Borrowed(bytes) => Bytes::from_static(bytes),
        Cow::Owned(bytes) => bytes.into(),
    };
    let media_type = HeaderValue::try_from(found.content_type)
        .unwrap_or_else(|_| HeaderValue::from_static("application/octet-stream"));
    let file = Arc::new(Copies::new(bytes, media_type, None));
    files.insert(name.to_owned(), Arc::clone(&file));
    Ok(Some(file))
}

#[cfg(test)]
mod tests {
    use super::*;
    use actix_web::{
        App,
        body::MessageBody,
        http::header,
        test::{TestRequest, call_service, init_service},
    };

    const LARGE: &str = "/docs/swagger-ui-bundle.js";

    #[actix_web::test]
    async fn a_large_file_is_in_memory_once_however_many_take_it_in() {
        let app = init_service(App::new().service(page())).await;
        for encoding in ["identity", "gzip", "br"] {
            let ask = || TestRequest::get().uri(LARGE).insert_header((header::ACCEPT_ENCODING, encoding)).to_request();
            let first = call_service(&app, ask()).await.into_body().try_into_bytes().unwrap();
            let second = call_service(&app, ask()).await.into_body().try_into_bytes().unwrap();
            assert!(first.len() > 100_000);
            assert_eq!(first.as_ptr(), second.as_ptr(), "{encoding}");
        }
    }
}
