//! Backups of the real binary under load, and restores from them.

use crate::support::{Person, Server, Site};
use reqwest::StatusCode;
use serde_json::Value;
use std::{
    fs,
    os::unix::fs::PermissionsExt,
    os::unix::fs::symlink,
    process::{Child, ExitStatus},
    sync::atomic::{AtomicBool, AtomicU32, Ordering},
    time::Duration,
};

/// The minimum order of the first part in the catalog.
const PIECES: i64 = 4;

const GOOD: &str = "4242424242424242";

const A_MOMENT: Duration = Duration::from_millis(5);

/// Returns, for each database, a shop to back up and an empty one to restore into.
fn places() -> [(Site, Site); 2] {
    [(Site::new(), Site::new()), (Site::on_postgres(), Site::on_empty_postgres())]
}

async fn keep_ordering(server: &Server, person: &Person, part: &str, stop: &AtomicBool, placed: &AtomicU32) {
    while !stop.load(Ordering::SeqCst) {
        let order = server.order(person, part, PIECES).await;
        placed.fetch_add(1, Ordering::SeqCst);
        server.call(person, "DELETE", &format!("/orders/{order}"), None).await;
    }
}

async fn paid_order(server: &Server, person: &Person, part: &str) -> String {
    let order = server.order(person, part, PIECES).await;
    let payment = server.pay_by_card(person, &order, GOOD).await;
    let (status, answer) = server.book(person, &order, payment["id"].as_str().unwrap()).await;
    assert_eq!(status, StatusCode::OK, "{answer}");
    order
}

/// Waits for a command to end, without blocking the concurrent orders.
async fn status_of(mut command: Child) -> ExitStatus {
    loop {
        if let Some(status) = command.try_wait().unwrap() {
            return status;
        }
        tokio::time::sleep(A_MOMENT).await;
    }
}

/// Makes a backup while orders are placed. A backup takes only a moment, so this may need several tries.
async fn backup_under_load(site: &Site, server: &Server, people: &[Person; 2], part: &str) {
    let stop = AtomicBool::new(false);
    let placed = AtomicU32::new(0);
    let [one, other] = people;
    let copy = async {
        let mut placed_during = 0;
        for _ in 0..20 {
            let _ = fs::remove_file(site.path("shop.backup"));
            let before = placed.load(Ordering::SeqCst);
            let status = status_of(site.start(&["backup", "shop.backup"])).await;
            assert!(status.success(), "{status:?}");
            placed_during = placed.load(Ordering::SeqCst) - before;
            if placed_during > 0 {
                break;
            }
        }
        stop.store(true, Ordering::SeqCst);
        assert!(placed_during > 0, "no order was placed during any backup");
    };
    tokio::join!(
        copy,
        keep_ordering(server, one, part, &stop, &placed),
        keep_ordering(server, other, part, &stop, &placed)
    );
}

#[tokio::test]
async fn a_backup_taken_while_the_shop_sells_is_a_shop_that_sells() {
    for (site, elsewhere) in places() {
        site.succeed(&["seed"]);
        let server = site.serve();
        let people = [server.sign_up("marta").await, server.sign_up("olga").await];
        let part = server.first_part().await["_id"].as_str().unwrap().to_owned();
        let order = paid_order(&server, &people[0], &part).await;
        backup_under_load(&site, &server, &people, &part).await;
        drop(server);

        let backup = site.path("shop.backup");
        assert_eq!(fs::metadata(&backup).unwrap().permissions().mode() & 0o777, 0o600);
        let said = elsewhere.succeed(&["restore", backup.to_str().unwrap()]);
        assert!(said.contains("Restored"), "{said}");
        assert!(elsewhere.succeed(&["check-books"]).contains("in order"));
        if let Some(database) = &elsewhere.postgres {
            let known = "SELECT count(*) FROM pg_class WHERE relname = 'orders' AND reltuples > 0";
            assert_eq!(database.number(known).unwrap(), 1, "PostgreSQL knows how large its tables are");
        }
        let server = elsewhere.serve();
        let marta = server.sign_in("marta@example.com", "secret-1").await;
        assert_eq!(server.show(&marta, &order).await["paid"], true);
        // The sandbox remembers the payment, too, and accepts new ones.
        paid_order(&server, &marta, &part).await;
        let admin = server.sign_in("admin@autoparts.example", "admin-demo-1").await;
        server.call(&admin, "PUT", &format!("/refund/{order}"), None).await;
        let refunds = server.call(&admin, "GET", "/refunds", None).await;
        assert!(refunds[0]["doneAt"].is_string(), "{refunds}");
        assert!(server.stop().success());
        assert!(elsewhere.succeed(&["check-books"]).contains("in order"));
    }
}

#[tokio::test]
async fn restore_replaces_a_shop_only_on_request_and_while_unused() {
    for (site, _) in places() {
        site.succeed(&["seed"]);
        site.succeed(&["backup", "shop.backup"]);
        assert!(site.fail(&["backup", "shop.backup"]).contains("exists"));
        let server = site.serve();
        let marta = server.sign_up("marta").await;
        let part = server.first_part().await["_id"].as_str().unwrap().to_owned();
        server.order(&marta, &part, PIECES).await;
        assert!(site.fail(&["restore", "shop.backup", "--replace"]).contains("in use"));
        drop(server);

        let said = site.fail(&["restore", "shop.backup"]);
        assert!(said.contains("--replace"), "{said}");
        site.succeed(&["restore", "shop.backup", "--replace"]);
        let server = site.serve();
        let admin = server.sign_in("admin@autoparts.example", "admin-demo-1").await;
        assert_eq!(server.call(&admin, "GET", "/orders", None).await, Value::Array(Vec::new()));
        assert!(server.stop().success());
        left_nothing_behind(&site);
    }
}

#[test]
fn restore_replaces_a_damaged_shop_on_request_and_keeps_its_file() {
    let site = Site::new();
    site.succeed(&["seed"]);
    site.succeed(&["backup", "shop.backup"]);
    let damage = b"no database any more".repeat(1000);
    fs::write(site.path("shop.db"), &damage).unwrap();
    assert!(site.fail(&["check-books"]).contains("damaged"));
    let said = site.fail(&["restore", "shop.backup"]);
    assert!(said.contains("damaged") && said.contains("--replace"), "{said}");
    let said = site.succeed(&["restore", "shop.backup", "--replace"]);
    assert!(said.contains("shop.db.damaged-1"), "{said}");
    assert_eq!(fs::read(site.path("shop.db.damaged-1")).unwrap(), damage);
    assert!(site.succeed(&["check-books"]).contains("in order"));
    // A truncated file, as left by a full disk, with a journal left by a killed server.
    let whole = fs::read(site.path("shop.db")).unwrap();
    fs::write(site.path("shop.db"), &whole[..whole.len() / 2]).unwrap();
    fs::write(site.path("shop.db-journal"), "the last orders").unwrap();
    site.succeed(&["restore", "shop.backup", "--replace"]);
    assert!(site.path("shop.db.damaged-2").exists() && !site.path("shop.db-journal").exists());
    assert!(site.succeed(&["check-books"]).contains("in order"));
    // Damage to a few pages in the middle that have not been read since.
    let mut whole = fs::read(site.path("shop.db")).unwrap();
    let middle = whole.len() / 2;
    whole[middle..middle + 20_000].fill(0x5a);
    fs::write(site.path("shop.db"), &whole).unwrap();
    site.succeed(&["restore", "shop.backup", "--replace"]);
    assert!(site.path("shop.db.damaged-3").exists());
    assert!(site.succeed(&["check-books"]).contains("in order"));
    assert!(site.succeed(&["seed"]).contains("Added 0 parts"));
    left_nothing_behind(&site);
}

/// Returns a shop as left by a killed server: the data in its file, and the latest changes in the log.
async fn killed() -> Site {
    let site = Site::new();
    site.succeed(&["seed"]);
    site.succeed(&["backup", "shop.backup"]);
    site.succeed(&["restore", "shop.backup", "--replace"]);
    let server = site.serve();
    let marta = server.sign_up("marta").await;
    let part = server.first_part().await["_id"].as_str().unwrap().to_owned();
    server.order(&marta, &part, PIECES).await;
    drop(server);
    assert!(fs::metadata(site.path("shop.db-wal")).unwrap().len() > 0);
    site
}

#[tokio::test(flavor = "multi_thread")]
async fn the_log_that_a_killed_server_left_is_kept_with_what_is_damaged() {
    let site = killed().await;
    let log = fs::read(site.path("shop.db-wal")).unwrap();
    let whole = fs::read(site.path("shop.db")).unwrap();
    let mut middle = whole.clone();
    // More damage than the log can repair.
    middle[whole.len() / 3..whole.len() * 2 / 3].fill(0x5a);
    let mut beginning = whole.clone();
    beginning[..whole.len() / 3].fill(0x5a);
    let damaged = [Some(middle), Some(beginning), Some(whole[..whole.len() / 2].to_vec()), Some(Vec::new()), None];
    for (number, damaged) in (1..).zip(damaged) {
        // Files left next to the previously restored shop.
        for ending in ["", "-wal", "-shm"] {
            let _ = fs::remove_file(site.path(&format!("shop.db{ending}")));
        }
        if let Some(damaged) = &damaged {
            fs::write(site.path("shop.db"), damaged).unwrap();
        }
        fs::write(site.path("shop.db-wal"), &log).unwrap();
        let as_left = |name: &str| {
            assert_eq!(fs::read(site.path(name)).ok(), damaged, "{number}: {name}");
            assert!(fs::read(site.path(&format!("{name}-wal"))).is_ok_and(|now| now == log), "{number}: {name}-wal");
        };
        site.fail(&["restore", "shop.backup"]);
        as_left("shop.db");
        if damaged.as_ref().is_none_or(Vec::is_empty) {
            for command in [&["serve"][..], &["migrate"], &["seed"], &["check-books"], &["backup", "x.backup"]] {
                assert!(site.fail(command).contains("its -wal file is not"), "{command:?}");
            }
            as_left("shop.db");
        }
        let said = site.succeed(&["restore", "shop.backup", "--replace"]);
        assert!(said.contains(&format!("shop.db.damaged-{number}")), "{said}");
        as_left(&format!("shop.db.damaged-{number}"));
        assert!(site.succeed(&["check-books"]).contains("in order"));
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_shop_that_was_killed_is_no_damaged_one() {
    let site = killed().await;
    let said = site.succeed(&["restore", "shop.backup", "--replace"]);
    assert!(!said.contains("damaged") && !site.path("shop.db.damaged-1").exists(), "{said}");
    assert!(site.succeed(&["check-books"]).contains("in order"));
    left_nothing_behind(&site);
}

#[test]
fn who_restores_as_root_leaves_the_shop_to_whom_its_folder_belongs() {
    use std::os::unix::fs::{MetadataExt, chown};
    let site = Site::new();
    site.succeed(&["seed"]);
    site.succeed(&["backup", "shop.backup"]);
    // Only root can give a folder away; for other users, nothing changes.
    let _ = chown(site.folder(), Some(65_534), Some(65_534));
    let owner = fs::metadata(site.folder()).unwrap().uid();
    let lock = "sandbox-payments.jsonl.lock";
    site.succeed(&["restore", "shop.backup", "--replace"]);
    for name in ["shop.db", lock] {
        assert_eq!(fs::metadata(site.path(name)).unwrap().uid(), owner, "{name}");
    }

    let elsewhere = tempfile::NamedTempFile::new().unwrap();
    let before = elsewhere.as_file().metadata().unwrap().uid();
    fs::remove_file(site.path(lock)).unwrap();
    symlink(elsewhere.path(), site.path(lock)).unwrap();
    site.succeed(&["restore", "shop.backup", "--replace"]);
    assert_eq!(elsewhere.as_file().metadata().unwrap().uid(), before, "the target of a link keeps its owner");

    if owner == 65_534 {
        let others = tempfile::tempdir().unwrap();
        let link = site.path("link.db");
        symlink(others.path().join("root.conf"), &link).unwrap();
        let linked = Site::new().with("DATABASE_URL", &format!("sqlite://{}", link.display()));
        let backup = site.path("shop.backup").display().to_string();
        let said = linked.fail(&["restore", &backup, "--replace"]);
        assert!(said.contains("whose folder is another user's"), "{said}");
        assert!(!others.path().join("root.conf").exists());
    }
}

#[test]
fn a_shop_behind_a_link_is_restored_where_the_link_leads() {
    let site = Site::new();
    site.succeed(&["seed"]);
    site.succeed(&["backup", "shop.backup"]);
    fs::create_dir(site.path("disk")).unwrap();
    fs::rename(site.path("shop.db"), site.path("disk/real.db")).unwrap();
    symlink("disk/real.db", site.path("shop.db")).unwrap();
    assert!(site.fail(&["backup", "disk/real.db-wal"]).contains("a name that SQLite uses"));
    symlink("nowhere", site.path("dangling")).unwrap();
    assert!(site.fail(&["backup", "dangling"]).contains("dangling exists"));
    let is_link = || fs::symlink_metadata(site.path("shop.db")).unwrap().is_symlink();
    site.succeed(&["restore", "shop.backup", "--replace"]);
    assert!(is_link() && site.succeed(&["check-books"]).contains("in order"));

    // A link may exist before its target, for example on a new disk.
    let new = Site::new();
    symlink("disk/real.db", new.path("shop.db")).unwrap();
    new.succeed(&["seed"]);
    assert!(new.path("disk/real.db").exists());

    // The log alone may be all that is left of a shop.
    fs::remove_file(site.path("disk/real.db")).unwrap();
    fs::write(site.path("disk/real.db-wal"), "what is left").unwrap();
    for command in [&["migrate"][..], &["seed"], &["restore", "shop.backup"]] {
        assert!(site.fail(command).contains("damaged"), "{command:?}");
    }
    let said = site.succeed(&["restore", "shop.backup", "--replace"]);
    assert!(said.contains("disk/real.db.damaged-1-wal"), "{said}");
    assert_eq!(fs::read(site.path("disk/real.db.damaged-1-wal")).unwrap(), b"what is left");
    assert!(is_link() && site.succeed(&["check-books"]).contains("in order"));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_shop_whose_file_was_moved_away_is_not_replaced_while_it_is_served() {
    // Without the sandbox, whose lock would reveal the running server.
    let site = Site::new()
        .with("STRIPE_SECRET_KEY", "sk_test_1")
        .with("STRIPE_PUBLISHABLE_KEY", "pk_test_1")
        .with("STRIPE_WEBHOOK_SECRET", "whsec_1");
    site.succeed(&["seed"]);
    site.succeed(&["backup", "shop.backup"]);
    let server = site.serve();
    fs::rename(site.path("shop.db"), site.path("away.db")).unwrap();
    for path in ["/parts", "/readyz", "/parts", "/readyz"] {
        let status = server.request("GET", path).send().await.unwrap().status();
        assert_eq!(status, StatusCode::SERVICE_UNAVAILABLE, "{path}: nothing is read or written there");
    }
    for restore in [&["restore", "shop.backup"][..], &["restore", "shop.backup", "--replace"]] {
        assert!(site.fail(restore).contains("in use; stop the server first"), "{restore:?}");
    }
    fs::rename(site.path("away.db"), site.path("shop.db")).unwrap();
    assert!(server.stop().success());
    site.succeed(&["restore", "shop.backup", "--replace"]);
    assert!(site.succeed(&["check-books"]).contains("in order"));
}

#[test]
fn slashes_that_mean_nothing_do_not_hide_a_shop() {
    let site = Site::new();
    site.succeed(&["seed"]);
    let doubled = format!("sqlite:///{}", site.path("shop.db").display());
    assert!(doubled.starts_with("sqlite:////"), "{doubled}");
    let site = site.with("DATABASE_URL", &doubled);
    site.succeed(&["backup", "shop.backup"]);
    site.succeed(&["restore", "shop.backup", "--replace"]);
    assert!(site.succeed(&["check-books"]).contains("in order"));
}

#[test]
fn a_damaged_shop_that_a_server_still_has_open_is_not_replaced() {
    let site = Site::new();
    site.succeed(&["seed"]);
    site.succeed(&["backup", "shop.backup"]);
    let server = site.serve();
    let mut file = fs::OpenOptions::new().write(true).open(site.path("shop.db")).unwrap();
    std::io::Write::write_all(&mut file, &[b'x'; 200]).unwrap();
    let said = site.fail(&["restore", "shop.backup", "--replace"]);
    assert!(said.contains("in use"), "{said}");
    drop(server);
    site.succeed(&["restore", "shop.backup", "--replace"]);
    assert!(site.succeed(&["check-books"]).contains("in order"));
}

fn left_nothing_behind(site: &Site) {
    let names = fs::read_dir(site.folder()).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap());
    let parts: Vec<_> = names.filter(|name| name.contains(".part")).collect();
    assert!(parts.is_empty(), "{parts:?}");
}

#[test]
fn what_is_no_whole_backup_is_refused_in_one_line_and_the_shop_stays() {
    for (site, elsewhere) in places() {
        assert!(elsewhere.fail(&["backup", "early.backup"]).contains("no shop"));
        site.succeed(&["seed"]);
        site.succeed(&["backup", "shop.backup"]);
        let whole = fs::read(site.path("shop.backup")).unwrap();
        fs::write(site.path("cut.backup"), &whole[..whole.len() / 2]).unwrap();
        fs::write(site.path("notes.backup"), "my holiday notes ".repeat(1000)).unwrap();
        let newer = String::from_utf8_lossy(&whole[..2048]).replace("\"format\": 1", "\"format\": 2");
        fs::write(site.path("newer.backup"), newer).unwrap();
        for (file, words) in [
            ("cut.backup", "cut off or damaged"),
            ("notes.backup", "not a backup"),
            ("newer.backup", "newer version"),
            ("missing.backup", "cannot be read"),
        ] {
            let said = site.fail(&["restore", file, "--replace"]);
            assert!(said.contains(words) && said.contains(file), "{said}");
        }
        assert!(site.succeed(&["check-books"]).contains("in order"));
        assert!(site.succeed(&["seed"]).contains("Added 0 parts"));
        left_nothing_behind(&site);
    }
    let sqlite = Site::new();
    let postgres = Site::on_empty_postgres();
    sqlite.succeed(&["seed"]);
    sqlite.succeed(&["backup", "shop.backup"]);
    let said = postgres.fail(&["restore", sqlite.path("shop.backup").to_str().unwrap()]);
    assert!(said.contains("sqlite") && said.contains("postgres"), "{said}");
}

#[test]
fn a_full_disk_leaves_no_half_backup() {
    for (site, _) in places() {
        site.succeed(&["seed"]);
        // In blocks of 512 bytes: enough for what SQLite and libpq write, too little for a copy.
        let said = site.fail_on_a_full_disk(100, "backup shop.backup");
        assert_eq!(said.trim_end().lines().count(), 1, "{said}");
        // At the file size limit, SQLite reports a broken disk, and pg_dump a full one.
        assert!(said.contains("make room") || said.contains("disk I/O error"), "{said}");
        assert!(!site.path("shop.backup").exists());
        left_nothing_behind(&site);
        site.succeed(&["backup", "shop.backup"]);
    }
}
