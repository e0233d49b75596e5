//! A SQLite database for each test, copied from one that was migrated once.

use super::ClusterError;
use crate::{SqlStore, StoreOptions};
use std::{
    env, fs,
    path::{Path, PathBuf},
    process,
    sync::OnceLock,
};

/// The template of this program, created on first use.
static TEMPLATE: OnceLock<Result<PathBuf, String>> = OnceLock::new();

/// A store on a new file with the shop's tables and no rows.
pub fn migrated_sqlite(file: &Path) -> Result<SqlStore, ClusterError> {
    copy_template(file)?;
    open(file)
}

/// Creates a file with the shop's tables and no rows.
pub fn copy_template(file: &Path) -> Result<(), ClusterError> {
    let template = TEMPLATE.get_or_init(|| template().map_err(|error| error.to_string()));
    let template = template.as_ref().map_err(ClusterError::server)?;
    fs::copy(template, file).map_err(ClusterError::system("copy the migrated database"))?;
    Ok(())
}

/// Migrated once per build of a test program and stored next to it, because the migrations are compiled in.
fn template() -> Result<PathBuf, ClusterError> {
    let program = env::current_exe().map_err(ClusterError::system("find the test program"))?;
    let modified = |path: &Path| fs::metadata(path).and_then(|metadata| metadata.modified());
    let built = modified(&program).map_err(ClusterError::system("look at the test program"))?;
    let template = program.with_extension("migrated.db");
    if modified(&template).is_ok_and(|made| made > built) {
        return Ok(template);
    }
    // Tests in other processes may do the same concurrently: each renames a complete file.
    let own = program.with_extension(format!("migrating-{}.db", process::id()));
    open(&own)?.migrate().map_err(ClusterError::server)?;
    fs::rename(&own, &template).map_err(ClusterError::system("keep the migrated database"))?;
    Ok(template)
}

fn open(file: &Path) -> Result<SqlStore, ClusterError> {
    let url = format!("sqlite://{}", file.display()).parse().map_err(ClusterError::server)?;
    SqlStore::open(&url, &StoreOptions::default()).map_err(ClusterError::server)
}
