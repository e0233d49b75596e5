//! Views of imports.

use crate::responses::rfc3339;
use autoparts_application::{
    imports::jobs::{ShownChange, ShownImport},
    ports::{
        import_files::{Finding, FindingKind, ImportKind, Scope},
        imports::{Brake, ChangeKind, ColumnChange, Import, ImportCounts, ImportState, Step},
    },
};
use serde::Serialize;
use utoipa::ToSchema;

macro_rules! words {
    ($(#[$doc:meta] $view:ident as $name:ident of $from:ident { $(#[$item_doc:meta] $item:ident,)* })*) => {$(
        #[$doc]
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
        #[serde(rename_all = "snake_case")]
        #[schema(as = $name)]
        pub(crate) enum $view {
            $(#[$item_doc] $item,)*
        }

        impl From<$from> for $view {
            fn from(from: $from) -> Self {
                match from { $($from::$item => Self::$item,)* }
            }
        }
    )*};
}

words! {
    /// The kind of a file.
    ImportKindView as ImportKind of ImportKind {
        /// Fitment, in a supplier's ACES file.
        Aces,
        /// Fitment, as a spreadsheet.
        Fitment,
        /// Parts, as a spreadsheet.
        Parts,
    }

    /// The state of an import.
    ImportStateView as ImportState of ImportState {
        /// The file is being read and compared, or is queued for it.
        Reading,
        /// The report is ready. Nothing changes before it is approved.
        Ready,
        /// The report is being applied, or is queued for it.
        Applying,
        /// Everything was applied.
        Done,
        /// It ended early; what was done by then is kept.
        Failed,
        /// It was stopped; what was done by then is kept, and it can be continued.
        Stopped,
    }

    /// Which confirmation a report requires before it is applied.
    BrakeView as ImportBrake of Brake {
        /// None.
        None,
        /// `counts.removed`, which exceeds the allowed share.
        Confirm,
        /// `counts.removed` and `force`: the file contradicts itself, or none of it was understood.
        Force,
        /// It cannot be applied: the report was made by the previous release. Read the file again.
        Unknown,
    }

    /// What a file lists completely.
    ImportScopeView as ImportScope of Scope {
        /// A brand: anything of the brand that the file does not list is removed.
        WholeBrand,
        /// The parts that it lists.
        WholeParts,
        /// Nothing: it lists additions and removals.
        Changes,
    }

    /// How a part changes.
    ChangeKindView as ImportChangeKind of ChangeKind {
        /// It gets its first applications, or is added.
        New,
        /// Its applications or its details change.
        Changed,
        /// It loses all applications.
        Gone,
    }

    /// The kind of a finding.
    FindingKindView as ImportFindingKind of FindingKind {
        /// Rows that are skipped.
        Problem,
        /// A code that is not mapped yet; the text is its kind and the code.
        UnknownCode,
        /// It is imported but looks like a typo.
        Lint,
    }
}

/// The progress of an import that is being processed.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = ImportProgress)]
pub(crate) struct ProgressView {
    /// The current step: `reading` counts bytes, `comparing` batches of rows, `applying` parts.
    step: &'static str,
    /// The amount done.
    done: u64,
    /// The total amount.
    total: u64,
}

impl From<Step> for ProgressView {
    fn from(step: Step) -> Self {
        let (done, total) = step.progress();
        Self { step: step.name(), done, total }
    }
}

/// The counts of an import.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ImportCounts)]
pub(crate) struct CountsView {
    /// Rows of the file.
    rows: u64,
    /// Rows that could not be understood.
    set_aside: u64,
    /// Rows about parts that the shop does not have, or about brands other than the file's.
    foreign: u64,
    /// Parts that get their first applications, or are added.
    new: u64,
    /// Parts whose applications or details change.
    changed: u64,
    /// Parts that lose all applications.
    gone: u64,
    /// Parts that stay the same.
    unchanged: u64,
    /// Parts to which the report has been applied.
    applied: u64,
    /// Applications that are removed; for a file of parts, column values that are removed.
    removed: u64,
}

impl From<ImportCounts> for CountsView {
    fn from(counts: ImportCounts) -> Self {
        let ImportCounts { rows, set_aside, foreign, new, changed, gone, unchanged, applied, removed } = counts;
        Self { rows, set_aside, foreign, new, changed, gone, unchanged, applied, removed }
    }
}

/// An imported file.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Import)]
pub(crate) struct ImportView {
    /// Its id.
    #[serde(rename = "_id")]
    id: String,
    /// The kind of file.
    kind: ImportKindView,
    /// The file name.
    file: String,
    /// The format that it declares, such as `ACES 4.2`; empty until it is read.
    format: String,
    /// What it lists completely; absent until it is read.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    scope: Option<ImportScopeView>,
    /// The email address of the admin who uploaded it; absent for the operator.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    actor: Option<String>,
    /// Its state.
    state: ImportStateView,
    /// Its progress; absent when it is not being processed.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    progress: Option<ProgressView>,
    /// The counts.
    counts: CountsView,
    /// Which confirmation its report requires before it is applied.
    brake: BrakeView,
    /// Why it failed, in words.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    error: Option<String>,
    /// When it was uploaded, in UTC.
    #[schema(format = DateTime)]
    created_at: String,
    /// When it last changed, in UTC.
    #[schema(format = DateTime)]
    changed_at: String,
}

impl ImportView {
    pub(crate) fn id(&self) -> &str {
        &self.id
    }
}

impl From<ShownImport> for ImportView {
    fn from(ShownImport { import, actor, step }: ShownImport) -> Self {
        let Import { id, kind, file, format, scope, state, counts, brake, error, created_at, changed_at, .. } = import;
        Self {
            id: id.to_string(),
            kind: kind.into(),
            file,
            format,
            scope: scope.map(ImportScopeView::from),
            actor: actor.map(|email| email.to_string()),
            state: state.into(),
            progress: step.map(ProgressView::from),
            counts: counts.into(),
            brake: brake.into(),
            error,
            created_at: rfc3339(created_at),
            changed_at: rfc3339(changed_at),
        }
    }
}

/// A part that an import would change or has changed.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ImportChange)]
pub(crate) struct ChangeView {
    /// Its index in the report.
    place: String,
    /// How it changes.
    change: ChangeKindView,
    /// The part's `_id`.
    part: String,
    /// Its title, or the title it will have when added; absent if the part no longer exists.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    title: Option<String>,
    /// The key of its brand.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    brand: Option<String>,
    /// Its number.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    number: Option<String>,
    /// The first line of the file about it; 0 if there is none.
    line: u64,
    /// Applications that are added; for a file of parts, columns that change.
    added: u64,
    /// Applications that are removed.
    removed: u64,
    /// For a file of parts, the columns that change; for a new part only its brand, number, title, price and stock.
    columns: Vec<ColumnView>,
}

/// A column in which a part changes.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = ImportColumn)]
pub(crate) struct ColumnView {
    /// Its name, as in the header of a file.
    column: &'static str,
    /// The value before, truncated; may be empty.
    before: String,
    /// The value after, truncated; may be empty.
    after: String,
}

impl From<ColumnChange> for ColumnView {
    fn from(ColumnChange { column, before, after }: ColumnChange) -> Self {
        Self { column: column.name(), before, after }
    }
}

impl ChangeView {
    pub(crate) fn place(&self) -> &str {
        &self.place
    }
}

impl From<ShownChange> for ChangeView {
    fn from(ShownChange { place, change, title, brand, number }: ShownChange) -> Self {
        Self {
            place: place.to_string(),
            change: change.change.into(),
            part: change.part.to_string(),
            title: title.map(|title| title.to_string()),
            brand: brand.map(|brand| brand.to_string()),
            number: number.map(|number| number.as_str().to_owned()),
            line: change.line,
            added: change.added,
            removed: change.removed,
            columns: change.columns.into_iter().map(ColumnView::from).collect(),
        }
    }
}

/// A finding of an import.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = ImportFinding)]
pub(crate) struct FindingView {
    /// Its index in the report.
    place: String,
    /// Its kind.
    kind: FindingKindView,
    /// The line of its first occurrence; 0 if it concerns the whole file.
    line: u64,
    /// The number of rows affected.
    rows: u64,
    /// The text for people.
    words: String,
}

impl FindingView {
    pub(crate) fn place(&self) -> &str {
        &self.place
    }
}

impl From<(u32, Finding)> for FindingView {
    fn from((place, Finding { kind, line, rows, words }): (u32, Finding)) -> Self {
        Self { place: place.to_string(), kind: kind.into(), line, rows, words }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_the_same_everywhere() {
        for kind in ImportKind::ALL {
            assert_eq!(serde_json::to_value(ImportKindView::from(kind)).unwrap(), kind.name());
        }
        for state in ImportState::ALL {
            assert_eq!(serde_json::to_value(ImportStateView::from(state)).unwrap(), state.name());
        }
        for brake in Brake::ALL {
            assert_eq!(serde_json::to_value(BrakeView::from(brake)).unwrap(), brake.name());
        }
        for scope in Scope::ALL {
            assert_eq!(serde_json::to_value(ImportScopeView::from(scope)).unwrap(), scope.name());
        }
        for change in ChangeKind::ALL {
            assert_eq!(serde_json::to_value(ChangeKindView::from(change)).unwrap(), change.name());
        }
        for kind in FindingKind::ALL {
            assert_eq!(serde_json::to_value(FindingKindView::from(kind)).unwrap(), kind.name());
        }
    }
}
