//! Workflows and images use the crates and versions that the project defines in one place.

use super::{metadata, read, root};
use std::{collections::BTreeSet, fs, process::Command};

/// Returns the workflows, each with its path.
fn workflows() -> Vec<(String, String)> {
    let folder = ".github/workflows";
    let entries = fs::read_dir(root().join(folder)).unwrap();
    let paths = entries.map(|entry| format!("{folder}/{}", entry.unwrap().file_name().into_string().unwrap()));
    paths.map(|path| (path.clone(), read(&path))).collect()
}

#[test]
fn ci_tests_every_crate() {
    let output = Command::new(root().join("scripts/crates")).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let printed: BTreeSet<String> = serde_json::from_slice(&output.stdout).unwrap();
    let metadata = metadata();
    let packages = metadata["packages"].as_array().unwrap().iter();
    let crates: BTreeSet<String> =
        packages.map(|package| package["name"].as_str().unwrap().trim_start_matches("autoparts-").to_owned()).collect();
    assert_eq!(printed, crates, "scripts/crates");

    let workflow = read(".github/workflows/ci.yml");
    assert!(workflow.contains("crates=$(scripts/crates)\n"), "ci.yml does not ask scripts/crates");
    let matrix: Vec<_> = workflow.lines().map(str::trim).filter(|line| line.starts_with("crate:")).collect();
    assert_eq!(matrix, ["crate: ${{ fromJSON(needs.crates.outputs.crates) }}"], "ci.yml lists crates itself");
}

#[test]
fn actions_are_pinned_by_commit_and_say_their_version() {
    let is_pinned = |action: &str| {
        let (name, version) = action.split_once(" # v").unwrap_or_default();
        let commit = name.split_once('@').unwrap_or_default().1;
        !version.is_empty() && commit.len() == 40 && commit.chars().all(|digit| digit.is_ascii_hexdigit())
    };
    for (path, workflow) in workflows() {
        let uses = workflow.lines().filter_map(|line| line.split_once("uses: "));
        let loose: Vec<_> = uses.map(|(_, action)| action).filter(|action| !is_pinned(action)).collect();
        assert!(loose.is_empty(), "{path}: {loose:?}");
    }
}

#[test]
fn one_rust_and_one_node_everywhere() {
    let toolchain = read("rust-toolchain.toml");
    let rust = toolchain.lines().find_map(|line| line.strip_prefix("channel = ")).unwrap().trim_matches('"');
    let node = read(".nvmrc").trim().to_owned();
    for path in ["Dockerfile", ".devcontainer/Dockerfile"] {
        let file = read(path);
        let images: Vec<_> = file.lines().filter_map(|line| line.strip_prefix("FROM ")).collect();
        let image_of = |name: &str| images.iter().find(|image| image.starts_with(name)).copied().unwrap_or_default();
        assert!(image_of("rust:").starts_with(&format!("rust:{rust}-")), "{path}: {images:?}, not Rust {rust}");
        assert!(image_of("node:").starts_with(&format!("node:{node}-")), "{path}: {images:?}, not Node.js {node}");
    }
    for (path, workflow) in workflows() {
        assert!(!workflow.contains("node-version:"), "{path} states a version of Node.js; use node-version-file");
        let containers = workflow.lines().filter_map(|line| line.trim().strip_prefix("container: rust:"));
        for container in containers {
            assert!(container.starts_with(&format!("{rust}-")), "{path}: rust:{container}, not Rust {rust}");
        }
    }
    let minor = rust.rsplit_once('.').unwrap().0;
    assert!(read("Cargo.toml").contains(&format!("rust-version = \"{minor}\"")), "Cargo.toml, rust-version");
    for guide in ["README.md", "CONTRIBUTING.md"] {
        let text = read(guide);
        assert!(text.contains(&format!("Rust {minor}")) && text.contains(&format!("Node.js {node}")), "{guide}");
    }
}
