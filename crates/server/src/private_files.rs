//! Files written by this process are accessible only to its own user, regardless of the shell's umask: pictures, uploads and
//! indexes contain data of customers and suppliers. Files that an operator explicitly requests follow the shell's umask.

use rustix::{fs::Mode, process::umask};
use std::{
    fs::{self, Permissions},
    io,
    os::unix::fs::PermissionsExt,
    path::Path,
    sync::OnceLock,
};

/// The umask of the shell.
static SHELL_MASK: OnceLock<u32> = OnceLock::new();

/// Makes all files and folders created from now on private by default. Call it before starting threads.
pub fn make_new_files_private() {
    let before = umask(Mode::RWXG | Mode::RWXO);
    SHELL_MASK.get_or_init(|| before.bits());
}

/// Sets the permissions of a file according to the shell's umask.
pub(crate) fn apply_shell_umask(file: &Path) -> io::Result<()> {
    let mask = SHELL_MASK.get().copied().unwrap_or(0o077);
    fs::set_permissions(file, Permissions::from_mode(0o666 & !mask))
}
