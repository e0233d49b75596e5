//! The garages of members. A garage is read and replaced as a whole, so its vehicles are one text.

use crate::{
    revisions::save_at,
    schema::garages,
    stored::{Refused, Stored},
    transaction::SqlTransaction,
};
use autoparts_application::ports::{garages::GarageRepository, store_error::StoreResult};
use autoparts_domain::{
    garages::{Garage, GarageVehicles},
    id::UserId,
    vehicles::Vehicle,
};
use diesel::prelude::*;

fn written(vehicles: &GarageVehicles) -> String {
    vehicles.as_slice().iter().map(ToString::to_string).collect::<Vec<_>>().join("\n")
}

fn read(row: Stored<'_>, vehicles: &str, chosen: &str) -> Result<GarageVehicles, Refused> {
    let vehicles = vehicles.lines().map(|vehicle| row.text("vehicles", vehicle)).collect::<Result<_, _>>()?;
    let chosen: Option<Vehicle> = (!chosen.is_empty()).then(|| row.text("chosen", chosen)).transpose()?;
    row.require("vehicles", GarageVehicles::new(vehicles, chosen.as_ref()).ok())
}

impl GarageRepository for SqlTransaction<'_> {
    fn garage(&mut self, user: &UserId) -> StoreResult<Option<Garage>> {
        let user = user.to_string();
        let theirs = garages::table.filter(garages::user_id.eq(&user));
        let theirs = theirs.select((garages::revision, garages::vehicles, garages::chosen));
        self.query(|connection| {
            let found: Option<(i64, String, String)> = theirs.first(connection).optional()?;
            let garage = |(revision, vehicles, chosen): (i64, String, String)| {
                let vehicles = read(Stored::row("garages", &user), &vehicles, &chosen)?;
                Ok::<_, Refused>(Garage { revision, vehicles })
            };
            Ok(found.map(garage).transpose()?)
        })
    }

    fn save_garage(&mut self, user: &UserId, garage: &Garage) -> StoreResult<()> {
        let user = user.to_string();
        let revision = garage.revision;
        let vehicles = written(&garage.vehicles);
        let chosen = garage.vehicles.chosen().map(ToString::to_string).unwrap_or_default();
        self.execute(|connection| {
            let content = (garages::vehicles.eq(&vehicles), garages::chosen.eq(&chosen));
            let row = (garages::user_id.eq(&user), garages::revision.eq(1), content);
            let as_it_was = garages::table.filter(garages::user_id.eq(&user)).filter(garages::revision.eq(revision));
            let change = (garages::revision.eq(revision + 1), content);
            save_at(
                revision,
                connection,
                |connection| diesel::insert_into(garages::table).values(row).execute(connection),
                |connection| diesel::update(as_it_was).set(change).execute(connection),
            )
        })
    }
}
