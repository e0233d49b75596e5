//! What this process writes is for its own user alone, whatever the shell that started it allows others: pictures, uploads and
//! indexes tell about customers and suppliers. Files that an operator asks for by name stay as open as the shell makes them.

use rustix::{fs::Mode, process::umask};
use std::{
    fs::{self, Permissions},
    io,
    os::unix::fs::PermissionsExt,
    path::Path,
    sync::OnceLock,
};

/// What the shell takes away from new files.
static SHELL_MASK: OnceLock<u32> = OnceLock::new();

/// Makes every file and folder that this process creates from here on private, unless it says otherwise. To be called before
/// there are threads.
pub fn make_new_files_private() {
    let before = umask(Mode::RWXG | Mode::RWXO);
    SHELL_MASK.get_or_init(|| before.bits());
}

/// Makes a file as open to others as the shell wants new files to be.
pub(crate) fn open_as_the_shell_says(file: &Path) -> io::Result<()> {
    let mask = SHELL_MASK.get().copied().unwrap_or(0o077);
    fs::set_permissions(file, Permissions::from_mode(0o666 & !mask))
}
