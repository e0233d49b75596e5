//! Imports as admins see them: uploading, reviewing reports, approving and stopping. Does not do the import work
//! itself.

use super::{Consent, ImportError, ImportResult, STALE, work::UNFINISHED_STAYS};
use crate::{
    accounts::access,
    ports::{
        import_files::{Finding, FindingKind, ImportFileError, ImportFiles, ImportKind},
        imports::{Brake, Import, ImportCounts, ImportState, PartChange, Step},
        page::Page,
        part_rows::PartColumn,
        store::Transaction,
    },
    shop::Shop,
    use_case_error::UseCaseError,
};
use autoparts_domain::{
    audit::AuditAction,
    catalogue::part_number::PartNumber,
    email::Email,
    id::{ImportId, PartId, UserId},
    slug::BrandId,
    text::PartTitle,
    time::Timestamp,
};
use std::{collections::BTreeMap, io, str::FromStr, sync::Arc};

/// Maximum number of characters stored of a file name.
pub const MAX_FILE_NAME: usize = 200;

/// Maximum number of imports that can block another one.
const BATCH: u32 = 20;

/// An import with related data.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ShownImport {
    /// The import.
    pub import: Import,
    /// The address of the importing user; `None` for the operator and for users who no longer exist.
    pub actor: Option<Email>,
    /// Its progress; `None` if no importer is working on it.
    pub step: Option<Step>,
}

/// A part that an import would change, with its names.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ShownChange {
    /// Its position in the report.
    pub place: u32,
    /// The change.
    pub change: PartChange,
    /// Its title, or the future title of a part to add; `None` if the part no longer exists.
    pub title: Option<PartTitle>,
    /// Its brand.
    pub brand: Option<BrandId>,
    /// Its number.
    pub number: Option<PartNumber>,
}

/// Approves the rows of an import to be applied by any importer.
pub(super) fn begin(tx: &mut dyn Transaction, id: &ImportId, consent: Consent, now: Timestamp) -> ImportResult<Import> {
    let import = tx.import(id)?.ok_or(ImportError::NoSuchImport)?;
    if !import.can_be_applied() {
        return Err(ImportError::NotReady.into());
    }
    if import.state != ImportState::Applying {
        consent.check(&import)?;
    }
    let from = import.state;
    let error = None;
    let begun = Import { state: ImportState::Applying, changed_at: now, error, ..import };
    if tx.update_import(&begun, from)? { Ok(begun) } else { Err(tx.conflict().into()) }
}

/// Stops an import; `false` if it is not being read or applied.
pub(super) fn stop(tx: &mut dyn Transaction, id: &ImportId, now: Timestamp) -> ImportResult<bool> {
    let import = tx.import(id)?.ok_or(ImportError::NoSuchImport)?;
    let from = import.state;
    if !matches!(from, ImportState::Reading | ImportState::Applying) {
        return Ok(false);
    }
    let stopped = Import { state: ImportState::Stopped, changed_at: now, ..import };
    if tx.update_import(&stopped, from)? { Ok(true) } else { Err(tx.conflict().into()) }
}

/// Stops an import that was not approved; does nothing if it has been.
fn put_by(tx: &mut dyn Transaction, id: &ImportId, now: Timestamp) -> ImportResult<()> {
    let import = tx.import(id)?.ok_or(ImportError::NoSuchImport)?;
    let stopped = Import { state: ImportState::Stopped, changed_at: now, ..import };
    tx.update_import(&stopped, ImportState::Ready)?;
    Ok(())
}

/// Formats an import for the audit log.
fn in_words(import: &Import) -> String {
    format!("{}, {}, {}", import.id, import.kind.name(), import.file)
}

/// Formats an import with the admin's consent, for the audit log.
fn with_consent(import: &Import, consent: Consent) -> String {
    let ImportCounts { new, changed, gone, removed, .. } = import.counts;
    let forced = if consent.force { ", forced" } else { "" };
    format!("{}: {new} new, {changed} changed, {gone} gone, {removed} removed{forced}", in_words(import))
}

/// Returns a file name for display, without folders and invisible characters.
fn shown_name(name: &str) -> String {
    let last = name.rsplit(['/', '\\']).next().unwrap_or_default();
    let name: String = last.chars().filter(|sign| !sign.is_control()).take(MAX_FILE_NAME).collect();
    if name.trim().is_empty() { "file".to_owned() } else { name.trim().to_owned() }
}

impl Shop {
    /// Begins an import whose file is about to be uploaded. Refused while another import is in progress. Admin only.
    #[tracing::instrument(level = "debug", skip_all)]
    pub async fn begin_upload(&self, caller: UserId) -> ImportResult<ImportId> {
        self.refuse_second(caller, None).await?;
        Ok(self.ids.next())
    }

    /// Appends bytes to an upload.
    pub async fn append_upload(&self, id: ImportId, bytes: Vec<u8>) -> ImportResult<()> {
        self.with_import_files(move |files| files.append(&id, &bytes)).await
    }

    /// Discards an incomplete upload.
    pub async fn discard_upload(&self, id: ImportId) -> ImportResult<()> {
        self.with_import_files(move |files| files.discard(&id)).await
    }

    /// Adds a complete upload to the list of imports, from which it is read.
    #[tracing::instrument(level = "debug", skip_all)]
    pub async fn add_import(
        &self,
        caller: UserId,
        id: ImportId,
        kind: ImportKind,
        file: &str,
    ) -> ImportResult<ShownImport> {
        self.insert_import(caller, id, kind, file, String::new()).await
    }

    /// A `digest` makes the import read the upload of an earlier one with this digest.
    async fn insert_import(
        &self,
        caller: UserId,
        id: ImportId,
        kind: ImportKind,
        file: &str,
        digest: String,
    ) -> ImportResult<ShownImport> {
        self.refuse_second(caller, None).await?;
        let now = self.now();
        let import = Import {
            id,
            kind,
            file: shown_name(file),
            format: String::new(),
            digest,
            actor: Some(caller),
            scope: None,
            state: ImportState::Reading,
            counts: ImportCounts::default(),
            brake: Brake::None,
            position: 0,
            error: None,
            created_at: now,
            changed_at: now,
        };
        let added = import.clone();
        let audit = self.admin_audit(caller);
        self.store
            .write(move |tx| {
                access::require_admin(tx, &caller)?;
                tx.insert_import(&added)?;
                Ok::<_, UseCaseError<_>>(audit.note(tx, AuditAction::AddImport, in_words(&added))?)
            })
            .await?;
        self.import(caller, id).await
    }

    /// Reads the file of an import again, as a new import, because the meanings of codes may have changed. The server
    /// that has the file does this. Discards a report that awaits approval, since the new one replaces it. Admin only.
    #[tracing::instrument(level = "debug", skip_all)]
    pub async fn read_import_again(&self, caller: UserId, id: ImportId) -> ImportResult<ShownImport> {
        let known = self.import(caller, id).await?.import;
        let again = self.begin_upload(caller).await?;
        let is_here = self.with_import_files(move |files| files.repeat(&id, &again)).await?;
        if !is_here && (known.digest.is_empty() || !self.may_be_elsewhere(&known)) {
            return Err(ImportError::NotKept.into());
        }
        let digest = if is_here { String::new() } else { known.digest };
        let added = self.insert_import(caller, again, known.kind, &known.file, digest).await?;
        if known.state == ImportState::Ready {
            let now = self.now();
            self.store.write(move |tx| put_by(tx, &id, now)).await?;
        }
        Ok(added)
    }

    /// Returns imports, newest first. Admin only.
    #[tracing::instrument(level = "debug", skip_all)]
    pub async fn imports(&self, caller: UserId, page: Page<ImportId>) -> ImportResult<Vec<ShownImport>> {
        let stale = self.now().minus(STALE);
        self.store
            .read(move |tx| {
                access::require_admin(tx, &caller)?;
                tx.imports(&page)?.into_iter().map(|import| shown(tx, import, stale)).collect()
            })
            .await
    }

    /// Returns an import. Admin only.
    #[tracing::instrument(level = "debug", skip_all)]
    pub async fn import(&self, caller: UserId, id: ImportId) -> ImportResult<ShownImport> {
        let stale = self.now().minus(STALE);
        self.store
            .read(move |tx| {
                access::require_admin(tx, &caller)?;
                let import = tx.import(&id)?.ok_or(ImportError::NoSuchImport)?;
                shown(tx, import, stale)
            })
            .await
    }

    /// Returns parts that an import would change or has changed, after a position. None a day after the import ended.
    /// Admin only.
    #[tracing::instrument(level = "debug", skip_all)]
    pub async fn import_changes(
        &self,
        caller: UserId,
        id: ImportId,
        after: Option<u32>,
        limit: u32,
    ) -> ImportResult<Vec<ShownChange>> {
        self.store
            .read(move |tx| {
                access::require_admin(tx, &caller)?;
                tx.import(&id)?.ok_or(ImportError::NoSuchImport)?;
                let changes = tx.import_changes(&id, after, limit)?;
                let parts: Vec<PartId> = changes.iter().map(|(_, change)| change.part).collect();
                let listed = tx.listed_parts(&parts)?.into_iter().map(|part| (part.record.part.id, part));
                let mut listed: BTreeMap<PartId, _> = listed.collect();
                let named = |(place, change): (u32, PartChange)| {
                    let part = listed.remove(&change.part);
                    let title = part.as_ref().map(|part| part.record.part.details.title.clone());
                    let title = title.or_else(|| said(&change, PartColumn::Title));
                    let (brand, number) = part.map_or_else(
                        || (said(&change, PartColumn::Brand), said(&change, PartColumn::Number)),
                        |part| (part.listing.brand, part.listing.number),
                    );
                    ShownChange { place, change, title, brand, number }
                };
                Ok(changes.into_iter().map(named).collect())
            })
            .await
    }

    /// Returns the import findings of one kind, after a position. Admin only.
    #[tracing::instrument(level = "debug", skip_all)]
    pub async fn import_findings(
        &self,
        caller: UserId,
        id: ImportId,
        kind: Option<FindingKind>,
        after: Option<u32>,
        limit: u32,
    ) -> ImportResult<Vec<(u32, Finding)>> {
        self.store
            .read(move |tx| {
                access::require_admin(tx, &caller)?;
                tx.import(&id)?.ok_or(ImportError::NoSuchImport)?;
                Ok(tx.findings(&id, kind, after, limit)?)
            })
            .await
    }

    /// Approves the report of an import, which the server with its rows then applies. Returns `false` if it was already
    /// approved. Admin only.
    #[tracing::instrument(level = "debug", skip_all)]
    pub async fn apply_import(&self, caller: UserId, id: ImportId, consent: Consent) -> ImportResult<bool> {
        let known = self.import(caller, id).await?.import;
        if known.state == ImportState::Applying {
            return Ok(false);
        }
        if !known.can_be_applied() {
            return Err(ImportError::NotReady.into());
        }
        consent.check(&known)?;
        if !self.with_import_files(move |files| Ok(files.has_rows(&id))).await? {
            if known.error == Some(ImportError::Changed.to_string()) {
                return Err(ImportError::Changed.into());
            }
            if !self.may_be_elsewhere(&known) {
                return Err(ImportError::NotKept.into());
            }
        }
        self.refuse_second(caller, Some(id)).await?;
        let audit = self.admin_audit(caller);
        self.store
            .write(move |tx| {
                access::require_admin(tx, &caller)?;
                let import = begin(tx, &id, consent, audit.at)?;
                Ok::<_, UseCaseError<_>>(audit.note(tx, AuditAction::ApplyImport, with_consent(&import, consent))?)
            })
            .await?;
        Ok(true)
    }

    /// Stops an import that is being read or applied. Returns `false` if it is neither. Admin only.
    #[tracing::instrument(level = "debug", skip_all)]
    pub async fn stop_import(&self, caller: UserId, id: ImportId) -> ImportResult<bool> {
        let audit = self.admin_audit(caller);
        self.store
            .write(move |tx| {
                access::require_admin(tx, &caller)?;
                let import = tx.import(&id)?.ok_or(ImportError::NoSuchImport)?;
                let is_stopped = stop(tx, &id, audit.at)?;
                if is_stopped {
                    audit.note(tx, AuditAction::StopImport, in_words(&import))?;
                }
                Ok(is_stopped)
            })
            .await
    }

    /// Whether another server may have the files of an import: they are deleted when it is done, when they turn out to
    /// be damaged, and after a day.
    fn may_be_elsewhere(&self, import: &Import) -> bool {
        import.state != ImportState::Done
            && import.error != Some(ImportFileError::Damaged.to_string())
            && import.changed_at >= self.now().minus(UNFINISHED_STAYS)
    }

    /// Refuses to begin an import while an import other than `own` is in progress or queued here.
    async fn refuse_second(&self, caller: UserId, own: Option<ImportId>) -> ImportResult<()> {
        let stale = self.now().minus(STALE);
        let work = move |tx: &mut dyn Transaction| {
            access::require_admin(tx, &caller)?;
            let others = tx.unfinished_imports(BATCH)?.into_iter().filter(|import| Some(import.id) != own);
            let with_step =
                |import: Import| Ok((import.state, import.id, tx.import_step(&import.id, stale)?.is_some()));
            others.map(with_step).collect::<ImportResult<Vec<_>>>()
        };
        for (state, id, is_worked_on) in self.store.read(work).await? {
            let waits = move |files: &dyn ImportFiles| {
                Ok(if state == ImportState::Reading { files.has_upload(&id) } else { files.has_rows(&id) })
            };
            if is_worked_on || self.with_import_files(waits).await? {
                return Err(ImportError::Running.into());
            }
        }
        Ok(())
    }

    /// Runs blocking file operations.
    #[expect(clippy::disallowed_methods, reason = "the one place of the shop that hands work with these files over")]
    async fn with_import_files<T: Send + 'static>(
        &self,
        work: impl FnOnce(&dyn ImportFiles) -> Result<T, ImportFileError> + Send + 'static,
    ) -> ImportResult<T> {
        let files = Arc::clone(&self.import_files);
        let span = tracing::Span::current();
        let done = tokio::task::spawn_blocking(move || span.in_scope(|| work(&*files))).await;
        let done = done.map_err(|error| ImportFileError::Folder(io::Error::other(error)))?;
        Ok(done?)
    }
}

/// Returns the reported value of a column for a part that is not in the database yet because it is still to be added.
fn said<T: FromStr>(change: &PartChange, column: PartColumn) -> Option<T> {
    change.columns.iter().find(|said| said.column == column)?.after.parse().ok()
}

fn shown(tx: &mut dyn Transaction, import: Import, stale: Timestamp) -> ImportResult<ShownImport> {
    let step = tx.import_step(&import.id, stale)?;
    let actor = import.actor.map(|actor| tx.user(&actor)).transpose()?.flatten().map(|user| user.email);
    Ok(ShownImport { import, actor, step })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn file_names_are_shown_without_folders() {
        for (sent, name) in [
            ("aces.xml", "aces.xml"),
            ("C:\\Files\\aces.xml", "aces.xml"),
            ("../../etc/passwd", "passwd"),
            (" a\u{0}b\n.csv ", "ab.csv"),
            ("", "file"),
            ("files/", "file"),
        ] {
            assert_eq!(shown_name(sent), name);
        }
        assert_eq!(shown_name(&"x".repeat(300)).len(), MAX_FILE_NAME);
    }
}
