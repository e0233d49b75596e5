//! Imports as they are shown.

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
    /// What a file is.
    ImportKindView as ImportKind of ImportKind {
        /// What parts fit, as suppliers send it.
        Aces,
        /// What parts fit, as a spreadsheet.
        Fitment,
        /// The parts themselves, as a spreadsheet.
        Parts,
    }

    /// Where an import stands.
    ImportStateView as ImportState of ImportState {
        /// It is read and compared, or waits for that.
        Reading,
        /// Its report is there. Nothing is changed before somebody agrees.
        Ready,
        /// What its report says is being done, or waits for that.
        Applying,
        /// All of it is done.
        Done,
        /// It ended early; what was done by then stays.
        Failed,
        /// It was stopped; what was done by then stays, and it can go on.
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

    /// What a file says everything about.
    ImportScopeView as ImportScope of Scope {
        /// A brand: what the file does not list of it goes.
        WholeBrand,
        /// The parts that it lists.
        WholeParts,
        /// Nothing: it says what is added and what is taken away.
        Changes,
    }

    /// What becomes of a part.
    ChangeKindView as ImportChangeKind of ChangeKind {
        /// It gets its first applications, or is added.
        New,
        /// Its applications become others, or what is said about it.
        Changed,
        /// It loses all of them.
        Gone,
    }

    /// What sort of news a finding is.
    FindingKindView as ImportFindingKind of FindingKind {
        /// Rows that are not taken in.
        Problem,
        /// A code that stands for nothing in the shop yet; its words are its kind and the code.
        UnknownCode,
        /// It is taken in and looks like a slip.
        Lint,
    }
}

/// How far an import is that is being worked on.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = ImportProgress)]
pub(crate) struct ProgressView {
    /// What is done: `reading` counts bytes, `comparing` heaps of rows, `applying` parts.
    step: &'static str,
    /// How much of it is done.
    done: u64,
    /// Of how much.
    total: u64,
}

impl From<Step> for ProgressView {
    fn from(step: Step) -> Self {
        let (done, total) = step.progress();
        Self { step: step.name(), done, total }
    }
}

/// What there is to count of an import.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ImportCounts)]
pub(crate) struct CountsView {
    /// Rows of the file.
    rows: u64,
    /// Those that could not be understood.
    set_aside: u64,
    /// Those about parts that the shop does not have, or about other brands than that of the file.
    foreign: u64,
    /// Parts that get their first applications, or are added.
    new: u64,
    /// Parts whose applications become others, or what is said about them.
    changed: u64,
    /// Parts that lose all of them.
    gone: u64,
    /// Parts that stay as they are.
    unchanged: u64,
    /// Parts that have become what the report says.
    applied: u64,
    /// Applications that their parts lose; of a file of parts, entries of columns.
    removed: u64,
}

impl From<ImportCounts> for CountsView {
    fn from(counts: ImportCounts) -> Self {
        let ImportCounts { rows, set_aside, foreign, new, changed, gone, unchanged, applied, removed } = counts;
        Self { rows, set_aside, foreign, new, changed, gone, unchanged, applied, removed }
    }
}

/// A file that is taken in.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Import)]
pub(crate) struct ImportView {
    /// Its id, by which its report is agreed to.
    #[serde(rename = "_id")]
    id: String,
    /// What the file is.
    kind: ImportKindView,
    /// What it is called.
    file: String,
    /// What it says that it is, as `ACES 4.2`; empty until it is read.
    format: String,
    /// What it says everything about; absent until it is read.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    scope: Option<ImportScopeView>,
    /// The address of who takes it in; absent for the operator.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    actor: Option<String>,
    /// Where it stands.
    state: ImportStateView,
    /// How far it is; absent when nobody works on it.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    progress: Option<ProgressView>,
    /// What there is to count.
    counts: CountsView,
    /// Which confirmation its report requires before it is applied.
    brake: BrakeView,
    /// Why it failed, for people.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    error: Option<String>,
    /// When it was sent, in UTC.
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
    /// Its place in the report.
    place: String,
    /// What becomes of it.
    change: ChangeKindView,
    /// The part's `_id`.
    part: String,
    /// What it is called, or will be when it is added; absent when there is no such part any more.
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
    /// The first line of the file that is about it; 0 when none is.
    line: u64,
    /// Applications that it did not have; of a file of parts, columns that say something else.
    added: u64,
    /// Applications that it has no longer.
    removed: u64,
    /// Of a file of parts, the columns that say something else; of a new part only its brand, number, title, price and stock.
    columns: Vec<ColumnView>,
}

/// A column in which a part says something else.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = ImportColumn)]
pub(crate) struct ColumnView {
    /// Its name, as in the first line of a file.
    column: &'static str,
    /// What the part says before, cut short; empty when it says nothing.
    before: String,
    /// What it says afterwards, cut short; empty when it says nothing.
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

/// Something that whoever takes a file in should know.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = ImportFinding)]
pub(crate) struct FindingView {
    /// Its place in the report.
    place: String,
    /// What sort of news it is.
    kind: FindingKindView,
    /// The line where it was seen first; 0 when it is about the whole file.
    line: u64,
    /// How many rows it costs or concerns.
    rows: u64,
    /// What there is to say, for people.
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
