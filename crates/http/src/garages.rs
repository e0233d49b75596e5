//! `/garages`: a member's saved vehicles.

use crate::{
    extract::{self, Body, Caller},
    form::request,
    input::{EmailAddress, RequiredList, SavedRevision},
    limits::Limited,
    problem::{FieldProblem, Problem},
    responses::{AuthenticatedErrors, WriteErrors},
    state::Api,
    view::response,
};
use actix_web::{
    get, put,
    web::{Data, Json, Path},
};
use autoparts_domain::{
    garages::{Garage, GarageRefused, GarageVehicles},
    vehicles::Vehicle,
};

request! {
    /// A new version of a garage.
    GarageRequest {
        /// The revision that this edit is based on; 0 if none was saved.
        revision: SavedRevision,
        /// All vehicles, in order; they need not exist.
        vehicles: RequiredList<Vehicle, { GarageVehicles::MAX }>,
        /// The selected vehicle, which must be one of them.
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

response! {
    /// A garage.
    pub(crate) GarageView as Garage {
        /// The number of saves; 0 if never saved.
        revision: i64,
        /// The vehicles, in order; some may no longer exist.
        vehicles: Vec<String>,
        /// The selected vehicle.
        chosen: Option<String>,
    }
}

impl From<Garage> for GarageView {
    fn from(Garage { revision, vehicles }: Garage) -> Self {
        let chosen = vehicles.chosen().map(ToString::to_string);
        Self { revision, vehicles: vehicles.as_slice().iter().map(ToString::to_string).collect(), chosen }
    }
}

/// Returns the caller's vehicles; empty with revision 0 if none were saved.
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

/// Replaces all of the caller's vehicles. If the garage was saved elsewhere since the given revision, the call is
/// refused with `changed_meanwhile`: read it, merge, and send again.
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
