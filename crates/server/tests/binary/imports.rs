//! Imports by the real binary, which is killed while it applies them.

use crate::support::{Person, Server, Site};
use autoparts_application::ports::store::Store;
use autoparts_domain::{
    catalogue::{listing::Listing, part_number::NormalNumber},
    id::ImportId,
    time::Timestamp,
};
use autoparts_persistence::{SqlStore, StoreOptions};
use autoparts_testing::samples::{brand, part, vehicles};
use serde_json::{Value, json};
use std::{
    fs,
    path::Path,
    process::{Child, Command},
    time::{Duration, Instant},
};
use tempfile::TempDir;

/// Number of parts in the file; several are changed per unit of work.
const PARTS: u64 = 400;

/// How often the binary is killed, unless `IMPORT_KILLS` is set.
const KILLS: u32 = 10;

#[expect(clippy::disallowed_methods, reason = "the setting of a test, not of the shop")]
fn kills_wanted() -> u32 {
    std::env::var("IMPORT_KILLS").map_or(KILLS, |text| text.parse().unwrap())
}

const NOW: Timestamp = Timestamp::from_micros(1_800_000_000_000_000);

fn store(site: &Site) -> SqlStore {
    SqlStore::open(&site.setting("DATABASE_URL").parse().unwrap(), &StoreOptions::default()).unwrap()
}

/// Fills a shop with vehicles and parts of two brands, one of which has data that no import changes.
async fn filled(site: &Site) {
    site.succeed(&["migrate"]);
    let sql = store(site);
    let store: &dyn Store = &sql;
    let fill = |tx: &mut dyn autoparts_application::ports::store::Transaction| {
        tx.save_vehicles(&vehicles())?;
        for id in ["ironclad", "other"] {
            tx.insert_brand(&brand(id))?;
        }
        for number in 1..=PARTS {
            let id = part(number, 1).id;
            let own = format!("IP-{number}");
            let brand = if number.is_multiple_of(10) { "other" } else { "ironclad" }.parse().unwrap();
            tx.insert_part(&part(number, 1), NOW)?;
            tx.claim_number(&brand, &NormalNumber::of(&own).unwrap(), &id)?;
            let brand = Some(brand);
            let number = Some(own.parse().unwrap());
            tx.save_listing(&id, &Listing { brand, number, ..Listing::default() })?;
        }
        Ok::<_, autoparts_application::ports::store_error::StoreError>(())
    };
    store.write(fill).await.unwrap();
    fs::write(
        site.path("codes.csv"),
        "scheme,kind,code,value\naces,brand,ZZZA,ironclad\naces,make,8,honda\naces,model,9,honda/civic\n",
    )
    .unwrap();
    assert_eq!(site.succeed(&["lookups", "import", "codes.csv"]), "3 codes are known now.\n");
    let before: Vec<String> = (1..=PARTS)
        .map(|number| {
            let brand = if number.is_multiple_of(10) { "other" } else { "ironclad" };
            format!("{brand},IP-{number},ford,f-150,2010,With A/C\n")
        })
        .collect();
    fs::write(site.path("before.csv"), format!("brand,number,make,model,year_from,conditions\n{}", before.concat()))
        .unwrap();
    let report = reported(site, "fitment", "before.csv");
    assert_eq!(site.succeed(&["import", "fitment", "before.csv", "--apply", &report]), "Done: 400 parts changed.\n");
    fs::write(site.path("full.xml"), full()).unwrap();
}

/// Returns a file with every second part of ironclad, with ten rows each; the rows of the others are removed.
fn full() -> String {
    let app = |number: u64, note: u64| {
        format!(
            "<App action=\"A\"><Years from=\"2016\" to=\"2018\"/><Make id=\"8\"/><Model id=\"9\"/>\
             <Note>Note {note}</Note><Part>IP-{number}</Part></App>\n"
        )
    };
    let apps: Vec<String> = (1..=PARTS)
        .filter(|number| !number.is_multiple_of(10) && number.is_multiple_of(2))
        .flat_map(|number| (0..10).map(move |note| app(number, note)))
        .collect();
    format!(
        "<ACES version=\"4.2\"><Header><BrandAAIAID>ZZZA</BrandAAIAID><SubmissionType>FULL</SubmissionType></Header>\n\
         {}<Footer><RecordCount>{}</RecordCount></Footer></ACES>",
        apps.concat(),
        apps.len()
    )
}

/// Reads a file and returns the id of the report.
fn reported(site: &Site, kind: &str, file: &str) -> String {
    let text = site.succeed(&["import", kind, file]);
    text.split_once("--apply ").unwrap().1.split_whitespace().next().unwrap().to_owned()
}

/// How many applications the ironclad file removes: all that its parts had.
const REMOVED: u64 = 360;

/// Returns the arguments to apply the ironclad file.
fn applying(report: &str) -> [&str; 7] {
    ["import", "aces", "full.xml", "--apply", report, "--removals", "360"]
}

fn exported(site: &Site) -> String {
    // The export does not overwrite files.
    let _ = fs::remove_file(site.path("out.csv"));
    site.succeed(&["export", "fitment", "out.csv"]);
    fs::read_to_string(site.path("out.csv")).unwrap()
}

fn rows_of<'f>(brand: &str, file: &'f str) -> Vec<&'f str> {
    file.lines().filter(|line| line.starts_with(brand)).collect()
}

/// Releases the claim of a killed process, which would otherwise expire only after a while.
async fn free_the_claim(site: &Site) {
    let sql = store(site);
    let store: &dyn Store = &sql;
    let free = |tx: &mut dyn autoparts_application::ports::store::Transaction| {
        let holder = ImportId::first_at(NOW).uuid();
        assert!(tx.claim_imports(&holder, NOW, Timestamp::from_micros(i64::MAX))?);
        tx.release_imports(&holder)
    };
    store.write(free).await.unwrap();
}

/// A copy of a site's folder, to restore it later.
struct Kept(TempDir);

impl Kept {
    fn of(site: &Site) -> Self {
        let kept = tempfile::tempdir().unwrap();
        copy(site.folder(), kept.path());
        Self(kept)
    }

    fn put_back(&self, site: &Site) {
        for entry in fs::read_dir(site.folder()).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() { fs::remove_dir_all(path).unwrap() } else { fs::remove_file(path).unwrap() }
        }
        copy(self.0.path(), site.folder());
    }
}

fn copy(from: &Path, to: &Path) {
    let copied = Command::new("cp").arg("-a").arg(from.join(".")).arg(to).status().unwrap();
    assert!(copied.success());
}

/// Returns the number of parts the import has been applied to.
async fn applied(store: &SqlStore, report: ImportId) -> u64 {
    let store: &dyn Store = store;
    store.read(move |tx| tx.import(&report)).await.unwrap().unwrap().counts.applied
}

/// Waits until the import has been applied to `more` further parts, or until its process exits.
async fn until_applied(site: &Site, report: ImportId, more: u64, applying: &mut Child) {
    let store = store(site);
    let enough = applied(&store, report).await + more;
    while applying.try_wait().unwrap().is_none() && applied(&store, report).await < enough {
        tokio::time::sleep(Duration::from_millis(1)).await;
    }
}

/// Two shops import the same file. One applies it undisturbed; the other is killed at random moments and resumes each
/// time. If its state can be restored, it repeats the import until it was killed often enough.
async fn killed_and_undisturbed(undisturbed: Site, killed: Site, is_put_back: bool) {
    for site in [&undisturbed, &killed] {
        filled(site).await;
    }
    let before = exported(&killed);
    let report = reported(&undisturbed, "aces", "full.xml");
    undisturbed.succeed(&applying(&report));
    let expected = exported(&undisturbed);
    let report = reported(&killed, "aces", "full.xml");
    assert_eq!(exported(&killed), before, "a report changes nothing");
    let kept = is_put_back.then(|| Kept::of(&killed));

    let mut kills = 0;
    let mut broken_off = 0;
    let mut random = 48_271_u64;
    while kills < kills_wanted() {
        let mut applying = killed.start(&applying(&report));
        random = random * 48_271 % 2_147_483_647;
        until_applied(&killed, report.parse().unwrap(), random % 60, &mut applying).await;
        applying.kill().unwrap();
        if !applying.wait().unwrap().success() {
            kills += 1;
            let now = exported(&killed);
            broken_off += u32::from(now != before && now != expected);
            free_the_claim(&killed).await;
        } else if let Some(kept) = &kept {
            assert_eq!(exported(&killed), expected);
            kept.put_back(&killed);
        } else {
            break;
        }
    }
    assert!(broken_off > 0, "of {kills} times it was never killed in the middle");
    let last = killed.run(&applying(&report));
    assert!(last.status.success() || last.stderr.contains("has finished"), "{}", last.stderr);
    let after = exported(&killed);
    assert_eq!(after, expected);
    assert_eq!(rows_of("other", &after), rows_of("other", &before), "no row of another brand is touched");
    assert_eq!(rows_of("ironclad", &after).len(), 160 * 10);
    let again = killed.succeed(&["import", "aces", "full.xml", "--dry-run"]);
    assert!(again.ends_with("Nothing would change.\n"), "{again}");
}

#[tokio::test]
async fn an_import_that_is_killed_again_and_again_ends_as_if_it_had_not_been() {
    killed_and_undisturbed(Site::new(), Site::new(), true).await;
}

#[tokio::test]
async fn so_it_does_on_postgresql() {
    killed_and_undisturbed(Site::on_postgres(), Site::on_postgres(), false).await;
}

/// Timeout for an import on the lowest-priority thread while other tests run.
const TIMEOUT: Duration = Duration::from_mins(5);

/// Waits until an import is in a state.
async fn until(server: &Server, admin: &Person, id: &str, state: &str) -> Value {
    let began = Instant::now();
    loop {
        let (status, import) = server.try_call(admin, "GET", &format!("/imports/{id}"), None).await;
        if status.is_success() && import["state"] == state {
            return import;
        }
        assert!(began.elapsed() < TIMEOUT, "{status} {import}");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

#[tokio::test]
async fn an_import_goes_on_by_itself_when_the_database_was_away() {
    let (undisturbed, (site, cluster)) = (Site::new(), Site::on_private_postgres());
    for site in [&undisturbed, &site] {
        filled(site).await;
    }
    let report = reported(&undisturbed, "aces", "full.xml");
    undisturbed.succeed(&applying(&report));

    let server = site.serve();
    let admin = server.sign_up("boss").await;
    site.succeed(&["admin", "grant", &admin.email, "--unverified"]);
    let request = server.request("POST", "/imports?kind=aces&file=full.xml").bearer_auth(&admin.token);
    let request = request.header("Content-Type", "application/octet-stream").body(full());
    let (status, import) = Server::answer(request).await;
    assert_eq!(status, 201, "{import}");
    let id = import["_id"].as_str().unwrap();
    until(&server, &admin, id, "ready").await;
    server
        .call(&admin, "PUT", &format!("/imports/{id}"), Some(json!({ "state": "applying", "removals": REMOVED })))
        .await;
    let began = Instant::now();
    let applied = loop {
        let (_, import) = server.try_call(&admin, "GET", &format!("/imports/{id}"), None).await;
        let applied = import["counts"]["applied"].as_u64().unwrap_or_default();
        if applied > 0 || began.elapsed() > TIMEOUT {
            break applied;
        }
    };
    cluster.stop().unwrap();
    assert!((1..320).contains(&applied), "it was in the middle: {applied}");
    let (status, refused) = server.try_call(&admin, "GET", &format!("/imports/{id}"), None).await;
    assert_eq!(status, 503, "{refused}");
    cluster.start().unwrap();
    let done = until(&server, &admin, id, "done").await;
    assert_eq!(
        done["counts"]["applied"],
        done["counts"]["changed"].as_u64().unwrap() + done["counts"]["gone"].as_u64().unwrap()
    );
    assert!(server.stop().success());
    assert_eq!(exported(&site), exported(&undisturbed));
}

#[tokio::test]
async fn what_cannot_be_done_is_said_in_one_line() {
    let site = Site::new();
    filled(&site).await;
    let report = reported(&site, "aces", "full.xml");
    assert!(site.fail(&["import", "aces", "before.csv", "--apply", &report]).contains("about another file"));
    assert!(site.fail(&["import", "aces", "before.csv"]).contains("Line 1: This is not XML."));
    assert!(site.fail(&["import", "aces", "none.xml"]).contains("none.xml"));
    assert!(site.fail(&["import", "fitment", "full.xml"]).contains("no column"));
    fs::write(site.path("codes.csv"), "scheme,kind,code,value\naces,engine,1,\n").unwrap();
    assert!(site.fail(&["lookups", "import", "codes.csv"]).contains("Line 2"));
    let codes = "scheme,kind,code,value\naces,make,7,ford\naces,make,70,fjord\naces,base_vehicle,3,2018/honda\n";
    fs::write(site.path("codes.csv"), codes).unwrap();
    assert_eq!(
        site.succeed(&["lookups", "import", "codes.csv"]),
        "1 codes are known now.\n2 codes were left out, because what they stand for is not known here:\n  \
         aces make 70: fjord does not exist.\n  aces base_vehicle 3: 2018/honda must be a vehicle, such as 2018/honda/civic \
         or 2018/honda/civic/2.0l-l4-gas.\n"
    );
    let full = site.fail_on_a_full_disk(1, "import aces full.xml");
    assert!(full.contains("not be stored") || full.contains("store failed") || full.contains("database"), "{full}");
    let text = site.succeed(&["import", "aces", "full.xml", "--dry-run"]);
    assert!(
        text.contains("Warning: this would remove 360 applications") && text.ends_with(" --removals 360\n"),
        "{text}"
    );
    let unconfirmed = site.fail(&["import", "aces", "full.xml", "--apply", &report]);
    assert!(unconfirmed.contains("removes 360 existing entries"), "{unconfirmed}");
    assert!(site.fail(&["import", "aces", "full.xml", "--apply", &report, "--removals", "36"]).contains("360"));
    site.succeed(&applying(&report));
    assert!(site.fail(&applying(&report)).contains("has finished"));
}

#[tokio::test]
async fn an_unreadable_file_needs_force() {
    let site = Site::new();
    filled(&site).await;
    let before = exported(&site);
    let wrapped = full().replacen("<App ", "<Apps><App ", 1).replace("<Footer>", "</Apps><Footer>");
    fs::write(site.path("wrapped.xml"), wrapped).unwrap();
    let text = site.succeed(&["import", "aces", "wrapped.xml"]);
    assert!(text.contains("<Apps>") && text.trim_end().ends_with(" --removals 360 --force"), "{text}");
    let report = text.split_once("--apply ").unwrap().1.split_whitespace().next().unwrap();
    let refused = site.fail(&["import", "aces", "wrapped.xml", "--apply", report, "--removals", "360"]);
    assert!(refused.contains("use force"), "{refused}");
    assert_eq!(exported(&site), before);
}

#[tokio::test]
async fn files_of_commands_are_private() {
    use std::os::unix::fs::PermissionsExt;
    let site = Site::new().with("IMPORT_DIR", "deep/imports");
    filled(&site).await;
    let others = |path: &Path| {
        let mode = fs::metadata(path).unwrap().permissions().mode();
        assert_eq!(mode & 0o077, 0, "{}: {mode:o}", path.display());
    };
    let mut folders = vec![site.path("deep")];
    while let Some(folder) = folders.pop() {
        others(&folder);
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            others(&path);
            folders.extend(Some(path).filter(|path| path.is_dir()));
        }
    }
}

/// Returns a spreadsheet of new parts, one of them with every column filled.
fn parts_file(parts: u64) -> String {
    let row = |number: u64| {
        format!("ironclad,N-{number},Part {number},\"About it, and more.\",{number}.50,/a.svg,{number},\n")
    };
    let rows: Vec<String> = (1..=parts).map(row).collect();
    format!(
        "brand;number;title;description;price;pictures;stock;oem\n{}ironclad;N-0;Whole;About it.;1.00;/a.svg;7;Honda=A-1\n",
        rows.concat().replace(',', ";").replace("it; and", "it, and")
    )
}

fn parts_of(site: &Site) -> String {
    let _ = fs::remove_file(site.path("parts-out.csv"));
    site.succeed(&["export", "parts", "parts-out.csv"]);
    fs::read_to_string(site.path("parts-out.csv")).unwrap()
}

/// Imports parts with a kill in between: each part exists exactly once, and importing the export changes nothing.
async fn parts_come_in_and_go_out(site: Site) {
    site.succeed(&["migrate"]);
    let sql = store(&site);
    let named: &dyn Store = &sql;
    named.write(|tx| tx.insert_brand(&brand("ironclad"))).await.unwrap();
    site.succeed(&["export", "parts", "template.csv", "--template"]);
    let template = site.succeed(&["import", "parts", "template.csv"]);
    assert!(template.contains("the brand example, which the shop does not know"), "{template}");
    fs::write(site.path("parts.csv"), parts_file(PARTS)).unwrap();
    let text = site.succeed(&["import", "parts", "parts.csv"]);
    assert!(
        text.contains("parts CSV: 401 rows. 0 set aside") && text.contains("Parts: 401 new, 0 changed, 0 gone"),
        "{text}"
    );
    let report = text.trim_end().rsplit(' ').next().unwrap().to_owned();
    let apply = ["import", "parts", "parts.csv", "--apply", &report];
    let mut kills = 0;
    for more in [0, 10, 30, 60, 100] {
        let mut applying = site.start(&apply);
        until_applied(&site, report.parse().unwrap(), more, &mut applying).await;
        applying.kill().unwrap();
        if applying.wait().unwrap().success() {
            break;
        }
        kills += 1;
        free_the_claim(&site).await;
    }
    assert!(kills > 0);
    let last = site.run(&apply);
    assert!(last.status.success() || last.stderr.contains("has finished"), "{}", last.stderr);
    let out = parts_of(&site);
    assert_eq!(out.lines().count(), 402, "{out}");
    assert!(out.contains(",ironclad,N-7,Part 7,\"About it, and more.\",,7.50,,,1,1,7,"), "{out}");
    assert!(site.succeed(&["import", "parts", "parts-out.csv"]).ends_with("Nothing would change.\n"));
    assert!(site.succeed(&["import", "parts", "parts.csv"]).ends_with("Nothing would change.\n"));
    assert_eq!(parts_of(&site), out);
    site.succeed(&["check-books"]);
}

#[tokio::test]
async fn parts_come_in_from_a_spreadsheet_and_go_out_as_one() {
    parts_come_in_and_go_out(Site::new()).await;
}

#[tokio::test]
async fn so_they_do_on_postgresql() {
    parts_come_in_and_go_out(Site::on_postgres()).await;
}
