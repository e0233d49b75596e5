//! `/brands` and `/categories`.

use crate::{
    extract::{Body, Caller},
    form::request,
    input::whole_numbers,
    problem::{FieldProblem, Problem, ProblemDocument},
    public_answers::Key,
    responses::{AuthenticatedErrors, Deleted, Inserted, PublicErrors, WriteErrors, public},
    state::Api,
    view::response,
};
use actix_web::{
    HttpRequest, HttpResponse, delete, get, post, put,
    web::{Data, Json, Path, Query},
};
use autoparts_application::{catalogue::CatalogueError, use_case_error::UseCaseError};
use autoparts_domain::{
    catalogue::category::{Brand, Category},
    slug::{BrandId, CategoryId},
    text::{BrandName, CategoryName},
    validation::ValidationError,
};
use serde::Deserialize;
use std::str::FromStr;
use utoipa::IntoParams;

/// The sort position of a category among its siblings.
#[derive(Debug, Clone, Copy)]
pub(crate) struct CategoryPosition(i64);

impl CategoryPosition {
    pub(crate) const MIN: i64 = 0;
    pub(crate) const MAX: i64 = 1_000_000;

    pub(crate) fn new(position: i64) -> Result<Self, ValidationError> {
        let fits = (Self::MIN..=Self::MAX).contains(&position);
        fits.then_some(Self(position)).ok_or(ValidationError::outside(Self::MIN, Self::MAX))
    }
}

whole_numbers! {
    CategoryPosition, "CategoryPosition";
}

response! {
    /// A brand.
    #[derive(Clone)]
    pub(crate) BrandView as Brand from |brand| &Brand {
        /// The brand's key.
        #[serde(rename = "_id")]
        pub(crate) id: String = brand.id.as_str().to_owned(),
        /// The name.
        pub(crate) name: String = brand.name.as_str().to_owned(),
    }

    /// A category.
    pub(crate) CategoryView as Category from |category| &Category {
        /// The category's key.
        #[serde(rename = "_id")]
        pub(crate) id: String = category.id.as_str().to_owned(),
        /// The name.
        pub(crate) name: String = category.name.as_str().to_owned(),
        /// The key of its parent category; absent at the top level.
        parent: Option<String> = category.parent.as_ref().map(|parent| parent.as_str().to_owned()),
        /// Its sort position among its siblings.
        position: i64 = category.position,
    }
}

request! {
    /// A new version of a brand.
    BrandFields {
        /// The name.
        name: BrandName,
    }
}

request! {
    /// A brand to add.
    NewBrand {
        /// The key; it must be unused.
        key: BrandId,
        /// The name.
        name: BrandName,
    }
}

request! {
    /// A category to add.
    NewCategory {
        /// The key; it must be unused.
        key: CategoryId,
        /// The name.
        name: CategoryName,
        /// The key of its parent category; absent at the top level.
        parent: Option<CategoryId>,
        /// Its sort position among its siblings; equal positions are sorted by name.
        position: Option<CategoryPosition>,
    }
}

request! {
    /// A new version of a category.
    CategoryFields {
        /// The name.
        name: CategoryName,
        /// The key of its parent category; absent at the top level.
        parent: Option<CategoryId>,
        /// Its sort position among its siblings; equal positions are sorted by name.
        position: Option<CategoryPosition>,
    }
}

response! {
    /// The result of saving a brand or a category.
    pub(crate) Saved {
        /// Always true.
        acknowledged: bool,
        /// Whether it was added rather than changed.
        added: bool,
    }
}

/// Where the contents of a deleted brand or category go.
#[derive(Debug, Deserialize, IntoParams)]
pub(crate) struct Into {
    /// The key of the brand or category that they move to.
    #[param(max_length = 60, pattern = "^([0-9a-z]+(-[0-9a-z]+)*)?$", required = false, nullable = false)]
    #[serde(default)]
    into: Option<String>,
}

impl Into {
    fn read<T: FromStr<Err = ValidationError>>(&self) -> Result<Option<T>, Problem> {
        let into = self.into.as_deref().filter(|into| !into.is_empty());
        into.map(str::parse).transpose().map_err(|why| Problem::field("into", why))
    }
}

/// Parses a key in a path; an invalid key is not found.
fn key<T: FromStr>(path: &Path<String>) -> Result<T, Problem> {
    path.parse().map_err(|_| Problem::not_found())
}

/// Parses the key in the path of something that may be new.
fn new_key<T: FromStr<Err = ValidationError>>(path: &Path<String>) -> Result<T, Problem> {
    path.parse().map_err(|why| Problem::field("id", why))
}

/// Lists all brands, by name.
#[utoipa::path(tag = "parts", operation_id = "listBrands", responses((status = 200, body = [BrandView]), PublicErrors))]
#[get("/brands")]
pub(crate) async fn list_brands(api: Data<Api>, request: HttpRequest) -> Result<HttpResponse, Problem> {
    let read = async || {
        let brands: Vec<BrandView> = api.shop.brands().await?.iter().map(BrandView::from).collect();
        public(&brands)
    };
    api.read_public(&request, Key::Brands, read).await
}

/// Adds a brand with an unused key. Admin only.
#[utoipa::path(tag = "parts", operation_id = "addBrand", request_body = NewBrand, security(("bearer" = [])),
    responses((status = 201, body = Inserted), WriteErrors))]
#[post("/brands")]
pub(crate) async fn add_brand(api: Data<Api>, caller: Caller, body: Body<NewBrand>) -> Result<HttpResponse, Problem> {
    let NewBrand { key, name } = body.read()?;
    api.shop.add_brand(caller.0, Brand { id: key.clone(), name }).await?;
    Ok(HttpResponse::Created().json(Inserted::new(key)))
}

/// Adds or renames a brand. Admin only.
#[utoipa::path(tag = "parts", operation_id = "saveBrand", params(("id" = String, Path, description = "The key: lowercase letters, digits and single hyphens", max_length = 60, pattern = "^[0-9a-z]+(-[0-9a-z]+)*$")),
    request_body = BrandFields, security(("bearer" = [])), responses((status = 200, body = Saved), WriteErrors))]
#[put("/brands/{id}")]
pub(crate) async fn save_brand(
    api: Data<Api>,
    caller: Caller,
    id: Path<String>,
    body: Body<BrandFields>,
) -> Result<Json<Saved>, Problem> {
    let brand = Brand { id: new_key::<BrandId>(&id)?, name: body.read()?.name };
    Ok(Json(Saved { acknowledged: true, added: api.shop.save_brand(caller.0, brand).await? }))
}

/// A not-found error is about the target: deleting something that does not exist is no error.
fn refused_deletion(error: UseCaseError<CatalogueError>) -> Problem {
    match error {
        UseCaseError::Refused(CatalogueError::NoSuchBrand | CatalogueError::NoSuchCategory) => {
            Problem::refused_field(FieldProblem::new("into", ValidationError::Unknown))
        }
        error => error.into(),
    }
}

/// Deletes a brand. Its parts move to another brand, or have no brand from then on. Admin only.
#[utoipa::path(tag = "parts", operation_id = "deleteBrand", params(("id" = String, Path, description = "The brand's key"), Into),
    security(("bearer" = [])), responses((status = 200, body = Deleted), (status = 409, body = ProblemDocument, content_type = "application/problem+json"), AuthenticatedErrors))]
#[delete("/brands/{id}")]
pub(crate) async fn delete_brand(
    api: Data<Api>,
    caller: Caller,
    id: Path<String>,
    query: Query<Into>,
) -> Result<Json<Deleted>, Problem> {
    let deleted = api.shop.delete_brand(caller.0, key(&id)?, query.read()?).await;
    Ok(Json(Deleted::new(deleted.map_err(refused_deletion)?)))
}

/// Lists all categories, each before its subcategories.
#[utoipa::path(tag = "parts", operation_id = "listCategories", responses((status = 200, body = [CategoryView]), PublicErrors))]
#[get("/categories")]
pub(crate) async fn list_categories(api: Data<Api>, request: HttpRequest) -> Result<HttpResponse, Problem> {
    let read = async || {
        let tree = api.shop.categories().await?;
        let categories: Vec<CategoryView> = tree.in_order().into_iter().map(CategoryView::from).collect();
        public(&categories)
    };
    api.read_public(&request, Key::Categories, read).await
}

/// Adds a category with an unused key. Admin only.
#[utoipa::path(tag = "parts", operation_id = "addCategory", request_body = NewCategory, security(("bearer" = [])),
    responses((status = 201, body = Inserted), WriteErrors))]
#[post("/categories")]
pub(crate) async fn add_category(
    api: Data<Api>,
    caller: Caller,
    body: Body<NewCategory>,
) -> Result<HttpResponse, Problem> {
    let NewCategory { key, name, parent, position } = body.read()?;
    let position = position.map_or(0, |position| position.0);
    api.shop.add_category(caller.0, Category { id: key.clone(), name, parent, position }).await?;
    Ok(HttpResponse::Created().json(Inserted::new(key)))
}

/// Adds a category, or renames and moves it. Admin only.
#[utoipa::path(tag = "parts", operation_id = "saveCategory", params(("id" = String, Path, description = "The key: lowercase letters, digits and single hyphens", max_length = 60, pattern = "^[0-9a-z]+(-[0-9a-z]+)*$")),
    request_body = CategoryFields, security(("bearer" = [])), responses((status = 200, body = Saved), WriteErrors))]
#[put("/categories/{id}")]
pub(crate) async fn save_category(
    api: Data<Api>,
    caller: Caller,
    id: Path<String>,
    body: Body<CategoryFields>,
) -> Result<Json<Saved>, Problem> {
    let id = new_key::<CategoryId>(&id)?;
    let fields = body.read()?;
    let position = fields.position.map_or(0, |position| position.0);
    let category = Category { id, name: fields.name, parent: fields.parent, position };
    Ok(Json(Saved { acknowledged: true, added: api.shop.save_category(caller.0, category).await? }))
}

/// Deletes a category. Its contents move to another category; without one, it must be empty. Admin only.
#[utoipa::path(tag = "parts", operation_id = "deleteCategory", params(("id" = String, Path, description = "The category's key"), Into),
    security(("bearer" = [])), responses((status = 200, body = Deleted), (status = 409, body = ProblemDocument, content_type = "application/problem+json"), AuthenticatedErrors))]
#[delete("/categories/{id}")]
pub(crate) async fn delete_category(
    api: Data<Api>,
    caller: Caller,
    id: Path<String>,
    query: Query<Into>,
) -> Result<Json<Deleted>, Problem> {
    let deleted = api.shop.delete_category(caller.0, key(&id)?, query.read()?).await;
    Ok(Json(Deleted::new(deleted.map_err(refused_deletion)?)))
}
