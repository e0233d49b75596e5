use crate::{FolderPictureStore, folder::store_error};
use autoparts_application::ports::{
    clock::Clock as _,
    pictures::{PictureStore as _, PictureStoreError},
};
use autoparts_domain::{
    pictures::{PictureId, PictureName},
    time::Timestamp,
};
use autoparts_testing::pictures_contract;
use autoparts_testing::{clock::TestClock, pictures_contract::Fixture};
use std::{
    fs::{self, File, Permissions},
    io::{ErrorKind, Write as _},
    os::unix::fs::PermissionsExt,
    path::{Path, PathBuf},
    sync::Arc,
    time::{Duration, Instant, UNIX_EPOCH},
};
use tempfile::TempDir;

fn path_in(root: &Path, name: &PictureName) -> PathBuf {
    root.join(&name.to_string()[..2]).join(name.to_string())
}

fn set_stored_at(path: &Path, at: Timestamp) {
    let at = UNIX_EPOCH + Duration::from_micros(u64::try_from(at.micros()).unwrap());
    File::options().append(true).open(path).unwrap().set_modified(at).unwrap();
}

fn store(root: &Path) -> FolderPictureStore {
    FolderPictureStore::new(root, Arc::new(TestClock::default()))
}

fn folder() -> Fixture {
    let folder = TempDir::new().unwrap();
    // Created on demand.
    let root = folder.path().join("shop/pictures");
    let store = Arc::new(store(&root));
    Fixture::new(store, move |name, at| {
        let _kept = &folder;
        set_stored_at(&path_in(&root, name), at);
    })
}

pictures_contract!(in_a_folder, folder());

fn name() -> PictureName {
    PictureName::all(PictureId::new([7; PictureId::BYTES]))[0]
}

/// All files below a folder.
fn files(root: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(root).unwrap().map(|entry| entry.unwrap().path());
    entries.flat_map(|path| if path.is_dir() { files(&path) } else { vec![path] }).collect()
}

#[tokio::test]
async fn an_unwritable_folder_is_reported_and_left_unchanged() {
    let folder = TempDir::new().unwrap();
    // A file in place of the store's first folder: this also stops a superuser.
    let root = folder.path().join("pictures");
    fs::write(&root, "").unwrap();
    let store = store(&root);
    let refused = store.put(&name(), b"it").await;
    assert!(matches!(refused, Err(PictureStoreError::Unavailable(_))), "{refused:?}");
    assert!(store.check_writable().is_err());
    assert_eq!(files(folder.path()), [root]);
}

#[tokio::test]
async fn a_read_only_folder_still_serves_its_pictures() {
    let folder = TempDir::new().unwrap();
    let store = store(folder.path());
    store.put(&name(), b"it").await.unwrap();
    fs::set_permissions(folder.path(), Permissions::from_mode(0o555)).unwrap();
    let other = PictureName::all(PictureId::new([8; PictureId::BYTES]))[0];
    let refused = store.put(&other, b"another").await;
    fs::set_permissions(folder.path(), Permissions::from_mode(0o755)).unwrap();
    // A superuser may write anywhere.
    assert!(matches!(refused, Err(PictureStoreError::Unavailable(_)) | Ok(())));
    assert!(store.get(&name()).await.unwrap().is_some());
}

#[tokio::test]
async fn a_full_disk_leaves_no_partial_file() {
    let folder = TempDir::new().unwrap();
    let store = store(folder.path());
    let full = store.write_new(&name(), |file| {
        file.write_all(b"half of it")?;
        Err(ErrorKind::StorageFull.into())
    });
    assert!(matches!(full.map_err(store_error), Err(PictureStoreError::Full(_))));
    assert!(files(folder.path()).is_empty());
    assert!(store.get(&name()).await.unwrap().is_none());
}

#[tokio::test]
async fn files_are_private_and_only_picture_files_are_listed() {
    let folder = TempDir::new().unwrap();
    let store = store(folder.path());
    store.put(&name(), b"it").await.unwrap();
    let path = path_in(folder.path(), &name());
    assert_eq!(fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o600);
    fs::write(path.with_file_name("notes.txt"), "of the operator").unwrap();
    fs::write(folder.path().join("README"), "of the operator").unwrap();
    let ever = Timestamp::from_micros(i64::MAX);
    assert_eq!(store.stored_before(ever).await.unwrap(), [name()]);
}

#[tokio::test]
async fn unfinished_files_of_a_crash_are_deleted() {
    let folder = TempDir::new().unwrap();
    let clock = Arc::new(TestClock::default());
    let store = FolderPictureStore::new(folder.path(), clock.clone());
    store.put(&name(), b"it").await.unwrap();
    let unfinished = path_in(folder.path(), &name()).with_file_name(".unfinished-1");
    fs::write(&unfinished, "half of").unwrap();
    set_stored_at(&unfinished, clock.now());
    store.stored_before(clock.now()).await.unwrap();
    assert!(unfinished.exists(), "it may still be written");
    clock.advance(Duration::from_hours(25));
    store.stored_before(clock.now()).await.unwrap();
    assert!(!unfinished.exists());
    assert!(store.get(&name()).await.unwrap().is_some());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_picture_stored_again_during_the_purge_is_kept() {
    let folder = TempDir::new().unwrap();
    let (store, name) = (store(folder.path()), name());
    store.put(&name, b"a picture").await.unwrap();
    let start = Instant::now();
    while start.elapsed() < Duration::from_secs(1) {
        set_stored_at(&path_in(folder.path(), &name), Timestamp::from_micros(1));
        let (stored, _) =
            tokio::join!(store.put(&name, b"a picture"), store.delete_stored_before(&name, Timestamp::from_micros(2)));
        stored.unwrap();
        assert!(path_in(folder.path(), &name).exists());
    }
}
