//! The web app is embedded into the binary: build again when it was.

use std::path::Path;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    let app = "../../frontend/dist";
    // A path that does not exist would make cargo build again each time: until the app is
    // there, the folder it will appear in is watched instead.
    let watched = if Path::new(app).exists() { app } else { "../../frontend/package.json" };
    println!("cargo::rerun-if-changed={watched}");
}
