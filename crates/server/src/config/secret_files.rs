//! Secrets that stand in files, as containers, orchestrators and systemd hand them out: what stands in the file that
//! `NAME_FILE` names is the value of the setting `NAME`.

use super::{
    SETTINGS,
    names::{OWN_NAME, distance, is_slip},
};
use std::{
    collections::BTreeMap,
    fs::File,
    io::{self, Read},
    path::Path,
};

/// What a secret may have at most; the rest of a file that was meant for something else is not read.
const MAX_BYTES: u64 = 16 * 1024;

/// Reads the text of a file that holds a secret.
pub fn read_secret(path: &Path) -> io::Result<String> {
    let mut text = String::new();
    let read = File::open(path)?.take(MAX_BYTES + 1).read_to_string(&mut text)?;
    if u64::try_from(read).is_ok_and(|read| read <= MAX_BYTES) {
        Ok(text)
    } else {
        Err(io::ErrorKind::FileTooLarge.into())
    }
}

/// What is added to the name of a setting.
const FILE: &str = "_FILE";

fn secrets() -> impl Iterator<Item = &'static str> {
    SETTINGS.iter().filter(|setting| setting.secret).map(|setting| setting.name)
}

/// The name of a secret's file that a name is meant to be: either half of it may be misspelt. `DATABASE_URL_OLD` is none.
pub(super) fn meant(name: &str) -> Option<String> {
    let name = name.strip_prefix(OWN_NAME).unwrap_or(name);
    let is_meant = |secret: &&str| {
        let misspelt_file = name.strip_prefix(*secret).is_some_and(|rest| distance(FILE, rest) <= 1);
        misspelt_file || name.strip_suffix(FILE).is_some_and(|stem| is_slip(secret, stem))
    };
    secrets().find(is_meant).map(|secret| format!("{secret}{FILE}"))
}

/// The setting that is no secret and is given as a file. A name such as `LOG_FILE` may be another program's.
pub(super) fn not_secret(name: &str) -> Option<&'static str> {
    let setting = name.strip_suffix(FILE).filter(|setting| setting.contains('_'))?;
    SETTINGS.iter().find(|known| !known.secret && known.name == setting).map(|known| known.name)
}

/// Whether a name is that of a file for a setting of one word, which another program may have as well.
pub(super) fn is_of_short_setting(name: &str) -> bool {
    name.strip_suffix(FILE).is_some_and(|setting| SETTINGS.iter().any(|known| known.name == setting))
}

/// The variables with the secrets of files among them, and what is wrong with the files.
pub(super) fn with_secrets(
    variables: &BTreeMap<String, String>,
    read: impl Fn(&Path) -> io::Result<String>,
) -> (BTreeMap<String, String>, Vec<String>) {
    let (mut all, mut mistakes) = (variables.clone(), Vec::new());
    let is_set = |name: &str| variables.get(name).is_some_and(|value| !value.trim().is_empty());
    for name in secrets() {
        let file = format!("{name}{FILE}");
        // Set but empty counts as not set.
        let Some(path) = all.remove(&file).filter(|path| !path.trim().is_empty()) else { continue };
        if is_set(name) {
            mistakes.push(format!("{name} and {file} are both set; keep one of them"));
            continue;
        }
        match read(Path::new(path.trim())) {
            Ok(text) if text.trim().is_empty() => mistakes.push(format!("{file} names a file with nothing in it")),
            Ok(text) if text.trim().lines().count() > 1 => {
                mistakes.push(format!("{file} names a file with several lines"));
            }
            Ok(text) => drop(all.insert(name.to_owned(), text)),
            Err(error) => mistakes.push(format!("{file} names a file that cannot be read: {error}")),
        }
    }
    (all, mistakes)
}
