//! SQLite: `VACUUM INTO`, which reads one moment in one go. The backup API starts again whenever
//! another process writes, so beside a shop that sells it never ends.

use super::SnapshotError;
use crate::connection::AnyConnection;
use diesel::{
    Connection, QueryableByName, RunQueryDsl, SqliteConnection, connection::SimpleConnection, sql_query, sql_types,
};
use std::{
    ffi::OsString,
    fs::{self, File},
    io,
    path::{Path, PathBuf},
};

#[derive(QueryableByName)]
struct Finding {
    #[diesel(sql_type = sql_types::Text)]
    quick_check: String,
}

#[derive(QueryableByName)]
struct Mode {
    #[diesel(sql_type = sql_types::Text)]
    journal_mode: String,
}

pub(super) fn copy(connection: &mut AnyConnection, to: &Path) -> Result<(), SnapshotError> {
    sql_query("VACUUM INTO $1").bind::<sql_types::Text, _>(text(to)?).execute(connection)?;
    Ok(())
}

/// Reads the file from end to end.
pub(super) fn check(copy: &Path) -> Result<(), SnapshotError> {
    let damaged = |error: &dyn std::fmt::Display| SnapshotError::Damaged(error.to_string());
    let mut connection = SqliteConnection::establish(text(copy)?).map_err(|error| damaged(&error))?;
    let findings: Result<Vec<Finding>, _> = sql_query("PRAGMA quick_check(1)").load(&mut connection);
    match findings.map_err(|error| damaged(&error))?.into_iter().find(|finding| finding.quick_check != "ok") {
        Some(finding) => Err(damaged(&finding.quick_check)),
        None => Ok(()),
    }
}

/// Leaving WAL needs the file for oneself: every process that has it open holds a lock on it. It also
/// leaves no `-wal` file, whose pages would otherwise be read into the file that comes instead.
pub(super) fn is_in_use(connection: &mut AnyConnection) -> Result<bool, SnapshotError> {
    let modes: Result<Vec<Mode>, _> = sql_query("PRAGMA journal_mode = DELETE").load(connection);
    match modes {
        Ok(modes) => {
            let is_ours = modes.iter().all(|mode| mode.journal_mode == "delete");
            if is_ours {
                // A file that stays is as it was.
                connection.batch_execute("PRAGMA journal_mode = WAL")?;
            }
            Ok(!is_ours)
        }
        Err(error) if error.to_string().contains("locked") => Ok(true),
        Err(error) => Err(error.into()),
    }
}

/// What a server that was killed left beside the old file goes first: SQLite would take it for part
/// of the new one.
pub(super) fn put_in_place(copy: &Path, file: &Path) -> Result<(), SnapshotError> {
    let failed = |file: &Path| {
        let file = file.to_path_buf();
        move |cause| SnapshotError::File { file, cause }
    };
    if file.exists() {
        let mut connection = super::connect(
            &format!("sqlite://{}", file.display())
                .parse()
                .map_err(|_| SnapshotError::Database("the path of the database is not text".to_owned()))?,
        )?;
        connection.batch_execute("PRAGMA journal_mode = DELETE")?;
    }
    for ending in ["-wal", "-shm"] {
        match fs::remove_file(beside(file, ending)) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(failed(file)(error)),
            _ => {}
        }
    }
    fs::rename(copy, file).map_err(failed(file))?;
    let folder = file.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    File::open(folder).and_then(|folder| folder.sync_all()).map_err(failed(folder))
}

fn beside(file: &Path, ending: &str) -> PathBuf {
    let mut name = OsString::from(file);
    name.push(ending);
    PathBuf::from(name)
}

fn text(path: &Path) -> Result<&str, SnapshotError> {
    path.to_str().ok_or_else(|| SnapshotError::Database("the path of the copy is not text".to_owned()))
}
