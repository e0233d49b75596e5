//! The shop's own pictures: a store of files, and the conversion of uploads into such files.

use async_trait::async_trait;
use autoparts_domain::{
    pictures::{PictureId, PictureName, PictureSize},
    time::Timestamp,
};
use std::{error::Error, fmt};

type Cause = Box<dyn Error + Send + Sync>;

/// Why an upload cannot be converted into a picture.
#[derive(Debug, thiserror::Error)]
pub enum ProcessingError {
    /// Its content is not a JPEG, PNG or WebP, or is incomplete.
    #[error("This is not a picture that the shop can read. It takes whole JPEG, PNG and WebP files.")]
    NotAPicture,
    /// It has more pixels than the limit.
    #[error("This picture has too many pixels. The shop takes up to 40 megapixels.")]
    TooManyPixels,
    /// Other pictures are being processed, and it would have had to wait too long.
    #[error("Other pictures are being processed. Please try again in a moment.")]
    Busy,
    /// It failed for a reason unrelated to the upload.
    #[error("the picture could not be processed")]
    Failed(#[source] Cause),
}

/// One file of a picture, as JPEG without metadata.
#[derive(Clone, PartialEq, Eq)]
pub struct Rendition {
    /// Its size.
    pub size: PictureSize,
    /// Its width in pixels.
    pub width: u32,
    /// Its height in pixels.
    pub height: u32,
    /// The file.
    pub bytes: Vec<u8>,
}

impl fmt::Debug for Rendition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?} {}×{}, {} bytes", self.size, self.width, self.height, self.bytes.len())
    }
}

/// The result of converting an upload.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ProcessedPicture {
    /// Derived from a hash of the renditions.
    pub id: PictureId,
    /// One for each of [`PictureSize::ALL`], in that order.
    pub renditions: Vec<Rendition>,
}

/// Converts uploads into pictures.
#[async_trait]
pub trait PictureProcessor: Send + Sync {
    /// Detects the format from the content, ignoring the file name, and writes the picture in every size: upright, on
    /// white where it is transparent, and without metadata. Checks the dimensions before decoding.
    ///
    /// Limits the number of concurrent calls; others wait. A call whose caller has disconnected continues, and counts
    /// until it ends.
    async fn process(&self, upload: Vec<u8>) -> Result<ProcessedPicture, ProcessingError>;
}

/// Errors of the picture store.
#[derive(Debug, thiserror::Error)]
pub enum PictureStoreError {
    /// The storage is full.
    #[error("there is no room left for pictures")]
    Full(#[source] Cause),
    /// It cannot be read or written.
    #[error("the pictures cannot be reached")]
    Unavailable(#[source] Cause),
}

/// The content of a file in chunks, so that a slow reader does not hold all of it in memory.
#[async_trait]
pub trait PictureContent: Send {
    /// Returns the next bytes, at least one; `None` at the end.
    async fn next(&mut self) -> Result<Option<Vec<u8>>, PictureStoreError>;
}

/// A stored file of a picture, for reading.
pub struct StoredPicture {
    /// Number of bytes.
    pub length: u64,
    /// The bytes.
    pub content: Box<dyn PictureContent>,
}

impl fmt::Debug for StoredPicture {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} bytes", self.length)
    }
}

/// Stores the files of pictures. A name is a hash of the content, so it always refers to the same content.
#[async_trait]
pub trait PictureStore: Send + Sync {
    /// Stores a file. An existing file is unchanged, but counts as stored now. Atomic: after a failure, the file is
    /// either complete or missing.
    async fn put(&self, name: &PictureName, bytes: &[u8]) -> Result<(), PictureStoreError>;

    /// Reads a file; `None` if it does not exist.
    async fn get(&self, name: &PictureName) -> Result<Option<StoredPicture>, PictureStoreError>;

    /// Returns the files last stored before a time, in no particular order.
    async fn stored_before(&self, time: Timestamp) -> Result<Vec<PictureName>, PictureStoreError>;

    /// Deletes a file, unless it was stored at or after a time. Returns `false` if it was, or does not exist.
    async fn delete_stored_before(&self, name: &PictureName, time: Timestamp) -> Result<bool, PictureStoreError>;
}
