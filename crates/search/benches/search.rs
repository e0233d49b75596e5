//! Search benchmark for large catalogs: `cargo bench -p autoparts-search -- 10000 100000 1000000`. Fails when the
//! largest catalog misses the limits of `docs/adr/0019-search-index.md`.
//!
//! Each catalog is generated: 400 brands, 300 categories on two levels, titles of seven words and descriptions of
//! 15, with word frequencies as in a natural language. Search times are CPU time, as in the limits, because machines
//! are shared; the median wall-clock time of the caller is printed as well.

#![expect(clippy::unwrap_used, clippy::print_stdout, reason = "benchmarks print to the terminal")]
#![expect(clippy::indexing_slicing, reason = "lists of known length")]

use autoparts_application::ports::part_search::{IndexBatch, IndexPosition, PartDocument, PartSearch};
use autoparts_domain::{
    catalogue::{
        listing::{Attribute, Condition},
        search::{SearchQuery, Sort},
    },
    fitment::Coverage,
    id::PartId,
    money::Money,
    time::Timestamp,
};
use autoparts_search::{Synonyms, TantivySearch};
use std::{
    fs,
    path::Path,
    time::{Duration, Instant},
};
use uuid::Uuid;

/// Number of measured searches per kind, after the same number of warm-up searches.
const SEARCHES: u64 = 60;

/// Documents per batch.
const BATCH: u64 = 10_000;

const THINGS: [&str; 20] = [
    "brake", "oil", "fuel", "air", "cabin", "wheel", "engine", "timing", "water", "spark", "control", "tie", "ball",
    "clutch", "door", "mirror", "head", "tail", "fog", "wiper",
];
const KINDS: [&str; 15] = [
    "pads", "disc", "filter", "pump", "bearing", "belt", "sensor", "arm", "rod", "joint", "shaft", "light", "blade",
    "hose", "mount",
];
const PLACES: [&str; 6] = ["front", "rear", "left", "right", "upper", "lower"];
const FINISHES: [&str; 8] = ["coated", "vented", "ceramic", "steel", "black", "heavy", "sport", "standard"];

/// Deterministic pseudorandom numbers.
struct Random(u64);

impl Random {
    fn below(&mut self, end: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0 % end
    }

    /// Small numbers are more frequent, like words of a natural language.
    fn skewed(&mut self, end: u64) -> u64 {
        let end = self.below(end) + 1;
        self.below(end)
    }

    fn one<'a>(&mut self, of: &[&'a str]) -> &'a str {
        of[usize::try_from(self.below(of.len().try_into().unwrap())).unwrap()]
    }
}

/// A word of an artificial language.
fn word(mut number: u64) -> String {
    let mut word = String::new();
    for _ in 0..4 {
        word.push(char::from(b"bdfgklmnprstvz"[usize::try_from(number % 14).unwrap()]));
        number /= 14;
        word.push(char::from(b"aeiou"[usize::try_from(number % 5).unwrap()]));
        number /= 5;
    }
    word
}

fn document(number: u64, random: &mut Random) -> PartDocument {
    let thing = random.one(&THINGS);
    let kind = random.one(&KINDS);
    let place = random.one(&PLACES);
    let brand = format!("{}tek", word(random.skewed(400) * 7_919));
    let category = format!("{thing}-{kind}");
    let finish = random.one(&FINISHES);
    let size = random.below(400);
    let description: Vec<String> = (0..15).map(|_| word(random.skewed(20_000) * 31)).collect();
    let attribute =
        |name: &str, value: &str| Attribute { name: name.parse().unwrap(), value: value.parse().unwrap(), unit: None };
    PartDocument {
        id: PartId::from(Uuid::from_u128(u128::from(number) << 64 | u128::from(random.below(u64::MAX)))),
        revision: 0,
        title: format!("{brand} {thing} {kind} {place} {finish} {size} mm").parse().unwrap(),
        description: description.join(" ").parse().unwrap(),
        brand: Some((brand.parse().unwrap(), brand.parse().unwrap())),
        categories: vec![
            (thing.parse().unwrap(), thing.parse().unwrap()),
            (category.parse().unwrap(), format!("{thing} {kind}").parse().unwrap()),
        ],
        condition: if random.below(10) == 0 { Condition::Used } else { Condition::New },
        price: Money::from_cents(i64::try_from(200 + random.skewed(100_000)).unwrap()).unwrap(),
        attributes: vec![
            attribute("Position", place),
            attribute("Finish", finish),
            attribute("Size", &size.to_string()),
        ],
        numbers: vec![format!("PN-{number:07}").parse().unwrap()],
        coverage: Coverage::default(),
        orderable: random.below(10) != 0,
    }
}

/// Memory of this process in MB: total, and without file-backed pages.
fn memory() -> (u64, u64) {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let of = |name: &str| {
        let line = status.lines().find(|line| line.starts_with(name));
        line.and_then(|line| line.split_whitespace().nth(1)?.parse::<u64>().ok()).unwrap_or(0) / 1_024
    };
    (of("VmRSS"), of("RssAnon"))
}

fn size_of(folder: &Path) -> u64 {
    let entries = fs::read_dir(folder).unwrap().map(Result::unwrap);
    let size = |path: &Path| if path.is_dir() { size_of(path) } else { path.metadata().map_or(0, |file| file.len()) };
    entries.map(|entry| size(&entry.path())).sum()
}

fn query(words: &str, sort: Sort) -> SearchQuery {
    SearchQuery { words: words.parse().ok(), sort, limit: 24, ..SearchQuery::default() }
}

/// A kind of search, and its limit for the 95th percentile at a million parts.
type Kind = (&'static str, Option<u64>, fn(&mut Random) -> SearchQuery);

fn typo(random: &mut Random) -> SearchQuery {
    let thing = random.one(&["engine", "control", "mirror", "timing"]);
    let kind = random.one(&KINDS);
    let mut letters: Vec<char> = thing.chars().collect();
    letters.swap(2, 3);
    query(&format!("{} {kind}", letters.iter().collect::<String>()), Sort::Relevance)
}

const KINDS_OF_SEARCH: [Kind; 9] = [
    ("three words, facets", Some(20), |random| {
        let words = [random.one(&THINGS), random.one(&KINDS), random.one(&PLACES)];
        query(&words.join(" "), Sort::Relevance)
    }),
    ("one word in a twentieth of the parts, by price", Some(30), |random| query(random.one(&THINGS), Sort::PriceUp)),
    ("one word, by relevance", None, |random| query(random.one(&THINGS), Sort::Relevance)),
    ("a category, by price", Some(20), |random| SearchQuery {
        categories: vec![format!("{}-{}", random.one(&THINGS), random.one(&KINDS)).parse().unwrap()],
        ..query("", Sort::PriceUp)
    }),
    ("a category of a twentieth, a brand, by name", None, |random| {
        let brand = format!("{}tek", word(random.skewed(400) * 7_919));
        let categories = vec![random.one(&THINGS).parse().unwrap()];
        SearchQuery { categories, brands: vec![brand.parse().unwrap()], ..query("", Sort::Name) }
    }),
    ("a beginning of three letters", Some(15), |random| {
        let kind = random.one(&KINDS);
        let thing = random.one(&THINGS);
        query(&format!("{kind} {}", &thing[..thing.len().min(3)]), Sort::Relevance)
    }),
    ("a slip", Some(20), typo),
    ("everything, newest first, remembered", None, |_| query("", Sort::Newest)),
    ("everything in stock, by price", None, |_| SearchQuery { in_stock: true, ..query("", Sort::PriceUp) }),
];

async fn fill(search: &TantivySearch, parts: u64) -> Duration {
    let mut random = Random(88_172_645_463_325_252);
    let mut writing = Duration::ZERO;
    search.begin_rebuild(parts).await.unwrap();
    for from in (0..parts).step_by(usize::try_from(BATCH).unwrap()) {
        let upserts: Vec<_> = (from..(from + BATCH).min(parts)).map(|number| document(number, &mut random)).collect();
        let position =
            IndexPosition { changed_at: Timestamp::from_micros(i64::try_from(from).unwrap()), part: upserts[0].id };
        let started = Instant::now();
        let batch = IndexBatch { upserts, ..IndexBatch::at(position) };
        search.apply(batch).await.unwrap();
        writing += started.elapsed();
    }
    let started = Instant::now();
    search.finish_rebuild().await.unwrap();
    writing + started.elapsed()
}

/// CPU time of this process; `None` if the system does not report it per thread.
fn cpu() -> Option<Duration> {
    let threads = fs::read_dir("/proc/self/task").ok()?.flatten();
    let nanos = threads.filter_map(|thread| {
        let text = fs::read_to_string(thread.path().join("schedstat")).ok()?;
        text.split_whitespace().next()?.parse::<u64>().ok()
    });
    Some(Duration::from_nanos(nanos.sum()))
}

/// Runs work and measures CPU time and wall-clock time.
async fn timed<T>(work: impl Future<Output = T>) -> (T, Duration, Duration) {
    let before = cpu();
    let started = Instant::now();
    let done = work.await;
    let waited = started.elapsed();
    let used = before.zip(cpu()).map(|(before, after)| after.saturating_sub(before));
    (done, used.unwrap_or(waited), waited)
}

/// The median and the 95th percentile, in microseconds.
fn percentiles(mut times: Vec<Duration>) -> (u128, u128) {
    times.sort_unstable();
    (times[times.len() / 2].as_micros(), times[times.len() * 95 / 100].as_micros())
}

async fn measure(search: &TantivySearch, make: fn(&mut Random) -> SearchQuery) -> (u128, u128, u128, u64) {
    let mut times = Vec::new();
    let mut waits = Vec::new();
    let mut found = 0;
    let mut random = Random(2_463_534_242);
    for number in 0..2 * SEARCHES {
        let mut query = make(&mut random);
        if query.words.is_some() || query.in_stock {
            // Below any price, and different each time, so that no search result is cached.
            query.price_from = Money::from_cents(i64::try_from(number).unwrap());
        }
        let (result, used, waited) = timed(search.search(&query)).await;
        if number >= SEARCHES {
            times.push(used);
            waits.push(waited);
            found += result.unwrap().total;
        }
    }
    let (p50, p95) = percentiles(times);
    (p50, p95, percentiles(waits).0, found / SEARCHES)
}

async fn change_one(search: &TantivySearch) -> (u128, u128) {
    let mut random = Random(5);
    let mut times = Vec::new();
    for number in 0..20_u64 {
        let upserts = vec![document(number * 97, &mut random)];
        let part = upserts[0].id;
        let position = IndexPosition { changed_at: Timestamp::from_micros(i64::MAX), part };
        let started = Instant::now();
        let batch = IndexBatch { upserts, orderable: vec![(part, false)], ..IndexBatch::at(position) };
        search.apply(batch).await.unwrap();
        times.push(started.elapsed());
    }
    percentiles(times)
}

/// Benchmarks a catalog of this size; returns the limits missed.
async fn bench(parts: u64) -> Vec<String> {
    let folder = tempfile::tempdir().unwrap();
    let search = TantivySearch::open(Some(folder.path()), Synonyms::shipped().unwrap()).unwrap();
    let took = fill(&search, parts).await;
    println!("\n{parts} parts: index from nothing in {:.1} s", took.as_secs_f64());
    let (all, own) = memory();
    println!(
        "  memory after writing {all} MB, of which {own} MB are no files; {} MB on disk",
        size_of(folder.path()) >> 20
    );
    let mut missed = Vec::new();
    if took > Duration::from_mins(3) {
        missed.push(format!("{parts} parts took {} s", took.as_secs()));
    }
    drop(search);
    // Searched in a separate process, so that memory used for writing does not count.
    let mut searcher = std::process::Command::new(std::env::current_exe().unwrap());
    let status = searcher.arg("search").arg(folder.path()).arg(parts.to_string()).status().unwrap();
    if !status.success() {
        missed.push(format!("{parts} parts"));
    }
    missed
}

/// Benchmarks searches of the catalog in a folder; returns the limits missed.
async fn bench_searches(folder: &Path, parts: u64) -> Vec<String> {
    let mut missed = Vec::new();
    let started = Instant::now();
    let search = TantivySearch::open(Some(folder), Synonyms::shipped().unwrap()).unwrap();
    println!("  opened again in {} ms", started.elapsed().as_millis());
    for (name, limit, make) in KINDS_OF_SEARCH {
        let (p50, p95, waited, found) = measure(&search, make).await;
        println!("  {name:48} finds {found:8}  p50 {p50:7} µs  p95 {p95:7} µs  waited {waited:7} µs");
        if parts >= 1_000_000 && limit.is_some_and(|limit| p95 > u128::from(limit) * 1_000) {
            missed.push(format!("{name}: {p95} µs"));
        }
    }
    let (all, own) = memory();
    println!("  memory after searching {all} MB, {own} MB of it not file-backed");
    let (p50, p95) = change_one(&search).await;
    println!("  {:48} {:14}  p50 {p50:7} µs  p95 {p95:7} µs", "one part changed, committed, to be found", "");
    let (all, own) = memory();
    println!("  memory after changes {all} MB, {own} MB of it not file-backed");
    missed
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let runtime = tokio::runtime::Runtime::new().unwrap();
    let missed: Vec<String> = match arguments.as_slice() {
        [search, folder, parts] if search == "search" => {
            runtime.block_on(bench_searches(Path::new(folder), parts.parse().unwrap()))
        }
        _ => {
            let sizes: Vec<u64> = arguments.iter().filter_map(|argument| argument.parse().ok()).collect();
            let sizes = if sizes.is_empty() { vec![10_000] } else { sizes };
            sizes.into_iter().flat_map(|parts| runtime.block_on(bench(parts))).collect()
        }
    };
    assert!(missed.is_empty(), "missed: {missed:?}");
}
