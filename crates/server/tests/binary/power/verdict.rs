//! Opens the state after a power cut as the shop would, and compares it with the acknowledgments sent to customers.

use super::trace::{Acknowledgment, Event};
use autoparts_application::maintenance::books;
use autoparts_persistence::{
    DatabaseUrl, SchemaState, SqlStore, StoreOptions,
    testing::{damage, rows},
};
use std::{
    collections::{BTreeMap, BTreeSet},
    path::Path,
};
use tempfile::TempDir;

/// The expected state.
#[derive(Debug, Default)]
pub(crate) struct Expected {
    acknowledged: BTreeSet<Acknowledgment>,
    /// Orders that may be missing, because their customers requested deletion.
    may_be_gone: BTreeSet<String>,
}

/// The problems found.
#[derive(Debug, Default)]
pub(crate) struct Found {
    pub(crate) lost: Vec<Acknowledgment>,
    pub(crate) doubled: u64,
    pub(crate) damage: Option<String>,
}

impl Expected {
    pub(crate) fn note(&mut self, event: &Event) {
        match event {
            Event::Acknowledged(acknowledged) => drop(self.acknowledged.insert(acknowledged.clone())),
            Event::DeletionAsked(order) => drop(self.may_be_gone.insert(order.clone())),
            _ => {}
        }
    }

    fn holds(&self, acknowledged: &Acknowledgment, states: &BTreeMap<String, String>) -> bool {
        let state = |order| states.get(order).map(String::as_str).filter(|state| *state != "cancelled");
        match acknowledged {
            Acknowledgment::Placed(order) => state(order).is_some() || self.may_be_gone.contains(order),
            Acknowledgment::Deleted(order) => state(order).is_none(),
            Acknowledgment::Paid(order) => state(order) == Some("paid"),
        }
    }
}

/// Returns a temporary folder, in memory where possible, because thousands of databases are created in it.
pub(crate) fn folder() -> TempDir {
    let memory = Path::new("/dev/shm");
    if memory.is_dir() { tempfile::tempdir_in(memory) } else { tempfile::tempdir() }.unwrap()
}

/// Opens and checks the state in a folder.
pub(crate) async fn open(folder: &Path, expected: &Expected) -> Found {
    let url: DatabaseUrl = format!("sqlite://{}/kept/data/shop.db", folder.display()).parse().unwrap();
    match looked_at(&url).await {
        Ok(orders) => {
            let mut phones = BTreeSet::new();
            let doubled = orders.iter().filter(|(_, (_, phone))| !phones.insert(phone.clone())).count();
            let states = orders.into_iter().map(|(order, (state, _))| (order, state)).collect();
            let lost = expected
                .acknowledged
                .iter()
                .filter(|acknowledged| !expected.holds(acknowledged, &states))
                .cloned()
                .collect();
            Found { lost, doubled: u64::try_from(doubled).unwrap(), damage: None }
        }
        Err(damage) => Found { damage: Some(damage), ..Found::default() },
    }
}

type Orders = BTreeMap<String, (String, String)>;

/// Returns state and telephone number of each order, or the damage.
async fn looked_at(url: &DatabaseUrl) -> Result<Orders, String> {
    let store = SqlStore::open(url, &StoreOptions::default()).map_err(|error| error.to_string())?;
    store.migrate().map_err(|error| error.to_string())?;
    if store.schema().map_err(|error| error.to_string())? != SchemaState::Current {
        return Err("the tables are not those of the shop".to_owned());
    }
    let damage = damage(url).map_err(|error| error.to_string())?;
    if let Some(damage) = damage.first() {
        return Err(damage.clone());
    }
    let wrong = books::check(&store).await.map_err(|error| error.to_string())?;
    if let Some(wrong) = wrong.first() {
        return Err(format!("the books: {wrong}"));
    }
    // Erased canceled orders have no telephone number, so use the id, which is unique, too.
    let query = "SELECT id || ' ' || state || ' ' || CASE WHEN phone = '' THEN id ELSE phone END AS row FROM orders";
    let orders = rows(url, query).map_err(|error| error.to_string())?;
    Ok(orders
        .iter()
        .map(|row| {
            let mut words = row.splitn(3, ' ').map(str::to_owned);
            let mut next = || words.next().unwrap();
            (next(), (next(), next()))
        })
        .collect())
}
