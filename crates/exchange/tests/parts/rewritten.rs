//! Files in which a spreadsheet program has rewritten numbers.

use crate::scene::Scene;
use autoparts_application::ports::import_files::FindingKind;

const HEAD: &str = "brand,number,title,description,price,pictures\n";

/// A row of a new part.
fn row(number: &str) -> String {
    format!("ironclad,{number},Part,About it.,1.00,/a.svg\n")
}

#[tokio::test]
async fn numbers_that_a_spreadsheet_program_rewrote_are_reported_magmi_529_s2member_1148() {
    let scene = Scene::new().await;
    scene.import_file(&format!("{HEAD}{}{}", row("0017"), row("3-12"))).await;
    let zeros = scene.owner("0017").await;
    let date = scene.owner("3-12").await;
    let zeros_lost = "The number 17 may be 0017: a spreadsheet program may have removed its leading zeros.";
    let is_date = "a date: a spreadsheet program may have rewritten it.";
    for (file, problems, warnings) in [
        // The number of an existing part is changed.
        (format!("id,number\n{zeros},17\n"), &[][..], &[zeros_lost, "1 part number would change."][..]),
        (format!("id,number\n{date},12-Mar\n"), &[], &[is_date, "1 part number would change."]),
        (format!("id,number\n{date},2026-03-12 00:00:00\n"), &[], &[is_date, "1 part number would change."]),
        (format!("id,number\n{zeros},1.23458E+11\n"), &["a spreadsheet program has removed digits"], &[]),
        (format!("id,number\n{zeros},17\n{date},A-1\n"), &[], &[zeros_lost, "2 part numbers would change."]),
        // A duplicate of a part is added.
        (format!("{HEAD}{}", row("17")), &[], &[zeros_lost]),
        (format!("{HEAD}{}", row("1.23458E+11")), &["a spreadsheet program has removed digits"], &[]),
        // Other columns are imported unchanged.
        (format!("id,oem\n{zeros},Honda=1.2E+11\n"), &[], &["The column oem has 1.2E+11"]),
        (format!("id,attributes\n{zeros},Size=12.03.2026\n"), &[], &["The column attributes has 12.03.2026"]),
        (format!("id,gtin\n{zeros},36000291452\n"), &["leading zeros are missing, write 036000291452"], &[]),
        // The same number in another notation is not a change.
        (format!("id,number\n{zeros},00-17\n"), &[], &[]),
        (format!("{HEAD}{}", row("18")), &[], &[]),
    ] {
        let report = scene.read(&file).await.unwrap();
        for (kind, expected) in [(FindingKind::Problem, problems), (FindingKind::Lint, warnings)] {
            let mut found = scene.findings(&report, kind).await;
            for words in expected {
                let at = found.iter().position(|(_, found)| found.contains(words));
                assert!(at.is_some(), "{file}{words}: {found:?}");
                found.remove(at.unwrap());
            }
            assert!(found.is_empty(), "{file}{found:?}");
        }
    }
}

#[tokio::test]
async fn pasted_special_characters_are_normalized() {
    let scene = Scene::new().await;
    let file = format!("{HEAD}ironclad,A\u{2011}9,Part,About it.,\u{a0}1.50\u{200b},/a.svg\n");
    let report = scene.import_file(&file).await;
    assert_eq!((report.counts.new, report.counts.set_aside), (1, 0));
    assert!(scene.export().await.contains(",ironclad,A-9,Part,About it.,,1.50,"));
}
