//! Rules about garages.

use super::{Shared, add_user, samples};
use autoparts_application::ports::store_error::{StoreError, StoreResult};
use autoparts_domain::{
    accounts::User,
    garages::{Garage, GarageVehicles},
    id::UserId,
    vehicles::Vehicle,
};

async fn user(store: &Shared, number: u64) -> UserId {
    let user: User = samples::customer(number);
    add_user(store, &user).await;
    user.id
}

async fn found(store: &Shared, user: UserId) -> Option<Garage> {
    store.read(move |tx| tx.garage(&user)).await.unwrap()
}

async fn save(store: &Shared, user: UserId, garage: Garage) -> StoreResult<()> {
    store.write(move |tx| tx.save_garage(&user, &garage)).await
}

/// Cars of as many years, newest first; the last one is selected.
fn vehicles(count: i64) -> GarageVehicles {
    let car = |year: i64| -> Vehicle {
        let engine = if year % 2 == 0 { "/2.0l-l4-gas" } else { "" };
        format!("{year}/honda/civic{engine}").parse().unwrap()
    };
    let cars: Vec<Vehicle> = (0..count).map(|age| car(2020 - age)).collect();
    GarageVehicles::new(cars.clone(), cars.last()).unwrap()
}

pub async fn a_garage_is_found_as_it_was_saved(store: Shared) {
    let ann = user(&store, 1).await;
    let ben = user(&store, 2).await;
    assert_eq!(found(&store, ann).await, None);
    for (revision, count) in (0..).zip([2, 0, 1, 20]) {
        save(&store, ann, Garage { revision, vehicles: vehicles(count) }).await.unwrap();
        assert_eq!(found(&store, ann).await, Some(Garage { revision: revision + 1, vehicles: vehicles(count) }));
    }
    let none_chosen = GarageVehicles::new(vehicles(3).as_slice().to_vec(), None).unwrap();
    save(&store, ann, Garage { revision: 4, vehicles: none_chosen.clone() }).await.unwrap();
    assert_eq!(found(&store, ann).await, Some(Garage { revision: 5, vehicles: none_chosen }));
    assert_eq!(found(&store, ben).await, None, "each has their own");
}

pub async fn a_garage_needs_its_owner(store: Shared) {
    let unknown = samples::customer(1).id;
    assert!(matches!(save(&store, unknown, Garage::default()).await, Err(StoreError::Failed(_))));
}

pub async fn a_stale_garage_conflicts(store: Shared) {
    let ann = user(&store, 1).await;
    for (revision, saved) in [(1, false), (0, true), (0, false), (2, false), (1, true), (1, false)] {
        let result = save(&store, ann, Garage { revision, vehicles: vehicles(1) }).await;
        assert_eq!(result.is_ok(), saved, "{revision}");
        assert!(saved || matches!(result, Err(StoreError::Contention)), "{revision}: {result:?}");
    }
}
