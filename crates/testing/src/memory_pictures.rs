//! In-memory pictures, and words in place of pictures: tests of the shop need no real ones.

use async_trait::async_trait;
use autoparts_application::ports::{
    clock::Clock,
    pictures::{
        PictureContent, PictureProcessor, PictureStore, PictureStoreError, ProcessedPicture, ProcessingError,
        Rendition, StoredPicture,
    },
};
use autoparts_domain::{
    pictures::{PictureId, PictureName, PictureSize},
    time::Timestamp,
};
use std::{
    collections::BTreeMap,
    sync::{
        Arc, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicBool, Ordering},
    },
};

/// An in-memory picture store.
pub struct MemoryPictures {
    files: Mutex<BTreeMap<PictureName, (Vec<u8>, Timestamp)>>,
    clock: Arc<dyn Clock>,
    full: AtomicBool,
}

impl MemoryPictures {
    /// Creates an empty store.
    #[must_use]
    pub fn by(clock: Arc<dyn Clock>) -> Self {
        Self { files: Mutex::default(), clock, full: AtomicBool::new(false) }
    }

    /// Whether the store is full from now on.
    pub fn set_full(&self, full: bool) {
        self.full.store(full, Ordering::SeqCst);
    }

    /// Changes the time at which a file was stored.
    pub fn backdate(&self, name: &PictureName, at: Timestamp) {
        if let Some((_, stored_at)) = self.files().get_mut(name) {
            *stored_at = at;
        }
    }

    /// The number of files.
    #[must_use]
    pub fn count(&self) -> usize {
        self.files().len()
    }

    fn files(&self) -> MutexGuard<'_, BTreeMap<PictureName, (Vec<u8>, Timestamp)>> {
        self.files.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

struct InOnePiece(Option<Vec<u8>>);

#[async_trait]
impl PictureContent for InOnePiece {
    async fn next(&mut self) -> Result<Option<Vec<u8>>, PictureStoreError> {
        Ok(self.0.take().filter(|bytes| !bytes.is_empty()))
    }
}

#[async_trait]
impl PictureStore for MemoryPictures {
    async fn put(&self, name: &PictureName, bytes: &[u8]) -> Result<(), PictureStoreError> {
        if self.full.load(Ordering::SeqCst) {
            return Err(PictureStoreError::Full("the test says so".into()));
        }
        let now = self.clock.now();
        self.files().entry(*name).or_insert_with(|| (bytes.to_owned(), now)).1 = now;
        Ok(())
    }

    async fn get(&self, name: &PictureName) -> Result<Option<StoredPicture>, PictureStoreError> {
        let bytes = self.files().get(name).map(|(bytes, _)| bytes.clone());
        Ok(bytes.map(|bytes| StoredPicture {
            length: u64::try_from(bytes.len()).unwrap_or(u64::MAX),
            content: Box::new(InOnePiece(Some(bytes))),
        }))
    }

    async fn stored_before(&self, time: Timestamp) -> Result<Vec<PictureName>, PictureStoreError> {
        let files = self.files();
        Ok(files.iter().filter(|(_, (_, stored_at))| *stored_at < time).map(|(name, _)| *name).collect())
    }

    async fn delete_stored_before(&self, name: &PictureName, time: Timestamp) -> Result<bool, PictureStoreError> {
        let mut files = self.files();
        let old = files.get(name).is_some_and(|(_, stored_at)| *stored_at < time);
        Ok(old && files.remove(name).is_some())
    }
}

/// Accepts uploads such as `picture 1200x900 of a disc`. `bomb` has too many pixels, `busy` arrives while others are
/// processed, and nothing else is a picture.
#[derive(Debug, Clone, Copy, Default)]
pub struct TextPictures;

impl TextPictures {
    fn measures(upload: &str) -> Option<(u32, u32)> {
        let (width, height) = upload.strip_prefix("picture ")?.split(' ').next()?.split_once('x')?;
        Some((width.parse().ok()?, height.parse().ok()?))
    }
}

#[async_trait]
impl PictureProcessor for TextPictures {
    async fn process(&self, upload: Vec<u8>) -> Result<ProcessedPicture, ProcessingError> {
        let text = String::from_utf8_lossy(&upload).into_owned();
        match text.as_str() {
            "bomb" => return Err(ProcessingError::TooManyPixels),
            "busy" => return Err(ProcessingError::Busy),
            _ => {}
        }
        let (width, height) = Self::measures(&text).ok_or(ProcessingError::NotAPicture)?;
        let longer = width.max(height).max(1);
        let renditions = PictureSize::ALL.map(|size| {
            let scaled = |side: u32| side * size.pixels().min(longer) / longer;
            let width = scaled(width);
            let height = scaled(height);
            Rendition { size, width, height, bytes: format!("{text}, {width} by {height}").into_bytes() }
        });
        let hash = upload.iter().fold(7_u128, |hash, byte| hash.wrapping_mul(1_099_511_628_211) ^ u128::from(*byte));
        Ok(ProcessedPicture { id: PictureId::new(hash.to_be_bytes()), renditions: renditions.into() })
    }
}
