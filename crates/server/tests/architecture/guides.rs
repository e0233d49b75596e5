//! README.md and CONTRIBUTING.md name only files, commands and code that exist.

use super::{read, root};
use std::{collections::BTreeSet, fs, path::Path};

const GUIDES: [&str; 2] = ["README.md", "CONTRIBUTING.md"];

/// Folders without sources: build output, dependencies and user data.
const NOT_SEARCHED: [&str; 7] = [".git", "data", "dist", "node_modules", "secrets", "target", "test-results"];

/// Not searched for names either: a test below uses names that do not exist.
const THESE_TESTS: &str = "crates/server/tests/architecture/";

/// The file extensions that mark a path.
const FILE_ENDINGS: [&str; 8] = [".json", ".md", ".rs", ".sql", ".toml", ".ts", ".tsx", ".yml"];

/// Everything that a guide may name.
struct Tree {
    /// Files and folders, relative to the root, separated by `/`.
    paths: Vec<String>,
    /// Scripts, the Makefile and all source code, as path and text.
    sources: Vec<(String, String)>,
    /// The targets of the Makefile.
    targets: Vec<String>,
}

impl Tree {
    fn read() -> Self {
        let mut paths = Vec::new();
        list(&root(), "", &mut paths);
        let is_script = |path: &str| path.starts_with("scripts/") && !path.contains("/third-parties") && is_file(path);
        let is_source = |path: &str| has_ending(path, &[".rs", ".ts", ".tsx"]) && !path.starts_with(THESE_TESTS);
        let is_searched = |path: &&String| *path == "Makefile" || is_script(path) || is_source(path);
        let sources = paths.iter().filter(is_searched).map(|path| (path.clone(), read(path))).collect();
        Self { paths, sources, targets: targets() }
    }

    /// Returns what is wrong with a text in backticks; `None` if it is right or cannot be checked.
    fn problem(&self, text: &str) -> Option<String> {
        if let Some(command) = text.strip_prefix("make ") {
            let named = command.split_whitespace().take_while(|word| !word.contains('='));
            let unknown: Vec<_> = named.filter(|&word| !self.targets.iter().any(|target| target == word)).collect();
            return (!unknown.is_empty()).then(|| format!("`{text}`: no such target"));
        }
        if let Some((_, rest)) = text.split_once("-p autoparts-") {
            let named = format!("crates/{}", rest.split_whitespace().next().unwrap_or_default());
            return (!self.paths.contains(&named)).then(|| format!("`{text}`: no such crate"));
        }
        // A setting with its value.
        let text = text.split('=').next().unwrap_or_default();
        // Commands, sentences, addresses, and API paths.
        if text.contains(char::is_whitespace) || text.contains('@') || text.starts_with('/') || text.contains("://") {
            return None;
        }
        let is_path = text.contains('/') || text.starts_with('.') || has_ending(text, &FILE_ENDINGS);
        if is_path {
            let found = self.paths.iter().any(|path| ends_with(path, text));
            return (!found).then(|| format!("`{text}`: no such file or folder"));
        }
        let name = text.trim_end_matches("()").trim_end_matches('!');
        let is_code = name.chars().all(|letter| letter.is_ascii_alphanumeric() || "_:".contains(letter))
            && (name != text || name.contains(['_', ':']) || name.contains(char::is_uppercase));
        (is_code && !self.has_code(name)).then(|| format!("`{text}`: not found in the source"))
    }

    /// Whether each part of a path such as `domain::text` occurs in the source; for a path that starts with a crate,
    /// in that crate's source.
    fn has_code(&self, name: &str) -> bool {
        let (first, rest) = name.split_once("::").unwrap_or((name, ""));
        let of_crate = format!("crates/{}/src", first.replace('_', "-"));
        let (folder, names) = if self.paths.contains(&of_crate) { (of_crate.as_str(), rest) } else { ("", name) };
        names.split("::").all(|part| {
            let mut sources = self.sources.iter().filter(|(path, _)| path.starts_with(folder));
            sources.any(|(path, text)| is_module(path, part) || has_word(text, part))
        })
    }
}

fn is_module(path: &str, name: &str) -> bool {
    path.split('/').any(|part| part.trim_end_matches(".rs") == name)
}

fn has_word(text: &str, word: &str) -> bool {
    let is_part = |letter: Option<char>| letter.is_some_and(|letter| letter.is_alphanumeric() || letter == '_');
    text.contains(word)
        && text.match_indices(word).any(|(at, _)| {
            let (before, rest) = text.split_at(at);
            !is_part(before.chars().next_back()) && !is_part(rest.chars().nth(word.chars().count()))
        })
}

fn has_ending(path: &str, endings: &[&str]) -> bool {
    endings.iter().any(|ending| path.ends_with(ending))
}

fn is_file(path: &str) -> bool {
    root().join(path).is_file()
}

/// Adds the contents of a folder, recursively.
fn list(folder: &Path, prefix: &str, paths: &mut Vec<String>) {
    for entry in fs::read_dir(folder).unwrap() {
        let entry = entry.unwrap();
        let name = entry.file_name().into_string().unwrap();
        if NOT_SEARCHED.contains(&name.as_str()) {
            continue;
        }
        let path = format!("{prefix}{name}");
        if entry.file_type().unwrap().is_dir() {
            list(&entry.path(), &format!("{path}/"), paths);
        }
        paths.push(path);
    }
}

/// Whether a path ends with a pattern, component by component; `*` in a component matches any text.
fn ends_with(path: &str, pattern: &str) -> bool {
    let mut parts = path.rsplit('/');
    pattern.trim_end_matches('/').rsplit('/').all(|wanted| {
        let Some(part) = parts.next() else { return false };
        wanted.split_once('*').map_or(part == wanted, |(begin, end)| {
            part.len() >= begin.len() + end.len() && part.starts_with(begin) && part.ends_with(end)
        })
    })
}

/// Returns the Makefile targets that `make help` lists.
fn targets() -> Vec<String> {
    let makefile = read("Makefile");
    let documented = makefile.lines().filter(|line| line.contains(" ## ") && !line.starts_with(['\t', '#', '.']));
    documented.filter_map(|line| line.split_once(':')).map(|(target, _)| target.to_owned()).collect()
}

/// Returns a page without its code blocks.
fn prose(page: &str) -> String {
    page.split("```").step_by(2).collect()
}

/// Returns the texts in backticks.
fn quoted(prose: &str) -> impl Iterator<Item = &str> {
    prose.lines().flat_map(|line| line.split('`').skip(1).step_by(2))
}

/// Returns the anchors of a page's headings, as GitHub generates them.
fn anchors(page: &str) -> BTreeSet<String> {
    let headings = page.lines().filter(|line| line.starts_with('#'));
    let anchor = |line: &str| {
        let kept = |letter: &char| letter.is_alphanumeric() || " -_".contains(*letter);
        line.trim_start_matches('#').trim().to_lowercase().chars().filter(kept).collect::<String>().replace(' ', "-")
    };
    headings.map(anchor).collect()
}

/// Returns why a link in a page in the root folder is broken; `None` if it works.
fn broken_link(link: &str) -> Option<String> {
    if link.contains(':') {
        return None;
    }
    let (path, anchor) = link.split_once('#').unwrap_or((link, ""));
    if !path.is_empty() && !root().join(path).exists() {
        return Some(format!("({link}): no such file"));
    }
    let leads = path.is_empty() || anchor.is_empty() || anchors(&read(path)).contains(anchor);
    (!leads).then(|| format!("({link}): no such heading"))
}

#[test]
fn guides_name_only_what_exists() {
    let tree = Tree::read();
    let mut wrong = Vec::new();
    for guide in GUIDES {
        let text = prose(&read(guide));
        let problems = quoted(&text).filter_map(|name| tree.problem(name));
        let links = text.split("](").skip(1).filter_map(|rest| rest.split(')').next());
        wrong.extend(problems.chain(links.filter_map(broken_link)).map(|problem| format!("{guide}: {problem}")));
    }
    assert!(wrong.is_empty(), "guides name what does not exist:\n  {}", wrong.join("\n  "));
}

#[test]
fn a_name_that_does_not_exist_is_found() {
    let tree = Tree::read();
    let wrong = [
        "make tea",
        "make check tea",
        "cargo test -p autoparts-no-such-crate",
        "crates/no-such-crate/README.md",
        "docs/no-such-page*.md",
        ".no-such-file",
        "no-such-file.rs",
        "domain::no_such_module",
        "no_such_module::text",
        "NoSuchType",
        "no_such_function()",
        "no_such_macro!",
        "NO_SUCH_SETTING=yes",
    ];
    let missed: Vec<_> = wrong.into_iter().filter(|text| tree.problem(text).is_none()).collect();
    assert!(missed.is_empty(), "taken for names that exist: {missed:?}");
    for right in ["make check test", "crates/*/README.md", "domain::text", "request!", "AuditAction", "E2E_BINARY=x"] {
        assert_eq!(tree.problem(right), None, "{right}");
    }
    assert!(broken_link("docs/no.md").is_some() && broken_link("docs/benchmarks.md#no-such-heading").is_some());
}

#[test]
fn contributing_lists_every_command() {
    let guide = read("CONTRIBUTING.md");
    let targets = targets();
    assert!(targets.len() > 20, "{targets:?}");
    let missing: Vec<_> = targets.iter().filter(|target| !guide.contains(&format!("| `make {target}` |"))).collect();
    assert!(missing.is_empty(), "CONTRIBUTING.md does not list {missing:?}");
}
