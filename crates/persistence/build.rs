//! Builds again when a migration changes: `embed_migrations!` reads the folders while it
//! compiles, and cargo does not know about them.

fn main() {
    println!("cargo::rerun-if-changed=../../migrations");
}
