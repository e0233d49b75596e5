//! `/pictures`: admins' uploads, and the files made from them.

pub mod uploads;

use crate::{
    extract::{self, Caller},
    problem::{Code, Problem},
    responses::{PublicErrors, UploadErrors},
    security_headers::{CROSS_ORIGIN_RESOURCE_POLICY, SHOWN_ANYWHERE},
    state::Api,
    view::response,
};
use actix_web::{
    HttpRequest, HttpResponse,
    body::SizedStream,
    get,
    http::header::{self, HeaderValue},
    post,
    web::{Bytes, Data, Path, Payload},
};
use autoparts_application::pictures::{AddedFile, PictureError};
use autoparts_domain::pictures::{MAX_UPLOAD_BYTES, PictureName, PictureSize};
use futures_util::stream;
use std::{borrow::Cow, io, time::Duration};
use utoipa::{
    PartialSchema, ToSchema,
    openapi::{KnownFormat, ObjectBuilder, RefOr, Schema, SchemaFormat, Type},
};

/// The media types that an upload may declare. Its content determines the actual type.
const MEDIA_TYPES: [&str; 3] = ["image/jpeg", "image/png", "image/webp"];

/// Time limit for sending a picture: 8 MB over a slow connection.
const UPLOAD_DEADLINE: Duration = Duration::from_mins(1);

response! {
    /// An uploaded picture.
    pub(crate) AddedPicture {
        /// The address of the medium size, for `img` of parts and their pictures.
        img: String,
        /// Its files, smallest first: at most 320, 800 and 1,600 pixels on the longer side.
        sizes: Vec<PictureFile>,
    }

    /// One file of a picture.
    pub(crate) PictureFile {
        /// Its address, as a path of this shop.
        img: String,
        /// The width, in pixels.
        width: u32,
        /// The height, in pixels.
        height: u32,
    }
}

impl From<Vec<AddedFile>> for AddedPicture {
    fn from(files: Vec<AddedFile>) -> Self {
        let shown = files.iter().find(|file| file.name.size == PictureSize::Medium);
        let img = shown.map(|file| file.name.path()).unwrap_or_default();
        let view = |file: AddedFile| PictureFile { img: file.name.path(), width: file.width, height: file.height };
        Self { img, sizes: files.into_iter().map(view).collect() }
    }
}

/// The bytes of a file, in the OpenAPI document.
pub(crate) struct FileBytes;

impl PartialSchema for FileBytes {
    fn schema() -> RefOr<Schema> {
        let binary = SchemaFormat::KnownFormat(KnownFormat::Binary);
        ObjectBuilder::new().schema_type(Type::String).format(Some(binary)).build().into()
    }
}

impl ToSchema for FileBytes {
    fn name() -> Cow<'static, str> {
        "FileBytes".into()
    }
}

/// Uploads a picture for parts. Admin only. Its format is detected from its content; it is saved as JPEG in three
/// sizes, without metadata. The same picture gets the same address. Pictures that no part uses may be deleted after a
/// week.
#[utoipa::path(tag = "parts", operation_id = "addPicture", security(("bearer" = [])),
    request_body(description = "At most 8 MB and 40 megapixels",
        content((FileBytes = "image/jpeg"), (FileBytes = "image/png"), (FileBytes = "image/webp"))),
    responses((status = 201, body = AddedPicture), UploadErrors))]
#[post("/pictures")]
pub(crate) async fn add_picture(
    api: Data<Api>,
    caller: Caller,
    request: HttpRequest,
    body: Payload,
) -> Result<HttpResponse, Problem> {
    // Checked before a byte is read, so that only admins can fill the memory.
    api.shop.check_may_add_pictures(caller.0).await?;
    if !MEDIA_TYPES.iter().any(|media_type| extract::is_of_type(&request, media_type)) {
        let detail = format!("Send a picture as {}.", MEDIA_TYPES.join(", "));
        return Err(Problem::new(Code::UnsupportedMediaType, detail));
    }
    let _place = api.uploads.begin()?;
    if announced(&request).is_some_and(|bytes| bytes > MAX_UPLOAD_BYTES) {
        return Err(PictureError::TooLarge.into());
    }
    let upload = extract::read_within(body, MAX_UPLOAD_BYTES, UPLOAD_DEADLINE).await.map_err(|problem| {
        if problem.code() == Code::BodyTooLarge { PictureError::TooLarge.into() } else { problem }
    })?;
    let added = api.shop.add_picture(caller.0, upload.into()).await?;
    Ok(HttpResponse::Created().json(AddedPicture::from(added)))
}

/// The declared size of a request's body, in bytes.
fn announced(request: &HttpRequest) -> Option<usize> {
    request.headers().get(header::CONTENT_LENGTH)?.to_str().ok()?.parse().ok()
}

/// Returns a file of a picture. It never changes, so browsers may cache it.
#[utoipa::path(tag = "parts", operation_id = "getPicture",
    params(("name" = String, Path, description = "The name of the file")),
    responses((status = 200, description = "The file", body = FileBytes, content_type = "image/jpeg"),
        (status = 404, body = crate::problem::ProblemDocument, content_type = "application/problem+json"), PublicErrors))]
#[get("/pictures/{name}")]
pub(crate) async fn get_picture(
    api: Data<Api>,
    name: Path<String>,
    request: HttpRequest,
) -> Result<HttpResponse, Problem> {
    let name: PictureName = name.parse().map_err(|_| Problem::not_found())?;
    let picture = api.shop.picture(name).await?;
    // The name is a hash of the content.
    let etag = format!("\"{name}\"");
    let known = request.headers().get(header::IF_NONE_MATCH).and_then(|value| value.to_str().ok());
    let fresh = known.is_some_and(|known| known.contains(&etag));
    let mut response = if fresh { HttpResponse::NotModified() } else { HttpResponse::Ok() };
    response
        .insert_header((header::ETAG, etag))
        .insert_header((CROSS_ORIGIN_RESOURCE_POLICY, SHOWN_ANYWHERE))
        .insert_header((header::CACHE_CONTROL, HeaderValue::from_static("public, max-age=31536000, immutable")));
    if fresh {
        return Ok(response.finish());
    }
    let pieces = stream::unfold(Some(picture.content), |content| async {
        let mut content = content?;
        match content.next().await {
            Ok(piece) => piece.map(|piece| (Ok(Bytes::from(piece)), Some(content))),
            // What has been sent cannot be taken back: the response ends early, and the client notices.
            Err(error) => Some((Err(io::Error::other(error)), None)),
        }
    });
    Ok(response.content_type("image/jpeg").body(SizedStream::new(picture.length, pieces)))
}
