//! The shop's own pictures: a store of files, and what makes such files of an upload.

use async_trait::async_trait;
use autoparts_domain::{
    pictures::{PictureId, PictureName, PictureSize},
    time::Timestamp,
};
use std::{error::Error, fmt};

type Cause = Box<dyn Error + Send + Sync>;

/// Why an upload cannot be made into a picture.
#[derive(Debug, thiserror::Error)]
pub enum ProcessingError {
    /// By its content it is no JPEG, PNG or WebP, or it is one that cannot be read to its end.
    #[error("This is not a picture that the shop can read. It takes whole JPEG, PNG and WebP files.")]
    NotAPicture,
    /// It would have more pixels than an upload may have.
    #[error("This picture has too many pixels. The shop takes up to 40 megapixels.")]
    TooManyPixels,
    /// Other pictures are being worked on, and it would have had to wait for too long.
    #[error("Other pictures are being worked on. Please try again in a moment.")]
    Busy,
    /// It failed for a reason that has nothing to do with the upload.
    #[error("the picture could not be worked on")]
    Failed(#[source] Cause),
}

/// One file of a picture, as JPEG without metadata.
#[derive(Clone, PartialEq, Eq)]
pub struct Rendition {
    /// In which size.
    pub size: PictureSize,
    /// Its pixels from left to right.
    pub width: u32,
    /// Its pixels from top to bottom.
    pub height: u32,
    /// The file.
    pub bytes: Vec<u8>,
}

impl fmt::Debug for Rendition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?} {}×{}, {} bytes", self.size, self.width, self.height, self.bytes.len())
    }
}

/// What was made of an upload.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ProcessedPicture {
    /// Made of a hash of the renditions.
    pub id: PictureId,
    /// One for each of [`PictureSize::ALL`], in that order.
    pub renditions: Vec<Rendition>,
}

/// Makes pictures of uploads.
#[async_trait]
pub trait PictureProcessor: Send + Sync {
    /// Reads an upload by its content, whatever it is called, and writes it in every size: upright, on white where it is
    /// transparent, and without anything that is not the picture. How large it is is looked at before it is decoded.
    ///
    /// A few calls wait for each other; the work of one whose caller has gone away goes on, and counts until it ends.
    async fn process(&self, upload: Vec<u8>) -> Result<ProcessedPicture, ProcessingError>;
}

/// Why a store of pictures could not do it.
#[derive(Debug, thiserror::Error)]
pub enum PictureStoreError {
    /// There is no room left.
    #[error("there is no room left for pictures")]
    Full(#[source] Cause),
    /// It cannot be read, or not be written.
    #[error("the pictures cannot be reached")]
    Unavailable(#[source] Cause),
}

/// What is in a file, piece by piece, so that a slow reader does not hold all of it in memory.
#[async_trait]
pub trait PictureContent: Send {
    /// The next bytes, never none; `None` at the end.
    async fn next(&mut self) -> Result<Option<Vec<u8>>, PictureStoreError>;
}

/// A file of a picture that is about to be read.
pub struct StoredPicture {
    /// How many bytes there are.
    pub length: u64,
    /// The bytes.
    pub content: Box<dyn PictureContent>,
}

impl fmt::Debug for StoredPicture {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} bytes", self.length)
    }
}

/// Keeps the files of pictures. A name stands for one content for ever, because it is a hash of it.
#[async_trait]
pub trait PictureStore: Send + Sync {
    /// Keeps a file. One that is there already stays, and counts as stored now. When this fails, there is either
    /// the whole file or none.
    async fn put(&self, name: &PictureName, bytes: &[u8]) -> Result<(), PictureStoreError>;

    /// Reads a file; `None` when there is none of this name.
    async fn get(&self, name: &PictureName) -> Result<Option<StoredPicture>, PictureStoreError>;

    /// The files that were last stored before a time, in no order.
    async fn stored_before(&self, time: Timestamp) -> Result<Vec<PictureName>, PictureStoreError>;

    /// Deletes a file, unless it was stored at or after a time. `false` when it was, or when there is none.
    async fn delete_stored_before(&self, name: &PictureName, time: Timestamp) -> Result<bool, PictureStoreError>;
}
