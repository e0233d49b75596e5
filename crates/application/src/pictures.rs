//! The shop's own pictures: accepting uploads, serving them, and deleting unused ones.

use crate::{
    accounts::access::{self, AccessError},
    ports::{
        page::Page,
        pictures::{PictureStore, PictureStoreError, ProcessingError, StoredPicture},
        store::{Store, Transaction},
    },
    shop::Shop,
    use_case_error::{Refusal, UseCaseError},
};
use autoparts_domain::{
    audit::AuditAction,
    id::{PartId, UserId},
    pictures::{MAX_UPLOAD_BYTES, PictureId, PictureName},
    time::Timestamp,
};
use std::{collections::BTreeSet, time::Duration};

/// How long an unused file is stored: a user who uploads a picture may save the part later, or never.
pub const UNUSED_STAYS: Duration = Duration::from_hours(7 * 24);

/// Batch size of reading parts.
const BATCH: u32 = 500;

/// Errors of pictures.
#[derive(Debug, thiserror::Error)]
pub enum PictureError {
    /// The picture does not exist.
    #[error("This picture does not exist.")]
    NoSuchPicture,
    /// The upload has too many bytes.
    #[error("A picture may have at most 8 MB.")]
    TooLarge,
    /// The upload cannot be converted into a picture.
    #[error(transparent)]
    Processing(#[from] ProcessingError),
    /// The pictures cannot be stored or read.
    #[error(transparent)]
    Pictures(#[from] PictureStoreError),
}

impl Refusal for PictureError {}

/// The result of a use case that can fail with [`PictureError`].
pub type PictureResult<T> = Result<T, UseCaseError<PictureError>>;

/// A file of an added picture.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct AddedFile {
    /// Its name.
    pub name: PictureName,
    /// Its width in pixels.
    pub width: u32,
    /// Its height in pixels.
    pub height: u32,
}

impl Shop {
    /// Checks that the caller may add pictures: only admins may. Call it before reading an upload, so that other
    /// callers cannot fill the memory.
    #[tracing::instrument(level = "debug", skip_all)]
    pub async fn check_may_add_pictures(&self, caller: UserId) -> Result<(), AccessError> {
        self.store.read(move |tx| access::require_admin(tx, &caller).map(|_| ())).await
    }

    /// Converts an upload into a picture and stores it. Returns its files, smallest first. The same upload always
    /// yields the same picture. Admin only.
    #[tracing::instrument(level = "debug", skip_all)]
    pub async fn add_picture(&self, caller: UserId, upload: Vec<u8>) -> PictureResult<Vec<AddedFile>> {
        self.check_may_add_pictures(caller).await?;
        if upload.len() > MAX_UPLOAD_BYTES {
            return Err(PictureError::TooLarge.into());
        }
        let picture = self.picture_processor.process(upload).await?;
        let mut added = Vec::new();
        for file in picture.renditions {
            let name = PictureName { id: picture.id, size: file.size };
            self.pictures.put(&name, &file.bytes).await?;
            added.push(AddedFile { name, width: file.width, height: file.height });
        }
        // After the files, which are not in the database. If the entry cannot be written, the call fails, and no part
        // can show the picture.
        let audit = self.admin_audit(caller);
        let detail = picture.id.to_string();
        let work = move |tx: &mut dyn Transaction| audit.note(tx, AuditAction::AddPicture, detail.clone());
        self.store.write(work).await?;
        Ok(added)
    }

    /// Returns one file of a picture. Public.
    #[tracing::instrument(level = "debug", skip_all)]
    pub async fn picture(&self, name: PictureName) -> PictureResult<StoredPicture> {
        Ok(self.pictures.get(&name).await?.ok_or(PictureError::NoSuchPicture)?)
    }
}

/// Deletes the files of pictures that no part uses, deleted parts included, and that were last uploaded more than
/// [`UNUSED_STAYS`] ago. Returns the number of files. Can be interrupted and repeated.
pub async fn prune(store: &dyn Store, pictures: &dyn PictureStore, now: Timestamp) -> PictureResult<u64> {
    let before = now.minus(UNUSED_STAYS);
    // List the files first: a file uploaded and used from now on is not among them.
    let old = pictures.stored_before(before).await?;
    let used = if old.is_empty() { BTreeSet::new() } else { used_pictures(store).await? };
    let mut deleted = 0;
    for name in old.iter().filter(|name| !used.contains(&name.id)) {
        if pictures.delete_stored_before(name, before).await? {
            deleted += 1;
        }
    }
    Ok(deleted)
}

/// Returns the pictures of all parts, including deleted ones, which may be restored.
async fn used_pictures(store: &dyn Store) -> PictureResult<BTreeSet<PictureId>> {
    let mut used = BTreeSet::new();
    let mut page = Page::<PartId> { after: None, limit: BATCH };
    loop {
        let parts = store
            .read(move |tx| {
                let ids = tx.part_ids(&page)?;
                Ok::<_, UseCaseError<_>>((ids.last().copied(), tx.listed_parts(&ids)?))
            })
            .await?;
        let (Some(last), parts) = parts else { return Ok(used) };
        for part in parts {
            let more = part.listing.pictures.iter().map(|picture| &picture.image);
            let images = std::iter::once(&part.record.part.details.image).chain(more);
            used.extend(images.filter_map(PictureName::at).map(|name| name.id));
        }
        page.after = Some(last);
    }
}
