//! `/addresses`, `/garages` and `/carts`: the documents of a member. Each kind has a module with its bodies and its two
//! calls, which [`document_calls!`] declares.

pub(crate) mod addresses;
pub(crate) mod carts;
pub(crate) mod garages;

use crate::{
    extract::{self, Body, Caller},
    form::Request,
    limits::Limited,
    problem::Problem,
    state::Api,
};
use actix_web::web::{Data, Json, Path};
use autoparts_domain::member_documents::{MemberDocument, Revisioned};
use utoipa_actix_web::service_config::ServiceConfig;

/// The calls of every kind.
pub(crate) fn routes(config: &mut ServiceConfig) {
    config
        .service(addresses::get_address_book)
        .service(addresses::save_address_book)
        .service(garages::get_garage)
        .service(garages::save_garage)
        .service(carts::get_cart)
        .service(carts::save_cart);
}

/// The body of a save.
trait DocumentRequest: Request {
    type Content: MemberDocument;

    fn document(self) -> Result<Revisioned<Self::Content>, Problem>;

    /// A problem of the fields, as this kind reports it.
    fn problem(problem: Problem) -> Problem {
        problem
    }
}

async fn get<D: MemberDocument, View: From<Revisioned<D>>>(
    api: Data<Api>,
    caller: Caller,
    email: Path<String>,
) -> Result<Json<View>, Problem> {
    Ok(Json(api.shop.member_document(caller.0, extract::email(&email)?).await?.into()))
}

async fn save<R: DocumentRequest, View: From<Revisioned<R::Content>>>(
    api: Data<Api>,
    caller: Caller,
    email: Path<String>,
    body: Body<R>,
) -> Result<Json<View>, Problem> {
    api.limits.check(Limited::Carts, &caller.0.to_string())?;
    let document = body.read().map_err(R::problem)?.document()?;
    Ok(Json(api.shop.save_member_document(caller.0, extract::email(&email)?, document).await?.into()))
}

/// Declares the calls of a kind: path and tag, the types of request, content and response, and both handlers with their
/// operation ids. utoipa reads method and path from `get` and `put`, which the module must import.
macro_rules! document_calls {
    (
        $path:literal in $tag:literal, $request:ty => $content:ty => $view:ty;
        $(#[$about_get:meta])+ $get:ident as $get_id:literal;
        $(#[$about_save:meta])+ $save:ident as $save_id:literal;
    ) => {
        $(#[$about_get])+
        #[utoipa::path(tag = $tag, operation_id = $get_id, security(("bearer" = [])),
            params(("email" = $crate::input::EmailAddress, Path, description = "The caller's address")),
            responses((status = 200, body = $view), $crate::responses::AuthenticatedErrors))]
        #[get($path)]
        pub(crate) async fn $get(
            api: actix_web::web::Data<$crate::state::Api>,
            caller: $crate::extract::Caller,
            email: actix_web::web::Path<String>,
        ) -> Result<actix_web::web::Json<$view>, $crate::problem::Problem> {
            $crate::member_documents::get::<$content, _>(api, caller, email).await
        }

        $(#[$about_save])+
        #[utoipa::path(tag = $tag, operation_id = $save_id, request_body = $request, security(("bearer" = [])),
            params(("email" = $crate::input::EmailAddress, Path, description = "The caller's address")),
            responses((status = 200, body = $view), $crate::responses::WriteErrors))]
        #[put($path)]
        pub(crate) async fn $save(
            api: actix_web::web::Data<$crate::state::Api>,
            caller: $crate::extract::Caller,
            email: actix_web::web::Path<String>,
            body: $crate::extract::Body<$request>,
        ) -> Result<actix_web::web::Json<$view>, $crate::problem::Problem> {
            $crate::member_documents::save(api, caller, email, body).await
        }
    };
}
use document_calls;
