//! Without a build script, cargo would leave out what it depends on.

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
}
