//! Which build this is.

use autoparts_http::state::Build;

/// The version and the commit, apart.
pub(crate) const BUILD: Build = Build { version: env!("CARGO_PKG_VERSION"), commit: env!("AUTOPARTS_COMMIT") };

/// Both as `autoparts --version` prints them: `0.2.0 (1a2b3c4d5e6f)`. The commit is `development` unless the build is optimized.
pub const VERSION: &str = concat!(env!("CARGO_PKG_VERSION"), " (", env!("AUTOPARTS_COMMIT"), ")");
