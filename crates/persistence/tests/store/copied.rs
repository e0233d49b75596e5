//! A catalog that stays readable during a PostgreSQL outage, with a real server that is stopped and started.

use autoparts_application::ports::{
    generations::Source,
    page::Page,
    store::{Store, Transaction},
    store_error::{StoreError, StoreResult},
};
use autoparts_domain::{catalogue::Part, time::Timestamp};
use autoparts_persistence::{
    CopiedStore, Recovered, SqlStore, StoreOptions,
    testing::{PostgresCluster, PostgresDatabase},
};
use autoparts_testing::{clock::NEW_YEAR, samples::part};
use std::{path::PathBuf, sync::Arc, time::Duration};

/// Late enough for everything written at [`NEW_YEAR`] to be copied.
const LATER: Timestamp = Timestamp::from_micros(NEW_YEAR.micros() + 600_000_000);

struct Scene {
    cluster: PostgresCluster,
    database: PostgresDatabase,
    folder: tempfile::TempDir,
    copied: Arc<CopiedStore>,
}

impl Scene {
    fn set_up() -> Self {
        let cluster = PostgresCluster::private().unwrap();
        let database = cluster.migrated_database().unwrap();
        let folder = tempfile::tempdir().unwrap();
        let main = SqlStore::open(database.url(), &StoreOptions::default()).unwrap();
        let copied = CopiedStore::new(main, &folder.path().join("catalogue.db")).unwrap();
        Self { cluster, database, folder, copied: Arc::new(copied) }
    }

    fn file(&self) -> PathBuf {
        self.folder.path().join("catalogue.db")
    }

    fn store(&self) -> Arc<dyn Store> {
        self.copied.clone()
    }

    async fn add(&self, numbers: impl Iterator<Item = u64> + Clone + Send + Sync + 'static) {
        let add = move |tx: &mut dyn Transaction| {
            numbers.clone().try_for_each(|number| tx.insert_part(&part(number, 7), NEW_YEAR))
        };
        self.store().write(add).await.unwrap();
    }

    /// Waits until the database is found to be available again.
    async fn until_it_is_back(&self) {
        let mut looks = 0;
        while self.copied.watch().await != Recovered::Yes {
            looks += 1;
            assert!(looks < 200, "it does not come back");
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    }
}

async fn shown(store: &Arc<dyn Store>) -> StoreResult<Vec<Part>> {
    let cards = store.read_public(|tx| tx.parts(&Page { after: None, limit: 1000 })).await?;
    Ok(cards.into_iter().map(|card| card.part).collect())
}

#[tokio::test(flavor = "multi_thread")]
async fn the_catalogue_is_read_from_its_copy_while_the_database_is_away_and_nothing_else_is() {
    let scene = Scene::set_up();
    scene.add(1..=450).await;
    assert_eq!(scene.copied.follow(LATER).await.unwrap(), 450);
    let store = scene.store();
    let before = shown(&store).await.unwrap();
    assert_eq!((before.len(), store.copied_at()), (450, None));

    scene.cluster.stop().unwrap();
    assert_eq!(shown(&store).await.unwrap(), before);
    assert_eq!(store.copied_at(), Some(LATER.minus(Duration::from_mins(2))), "it reports its age");
    let refused = store.read(|tx| tx.parts(&Page::first())).await;
    assert!(matches!(refused, Err(StoreError::Unavailable(_))), "{refused:?}");
    let refused = store.write(|tx| tx.insert_part(&part(1000, 1), NEW_YEAR)).await;
    assert!(matches!(refused, Err(StoreError::Unavailable(_))), "{refused:?}");
    assert!(store.check().await.is_err(), "it cannot sell");
    assert_eq!(scene.copied.follow(LATER).await.unwrap(), 0, "there is nothing to follow");

    scene.cluster.start().unwrap();
    let generation = store.generations().current(Source::Parts);
    scene.until_it_is_back().await;
    assert_eq!(store.copied_at(), None);
    assert!(store.generations().current(Source::Parts) > generation, "answers from the copy are no longer valid");
    assert_eq!(shown(&store).await.unwrap(), before);
    scene.add(1000..=1000).await;
    assert_eq!(shown(&store).await.unwrap().len(), 451);
}

/// Makes reads of stock fail, as on Citus while one of the nodes is down.
const LOSE_A_NODE: &str = "
    ALTER TABLE stock RENAME TO stock_of_nodes;
    CREATE FUNCTION read_node() RETURNS BOOLEAN LANGUAGE plpgsql AS $$ BEGIN
        RAISE EXCEPTION 'connection to the remote node postgres@db2:5432 failed with the following error: Connection refused'
            USING ERRCODE = 'connection_failure';
    END $$;
    CREATE VIEW stock AS SELECT * FROM stock_of_nodes WHERE read_node()";

const FIND_THE_NODE: &str = "DROP VIEW stock; ALTER TABLE stock_of_nodes RENAME TO stock";

#[tokio::test(flavor = "multi_thread")]
async fn the_copy_is_read_until_every_node_of_a_distributed_database_is_back() {
    let scene = Scene::set_up();
    scene.add(1..=3).await;
    scene.copied.follow(LATER).await.unwrap();
    let store = scene.store();
    store.check().await.unwrap();
    scene.database.execute(LOSE_A_NODE).unwrap();
    assert!(matches!(store.check().await, Err(StoreError::Unavailable(_))), "it cannot sell");
    assert_eq!(shown(&store).await.unwrap().len(), 3);
    assert_eq!(scene.copied.watch().await, Recovered::Unchanged);
    assert!(store.copied_at().is_some());
    scene.database.execute(FIND_THE_NODE).unwrap();
    scene.until_it_is_back().await;
    store.check().await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_hanging_database_does_not_delay_catalogue_reads_for_long() {
    let scene = Scene::set_up();
    scene.add(1..=3).await;
    scene.copied.follow(LATER).await.unwrap();
    let store = scene.store();
    store.check().await.unwrap();
    scene.cluster.freeze().unwrap();
    for _ in 0..10 {
        let read = tokio::time::timeout(Duration::from_secs(5), shown(&store)).await.unwrap();
        assert_eq!(read.unwrap().len(), 3);
    }
    assert!(store.copied_at().is_some());
    scene.cluster.thaw().unwrap();
    scene.until_it_is_back().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_copy_follows_what_changes_once_it_is_settled() {
    let scene = Scene::set_up();
    scene.add(1..=2).await;
    scene.copied.follow(LATER).await.unwrap();
    // A very recent change is not copied: its transaction may not be visible yet.
    let store = scene.store();
    store.write(|tx| tx.insert_part(&part(3, 9), LATER)).await.unwrap();
    assert_eq!(scene.copied.follow(LATER.plus(Duration::from_mins(1))).await.unwrap(), 0);
    assert_eq!(scene.copied.follow(LATER.plus(Duration::from_mins(2))).await.unwrap(), 1);
    assert_eq!(scene.copied.follow(LATER.plus(Duration::from_mins(3))).await.unwrap(), 0, "once is enough");
    scene.cluster.stop().unwrap();
    assert_eq!(shown(&store).await.unwrap().len(), 3);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_server_that_starts_without_its_database_shows_the_catalogue_and_sells_when_it_is_there() {
    let scene = Scene::set_up();
    scene.add(1..=5).await;
    let url = scene.database.url().clone();
    let options = StoreOptions::default();
    let file = scene.file();
    assert!(CopiedStore::without_database(&url, &options, &file).unwrap().is_none(), "nothing was copied yet");
    scene.copied.follow(LATER).await.unwrap();
    scene.cluster.stop().unwrap();

    let started = CopiedStore::without_database(&url, &options, &file).unwrap().unwrap();
    let scene = Scene { copied: Arc::new(started), ..scene };
    let store = scene.store();
    assert_eq!(shown(&store).await.unwrap().len(), 5);
    assert!(store.copied_at().is_some());
    assert_eq!(scene.copied.watch().await, Recovered::Unchanged);
    scene.cluster.start().unwrap();
    assert!(
        store.read(|tx| tx.parts(&Page::first())).await.is_err(),
        "it has not been checked yet whether it is the right one"
    );
    scene.until_it_is_back().await;
    scene.add(6..=6).await;
    assert_eq!(shown(&store).await.unwrap().len(), 6);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_server_that_started_without_its_database_does_not_use_one_that_lacks_migrations() {
    let scene = Scene::set_up();
    scene.copied.follow(LATER).await.unwrap();
    let empty = scene.cluster.empty_database().unwrap();
    let started = CopiedStore::without_database(empty.url(), &StoreOptions::default(), &scene.file()).unwrap().unwrap();
    let found = started.watch().await;
    assert!(matches!(found, Recovered::LacksMigrations(_)), "{found:?}");
    let store: Arc<dyn Store> = Arc::new(started);
    assert!(store.read(|tx| tx.parts(&Page::first())).await.is_err());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_damaged_copy_is_rebuilt() {
    let scene = Scene::set_up();
    scene.add(1..=2).await;
    let file = scene.folder.path().join("other.db");
    std::fs::write(&file, "this is no database").unwrap();
    let main = SqlStore::open(scene.database.url(), &StoreOptions::default()).unwrap();
    let copied = CopiedStore::new(main, &file).unwrap();
    assert_eq!(copied.follow(LATER).await.unwrap(), 2);
}
