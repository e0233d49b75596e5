//! Secrets in files, as provided by containers, orchestrators and systemd: the file named by `NAME_FILE` holds the
//! value of the setting `NAME`.

use super::{
    SETTINGS,
    spelling::{OWN_NAME, distance, is_slip},
};
use std::{
    collections::BTreeMap,
    fs::File,
    io::{self, Read},
    path::Path,
};

/// Maximum size of a secret, in bytes. Limits the damage if a wrong file is named.
const MAX_BYTES: u64 = 16 * 1024;

/// Reads a secret from a file.
pub fn read_secret(path: &Path) -> io::Result<String> {
    let mut text = String::new();
    let read = File::open(path)?.take(MAX_BYTES + 1).read_to_string(&mut text)?;
    if u64::try_from(read).is_ok_and(|read| read <= MAX_BYTES) {
        Ok(text)
    } else {
        Err(io::ErrorKind::FileTooLarge.into())
    }
}

/// The suffix of a setting that names a file.
const FILE: &str = "_FILE";

fn secrets() -> impl Iterator<Item = &'static str> {
    SETTINGS.iter().filter(|setting| setting.secret).map(|setting| setting.name)
}

/// Returns the secret file setting that a misspelled name most likely means; either half may be misspelled.
/// `DATABASE_URL_OLD` means none.
pub(super) fn meant(name: &str) -> Option<String> {
    let name = name.strip_prefix(OWN_NAME).unwrap_or(name);
    let is_meant = |secret: &&str| {
        let misspelled_suffix = name.strip_prefix(*secret).is_some_and(|rest| distance(FILE, rest) <= 1);
        misspelled_suffix || name.strip_suffix(FILE).is_some_and(|stem| is_slip(secret, stem))
    };
    secrets().find(is_meant).map(|secret| format!("{secret}{FILE}"))
}

/// Returns the non-secret setting that was given as a file. Names such as `LOG_FILE` are ignored: they may be another
/// program's.
pub(super) fn not_secret(name: &str) -> Option<&'static str> {
    let setting = name.strip_suffix(FILE).filter(|setting| setting.contains('_'))?;
    SETTINGS.iter().find(|known| !known.secret && known.name == setting).map(|known| known.name)
}

/// Whether a name is the file form of a one-word setting, which may also be another program's.
pub(super) fn is_of_short_setting(name: &str) -> bool {
    name.strip_suffix(FILE).is_some_and(|setting| SETTINGS.iter().any(|known| known.name == setting))
}

/// Returns the variables with file secrets merged in, and the mistakes in the files.
pub(super) fn with_secrets(
    variables: &BTreeMap<String, String>,
    read: impl Fn(&Path) -> io::Result<String>,
) -> (BTreeMap<String, String>, Vec<String>) {
    let mut all = variables.clone();
    let mut mistakes = Vec::new();
    let is_set = |name: &str| variables.get(name).is_some_and(|value| !value.trim().is_empty());
    for name in secrets() {
        let file = format!("{name}{FILE}");
        // Set but empty counts as unset.
        let Some(path) = all.remove(&file).filter(|path| !path.trim().is_empty()) else { continue };
        if is_set(name) {
            mistakes.push(format!("{name} and {file} are both set; keep one of them"));
            continue;
        }
        match read(Path::new(path.trim())) {
            Ok(text) if text.trim().is_empty() => mistakes.push(format!("{file} names an empty file")),
            Ok(text) if text.trim().lines().count() > 1 => {
                mistakes.push(format!("{file} names a file with several lines"));
            }
            Ok(text) => drop(all.insert(name.to_owned(), text)),
            Err(error) => mistakes.push(format!("{file} names a file that cannot be read: {error}")),
        }
    }
    (all, mistakes)
}
