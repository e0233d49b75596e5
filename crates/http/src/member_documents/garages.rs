//! `/garages`: a member's saved vehicles.

use super::{DocumentRequest, document_calls};
use crate::{
    form::request,
    input::{RequiredList, SavedRevision},
    problem::{FieldProblem, Problem},
    view::response,
};
use actix_web::{get, put};
use autoparts_domain::{
    member_documents::{
        Revisioned,
        garages::{GarageRefused, GarageVehicles},
    },
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

impl DocumentRequest for GarageRequest {
    type Content = GarageVehicles;

    fn document(self) -> Result<Revisioned<GarageVehicles>, Problem> {
        let content = GarageVehicles::new(self.vehicles.0, self.chosen.as_ref()).map_err(|refused| {
            Problem::refused_field(match refused {
                GarageRefused::Vehicles(why) => FieldProblem::new("vehicles", why),
                GarageRefused::Chosen(why) => FieldProblem::new("chosen", why),
            })
        })?;
        Ok(Revisioned { revision: self.revision.0, content })
    }
}

response! {
    /// A garage.
    pub(crate) GarageView as Garage from |garage| Revisioned<GarageVehicles> {
        /// The number of saves; 0 if never saved.
        revision: i64 = garage.revision,
        /// The vehicles, in order; some may no longer exist.
        vehicles: Vec<String> = garage.content.as_slice().iter().map(ToString::to_string).collect(),
        /// The selected vehicle.
        chosen: Option<String> = garage.content.chosen().map(ToString::to_string),
    }
}

document_calls! {
    "/garages/{email}" in "vehicles", GarageRequest => GarageVehicles => GarageView;

    /// Returns the caller's vehicles; empty with revision 0 if none were saved.
    get_garage as "getGarage";

    /// Replaces all of the caller's vehicles. If the garage was saved elsewhere since the given revision, the call is
    /// refused with `changed_meanwhile`: read it, merge, and send again.
    save_garage as "saveGarage";
}
