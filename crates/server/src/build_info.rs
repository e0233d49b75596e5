//! The version and commit of this build.

use autoparts_http::state::Build;

/// The version and the commit as separate values.
pub(crate) const BUILD: Build = Build { version: env!("CARGO_PKG_VERSION"), commit: env!("AUTOPARTS_COMMIT") };

/// Both as `autoparts --version` prints them: `0.2.0 (1a2b3c4d5e6f)`. The commit is `development` in unoptimized
/// builds.
pub const VERSION: &str = concat!(env!("CARGO_PKG_VERSION"), " (", env!("AUTOPARTS_COMMIT"), ")");
