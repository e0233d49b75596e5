//! Converts uploads to the files of a picture, one upload at a time.

use crate::decoding;
use async_trait::async_trait;
use autoparts_application::ports::pictures::{PictureProcessor, ProcessedPicture, ProcessingError, Rendition};
use autoparts_domain::pictures::{PictureId, PictureSize};
use image::{
    ExtendedColorType, ImageEncoder, RgbImage,
    codecs::jpeg::JpegEncoder,
    imageops::{self, FilterType},
};
use sha2::{Digest, Sha256};
use std::{borrow::Cow, sync::Arc, time::Duration};
use tokio::sync::Semaphore;

/// JPEG quality, 0 to 100: a higher one makes larger files without a visible difference.
const QUALITY: u8 = 82;

/// How long an upload waits for earlier ones.
const MAX_WAIT: Duration = Duration::from_secs(20);

/// Processes uploads with the `image` library. One at a time: a large one takes hundreds of megabytes and a second of
/// CPU time.
#[derive(Debug)]
pub struct ImageProcessor {
    pub(crate) running: Arc<Semaphore>,
    pub(crate) max_wait: Duration,
}

impl Default for ImageProcessor {
    fn default() -> Self {
        Self::waiting(MAX_WAIT)
    }
}

impl ImageProcessor {
    /// A processor with this waiting time for uploads.
    pub(crate) fn waiting(max_wait: Duration) -> Self {
        Self { running: Arc::new(Semaphore::new(1)), max_wait }
    }

    /// Runs blocking work once no other work is running. The work holds the permit, so it counts until it ends, even
    /// if the caller no longer waits.
    pub(crate) async fn alone<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> Result<T, ProcessingError> + Send + 'static,
    ) -> Result<T, ProcessingError> {
        let permit = tokio::time::timeout(self.max_wait, Arc::clone(&self.running).acquire_owned()).await;
        let permit = permit.map_err(|_| ProcessingError::Busy)?.map_err(failed)?;
        let span = tracing::Span::current();
        #[expect(clippy::disallowed_methods, reason = "the only place that decodes, limited by the permit")]
        let running = tokio::task::spawn_blocking(move || {
            let done = span.in_scope(work);
            drop(permit);
            done
        });
        running.await.map_err(|error| {
            if !error.is_panic() {
                return failed(error);
            }
            // A valid picture does not make the decoder panic.
            tracing::warn!(error = %error, "an upload made the decoder panic");
            ProcessingError::NotAPicture
        })?
    }
}

#[async_trait]
impl PictureProcessor for ImageProcessor {
    async fn process(&self, upload: Vec<u8>) -> Result<ProcessedPicture, ProcessingError> {
        self.alone(move || process(upload)).await
    }
}

fn failed(error: impl Into<Box<dyn std::error::Error + Send + Sync>>) -> ProcessingError {
    ProcessingError::Failed(error.into())
}

/// Decodes an upload and writes it in all sizes. Blocks.
pub(crate) fn process(upload: Vec<u8>) -> Result<ProcessedPicture, ProcessingError> {
    let mut picture = decoding::decode(&upload)?;
    drop(upload);
    let mut renditions = Vec::new();
    // Each size is scaled from the next larger one, which is sufficient and faster.
    for size in PictureSize::ALL.into_iter().rev() {
        if let Cow::Owned(smaller) = scaled(&picture, size.pixels()) {
            picture = smaller;
        }
        let bytes = jpeg(&picture)?;
        renditions.push(Rendition { size, width: picture.width(), height: picture.height(), bytes });
    }
    renditions.reverse();
    let mut hash = Sha256::new();
    for file in &renditions {
        hash.update(u64::try_from(file.bytes.len()).unwrap_or(u64::MAX).to_be_bytes());
        hash.update(&file.bytes);
    }
    let hash: [u8; 32] = hash.finalize().into();
    let id = PictureId::new(hash.first_chunk().copied().unwrap_or_default());
    Ok(ProcessedPicture { id, renditions })
}

/// The picture with at most this many pixels on its longer side.
fn scaled(picture: &RgbImage, most: u32) -> Cow<'_, RgbImage> {
    let (width, height) = picture.dimensions();
    let longer = width.max(height);
    if longer <= most {
        return Cow::Borrowed(picture);
    }
    // Rounded to the nearest pixel, but at least one.
    let side = |pixels: u32| {
        let pixels = u64::from(pixels);
        let most = u64::from(most);
        let longer = u64::from(longer);
        u32::try_from((pixels * most + longer / 2) / longer).unwrap_or(1).max(1)
    };
    Cow::Owned(imageops::resize(picture, side(width), side(height), FilterType::Lanczos3))
}

fn jpeg(picture: &RgbImage) -> Result<Vec<u8>, ProcessingError> {
    let mut bytes = Vec::new();
    JpegEncoder::new_with_quality(&mut bytes, QUALITY)
        .write_image(picture, picture.width(), picture.height(), ExtendedColorType::Rgb8)
        .map_err(failed)?;
    Ok(bytes)
}
