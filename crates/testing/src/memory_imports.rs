//! In-memory import files, parsed as lines of words: `brand number make model year`, or for parts `brand=…,number=…`.
//! Tests of the shop need no real files.

use autoparts_application::ports::{
    import_files::{
        BUCKETS, FileRefused, FileSummary, FitmentRow, ImportFileError, ImportFiles, ImportKind, Named, PlannedPart,
        Progress, RowAction, RowVehicle, Scope,
    },
    part_rows::{PartColumn, PartFileRow},
    spreadsheets::{ExportKind, FitmentLine, RefutedFit, RefutedHeader, ReportedFit, Spreadsheets, StepNumbers},
};
use autoparts_domain::{id::ImportId, orders::Order, time::Timestamp};
use std::{
    collections::BTreeMap,
    fs, io,
    path::Path,
    sync::{
        Mutex, MutexGuard, PoisonError,
        atomic::{AtomicBool, Ordering},
    },
};

/// Maximum size of a file in bytes.
pub const MAX_BYTES: usize = 1_000_000;

#[derive(Debug, Clone, Default)]
struct Kept {
    upload: Option<Vec<u8>>,
    rows: Option<Vec<FitmentRow>>,
    part_rows: Option<Vec<PartFileRow>>,
    plans: BTreeMap<u16, Vec<PlannedPart>>,
}

/// A folder in memory.
#[derive(Debug, Default)]
pub struct MemoryImports {
    kept: Mutex<BTreeMap<ImportId, Kept>>,
    full: AtomicBool,
}

impl MemoryImports {
    /// Whether the folder is full from now on.
    pub fn set_full(&self, full: bool) {
        self.full.store(full, Ordering::SeqCst);
    }

    /// The number of imports with stored files.
    #[must_use]
    pub fn count(&self) -> usize {
        self.all().len()
    }

    fn all(&self) -> MutexGuard<'_, BTreeMap<ImportId, Kept>> {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn missing() -> ImportFileError {
    io::Error::from(io::ErrorKind::NotFound).into()
}

fn row(line: u64, text: &str) -> Result<FitmentRow, FileRefused> {
    let mut words: Vec<&str> = text.split_whitespace().collect();
    // An optional sixth word is the set_aside value.
    let set_aside = (words.len() == 6).then(|| words.pop().map(ToOwned::to_owned)).flatten();
    let [brand, number, make, model, year] = words[..] else {
        return Err(FileRefused::at(line, "This line has not five words."));
    };
    Ok(FitmentRow {
        line,
        action: RowAction::Add,
        brand: Named::Words(brand.to_owned()),
        number: number.to_owned(),
        vehicle: RowVehicle::Models {
            from: year.to_owned(),
            to: year.to_owned(),
            make: Named::Words(make.to_owned()),
            model: Named::Words(model.to_owned()),
        },
        engine: None,
        position: None,
        pieces: None,
        conditions: Vec::new(),
        set_aside,
    })
}

/// Parses `column=text` pairs separated by commas; list entries are separated by `;`.
fn part_row(line: u64, text: &str) -> PartFileRow {
    let cell = |cell: &str| {
        let (name, text) = cell.split_once('=')?;
        let column = PartColumn::ALL.iter().find(|column| column.name() == name)?;
        let texts = text.split(';').filter(|text| !text.is_empty()).map(ToOwned::to_owned).collect();
        Some((*column, texts))
    };
    PartFileRow { line, unreadable: None, cells: text.split(',').filter_map(cell).collect() }
}

impl ImportFiles for MemoryImports {
    fn append(&self, id: &ImportId, bytes: &[u8]) -> Result<(), ImportFileError> {
        if self.full.load(Ordering::SeqCst) {
            return Err(io::Error::from(io::ErrorKind::StorageFull).into());
        }
        let mut all = self.all();
        let upload = all.entry(*id).or_default().upload.get_or_insert_default();
        upload.extend_from_slice(bytes);
        if upload.len() > MAX_BYTES {
            return Err(ImportFileError::TooLarge { limit: 1 << 20 });
        }
        Ok(())
    }

    fn has_upload(&self, id: &ImportId) -> bool {
        self.all().get(id).is_some_and(|kept| kept.upload.is_some())
    }

    fn repeat(&self, id: &ImportId, as_id: &ImportId) -> Result<bool, ImportFileError> {
        let mut all = self.all();
        let Some(upload) = all.get(id).and_then(|kept| kept.upload.clone()) else { return Ok(false) };
        all.insert(*as_id, Kept { upload: Some(upload), ..Kept::default() });
        Ok(true)
    }

    fn stage(
        &self,
        id: &ImportId,
        kind: ImportKind,
        file: Option<&Path>,
        progress: Progress<'_>,
    ) -> Result<FileSummary, ImportFileError> {
        let bytes = match file {
            Some(file) => fs::read(file)?,
            None => self.all().get(id).and_then(|kept| kept.upload.clone()).ok_or_else(missing)?,
        };
        let text = String::from_utf8_lossy(&bytes);
        let total = u64::try_from(bytes.len()).unwrap_or(u64::MAX);
        let mut rows = Vec::new();
        let mut parts = Vec::new();
        for (line, text) in (1..).zip(text.lines()) {
            if progress(line, total).is_break() {
                return Err(ImportFileError::Interrupted);
            }
            if kind == ImportKind::Parts {
                parts.push(part_row(line, text));
            } else {
                rows.push(row(line, text)?);
            }
        }
        let count = u64::try_from(rows.len() + parts.len()).unwrap_or(u64::MAX);
        let mut all = self.all();
        let kept = all.entry(*id).or_default();
        (kept.rows, kept.part_rows, kept.plans) = (Some(rows), Some(parts), BTreeMap::new());
        Ok(FileSummary {
            format: kind.name().to_owned(),
            digest: format!("{total}"),
            scope: Scope::WholeParts,
            brand: None,
            rows: count,
            findings: Vec::new(),
            is_doubtful: false,
        })
    }

    fn has_rows(&self, id: &ImportId) -> bool {
        self.all().get(id).is_some_and(|kept| kept.rows.is_some())
    }

    fn rows(&self, id: &ImportId, bucket: u16) -> Result<Vec<FitmentRow>, ImportFileError> {
        let rows = self.all().get(id).and_then(|kept| kept.rows.clone()).ok_or_else(missing)?;
        Ok(if bucket == 0 { rows } else { Vec::new() })
    }

    fn part_rows(&self, id: &ImportId, bucket: u16) -> Result<Vec<PartFileRow>, ImportFileError> {
        let rows = self.all().get(id).and_then(|kept| kept.part_rows.clone()).ok_or_else(missing)?;
        Ok(if bucket == 0 { rows } else { Vec::new() })
    }

    fn save_plan(&self, id: &ImportId, bucket: u16, parts: &[PlannedPart]) -> Result<(), ImportFileError> {
        self.all().get_mut(id).ok_or_else(missing)?.plans.insert(bucket.min(BUCKETS), parts.to_vec());
        Ok(())
    }

    fn plan(&self, id: &ImportId, bucket: u16) -> Result<Vec<PlannedPart>, ImportFileError> {
        self.all().get(id).and_then(|kept| kept.plans.get(&bucket).cloned()).ok_or_else(missing)
    }

    fn discard_rows(&self, id: &ImportId) -> Result<(), ImportFileError> {
        if let Some(kept) = self.all().get_mut(id) {
            (kept.rows, kept.part_rows, kept.plans) = (None, None, BTreeMap::new());
        }
        Ok(())
    }

    fn discard(&self, id: &ImportId) -> Result<(), ImportFileError> {
        self.all().remove(id);
        Ok(())
    }

    fn has_any(&self) -> Result<bool, ImportFileError> {
        Ok(!self.all().is_empty())
    }

    fn stored_before(&self, _: Timestamp) -> Result<Vec<ImportId>, ImportFileError> {
        Ok(self.all().keys().copied().collect())
    }
}

/// Writes lines in the format that [`MemoryImports`] reads.
#[derive(Debug, Default)]
pub struct PlainLines;

impl Spreadsheets for PlainLines {
    fn head(&self, _: ExportKind) -> Vec<u8> {
        Vec::new()
    }

    fn template(&self, _: ExportKind) -> Vec<u8> {
        b"ironclad IP-1 honda civic 2018\n".to_vec()
    }

    fn fitments(&self, lines: &[FitmentLine]) -> Vec<u8> {
        let line = |FitmentLine { brand, number, application, .. }: &FitmentLine| {
            let Some((model, application)) = application else { return String::new() };
            format!("{brand} {} {} {} {}\n", number.as_str(), model.make, model.model, application.years.from())
        };
        lines.iter().map(line).collect::<String>().into_bytes()
    }

    fn parts(&self, rows: &[PartFileRow]) -> Vec<u8> {
        let cell = |(column, texts): (&PartColumn, &Vec<String>)| format!("{}={}", column.name(), texts.join(";"));
        let line = |row: &PartFileRow| row.cells.iter().map(cell).collect::<Vec<_>>().join(",") + "\n";
        rows.iter().map(line).collect::<String>().into_bytes()
    }

    fn orders_head(&self) -> Vec<u8> {
        b"orders\n".to_vec()
    }

    fn orders(&self, orders: &[Order]) -> Vec<u8> {
        let line = |order: &Order| format!("{}\n", order.snapshot().id);
        orders.iter().map(line).collect::<String>().into_bytes()
    }

    fn fit_report(&self, flags: &[ReportedFit]) -> Vec<u8> {
        let line = |flag: &ReportedFit| format!("{} {}\n", flag.part.record.part.id, flag.model.id);
        flags.iter().map(line).collect::<String>().into_bytes()
    }

    fn refuted_header(&self, head: &RefutedHeader) -> Vec<u8> {
        format!("refuted {} {}\n", head.sender, head.day.iso()).into_bytes()
    }

    fn refuted(&self, first: u64, fits: &[RefutedFit]) -> Vec<u8> {
        let line = |(id, fit): (u64, &RefutedFit)| format!("{id} {} {}\n", fit.brand, fit.number);
        (first..).zip(fits).map(line).collect::<String>().into_bytes()
    }

    fn refuted_footer(&self, written: u64, left_out: u64) -> Vec<u8> {
        format!("{written} written, {left_out} left out\n").into_bytes()
    }

    fn numbers(&self, steps: &[StepNumbers]) -> Vec<u8> {
        let line = |step: &StepNumbers| format!("{} {}\n", step.period.first.iso(), step.numbers.orders);
        steps.iter().map(line).collect::<String>().into_bytes()
    }
}
