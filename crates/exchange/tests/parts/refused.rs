//! Refused lines: each is reported with its error, and does not affect other lines.

use crate::scene::Scene;
use autoparts_application::ports::spreadsheets::{ExportKind, Spreadsheets};
use autoparts_domain::catalogue::category::Category;
use autoparts_exchange::CsvSpreadsheets;
use autoparts_testing::samples::{brand, category, part};

#[tokio::test]
async fn rejected_rows_are_reported_with_their_lines() {
    let scene = Scene::new().await;
    let id = part(2, 1).id;
    let head = "id,brand,number,title,description,category,price,list_price,core,minimum,pack,stock,reorder_at,pictures,oem,gtin,\
                attributes,weight_g,size_mm,hazmat,condition,universal,hidden\n";
    let long = "x".repeat(121);
    let rows = [
        (format!(",ironclad,IP-1,{long},,,,,,,,,,,,,,,,,,,"), "The column title must be at most 120 characters."),
        (",ironclad,A-1,t,d,,\"1,50\",,,,,,,/a.svg,,,,,,,,,".to_owned(), "The column price must be a number."),
        (
            ",ironclad,A-2,t,d,,1.234,,,,,,,/a.svg,,,,,,,,,".to_owned(),
            "The column price must have at most two decimals.",
        ),
        (",ironclad,A-3,t,d,,-1,,,,,,,/a.svg,,,,,,,,,".to_owned(), "The column price must be from"),
        (",ironclad,A-4,t,d,,1,free,,,,,,/a.svg,,,,,,,,,".to_owned(), "The column list_price must be a number."),
        (",ironclad,A-5,t,d,,1,,1e3,,,,,/a.svg,,,,,,,,,".to_owned(), "The column core must be a number."),
        (",ironclad,A-6,t,d,,1,,,0,,,,/a.svg,,,,,,,,,".to_owned(), "The column minimum must be from"),
        (",ironclad,A-7,t,d,,1,,,3,2,,,/a.svg,,,,,,,,,".to_owned(), "The column minimum must be a multiple of 2"),
        (",ironclad,A-8,t,d,,1,,,,x,,,/a.svg,,,,,,,,,".to_owned(), "The column pack must be a whole number."),
        (",ironclad,A-9,t,d,,1,,,,,-1,,/a.svg,,,,,,,,,".to_owned(), "The column stock must be from"),
        (",ironclad,B-1,t,d,,1,,,,,,1.5,/a.svg,,,,,,,,,".to_owned(), "The column reorder_at must be a whole number."),
        (",ironclad,B-2,t,d,,1,,,,,,,ftp://x/a,,,,,,,,,".to_owned(), "The column pictures must be an https address"),
        (",ironclad,B-3,t,d,,1,,,,,,,,,,,,,,,,".to_owned(), "The column pictures is required."),
        (",ironclad,B-4,t,d,,1,,,,,,,/a.svg,a=b=c,,,,,,,,".to_owned(), "The column oem must be numbers"),
        (
            ",ironclad,B-5,t,d,,1,,,,,,,/a.svg,,4006381333932,,,,,,,".to_owned(),
            "The column gtin must be the 8, 12, 13 or 14",
        ),
        (
            ",ironclad,B-6,t,d,,1,,,,,,,/a.svg,,,Vented,,,,,,".to_owned(),
            "The column attributes must be names and values",
        ),
        (",ironclad,B-7,t,d,,1,,,,,,,/a.svg,,,,0,,,,,".to_owned(), "The column weight_g must be from"),
        (",ironclad,B-8,t,d,,1,,,,,,,/a.svg,,,,,3x4,,,,".to_owned(), "The column size_mm must be three sides"),
        (",ironclad,B-9,t,d,,1,,,,,,,/a.svg,,,,,,maybe,,,".to_owned(), "The column hazmat must be yes or no."),
        (",ironclad,C-1,t,d,,1,,,,,,,/a.svg,,,,,,,rusty,,".to_owned(), "The column condition must be new"),
        (
            ",ironclad,C-2,t,d,clutches,1,,,,,,,/a.svg,,,,,,,,,".to_owned(),
            "The column category names the category clutches",
        ),
        (",nobody,C-3,t,d,,1,,,,,,,/a.svg,,,,,,,,,".to_owned(), "The column brand names the brand nobody"),
        (",ironclad,***,t,d,,1,,,,,,,/a.svg,,,,,,,,,".to_owned(), "The column number must have letters or digits"),
        (",ironclad,,t,d,,1,,,,,,,/a.svg,,,,,,,,,".to_owned(), "A row names no part"),
        ("no-id,ironclad,C-4,t,d,,1,,,,,,,/a.svg,,,,,,,,,".to_owned(), "The shop has no part with the id of a row."),
        (format!("{id},ironclad,IP-1,t,d,,1,,,1,,10,,/a.svg,,,,,,,,,"), "Another part of this brand has this number."),
        (
            ",ironclad,C-6,t,d,,1,,,,,,,/a.svg,,,,,,,,,yes".to_owned(),
            "A part that is not in the catalog has to be named",
        ),
        (
            ",ironclad,C-7,t,d,,1,,,,,,,/a.svg,,,,,,,,,,x".to_owned(),
            "A row has more cells than the first line has columns.",
        ),
        (",ironclad,C-8,t,d,,1,,,,,,,/a.svg,,,,,,,,,,".to_owned(), ""),
        (",ironclad,C-5,t,d,,1,,,,,,,/a.svg,,,,,,,,,".to_owned(), ""),
        (",ironclad,c 5,t,d,,1,,,,,,,/a.svg,,,,,,,,,".to_owned(), "An earlier row has the same number."),
        (",ironclad,IP-1,,d,,1,,,1,,,,/a.svg,,,,,,,,,".to_owned(), "The column title is required."),
    ];
    let file: String = [head.to_owned()].into_iter().chain(rows.iter().map(|(row, _)| format!("{row}\n"))).collect();
    let report = scene.read(&file).await.unwrap();
    let problems = scene.problems(&report).await;
    for (line, (row, words)) in (2..).zip(&rows) {
        let reported: Vec<&(u64, String)> = problems.iter().filter(|(at, _)| *at == line).collect();
        if words.is_empty() {
            assert!(reported.is_empty(), "{row}: {reported:?}");
        } else {
            let is_reported = problems.iter().any(|(at, text)| *at <= line && text.starts_with(words));
            assert!(is_reported, "{row}: {words} is not in {problems:?}");
        }
    }
    assert_eq!((report.counts.new, report.counts.changed, report.counts.foreign), (2, 0, 1));
    assert_eq!(report.counts.set_aside, u64::try_from(rows.len()).unwrap() - 3);
}

#[tokio::test]
async fn the_first_of_two_rows_about_a_part_wins() {
    let scene = Scene::new().await;
    let report = scene.read("brand,number,title\nironclad,IP-1,One\nironclad,ip1,Two\n").await.unwrap();
    assert_eq!((report.counts.changed, report.counts.set_aside), (1, 1));
    assert_eq!(scene.problems(&report).await, [(3, "An earlier row is about the same part.".to_owned())]);
    scene.apply(&report).await.unwrap();
    assert_eq!(scene.title(part(1, 1).id).await, "One");
}

#[tokio::test]
async fn the_template_can_be_imported_once_its_brand_exists() {
    let scene = Scene::new().await;
    let template = String::from_utf8(CsvSpreadsheets.template(ExportKind::Parts)).unwrap();
    let report = scene.read(&template).await.unwrap();
    assert_eq!((report.counts.changes(), report.counts.set_aside), (0, 2));
    scene.write(|tx| tx.insert_brand(&brand("example"))).await;
    assert_eq!(scene.import_file(&template).await.counts.new, 2);
}

#[tokio::test]
async fn a_refused_row_does_not_block_others() {
    let scene = Scene::new().await;
    let first = part(1, 1).id;
    let second = part(2, 1).id;
    let of_one = scene.import_file("brand,number,title,price\nironclad,IP-1,Bad,x\nironclad,IP-1,Good,2.00\n").await;
    assert_eq!((of_one.counts.changed, of_one.counts.set_aside), (1, 1));
    assert_eq!(scene.title(first).await, "Good");
    let head = "id,brand,number,title,description,price,pictures\n";
    let taken = format!("{second},ironclad,IP-1,Taken,d,1,/a.svg\n{second},ironclad,IP-7,Free,d,1,/a.svg\n");
    let twice = format!("{second},ironclad,IP-8,Twice,d,1,/a.svg\n,ironclad,IP-8,New,d,1,/a.svg\n");
    let report = scene.import_file(&format!("{head}{taken}{twice}")).await;
    assert_eq!((report.counts.changed, report.counts.new, report.counts.set_aside), (1, 1, 2));
    assert_eq!(scene.title(second).await, "Free");
    assert_eq!(scene.title(scene.owner("IP-8").await).await, "New");
}

#[tokio::test]
async fn an_ambiguous_category_name_is_reported() {
    let scene = Scene::new().await;
    scene
        .write(|tx| {
            for id in ["engine-filters", "cabin-filters"] {
                tx.insert_category(&Category { name: "Filters".parse().unwrap(), ..category(id, None) })?;
            }
            Ok(())
        })
        .await;
    let report = scene.read("brand,number,category\nironclad,IP-1,Filters\n").await.unwrap();
    let words = "The column category names the category Filters, but several have this name: use its key.";
    assert_eq!(scene.problems(&report).await, [(2, words.to_owned())]);
}
