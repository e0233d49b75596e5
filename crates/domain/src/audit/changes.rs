//! How an audit log entry shows old and new values: one line per changed field, `price: 12.50 → 9.90`.
//!
//! Everything that admins change is described as [`Facts`], before and after. The comparison is here, so that no
//! capability compares fields itself, and each new fact is logged automatically.

use crate::text::is_unprintable;
use std::collections::{BTreeMap, BTreeSet};

/// Maximum characters shown of a value. A longer one is shortened to the part around the change.
const MAX_VALUE: usize = 80;
/// Characters shown before the first difference of two long values.
const CONTEXT: usize = 20;
/// Maximum lines of one entry.
const MAX_LINES: usize = 40;
/// Shown for a missing value.
const NONE: &str = "none";

/// The fields of an object: values by name, in display order. If a name occurs twice, the last value counts. An empty
/// value is the same as none.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Facts(Vec<(String, String)>);

impl Facts {
    /// No facts: for an object before it was added, or after it was deleted.
    #[must_use]
    pub const fn none() -> Self {
        Self(Vec::new())
    }

    /// One fact.
    #[must_use]
    #[expect(clippy::needless_pass_by_value, reason = "callers pass numbers, literals and owned texts")]
    pub fn one(name: &str, value: impl ToString) -> Self {
        Self(vec![(name.to_owned(), value.to_string())])
    }
}

impl<N: Into<String>> FromIterator<(N, String)> for Facts {
    fn from_iter<I: IntoIterator<Item = (N, String)>>(facts: I) -> Self {
        Self(facts.into_iter().map(|(name, value)| (name.into(), value)).collect())
    }
}

/// The detail of an entry: its subject matter, followed by the changes. `None` if nothing changed.
#[must_use]
#[expect(clippy::needless_pass_by_value, reason = "callers pass ids and literals")]
pub fn changed(about: impl ToString, before: &Facts, after: &Facts) -> Option<String> {
    let lines = differences(before, after);
    if lines.is_empty() {
        return None;
    }
    let more = lines.len().saturating_sub(MAX_LINES);
    let more = (more > 0).then(|| format!("and {more} more changes"));
    let about = one_line(&about.to_string());
    Some([about].into_iter().chain(lines.into_iter().take(MAX_LINES)).chain(more).collect::<Vec<_>>().join("\n"))
}

fn differences(Facts(before): &Facts, Facts(after): &Facts) -> Vec<String> {
    let by_name = |facts: &[(String, String)]| facts.iter().cloned().collect::<BTreeMap<String, String>>();
    let old = by_name(before);
    let new = by_name(after);
    let mut lines = Vec::new();
    let mut seen = BTreeSet::new();
    for (name, _) in before.iter().chain(after) {
        if !seen.insert(name) {
            continue;
        }
        let value = |facts: &BTreeMap<String, String>| facts.get(name).cloned().unwrap_or_default();
        let from = value(&old);
        let to = value(&new);
        if from != to {
            let (from, to) = shortened(&one_line(&from), &one_line(&to));
            lines.push(format!("{}: {from} → {to}", one_line(name)));
        }
    }
    lines
}

/// Replaces line breaks and other unprintable characters: entries are read line by line, and on terminals.
fn one_line(text: &str) -> String {
    let text = text.replace(is_unprintable, " ");
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Two values as displayed: long ones are cut to the part where they differ.
fn shortened(from: &str, to: &str) -> (String, String) {
    let same = from.chars().zip(to.chars()).take_while(|(one, other)| one == other).count();
    let is_long = |text: &str| text.chars().count() > MAX_VALUE;
    let start = if is_long(from) || is_long(to) { same.saturating_sub(CONTEXT) } else { 0 };
    let shown = |text: &str| {
        if text.is_empty() {
            return NONE.to_owned();
        }
        let piece: String = text.chars().skip(start).take(MAX_VALUE).collect();
        let before = start > 0;
        let after = text.chars().count() > start + MAX_VALUE;
        format!("{}{piece}{}", if before { "…" } else { "" }, if after { "…" } else { "" })
    };
    (shown(from), shown(to))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn facts(all: &[(&str, &str)]) -> Facts {
        all.iter().map(|(name, value)| (*name, (*value).to_owned())).collect()
    }

    #[test]
    fn only_changed_fields_are_shown() {
        let before = facts(&[("title", "Disc"), ("price", "12.50"), ("core", ""), ("weight", "300")]);
        let after = facts(&[("title", "Disc"), ("price", "9.90"), ("core", "4.00"), ("brand", "bosch")]);
        let detail = changed("part-1", &before, &after).unwrap();
        assert_eq!(detail, "part-1\nprice: 12.50 → 9.90\ncore: none → 4.00\nweight: 300 → none\nbrand: none → bosch");
        assert_eq!(changed("part-1", &before, &before), None);
        assert_eq!(changed("part-1", &facts(&[("core", "")]), &Facts::none()), None, "an empty value is none");
    }

    #[test]
    fn a_value_cannot_add_lines_to_an_entry() {
        let detail =
            changed("a\nb", &Facts::none(), &Facts::one("ti\rtle", "x\n\nprice: 1 → 2\u{1b}[2J\u{202e}")).unwrap();
        assert_eq!(detail, "a b\nti tle: none → x price: 1 → 2 [2J");
    }

    #[test]
    fn a_long_value_is_shown_where_it_changed() {
        let before = format!("{}old end", "x".repeat(200));
        let after = format!("{}new end{}", "x".repeat(200), "y".repeat(200));
        let detail = changed("p", &Facts::one("text", &before), &Facts::one("text", &after)).unwrap();
        let x = "x".repeat(20);
        assert_eq!(detail, format!("p\ntext: …{x}old end → …{x}new end{}…", "y".repeat(53)));
        let added = changed("p", &Facts::none(), &Facts::one("text", "z".repeat(300))).unwrap();
        assert_eq!(added, format!("p\ntext: none → {}…", "z".repeat(80)));
    }

    #[test]
    fn an_entry_is_limited_in_length() {
        let many: Facts = (0..100).map(|at| (format!("field {at}"), "1".to_owned())).collect();
        let detail = changed("p", &Facts::none(), &many).unwrap();
        assert_eq!((detail.lines().count(), detail.lines().last()), (42, Some("and 60 more changes")));
    }
}
