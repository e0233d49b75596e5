//! Locates PostgreSQL's client programs.

use std::{
    fs,
    path::{Path, PathBuf},
    process::{Command, Stdio},
};

/// The programs are not installed.
#[derive(Debug, thiserror::Error)]
#[error("{0} of PostgreSQL is not installed; install it: apt-get install postgresql-client")]
pub struct ProgramsMissing(String);

/// The folder of the given programs: empty if they are in `PATH`, otherwise that of the newest version that Debian has
/// installed.
pub(crate) fn find(names: &[&str]) -> Result<PathBuf, ProgramsMissing> {
    let answers = |folder: &Path| {
        names.iter().all(|name| {
            let mut version = Command::new(folder.join(name));
            version.arg("--version").stdin(Stdio::null()).output().is_ok_and(|output| output.status.success())
        })
    };
    if answers(Path::new("")) {
        return Ok(PathBuf::new());
    }
    let versions = fs::read_dir("/usr/lib/postgresql").into_iter().flatten().flatten();
    let mut folders: Vec<(u32, PathBuf)> = versions
        .filter_map(|entry| Some((entry.file_name().to_str()?.parse().ok()?, entry.path().join("bin"))))
        .collect();
    folders.sort();
    let folder = folders.into_iter().rev().map(|(_, folder)| folder).find(|folder| answers(folder));
    folder.ok_or_else(|| ProgramsMissing(names.join(", ")))
}
