//! The vehicles of a member, so that they say once which car they have.

use crate::{validation::ValidationError, vehicles::Vehicle};
use std::collections::BTreeSet;

/// A member's vehicles, in the order in which they were added, and which of them is chosen. They need not exist any more.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct GarageVehicles {
    vehicles: Vec<Vehicle>,
    chosen: Option<usize>,
}

/// Why vehicles cannot be in a garage together.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum GarageRefused {
    /// The list has too many, or one twice.
    Vehicles(ValidationError),
    /// The chosen one is not among them.
    Chosen(ValidationError),
}

impl GarageVehicles {
    /// How many vehicles a garage has room for.
    pub const MAX: usize = 20;

    /// Refuses too many, one that is there twice, and a chosen one that is not among them.
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

    /// The one that is chosen.
    #[must_use]
    pub fn chosen(&self) -> Option<&Vehicle> {
        self.chosen.and_then(|place| self.vehicles.get(place))
    }
}

/// A member's garage.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Garage {
    /// How often it was saved; 0 when it never was.
    pub revision: i64,
    /// What is in it.
    pub vehicles: GarageVehicles,
}

#[cfg(test)]
mod tests {
    use super::*;

    fn vehicle(year: i64) -> Vehicle {
        format!("{year}/honda/civic").parse().unwrap()
    }

    #[test]
    fn a_garage_has_room_for_twenty_different_vehicles() {
        let many = |count| (1990..1990 + count).map(vehicle).collect::<Vec<_>>();
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
