//! Matching of words.

use super::{Shared, fill, part, parts, query, sample, search_for, upsert};
use autoparts_domain::{
    catalogue::search::{SearchQuery, SearchWords},
    id::PartId,
};
use std::collections::BTreeSet;

/// The parts that words find.
async fn found(search: &Shared, words: &str) -> BTreeSet<PartId> {
    search_for(search, words).await.parts.into_iter().collect()
}

async fn assert_found(search: &Shared, words: &str, expected: &[u128]) {
    assert_eq!(found(search, words).await, parts(expected).into_iter().collect(), "{words}");
}

pub async fn words_find_only_their_parts(search: &Shared) {
    fill(search).await;
    for (words, expected) in [
        ("brakes", &[1, 2, 3][..]),
        ("Brake Pad", &[1, 2]),
        ("oilfilter", &[4, 5]),
        ("oil filter", &[4, 5]),
        ("Oil-Filters", &[4, 5]),
        ("spark plugs", &[8]),
        ("sparkplug", &[8]),
        ("tyre", &[9, 10]),
        ("tire", &[9, 10]),
        ("winter tires", &[9]),
        ("brake rotor", &[3]),
        ("rotors", &[3]),
        ("vented rotor", &[3]),
        ("BRÉMBO", &[1, 3]),
        ("brembo front", &[1, 3]),
        ("sensors", &[1, 2]),
        ("bosch pads", &[2, 11]),
        ("300 mm", &[3]),
    ] {
        assert_found(search, words, expected).await;
    }
}

pub async fn every_word_has_to_match(search: &Shared) {
    fill(search).await;
    assert_found(search, "brake pads rear", &[2]).await;
    assert_found(search, "pads brembo", &[1]).await;
    assert_found(search, "brake pads winter", &[]).await;
}

pub async fn the_last_word_may_be_a_beginning(search: &Shared) {
    fill(search).await;
    assert_found(search, "alterna", &[7]).await;
    assert_found(search, "brake pads fro", &[1]).await;
    assert_found(search, "spark pl", &[8]).await;
    assert_found(search, "iri", &[8]).await;
    assert_found(search, "iri plug", &[]).await;
}

pub async fn typos_are_corrected_and_reported(search: &Shared) {
    fill(search).await;
    for (words, meant, expected) in [
        ("alternater", "alternator", &[7, 12][..]),
        ("altenator", "alternator", &[7, 12]),
        ("break pads", "brake pads", &[1, 2]),
        ("air filtr", "air filter", &[6]),
        ("irridium plug", "iridium plug", &[8]),
        ("Mirorr LEFT", "mirror left", &[12]),
    ] {
        let result = search_for(search, words).await;
        assert_eq!(result.did_you_mean.as_deref(), Some(meant), "{words}");
        let found: BTreeSet<_> = result.parts.into_iter().collect();
        assert_eq!(found, parts(expected).into_iter().collect(), "{words}");
        assert_eq!(search_for(search, meant).await.did_you_mean, None, "{meant}");
    }
}

pub async fn words_with_results_are_not_corrected(search: &Shared) {
    fill(search).await;
    for words in ["brake pads", "quiet", "oilfilters", "wiper", "snow"] {
        let result = search_for(search, words).await;
        assert!(result.total > 0, "{words}");
        assert_eq!(result.did_you_mean, None, "{words}");
    }
    let narrowed = SearchQuery { brands: vec!["valeo".parse().unwrap()], ..query("wiper") };
    let result = search.search(&narrowed).await.unwrap();
    assert_eq!((result.total, result.did_you_mean), (0, None), "filters that match nothing are not a typo");
}

pub async fn words_without_similar_words_find_nothing(search: &Shared) {
    fill(search).await;
    for words in ["xylophone", "brake pads xylophone", "oel", "制动盘"] {
        let result = search_for(search, words).await;
        assert_eq!((result.total, result.did_you_mean, result.next), (0, None, None), "{words}");
        assert_eq!(result.facets.price, None);
    }
}

pub async fn numbers_are_found_in_any_spelling(search: &Shared) {
    fill(search).await;
    for words in ["0986494524", "0 986 494 524", "41060-EB70A", "41060eb70a", "eb70a", "bosch 41060EB70A"] {
        assert_found(search, words, &[2]).await;
    }
    assert_found(search, "439548", &[7]).await;
    assert_found(search, "4395", &[7]).await;
}

pub async fn titles_weigh_more_than_descriptions(search: &Shared) {
    fill(search).await;
    assert_eq!(search_for(search, "alternator").await.parts, parts(&[7, 12]));
}

/// Texts that a user could type or a program could send; invalid searches are refused before they reach the index.
fn texts() -> Vec<String> {
    let mut texts: Vec<String> = [
        "*",
        "**",
        "?",
        "\"",
        "\"brake",
        "brake\"pads\"",
        "((((",
        "a)b(c",
        "[1 TO 2]",
        "title:brake",
        "price:>0",
        "brake AND",
        "NOT",
        "OR OR OR",
        "+-&&||!(){}[]^~*?:\\/",
        "\\",
        "^4",
        "brake~2",
        "🚗",
        "🚗🔧 brake",
        "מסנן שמן",
        "فلتر زيت",
        "ブレーキ",
        "e\u{301}\u{301}\u{301}",
        "İ",
        "ß",
        "ﬁlter",
        "½",
        "%00",
        "' OR 1=1 --",
        "<script>",
        ".",
        "-",
        "…",
        "a",
        "1",
    ]
    .map(str::to_owned)
    .into();
    texts.push("a ".repeat(100));
    texts.push("brake ".repeat(33));
    texts.push("abcd ".repeat(40));
    texts.push("x".repeat(200));
    texts.push("ä".repeat(200));
    texts.push("*".repeat(200));
    texts.push(" ".repeat(99) + "(" + &" ".repeat(99));
    texts
}

pub async fn any_input_gets_a_response(search: &Shared) {
    fill(search).await;
    for text in ["", "    ", "\u{0}", "brake\u{0}pads", "e\u{85}karb", &"brake ".repeat(700)] {
        assert!(!matches!(SearchWords::typed(text), Ok(Some(_))), "{text:?} is no search");
    }
    for text in texts() {
        let result = search_for(search, &text).await;
        assert!(result.parts.len() <= 12, "{text}");
        search.suggest(&text.parse().unwrap(), 8).await.unwrap();
    }
    for text in ["*", "\"", "((((", "🚗", "+-&&||!(){}[]^~*?:\\/"] {
        assert_eq!(search_for(search, text).await.total, 0, "{text} has no words");
    }
    assert_found(search, "(brake) \"pads\"*", &[1, 2]).await;
    assert_found(search, "ﬁlter air", &[6]).await;
}

pub async fn signs_and_symbols_hide_no_words_magento_30298_30762(search: &Shared) {
    let titles = [
        "QuietCast™ ceramic brake pad set",
        "Tire 11.00R20",
        "Tire 185/60R14",
        "Disc Ø280 №5",
        "Wheel 300×25",
        "Wheel 300 x 25",
        "Hose 3/8″ O’Neil",
        "Gauge ~12 ±7",
        "BMW X5 mat",
        "Sealant W712X 2 pack",
    ];
    let documents = (1..).zip(titles).map(|(number, title)| sample::document(number, title));
    upsert(search, documents.collect()).await;
    for (typed, found) in [
        ("quietcast brake", &[1][..]),
        ("QuietCast® pad", &[1]),
        ("quietcast™", &[1]),
        ("disc 280", &[4]),
        ("ø280", &[4]),
        ("#5 disc", &[4]),
        ("№ 5", &[4]),
        ("300x25", &[5, 6]),
        ("300×25", &[5, 6]),
        ("300 x 25 wheel", &[5, 6]),
        ("wheel 300x", &[5, 6]),
        ("3/8\" hose", &[7]),
        ("3/8” hose", &[7]),
        ("o'neil", &[7]),
        ("o′neil", &[7]),
        ("gauge 12", &[8]),
        ("gauge 7", &[8]),
        ("gauge ±12", &[8]),
        ("2010 X5 mat", &[]),
        ("x5 mat", &[9]),
        ("W712X sealant", &[10]),
        ("sealant W712x", &[10]),
    ] {
        assert_found(search, typed, found).await;
    }
    for (whole, number) in [("11.00R20", 2), ("185/60R14", 3)] {
        for length in 2..=whole.len() {
            let typed = &whole[..length];
            let suggested = search.suggest(&typed.parse().unwrap(), 8).await.unwrap();
            assert!(suggested.contains(&part(number)), "{typed} suggests {suggested:?}");
            assert!(search_for(search, typed).await.parts.contains(&part(number)), "{typed}");
        }
    }
}

pub async fn parts_are_suggested_for_beginnings(search: &Shared) {
    fill(search).await;
    upsert(search, vec![sample::document(20, "Brake fluid")]).await;
    let suggest = async |typed: &str, limit| search.suggest(&typed.parse().unwrap(), limit).await.unwrap();
    assert_eq!(suggest("alt", 8).await, [part(7)]);
    assert_eq!(suggest("wip", 8).await, [part(11)]);
    assert_eq!(suggest("brake", 2).await.len(), 2);
    let all: BTreeSet<_> = suggest("bra", 8).await.into_iter().collect();
    assert_eq!(all, parts(&[1, 2, 3, 20]).into_iter().collect());
    assert!(suggest("alternater", 8).await.is_empty(), "suggestions are not spell-checked");
    assert!(suggest("((", 8).await.is_empty());
}
