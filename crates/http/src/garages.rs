//! `/garages`: the vehicles of a member.

use crate::{
    extract::{self, Body, Caller},
    form::request,
    input::{EmailAddress, RequiredList, SavedRevision},
    limits::Limited,
    problem::{FieldProblem, Problem},
    responses::{AuthenticatedErrors, WriteErrors},
    state::Api,
};
use actix_web::{
    get, put,
    web::{Data, Json, Path},
};
use autoparts_domain::{
    garages::{Garage, GarageRefused, GarageVehicles},
    vehicles::Vehicle,
};
use serde::Serialize;
use utoipa::ToSchema;

request! {
    /// A garage as it is to be.
    GarageRequest {
        /// The revision that this was made from; 0 when none was saved.
        revision: SavedRevision,
        /// All of its vehicles, in order; they need not exist.
        vehicles: RequiredList<Vehicle, { GarageVehicles::MAX }>,
        /// The one that is chosen, which is one of them.
        chosen: Option<Vehicle>,
    }
}

impl GarageRequest {
    fn garage(self) -> Result<Garage, Problem> {
        let vehicles = GarageVehicles::new(self.vehicles.0, self.chosen.as_ref()).map_err(|refused| {
            Problem::refused_field(match refused {
                GarageRefused::Vehicles(why) => FieldProblem::new("vehicles", why),
                GarageRefused::Chosen(why) => FieldProblem::new("chosen", why),
            })
        })?;
        Ok(Garage { revision: self.revision.0, vehicles })
    }
}

/// A garage.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Garage)]
pub(crate) struct GarageView {
    /// How often it was saved; 0 when none is saved.
    revision: i64,
    /// Its vehicles, in order; some may be known no more.
    vehicles: Vec<String>,
    /// The one that is chosen.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    chosen: Option<String>,
}

impl From<Garage> for GarageView {
    fn from(Garage { revision, vehicles }: Garage) -> Self {
        let chosen = vehicles.chosen().map(ToString::to_string);
        Self { revision, vehicles: vehicles.as_slice().iter().map(ToString::to_string).collect(), chosen }
    }
}

/// The caller's vehicles; none with revision 0 when none were saved.
#[utoipa::path(tag = "vehicles", operation_id = "getGarage", security(("bearer" = [])),
    params(("email" = EmailAddress, Path, description = "The caller's address")),
    responses((status = 200, body = GarageView), AuthenticatedErrors))]
#[get("/garages/{email}")]
pub(crate) async fn get_garage(
    api: Data<Api>,
    caller: Caller,
    email: Path<String>,
) -> Result<Json<GarageView>, Problem> {
    Ok(Json(api.shop.garage(caller.0, extract::email(&email)?).await?.into()))
}

/// Replaces the caller's vehicles, all of them. A garage that was saved elsewhere since the revision that is sent is refused with
/// `changed_meanwhile`: read it, merge, and send again.
#[utoipa::path(tag = "vehicles", operation_id = "saveGarage", request_body = GarageRequest, security(("bearer" = [])),
    params(("email" = EmailAddress, Path, description = "The caller's address")),
    responses((status = 200, body = GarageView), WriteErrors))]
#[put("/garages/{email}")]
pub(crate) async fn save_garage(
    api: Data<Api>,
    caller: Caller,
    email: Path<String>,
    body: Body<GarageRequest>,
) -> Result<Json<GarageView>, Problem> {
    api.limits.check(Limited::Carts, &caller.0.to_string())?;
    let garage = body.read()?.garage()?;
    Ok(Json(api.shop.save_garage(caller.0, extract::email(&email)?, garage).await?.into()))
}
