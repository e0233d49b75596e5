//! A member's garage: their saved vehicles.

use crate::{validation::ValidationError, vehicles::Vehicle};
use std::collections::BTreeSet;

/// A member's vehicles in the order in which they were added, and the selected one. They may no longer exist.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct GarageVehicles {
    vehicles: Vec<Vehicle>,
    chosen: Option<usize>,
}

/// Why a list of vehicles is not a valid garage.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum GarageRefused {
    /// The list is too long or has duplicates.
    Vehicles(ValidationError),
    /// The selected vehicle is not in the list.
    Chosen(ValidationError),
}

impl GarageVehicles {
    /// Maximum number of vehicles in a garage.
    pub const MAX: usize = 20;

    /// Creates the list; an error if it is too long, has duplicates, or does not contain `chosen`.
    pub fn new(vehicles: Vec<Vehicle>, chosen: Option<&Vehicle>) -> Result<Self, GarageRefused> {
        if vehicles.len() > Self::MAX {
            return Err(GarageRefused::Vehicles(ValidationError::TooMany { max: Self::MAX }));
        }
        let mut known = BTreeSet::new();
        if !vehicles.iter().all(|vehicle| known.insert(vehicle)) {
            return Err(GarageRefused::Vehicles(ValidationError::Repeated));
        }
        let chosen = match chosen {
            None => None,
            Some(chosen) => match vehicles.iter().position(|vehicle| vehicle == chosen) {
                None => return Err(GarageRefused::Chosen(ValidationError::Unknown)),
                place => place,
            },
        };
        Ok(Self { vehicles, chosen })
    }

    /// The vehicles, in order.
    #[must_use]
    pub fn as_slice(&self) -> &[Vehicle] {
        &self.vehicles
    }

    /// The selected vehicle.
    #[must_use]
    pub fn chosen(&self) -> Option<&Vehicle> {
        self.chosen.and_then(|place| self.vehicles.get(place))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn vehicle(year: i64) -> Vehicle {
        format!("{year}/honda/civic").parse().unwrap()
    }

    #[test]
    fn a_garage_has_room_for_twenty_different_vehicles() {
        let many = |count: i64| (1990..1990 + count).map(vehicle).collect::<Vec<_>>();
        assert_eq!(GarageVehicles::new(many(20), None).unwrap().as_slice().len(), 20);
        let refused = GarageRefused::Vehicles(ValidationError::TooMany { max: 20 });
        assert_eq!(GarageVehicles::new(many(21), None), Err(refused));
        let twice = vec![vehicle(2018), vehicle(2019), vehicle(2018)];
        assert_eq!(GarageVehicles::new(twice, None), Err(GarageRefused::Vehicles(ValidationError::Repeated)));
    }

    #[test]
    fn the_chosen_vehicle_is_one_of_them() {
        let two = || vec![vehicle(2018), vehicle(2019)];
        assert_eq!(GarageVehicles::new(two(), Some(&vehicle(2019))).unwrap().chosen(), Some(&vehicle(2019)));
        assert_eq!(GarageVehicles::new(two(), None).unwrap().chosen(), None);
        let refused = GarageRefused::Chosen(ValidationError::Unknown);
        assert_eq!(GarageVehicles::new(two(), Some(&vehicle(2020))), Err(refused));
    }
}
