//! Views of imports.

use crate::{
    responses::rfc3339,
    view::{response, words},
};
use autoparts_application::{
    imports::jobs::{ShownChange, ShownImport},
    ports::{
        import_files::{Finding, FindingKind, ImportKind, Scope},
        imports::{Brake, ChangeKind, ColumnChange, Import, ImportCounts, ImportState, Step},
    },
};

words! {
    /// The kind of a file.
    pub(crate) ImportKindView as ImportKind from ImportKind {
        /// Fitment, in a supplier's ACES file.
        Aces,
        /// Fitment, as a spreadsheet.
        Fitment,
        /// Parts, as a spreadsheet.
        Parts,
    }

    /// The state of an import.
    pub(crate) ImportStateView as ImportState from ImportState {
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
    pub(crate) BrakeView as ImportBrake from Brake {
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
    pub(crate) ImportScopeView as ImportScope from Scope {
        /// A brand: anything of the brand that the file does not list is removed.
        WholeBrand,
        /// The parts that it lists.
        WholeParts,
        /// Nothing: it lists additions and removals.
        Changes,
    }

    /// How a part changes.
    pub(crate) ChangeKindView as ImportChangeKind from ChangeKind {
        /// It gets its first applications, or is added.
        New,
        /// Its applications or its details change.
        Changed,
        /// It loses all applications.
        Gone,
    }

    /// The kind of a finding.
    pub(crate) FindingKindView as ImportFindingKind from FindingKind {
        /// Rows that are skipped.
        Problem,
        /// A code that is not mapped yet; the text is its kind and the code.
        UnknownCode,
        /// It is imported but looks like a typo, or is suspended.
        Lint,
    }
}

response! {
    /// The progress of an import that is being processed.
    pub(crate) ProgressView as ImportProgress {
        /// The current step: `reading` counts bytes, `comparing` batches of rows, `applying` parts.
        step: &'static str,
        /// The amount done.
        done: u64,
        /// The total amount.
        total: u64,
    }
}

impl From<Step> for ProgressView {
    fn from(step: Step) -> Self {
        let (done, total) = step.progress();
        Self { step: step.name(), done, total }
    }
}

response! {
    /// The counts of an import.
    pub(crate) CountsView as ImportCounts from |counts| ImportCounts {
        /// Rows of the file.
        rows: u64 = counts.rows,
        /// Rows that could not be understood.
        set_aside: u64 = counts.set_aside,
        /// Rows about parts that the shop does not have, or about brands other than the file's.
        foreign: u64 = counts.foreign,
        /// Parts that get their first applications, or are added.
        new: u64 = counts.new,
        /// Parts whose applications or details change.
        changed: u64 = counts.changed,
        /// Parts that lose all applications.
        gone: u64 = counts.gone,
        /// Parts that stay the same.
        unchanged: u64 = counts.unchanged,
        /// Parts to which the report has been applied.
        applied: u64 = counts.applied,
        /// Applications that are removed; for a file of parts, column values that are removed.
        removed: u64 = counts.removed,
    }

    /// An imported file.
    pub(crate) ImportView as Import {
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
        scope: Option<ImportScopeView>,
        /// The email address of the admin who uploaded it; absent for the operator.
        actor: Option<String>,
        /// Its state.
        state: ImportStateView,
        /// Its progress; absent when it is not being processed.
        progress: Option<ProgressView>,
        /// The counts.
        counts: CountsView,
        /// Which confirmation its report requires before it is applied.
        brake: BrakeView,
        /// Why it failed, in words.
        error: Option<String>,
        /// When it was uploaded, in UTC.
        #[schema(format = DateTime)]
        created_at: String,
        /// When it last changed, in UTC.
        #[schema(format = DateTime)]
        changed_at: String,
    }
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

response! {
    /// A part that an import would change or has changed.
    pub(crate) ChangeView as ImportChange from |ShownChange { place, change, title, brand, number }| ShownChange {
        /// Its index in the report.
        place: String = place.to_string(),
        /// How it changes.
        change: ChangeKindView = change.change.into(),
        /// The part's `_id`.
        part: String = change.part.to_string(),
        /// Its title, or the title it will have when added; absent if the part no longer exists.
        title: Option<String> = title.map(|title| title.to_string()),
        /// The key of its brand.
        brand: Option<String> = brand.map(|brand| brand.to_string()),
        /// Its number.
        number: Option<String> = number.map(|number| number.as_str().to_owned()),
        /// The first line of the file about it; 0 if there is none.
        line: u64 = change.line,
        /// Applications that are added; for a file of parts, columns that change.
        added: u64 = change.added,
        /// Applications that are removed.
        removed: u64 = change.removed,
        /// For a file of parts, the columns that change; for a new part only its brand, number, title, price and stock.
        columns: Vec<ColumnView> = change.columns.into_iter().map(ColumnView::from).collect(),
    }

    /// A column in which a part changes.
    pub(crate) ColumnView as ImportColumn from |ColumnChange { column, before, after }| ColumnChange {
        /// Its name, as in the header of a file.
        column: &'static str = column.name(),
        /// The value before, truncated; may be empty.
        before: String = before,
        /// The value after, truncated; may be empty.
        after: String = after,
    }
}

impl ChangeView {
    pub(crate) fn place(&self) -> &str {
        &self.place
    }
}

response! {
    /// A finding of an import.
    pub(crate) FindingView as ImportFinding from |(place, Finding { kind, line, rows, words })| (u32, Finding) {
        /// Its index in the report.
        place: String = place.to_string(),
        /// Its kind.
        kind: FindingKindView = kind.into(),
        /// The line of its first occurrence; 0 if it concerns the whole file.
        line: u64 = line,
        /// The number of rows affected.
        rows: u64 = rows,
        /// The text for people.
        words: String = words,
    }
}

impl FindingView {
    pub(crate) fn place(&self) -> &str {
        &self.place
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
