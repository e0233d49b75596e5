//! The commands that import and export files.

use crate::{
    clock::{RandomIds, SystemClock},
    commands,
    config::Settings,
    indexing,
    private_files::apply_shell_umask,
    unfinished::{self, folder_of},
    wire::{self, WireError},
};
use autoparts_application::{
    error_chain::error_chain,
    imports::{
        Consent, ImportError, Importer, ReadFile, Step,
        export::{self, ExportError},
    },
    ports::{
        import_files::{Finding, FindingKind, ImportFileError, ImportKind},
        imports::{Brake, Import, ImportState},
        part_rows::PartFileRow,
        spreadsheets::{ExportKind, Spreadsheets},
        store::Store,
        store_error::StoreError,
        vehicles::Lookup,
    },
    terminal::line,
    use_case_error::UseCaseError,
    vehicles::{adding::add_unknown_vehicles, lookups::save_known_lookups},
};
use autoparts_domain::id::ImportId;
use autoparts_exchange::{CsvSpreadsheets, fitment_csv::FitmentWriter, lookups_csv, vehicles_csv};
use autoparts_persistence::{NameOfSqlite, check_name};
use std::{
    fs::{self, File},
    io::{self, BufReader, BufWriter, IsTerminal, Write},
    path::Path,
    sync::Arc,
    time::Duration,
};
use tempfile::NamedTempFile;
use tokio::task::JoinHandle;

/// Maximum number of findings per kind shown in a terminal report; the rest are counted.
const SHOWN: usize = 20;
const SHOWN_ROWS: u64 = 20;

/// Number of codes per unit of work.
const CODES: usize = 500;

/// Width of the progress bar, in characters.
const BAR: usize = 30;

/// Why an import or export failed; `Display` is one line.
#[derive(Debug, thiserror::Error)]
pub enum ImportCommandError {
    /// The database cannot be opened.
    #[error(transparent)]
    Command(#[from] commands::CommandError),
    /// The import failed.
    #[error("{}", import_words(.0))]
    Import(#[from] UseCaseError<ImportError>),
    /// The file cannot be imported.
    #[error("{file}: {why}")]
    Refused {
        /// The file.
        file: String,
        /// The reason, for users.
        why: String,
    },
    /// The argument is not a report id.
    #[error("{0} is not a report; run the import without --apply first, then pass the report that it names")]
    NotAReport(String),
    /// The report is about another file.
    #[error("this report is about another file than {0}")]
    OtherFile(String),
    /// The file exists; nothing is overwritten.
    #[error("{0} exists; name a file that does not")]
    Exists(String),
    /// The file name is reserved by SQLite.
    #[error(transparent)]
    Name(#[from] NameOfSqlite),
    /// A file cannot be read or written.
    #[error("{file}: {cause}")]
    File {
        /// The file.
        file: String,
        /// The cause.
        cause: io::Error,
    },
    /// The export failed.
    #[error("the export failed: {}", error_chain(.0))]
    Export(#[from] ExportError),
    /// The store failed.
    #[error("the database failed: {}", error_chain(.0))]
    Store(#[from] StoreError),
}

fn import_words(error: &UseCaseError<ImportError>) -> String {
    match error {
        UseCaseError::Refused(ImportError::File(ImportFileError::Folder(cause))) => format!(
            "the rows of the file cannot be kept or read ({cause}); let this user write IMPORT_DIR and what is in it, or make room"
        ),
        UseCaseError::Store(_) => error_chain(error),
        error => error.to_string(),
    }
}

/// Adds the file name to an error about an invalid file.
fn refused<E: Into<UseCaseError<ImportError>>>(file: &Path) -> impl FnOnce(E) -> ImportCommandError {
    let file = file.display().to_string();
    move |error| match error.into() {
        UseCaseError::Refused(ImportError::File(
            why @ (ImportFileError::Refused(_) | ImportFileError::TooLarge { .. }),
        )) => ImportCommandError::Refused { file, why: why.to_string() },
        error => ImportCommandError::Import(error),
    }
}

/// Opens a file for reading; fails with a clear error if it is a folder.
fn open(file: &Path) -> Result<File, ImportCommandError> {
    let opened = File::open(file).map_err(of_file(file))?;
    if file.is_dir() { Err(of_file(file)(io::ErrorKind::IsADirectory.into())) } else { Ok(opened) }
}

fn of_file(file: &Path) -> impl FnOnce(io::Error) -> ImportCommandError {
    let file = file.display().to_string();
    move |cause| ImportCommandError::File { file, cause }
}

fn importer(settings: &Settings) -> Result<Importer, ImportCommandError> {
    Ok(Importer {
        store: commands::open(settings)?,
        files: Arc::new(wire::import_files(settings)),
        clock: Arc::new(SystemClock),
        ids: Arc::new(RandomIds),
        at_work: Arc::default(),
        removal_share: settings.import_removal_share,
    })
}

/// Shows progress on standard error if that is a terminal.
struct Bar {
    shown: Option<(String, u64)>,
    is_seen: bool,
}

impl Bar {
    fn new() -> Self {
        Self { shown: None, is_seen: io::stderr().is_terminal() }
    }

    fn step(&mut self, step: Step) {
        let (what, done, of) = match step {
            Step::Reading(read, of) => ("Reading  ", read, of),
            Step::Comparing(done, of) => ("Comparing", done.into(), of.into()),
            Step::Applying(done, of) => ("Applying ", done, of),
        };
        let percent = done.saturating_mul(100).checked_div(of).unwrap_or(100).min(100);
        let now = (what.to_owned(), percent);
        if !self.is_seen || self.shown.as_ref() == Some(&now) {
            return;
        }
        let filled = BAR * usize::try_from(percent).unwrap_or(0) / 100;
        let _ = write!(io::stderr(), "\r{what} [{}{}] {percent:>3} %", "#".repeat(filled), " ".repeat(BAR - filled));
        self.shown = Some(now);
    }
}

impl Drop for Bar {
    fn drop(&mut self) {
        if self.shown.is_some() {
            let _ = writeln!(io::stderr());
        }
    }
}

/// Interval of the heartbeat.
const BEAT: Duration = Duration::from_secs(1);

/// Sends heartbeats until dropped.
struct Heart(JoinHandle<()>);

impl Heart {
    fn of(importer: &Importer) -> Self {
        let importer = importer.clone();
        Self(tokio::spawn(async move {
            loop {
                tokio::time::sleep(BEAT).await;
                // Ignore errors: the next heartbeat may reach the database.
                let _ = importer.beat().await;
            }
        }))
    }
}

impl Drop for Heart {
    fn drop(&mut self) {
        self.0.abort();
    }
}

/// Reads a file and reports what it would change.
pub async fn read(settings: &Settings, kind: ImportKind, file: &Path) -> Result<String, ImportCommandError> {
    open(file)?;
    let importer = importer(settings)?;
    let name = file.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    let import = {
        let _heart = Heart::of(&importer);
        let mut bar = Bar::new();
        let wanted = ReadFile { kind, path: file, name, actor: None };
        importer.read(wanted, &mut |step| bar.step(step)).await.map_err(refused(file))?
    };
    report(&importer, &import, file).await
}

/// Applies a report about a file.
pub async fn apply(
    settings: &Settings,
    file: &Path,
    report: &str,
    consent: Consent,
) -> Result<String, ImportCommandError> {
    let id: ImportId = report.parse().map_err(|_| ImportCommandError::NotAReport(report.to_owned()))?;
    let importer = importer(settings)?;
    let digest = autoparts_exchange::digest(&mut open(file)?).map_err(of_file(file))?;
    let import = importer.import(id).await.map_err(|error| match error {
        UseCaseError::Refused(ImportError::NoSuchImport) => ImportCommandError::NotAReport(report.to_owned()),
        error => error.into(),
    })?;
    if import.digest != digest {
        return Err(ImportCommandError::OtherFile(file.display().to_string()));
    }
    let import = {
        let _heart = Heart::of(&importer);
        let mut bar = Bar::new();
        importer.apply(id, consent, &mut |step| bar.step(step)).await?
    };
    let parts = import.counts.applied;
    Ok(match import.state {
        ImportState::Stopped => format!("Stopped after {parts} parts. Apply it again to go on."),
        _ => format!("Done: {parts} parts changed."),
    })
}

/// Formats a report for a terminal.
async fn report(importer: &Importer, import: &Import, file: &Path) -> Result<String, ImportCommandError> {
    let counts = import.counts;
    let id = import.id;
    let mut text = format!(
        "{}: {} rows. {} set aside, {} about parts that the shop does not have.\n\
         Parts: {} new, {} changed, {} gone, {} unchanged.\n",
        line(&import.format),
        counts.rows,
        counts.set_aside,
        counts.foreign,
        counts.new,
        counts.changed,
        counts.gone,
        counts.unchanged
    );
    let findings = importer.store.read(move |tx| tx.findings(&id, None, None, u32::MAX)).await?;
    for kind in FindingKind::ALL {
        let theirs: Vec<&Finding> =
            findings.iter().map(|(_, finding)| finding).filter(|finding| finding.kind == kind).collect();
        text.push_str(&format_findings(kind, &theirs));
    }
    text.push_str(&match counts.changes() {
        0 => "Nothing would change.".to_owned(),
        _ => format!(
            "{}Nothing has been changed yet. To apply this report: autoparts import {} {} --apply {id}{}",
            brake_words(import),
            import.kind.name(),
            line(&file.display().to_string()),
            brake_flags(import)
        ),
    });
    Ok(text)
}

/// Returns the warning about a report that needs confirmation.
fn brake_words(import: &Import) -> String {
    let removed = import.counts.removed;
    let what = if import.kind == ImportKind::Parts { "entries of columns" } else { "applications" };
    match import.brake {
        Brake::None | Brake::Unknown => String::new(),
        Brake::Confirm => format!("Warning: this would remove {removed} {what}, a large share of them.\n"),
        Brake::Force if import.counts.rows == 0 => {
            format!("Warning: this file has no rows that can be read. Applying it would remove {removed} {what}.\n")
        }
        Brake::Force if import.counts.understood() == 0 => format!(
            "Warning: nothing in this file was understood. Applying it would add nothing and remove {removed} {what}; {} parts \
             would be marked as incomplete, and {} would lose all applications.\n",
            import.counts.changed, import.counts.gone
        ),
        Brake::Force => {
            format!("Warning: the file contradicts itself. It would remove {removed} {what}. Check it first.\n")
        }
    }
}

/// Returns the flags that confirm the report.
fn brake_flags(import: &Import) -> String {
    let removed = import.counts.removed;
    match import.brake {
        Brake::None | Brake::Unknown => String::new(),
        Brake::Confirm => format!(" --removals {removed}"),
        Brake::Force => format!(" --removals {removed} --force"),
    }
}

fn format_findings(kind: FindingKind, findings: &[&Finding]) -> String {
    if findings.is_empty() {
        return String::new();
    }
    let mut text = match kind {
        FindingKind::Problem => "Problems:\n",
        FindingKind::UnknownCode => "Codes not mapped yet (`autoparts lookups import` adds them):\n",
        FindingKind::Lint => "Taken in, but odd:\n",
    }
    .to_owned();
    for finding in findings.iter().take(SHOWN) {
        let place = if finding.line > 0 { format!("line {}: ", finding.line) } else { String::new() };
        let rows = if finding.rows > 1 { format!(" ({} rows)", finding.rows) } else { String::new() };
        text.push_str(&format!("  {place}{}{rows}\n", line(&finding.words)));
    }
    if findings.len() > SHOWN {
        text.push_str(&format!("  and {} more\n", findings.len() - SHOWN));
    }
    text
}

/// A file that is written under a temporary name until it is complete.
struct Unfinished<'f> {
    file: &'f Path,
    written: NamedTempFile,
}

impl<'f> Unfinished<'f> {
    fn create(settings: &Settings, file: &'f Path) -> Result<(Self, BufWriter<File>), ImportCommandError> {
        check_free(settings, file)?;
        let folder = folder_of(file);
        let written = unfinished::create(folder, 0o600).map_err(of_file(folder))?;
        let opened = written.reopen().map_err(of_file(file))?;
        Ok((Self { file, written }, BufWriter::new(opened)))
    }

    fn finish(self, written: io::Result<BufWriter<File>>) -> Result<(), ImportCommandError> {
        let written = written.and_then(|file| file.into_inner().map_err(io::IntoInnerError::into_error));
        written.and_then(|written| written.sync_all()).map_err(of_file(self.file))?;
        apply_shell_umask(self.written.path()).map_err(of_file(self.file))?;
        self.written.persist_noclobber(self.file).map(drop).map_err(|error| of_file(self.file)(error.error))
    }
}

fn leads_nowhere(file: &Path) -> bool {
    file.is_symlink() && !file.exists()
}

/// Fails if the file exists, so that a wrong name does not overwrite an edited spreadsheet.
fn check_free(settings: &Settings, file: &Path) -> Result<(), ImportCommandError> {
    if file.is_file() || file.is_dir() || leads_nowhere(file) {
        return Err(ImportCommandError::Exists(file.display().to_string()));
    }
    Ok(check_name(&settings.database, file)?)
}

/// Writes a file with example lines.
pub fn write_template(settings: &Settings, kind: ExportKind, file: &Path) -> Result<String, ImportCommandError> {
    check_free(settings, file)?;
    fs::write(file, CsvSpreadsheets.template(kind)).map_err(of_file(file))?;
    apply_shell_umask(file).map_err(of_file(file))?;
    Ok(format!("Wrote {}. Put your own lines in the place of the examples.", file.display()))
}

/// Exports all parts. The file appears only when complete.
pub async fn export_parts(settings: &Settings, file: &Path) -> Result<String, ImportCommandError> {
    let store: Arc<dyn Store> = commands::open(settings)?;
    let (unfinished, mut writer) = Unfinished::create(settings, file)?;
    writer.write_all(&CsvSpreadsheets.head(ExportKind::Parts)).map_err(of_file(file))?;
    let mut parts = 0_usize;
    let take = |rows: Vec<PartFileRow>| {
        parts += rows.len();
        writer.write_all(&CsvSpreadsheets.parts(&rows))
    };
    export::parts(&*store, take).await?;
    unfinished.finish(Ok(writer))?;
    Ok(format!("Wrote {parts} parts to {}.", file.display()))
}

/// Exports the fitments. The file appears only when complete.
pub async fn export_fitment(settings: &Settings, file: &Path) -> Result<String, ImportCommandError> {
    let store: Arc<dyn Store> = commands::open(settings)?;
    let (unfinished, writer) = Unfinished::create(settings, file)?;
    let mut writer = FitmentWriter::new(writer).map_err(of_file(file))?;
    let mut lines = 0_u64;
    let take = |line| {
        lines += 1;
        writer.write(&line)
    };
    export::fitments(&*store, take).await?;
    unfinished.finish(writer.finish())?;
    Ok(format!("Wrote {lines} applications to {}.", file.display()))
}

/// Adds mappings for codes in suppliers' files.
pub async fn import_lookups(settings: &Settings, file: &Path) -> Result<String, ImportCommandError> {
    let read = lookups_csv::read(BufReader::new(open(file)?));
    let (lookups, findings) = read.map_err(ImportFileError::from).map_err(refused(file))?;
    let store: Arc<dyn Store> = commands::open(settings)?;
    let mut refused = Vec::new();
    for some in lookups.chunks(CODES) {
        let some = some.to_vec();
        refused.extend(store.write(move |tx| save_known_lookups(tx, &some)).await?);
    }
    let notes: Vec<String> = findings.iter().map(|finding| format!("\n{}", line(&finding.words))).collect();
    let mut text = format!("{} codes are known now.{}", lookups.len() - refused.len(), notes.concat());
    if !refused.is_empty() {
        text += &format!("\n{} codes were left out, because what they stand for is not known here:", refused.len());
    }
    for (Lookup { scheme, kind, code, value }, why) in refused.iter().take(SHOWN) {
        let refusal = format!("{scheme} {} {code}: {value} {why}.", kind.name());
        text += &format!("\n  {}", line(&refusal));
    }
    if refused.len() > SHOWN {
        text += &format!("\n  and {} more", refused.len() - SHOWN);
    }
    Ok(text)
}

/// Adds the vehicles in a file that the shop does not know.
pub async fn import_vehicles(settings: &Settings, file: &Path) -> Result<String, ImportCommandError> {
    let read = vehicles_csv::read_file(open(file)?, settings.import_max);
    let read = read.map_err(ImportFileError::from).map_err(refused(file))?;
    let store = commands::open(settings)?;
    let added = add_unknown_vehicles(&*store, read.vehicles).await?;
    let mut text = format!(
        "{} rows. New: {} makes, {} models, {} engines, {} engines of a model or more years of one.\n",
        read.rows, added.makes, added.models, added.engines, added.model_engines
    );
    // The index lists each part with the years of its models, so it must be rebuilt. Nothing to do if there is no
    // index yet.
    if added.model_engines > 0 && indexing::request_rebuild(&settings.search_dir).is_ok() {
        text.push_str("The search index is rebuilt in the background, for vehicles with more years.\n");
    }
    if read.unread > 0 {
        let unread = read.unread;
        let findings = read.findings.iter().take(SHOWN);
        let lines = findings.map(|finding| format!("  line {}: {}\n", finding.line, line(&finding.words)));
        text.push_str(&format!("{unread} rows could not be read and were passed over:\n{}", lines.collect::<String>()));
        if let Some(more) = unread.checked_sub(SHOWN_ROWS).filter(|more| *more > 0) {
            text.push_str(&format!("  and {more} more\n"));
        }
    }
    Ok(text)
}

impl From<WireError> for ImportCommandError {
    fn from(error: WireError) -> Self {
        Self::Command(error.into())
    }
}
