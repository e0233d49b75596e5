//! Pictures in a folder, which several servers may share. A file gets its final name only when it is complete and on
//! disk; until then it has a temporary name.

use async_trait::async_trait;
use autoparts_application::ports::{
    clock::Clock,
    pictures::{PictureContent, PictureStore, PictureStoreError, StoredPicture},
};
use autoparts_domain::{pictures::PictureName, time::Timestamp};
use std::{
    error::Error,
    fs::{self, DirBuilder, File, FileTimes, Permissions},
    io::{self, ErrorKind, Read as _, Write as _},
    os::unix::fs::{DirBuilderExt as _, PermissionsExt as _},
    path::{Path, PathBuf},
    sync::Arc,
    time::{Duration, SystemTime, UNIX_EPOCH},
};
use tempfile::Builder;
use tokio::sync::Semaphore;

/// Name prefix of files that are still being written.
const UNFINISHED: &str = ".unfinished-";

/// Chunk size for reading, in bytes.
const CHUNK: usize = 64 * 1024;

/// Maximum number of threads that access the folder at a time.
const MAX_THREADS: usize = 16;

/// Age after which an unfinished file counts as abandoned.
const ABANDONED_AFTER: Duration = Duration::from_hours(24);

/// Stores pictures in a folder: `ab/abcd…-800.jpg`, so that no subfolder has too many files. The modification time of
/// a file is when it was stored.
#[derive(Clone)]
pub struct FolderPictureStore {
    root: Arc<Path>,
    clock: Arc<dyn Clock>,
    permits: Arc<Semaphore>,
}

impl FolderPictureStore {
    /// Uses this folder, which is created with the first picture.
    #[must_use]
    pub fn new(root: &Path, clock: Arc<dyn Clock>) -> Self {
        Self { root: root.into(), clock, permits: Arc::new(Semaphore::new(MAX_THREADS)) }
    }

    /// Checks that pictures can be stored now; creates the folder. Blocks.
    pub fn check_writable(&self) -> io::Result<()> {
        make_private(&self.root)?;
        Builder::new().prefix(UNFINISHED).tempfile_in(&self.root).map(drop)
    }

    fn folder_of(&self, name: &PictureName) -> PathBuf {
        let name = name.to_string();
        self.root.join(name.get(..2).unwrap_or_default())
    }

    fn path_of(&self, name: &PictureName) -> PathBuf {
        self.folder_of(name).join(name.to_string())
    }

    /// Runs blocking file operations on a suitable thread.
    #[expect(clippy::disallowed_methods, reason = "the only place of this store that starts blocking work")]
    async fn blocking<T: Send + 'static>(
        &self,
        work: impl FnOnce(&Self) -> io::Result<T> + Send + 'static,
    ) -> Result<T, PictureStoreError> {
        let permit = Arc::clone(&self.permits).acquire_owned().await.map_err(|error| unavailable(error.into()))?;
        let store = self.clone();
        let span = tracing::Span::current();
        let running = tokio::task::spawn_blocking(move || {
            let done = span.in_scope(|| work(&store));
            drop(permit);
            done
        });
        running.await.map_err(|error| unavailable(error.into()))?.map_err(store_error)
    }

    fn write(&self, name: &PictureName, bytes: &[u8]) -> io::Result<()> {
        let path = self.path_of(name);
        let stored_now = FileTimes::new().set_modified(system_time(self.clock.now()));
        // Refreshes its time, so that it is not purged while a part is about to use it.
        if let Some(file) = locked(&path)? {
            file.set_times(stored_now)?;
            // It may have been purged before it was locked.
            if path.try_exists()? {
                return Ok(());
            }
        }
        self.write_new(name, |file| {
            file.write_all(bytes)?;
            file.set_times(stored_now)?;
            file.sync_all()
        })
    }

    /// Writes a file that appears under its name only after `write` succeeds.
    pub(crate) fn write_new(
        &self,
        name: &PictureName,
        write: impl FnOnce(&mut File) -> io::Result<()>,
    ) -> io::Result<()> {
        let folder = self.folder_of(name);
        make_private(&folder)?;
        let mut unfinished =
            Builder::new().prefix(UNFINISHED).permissions(Permissions::from_mode(0o600)).tempfile_in(&folder)?;
        write(unfinished.as_file_mut())?;
        // If a concurrent writer was first, its file has the same content.
        unfinished.persist(self.path_of(name)).map_err(|error| error.error)?;
        File::open(&folder)?.sync_all()
    }

    /// All files with their paths. Also deletes unfinished files left by a crash.
    fn files(&self) -> io::Result<Vec<(PictureName, PathBuf)>> {
        let abandoned = self.clock.now().minus(ABANDONED_AFTER);
        let mut files = Vec::new();
        for folder in entries(&self.root)? {
            if !folder.is_dir() {
                continue;
            }
            for path in entries(&folder)? {
                let Some(name) = path.file_name().and_then(|name| name.to_str()) else { continue };
                if name.starts_with(UNFINISHED) && stored_at(&path)?.is_some_and(|at| at < abandoned) {
                    fs::remove_file(&path)?;
                } else if let Ok(name) = name.parse() {
                    files.push((name, path));
                }
            }
        }
        Ok(files)
    }
}

/// Creates a folder and its parents, accessible only to the user of this process. Existing folders are unchanged.
fn make_private(folder: &Path) -> io::Result<()> {
    DirBuilder::new().recursive(true).mode(0o700).create(folder)
}

/// The entries of a folder; empty if it does not exist.
fn entries(folder: &Path) -> io::Result<Vec<PathBuf>> {
    match fs::read_dir(folder) {
        Ok(entries) => entries.map(|entry| entry.map(|entry| entry.path())).collect(),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(Vec::new()),
        Err(error) => Err(error),
    }
}

/// Opens a file and locks it, so that it is not deleted while its time is refreshed; `None` if it is gone.
fn locked(path: &Path) -> io::Result<Option<File>> {
    match File::options().append(true).open(path) {
        Ok(file) => file.lock().map(|()| Some(file)),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
        Err(error) => Err(error),
    }
}

/// When a file was stored; `None` if it is gone.
fn stored_at(path: &Path) -> io::Result<Option<Timestamp>> {
    let modified = match fs::metadata(path) {
        Ok(metadata) => metadata.modified()?,
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(error),
    };
    let micros = modified.duration_since(UNIX_EPOCH).unwrap_or_default().as_micros();
    Ok(Some(Timestamp::from_micros(i64::try_from(micros).unwrap_or(i64::MAX))))
}

fn system_time(time: Timestamp) -> SystemTime {
    UNIX_EPOCH + Duration::from_micros(u64::try_from(time.micros()).unwrap_or_default())
}

fn unavailable(error: Box<dyn Error + Send + Sync>) -> PictureStoreError {
    PictureStoreError::Unavailable(error)
}

pub(crate) fn store_error(error: io::Error) -> PictureStoreError {
    match error.kind() {
        ErrorKind::StorageFull | ErrorKind::QuotaExceeded => PictureStoreError::Full(error.into()),
        _ => PictureStoreError::Unavailable(error.into()),
    }
}

/// A file being read. It stays readable if it is deleted while open.
struct OpenFile {
    store: FolderPictureStore,
    file: Arc<File>,
}

#[async_trait]
impl PictureContent for OpenFile {
    async fn next(&mut self) -> Result<Option<Vec<u8>>, PictureStoreError> {
        let file = Arc::clone(&self.file);
        let read = move |_: &FolderPictureStore| {
            let mut chunk = Vec::with_capacity(CHUNK);
            let limit = u64::try_from(CHUNK).unwrap_or(u64::MAX);
            (&*file).take(limit).read_to_end(&mut chunk)?;
            Ok(chunk)
        };
        let chunk = self.store.blocking(read).await?;
        Ok(Some(chunk).filter(|chunk| !chunk.is_empty()))
    }
}

#[async_trait]
impl PictureStore for FolderPictureStore {
    async fn put(&self, name: &PictureName, bytes: &[u8]) -> Result<(), PictureStoreError> {
        let name = *name;
        let bytes = bytes.to_owned();
        self.blocking(move |store| store.write(&name, &bytes)).await
    }

    async fn get(&self, name: &PictureName) -> Result<Option<StoredPicture>, PictureStoreError> {
        let name = *name;
        let opened = self.blocking(move |store| match File::open(store.path_of(&name)) {
            Ok(file) => Ok(Some((file.metadata()?.len(), file))),
            Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
            Err(error) => Err(error),
        });
        let opened = opened.await?;
        Ok(opened.map(|(length, file)| StoredPicture {
            length,
            content: Box::new(OpenFile { store: self.clone(), file: Arc::new(file) }),
        }))
    }

    async fn stored_before(&self, time: Timestamp) -> Result<Vec<PictureName>, PictureStoreError> {
        self.blocking(move |store| {
            let mut old = Vec::new();
            for (name, path) in store.files()? {
                if stored_at(&path)?.is_some_and(|at| at < time) {
                    old.push(name);
                }
            }
            Ok(old)
        })
        .await
    }

    async fn delete_stored_before(&self, name: &PictureName, time: Timestamp) -> Result<bool, PictureStoreError> {
        let name = *name;
        self.blocking(move |store| {
            let path = store.path_of(&name);
            let _lock = locked(&path)?;
            let old = stored_at(&path)?.is_some_and(|at| at < time);
            if old {
                fs::remove_file(&path)?;
            }
            Ok(old)
        })
        .await
    }
}
