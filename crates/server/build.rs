//! Embeds the web app and the commit id; reruns when either changes.

use std::{env, path::Path, process::Command};

#[expect(clippy::disallowed_methods, reason = "cargo configures build scripts through the environment")]
fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    let app = "../../frontend/dist";
    // Cargo reruns the script on every build if a watched path does not exist. Until the app is built, watch a file
    // in the frontend folder instead.
    let watched = if Path::new(app).exists() { app } else { "../../frontend/package.json" };
    println!("cargo::rerun-if-changed={watched}");

    // Set where there is no repository, for example in the image build.
    println!("cargo::rerun-if-env-changed=AUTOPARTS_COMMIT");
    let given = env::var("AUTOPARTS_COMMIT").ok().filter(|commit| !commit.is_empty());
    // In development builds, each commit would otherwise rebuild the server and its tests.
    let optimized = env::var("PROFILE").is_ok_and(|profile| profile == "release");
    let found = || if optimized { commit() } else { Some("development".to_owned()) };
    let commit = given.or_else(found).unwrap_or_else(|| "unknown".to_owned());
    println!("cargo::rustc-env=AUTOPARTS_COMMIT={}", commit.get(..12).unwrap_or(&commit));
}

/// Returns the id of the checked-out commit.
fn commit() -> Option<String> {
    for name in ["HEAD", "logs/HEAD"] {
        let path = git(&["rev-parse", "--git-path", name])?;
        // Cargo reruns the script on every build if a watched path does not exist.
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
