//! Embeds the web app and names the commit: the server is built again when either has changed.

use std::{env, path::Path, process::Command};

#[expect(clippy::disallowed_methods, reason = "cargo tells build scripts what it does in the environment")]
fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    let app = "../../frontend/dist";
    // A path that does not exist would make cargo build again each time: until the app is
    // there, the folder it will appear in is watched instead.
    let watched = if Path::new(app).exists() { app } else { "../../frontend/package.json" };
    println!("cargo::rerun-if-changed={watched}");

    // Given where there is no repository, as in the image.
    println!("cargo::rerun-if-env-changed=AUTOPARTS_COMMIT");
    let given = env::var("AUTOPARTS_COMMIT").ok().filter(|commit| !commit.is_empty());
    // While one works on it, each commit would build the server and its tests again.
    let optimized = env::var("PROFILE").is_ok_and(|profile| profile == "release");
    let found = || if optimized { commit() } else { Some("development".to_owned()) };
    let commit = given.or_else(found).unwrap_or_else(|| "unknown".to_owned());
    println!("cargo::rustc-env=AUTOPARTS_COMMIT={}", commit.get(..12).unwrap_or(&commit));
}

/// The commit that is checked out.
fn commit() -> Option<String> {
    for name in ["HEAD", "logs/HEAD"] {
        let path = git(&["rev-parse", "--git-path", name])?;
        // A path that does not exist would make cargo build again each time.
        if Path::new(&path).exists() {
            println!("cargo::rerun-if-changed={path}");
        }
    }
    git(&["rev-parse", "HEAD"])
}

fn git(arguments: &[&str]) -> Option<String> {
    let output = Command::new("git").args(arguments).output().ok().filter(|output| output.status.success())?;
    Some(String::from_utf8(output.stdout).ok()?.trim().to_owned())
}
