//! ACES 3.0 to 5.0: vehicle fitment data of suppliers.
//!
//! Elements are matched by local name, whatever their namespace. An unknown element about a vehicle becomes a
//! condition with a code, so that it is mapped or the row is set aside: nothing is dropped silently.

mod app;

use self::app::App;
use crate::source::{Lines, as_utf8, of_io};
use autoparts_application::ports::import_files::{
    FileRefused, FileSummary, Finding, FindingKind, FitmentRow, Named, Scope,
};
use quick_xml::{
    Error, Reader,
    errors::{IllFormedError, SyntaxError},
    events::{BytesRef, BytesStart, Event},
};
use std::{collections::BTreeMap, io::Read};

/// Maximum nesting depth of elements.
const MAX_DEPTH: usize = 64;

/// Maximum bytes between two XML delimiters: a text, or a tag with its attributes.
const MAX_BYTES: usize = 64 * 1024;

/// Highest row id that is checked for duplicates; bounds memory use.
const MAX_COMPARED_ID: usize = 1 << 26;

/// Elements allowed in a header. Any other is reported as misplaced, because applications within it would be missed.
const HEADER: &[&str] = &[
    "Company",
    "SenderName",
    "SenderPhone",
    "SenderPhoneExt",
    "TransferDate",
    "BrandAAIAID",
    "SubBrandAAIAID",
    "MfrCode",
    "DocumentTitle",
    "DocFormNumber",
    "EffectiveDate",
    "ApprovedFor",
    "PartsApprovedFor",
    "RegionFor",
    "SubmissionType",
    "MapperCompany",
    "MapperContact",
    "MapperPhone",
    "MapperPhoneExt",
    "MapperEmail",
    "VcdbVersionDate",
    "QdbVersionDate",
    "PcdbVersionDate",
    "LanguageCode",
    "ReferenceDocument",
];

/// Elements at the same level as applications that are not imported.
const ASSETS: &[&str] = &["Asset", "DigitalAsset", "DigitalFileInformation"];

/// Elements that are allowed in one place of a file only; anywhere else they are reported as misplaced.
const OUTER: &[&str] = &["ACES", "Header", "App", "Footer"];

/// Maximum number of kinds of misplaced elements that are listed; bounds memory use.
const MAX_MISPLACED: usize = 100;

/// Receives each row.
pub(crate) type Sink<'s> = &'s mut dyn FnMut(FitmentRow) -> Result<(), FileRefused>;

/// The name of the encoding in an XML declaration.
fn declared_encoding(head: &[u8]) -> Option<String> {
    let head = String::from_utf8_lossy(head);
    let declaration = head.trim_start().strip_prefix("<?xml")?.split("?>").next()?;
    let (_, rest) = declaration.split_once("encoding")?;
    let value = rest.trim_start().strip_prefix('=')?.trim_start();
    let quote = value.chars().next().filter(|quote| matches!(quote, '"' | '\''))?;
    value.trim_start_matches(quote).split(quote).next().map(|name| name.trim().to_owned())
}

/// Reads a file row by row. The caller, who sees the raw bytes, fills in `digest`.
pub(crate) fn read(source: impl Read, sink: Sink<'_>) -> Result<FileSummary, FileRefused> {
    let lines = Lines::new(as_utf8(source, declared_encoding)?);
    let mut xml = Reader::from_reader(lines);
    xml.config_mut().check_end_names = true;
    let mut file = AcesFile { seen: Seen::default(), ..AcesFile::default() };
    let mut buffer = Vec::new();
    loop {
        buffer.clear();
        xml.get_mut().allow(MAX_BYTES);
        let before = xml.get_ref().line();
        let event = xml.read_event_into(&mut buffer).map_err(|error| (error, before));
        let event = match event {
            Ok(event) => event,
            Err((error, before)) => return Err(of_xml(&error, before)),
        };
        if matches!(event, Event::Eof) {
            return file.end(xml.get_ref().line());
        }
        file.take(event, before, sink)?;
    }
}

/// Converts an error of the XML reader.
fn of_xml(error: &Error, line: u64) -> FileRefused {
    match error {
        Error::Io(error) => of_io(error, line),
        Error::Encoding(_) => {
            FileRefused::at(line, "The file declares UTF-8 but is not valid UTF-8. Save it as UTF-8.")
        }
        Error::Syntax(SyntaxError::InvalidBangMarkup) => FileRefused::at(line, "This is not XML."),
        Error::Syntax(_) | Error::IllFormed(IllFormedError::MissingEndTag(_)) => {
            FileRefused::at(line, "The file is incomplete: it was cut off.")
        }
        Error::IllFormed(IllFormedError::MismatchedEndTag { expected, found }) => {
            let shown = |name: &str| -> String { name.chars().take(60).collect() };
            FileRefused::at(line, format!("Found </{}> instead of </{}>.", shown(found), shown(expected)))
        }
        _ => FileRefused::at(line, "This is not well-formed XML."),
    }
}

/// Ids seen so far, as a bit set.
#[derive(Default)]
struct Seen(Vec<u64>);

impl Seen {
    /// Adds an id, and returns whether it was seen before; `false` for ids that are not compared.
    fn again(&mut self, id: &str) -> bool {
        let Some(id) = id.parse::<usize>().ok().filter(|id| *id < MAX_COMPARED_ID) else { return false };
        let word = id / 64;
        let bit = 1u64 << (id % 64);
        if word >= self.0.len() {
            self.0.resize((word + 1).max(self.0.len() * 2).min(MAX_COMPARED_ID / 64), 0);
        }
        let Some(word) = self.0.get_mut(word) else { return false };
        let again = *word & bit != 0;
        *word |= bit;
        again
    }
}

/// Parser state of a file.
#[derive(Default)]
struct AcesFile {
    /// Local names of the open elements.
    open: Vec<String>,
    text: String,
    version: String,
    submission: String,
    brand: Option<String>,
    announced: Option<String>,
    app: Option<App>,
    apps: u64,
    others: u64,
    repeated: Option<(u64, u64)>,
    seen: Seen,
    headers: u64,
    footers: u64,
    /// Misplaced elements, each with its parent element: the first line and the count.
    misplaced: BTreeMap<(String, String), (u64, u64)>,
    /// Misplaced elements beyond [`MAX_MISPLACED`].
    more_misplaced: u64,
    ended: bool,
}

impl AcesFile {
    fn take(&mut self, event: Event<'_>, line: u64, sink: Sink<'_>) -> Result<(), FileRefused> {
        match event {
            Event::Start(element) => self.start(&element, line),
            Event::Empty(element) => {
                self.start(&element, line)?;
                self.close(sink)
            }
            Event::End(_) => self.close(sink),
            Event::Text(text) => self.add_text(&text.xml10_content(), line),
            Event::CData(text) => self.add_text(&text.xml10_content(), line),
            Event::GeneralRef(reference) => {
                let text = resolved(&reference, line)?;
                self.add_text(&text, line)
            }
            Event::DocType(_) => Err(FileRefused::at(line, "The file has a DTD. Files with a DTD are not accepted.")),
            Event::Decl(_) | Event::PI(_) | Event::Comment(_) | Event::Eof => Ok(()),
        }
    }

    fn add_text(&mut self, text: &str, line: u64) -> Result<(), FileRefused> {
        if self.open.is_empty() && !text.trim().is_empty() {
            return Err(FileRefused::at(line, "This is not XML."));
        }
        if self.text.len() + text.len() > MAX_BYTES {
            return Err(FileRefused::at(line, "A text is longer than 64 kB."));
        }
        self.text.push_str(text);
        Ok(())
    }

    fn start(&mut self, element: &BytesStart<'_>, line: u64) -> Result<(), FileRefused> {
        let local = element.local_name();
        let name: &str = local.as_ref();
        if self.open.is_empty() {
            self.begin(name, element, line)?;
        }
        if self.open.len() >= MAX_DEPTH {
            return Err(FileRefused::at(line, "More than 64 elements are nested."));
        }
        match (self.open.len(), name) {
            (1, "App") => {
                let app = App::begin(attributes(element, line)?, line);
                let again = app.id().is_some_and(|id| self.seen.again(id));
                if again {
                    let (first, count) = self.repeated.unwrap_or((line, 0));
                    self.repeated = Some((first, count + 1));
                }
                self.app = Some(app);
            }
            (1, "Header") => self.headers += 1,
            (1, "Footer") => self.footers += 1,
            (1, name) if ASSETS.contains(&name) => self.others += 1,
            (1, name) => self.misplace(name, line),
            (depth, name) => {
                if let Some(app) = &mut self.app {
                    app.open(depth, name, attributes(element, line)?, &self.text);
                } else if self.is_misplaced(depth, name) {
                    self.misplace(name, line);
                }
            }
        }
        self.text.clear();
        self.open.push(name.to_owned());
        Ok(())
    }

    /// Whether an element outside applications is misplaced.
    fn is_misplaced(&self, depth: usize, name: &str) -> bool {
        match self.open.get(1).map(String::as_str) {
            Some("Header") if depth == 2 => !HEADER.contains(&name),
            Some("Footer") if depth == 2 => name != "RecordCount",
            // The root element was already checked.
            _ => depth > 0 && OUTER.contains(&name),
        }
    }

    fn misplace(&mut self, name: &str, line: u64) {
        let shown = |name: &str| name.chars().filter(|sign| !sign.is_control()).take(60).collect::<String>();
        let place = (shown(name), self.open.last().map(|outer| shown(outer)).unwrap_or_default());
        let has_room = self.misplaced.len() < MAX_MISPLACED;
        match self.misplaced.get_mut(&place) {
            Some((_, count)) => *count += 1,
            None if has_room => _ = self.misplaced.insert(place, (line, 1)),
            None => self.more_misplaced += 1,
        }
    }

    /// Findings about misplaced elements.
    fn misplaced(&self) -> Vec<Finding> {
        let finding = |((name, outer), (line, rows)): (&(String, String), &(u64, u64))| Finding {
            kind: FindingKind::Problem,
            line: *line,
            rows: *rows,
            words: format!("Element <{name}> is not allowed within <{outer}>. It and its content are not read."),
        };
        let mut findings: Vec<Finding> = self.misplaced.iter().map(finding).collect();
        if self.more_misplaced > 0 {
            let words = "There are more misplaced elements.".to_owned();
            findings.push(Finding { kind: FindingKind::Problem, line: 0, rows: self.more_misplaced, words });
        }
        findings
    }

    /// Checks the root element.
    fn begin(&mut self, name: &str, element: &BytesStart<'_>, line: u64) -> Result<(), FileRefused> {
        if self.ended {
            return Err(FileRefused::at(line, "There is content after the end of the document."));
        }
        if name != "ACES" {
            return Err(FileRefused::at(line, "This is XML, but not an ACES file: it does not begin with <ACES>."));
        }
        let version = attributes(element, line)?.into_iter().find(|(name, _)| name == "version");
        let version = version.map(|(_, version)| version.trim().to_owned()).unwrap_or_default();
        if !version.is_empty() && !["3", "4", "5"].contains(&version.split('.').next().unwrap_or_default()) {
            let version: String = version.chars().take(20).collect();
            return Err(FileRefused::at(line, format!("ACES {version} is not supported, only 3.0 to 5.0.")));
        }
        self.version = version;
        Ok(())
    }

    fn close(&mut self, sink: Sink<'_>) -> Result<(), FileRefused> {
        let Some(name) = self.open.pop() else { return Ok(()) };
        let text = std::mem::take(&mut self.text);
        let within = self.open.get(1).map(String::as_str);
        match (self.open.len(), within) {
            (0, _) => self.ended = true,
            (1, _) if name == "App" => {
                if let Some(app) = self.app.take() {
                    self.apps += 1;
                    sink(app.row(self.brand.as_deref()))?;
                }
            }
            (2, Some("Header")) => self.header(&name, text.trim()),
            (2, Some("Footer")) if name == "RecordCount" => self.announced = Some(text.trim().to_owned()),
            (depth, Some("App")) => {
                if let Some(app) = &mut self.app {
                    app.close(depth, &name, &text);
                }
            }
            _ => {}
        }
        Ok(())
    }

    fn header(&mut self, name: &str, text: &str) {
        match name {
            "SubmissionType" => text.clone_into(&mut self.submission),
            "BrandAAIAID" if !text.is_empty() => self.brand = Some(text.to_owned()),
            _ => {}
        }
    }

    fn end(self, line: u64) -> Result<FileSummary, FileRefused> {
        if !self.ended {
            let why = if self.open.is_empty() { "This is not XML." } else { "The file is incomplete: it was cut off." };
            return Err(FileRefused::at(line, why));
        }
        let scope = match self.submission.to_ascii_uppercase().as_str() {
            "FULL" => Scope::WholeBrand,
            "UPDATE" => Scope::Changes,
            _ => {
                return Err(FileRefused::at(
                    0,
                    "The header has no SubmissionType FULL or UPDATE, so it is unclear \
                whether parts that the file does not list are removed.",
                ));
            }
        };
        let is_counted = self.announced.as_ref().is_none_or(|announced| announced.parse() == Ok(self.apps));
        let has_hidden_apps = self.misplaced.keys().any(|(name, _)| OUTER.contains(&name.as_str()));
        let is_doubtful = !is_counted || has_hidden_apps || self.headers > 1 || self.footers > 1;
        let mut findings = self.misplaced();
        let mut find = |kind, line, rows, words: String| findings.push(Finding { kind, line, rows, words });
        if let Some(announced) = self.announced.as_ref().filter(|_| !is_counted) {
            let announced: String = announced.chars().take(20).collect();
            let words = format!("The file says that it has {announced} applications, but it has {}.", self.apps);
            find(FindingKind::Problem, 0, 0, words);
        }
        if self.headers > 1 || self.footers > 1 {
            find(FindingKind::Problem, 0, 0, "The file has more than one header or footer.".to_owned());
        }
        if self.announced.is_none() {
            find(FindingKind::Lint, 0, 0, "The file does not say how many applications it has.".to_owned());
        }
        if let Some((line, rows)) = self.repeated {
            find(FindingKind::Lint, line, rows, "An App has the id of an earlier one.".to_owned());
        }
        if self.others > 0 {
            let words = "Assets are not imported.".to_owned();
            find(FindingKind::Lint, 0, self.others, words);
        }
        Ok(FileSummary {
            format: if self.version.is_empty() { "ACES".to_owned() } else { format!("ACES {}", self.version) },
            digest: String::new(),
            scope,
            brand: self.brand.map(Named::Code),
            rows: self.apps,
            findings,
            is_doubtful,
        })
    }
}

/// The attributes of an element by their local names.
fn attributes(element: &BytesStart<'_>, line: u64) -> Result<Vec<(String, String)>, FileRefused> {
    let broken = || FileRefused::at(line, "An attribute is not well-formed.");
    let mut all = Vec::new();
    for attribute in element.attributes() {
        let attribute = attribute.map_err(|_| broken())?;
        let local = attribute.key.local_name();
        let name: &str = local.as_ref();
        let value = attribute.normalized_value(quick_xml::XmlVersion::Implicit1_0).map_err(|_| entity(line))?;
        all.push((name.to_owned(), value.trim().to_owned()));
    }
    Ok(all)
}

fn entity(line: u64) -> FileRefused {
    FileRefused::at(line, "The file uses an entity that XML does not predefine. Such files are not accepted.")
}

fn resolved(reference: &BytesRef<'_>, line: u64) -> Result<String, FileRefused> {
    if let Some(character) = reference.resolve_char_ref().map_err(|_| entity(line))? {
        return Ok(character.to_string());
    }
    let text = match reference.xml10_content().as_ref() {
        "amp" => "&",
        "lt" => "<",
        "gt" => ">",
        "quot" => "\"",
        "apos" => "'",
        _ => return Err(entity(line)),
    };
    Ok(text.to_owned())
}

#[cfg(test)]
mod tests;
