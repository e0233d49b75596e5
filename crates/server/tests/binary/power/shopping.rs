//! A shop that is created, filled, sells concurrently, is killed, sells again and is stopped, while strace records
//! it.

use super::trace::{Acknowledgment, Event, Reader, strace};
use crate::support::{Person, Server, Site};
use serde_json::{Value, json};
use std::{
    collections::BTreeSet,
    fs,
    path::{Path, PathBuf},
    sync::Arc,
    time::Duration,
};

/// The amount of activity.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Amount {
    pub(crate) customers: u32,
    /// Orders per customer before the kill, and again as many afterwards.
    pub(crate) orders: u32,
    /// Parts in a spreadsheet that is imported first, and changed while the shop sells.
    pub(crate) imported: u32,
}

/// A test card that succeeds.
const GOOD: &str = "4242424242424242";

/// The events in order, and the folder they happened in.
pub(crate) struct Recording {
    pub(crate) events: Vec<Event>,
    pub(crate) root: PathBuf,
}

struct Recorder {
    site: Site,
    program: PathBuf,
    reader: Reader,
    number: u32,
}

impl Recorder {
    fn next_trace(&mut self) -> PathBuf {
        self.number += 1;
        self.site.path(&format!("trace-{}", self.number))
    }

    fn serve(&mut self) -> (Server, PathBuf) {
        let trace = self.next_trace();
        (self.site.serve_through(strace(&self.program, &trace)), trace)
    }

    /// Runs a command to its end. Returns its output.
    fn run(&mut self, arguments: &[&str]) -> String {
        let trace = self.next_trace();
        let process = self.site.start_through(strace(&self.program, &trace), arguments);
        let id = process.id();
        let ended = process.wait_with_output().unwrap();
        assert!(ended.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&ended.stderr));
        self.reader.read(&trace, id);
        fs::remove_file(trace).unwrap();
        String::from_utf8(ended.stdout).unwrap()
    }

    /// Reads the trace of a server that has ended.
    fn read(&mut self, trace: &Path, process: u32) {
        self.reader.read(trace, process);
        fs::remove_file(trace).unwrap();
    }

    /// Imports a spreadsheet of parts, as an operator does.
    fn import(&mut self, parts: u32) {
        let head = "brand,number,title,description,price,minimum,pack,stock,pictures\n";
        let line = |part| {
            format!(
                "halden,IM-{part},Imported part {part},\"{}\",10.00,1,1,100000,/catalogue/alternator.svg\n",
                "Words. ".repeat(20)
            )
        };
        fs::write(self.site.path("parts.csv"), head.to_owned() + &(0..parts).map(line).collect::<String>()).unwrap();
        let said = self.run(&["import", "parts", "parts.csv"]);
        let report = said.trim_end().rsplit(' ').next().unwrap().to_owned();
        self.run(&["import", "parts", "parts.csv", "--apply", &report]);
    }
}

/// Records what a program does to the database of a new shop.
pub(crate) async fn record(program: PathBuf, amount: Amount) -> Recording {
    let site = Site::new();
    let database = format!("sqlite://{}/kept/data/shop.db", site.folder().display());
    let site =
        site.with("DATABASE_URL", &database).with("SANDBOX_JOURNAL", "sandbox.jsonl").with("SEARCH_DIR", "search");
    let site = site.with("UNPAID_ORDERS", "off").with("UNPAID_VALUE", "off").with("UNPAID_SHARE", "off");
    let root = site.folder().to_path_buf();
    let mut recorder = Recorder { reader: Reader::of(&root), site, program, number: 0 };
    // The first start creates the tables.
    let (server, trace) = recorder.serve();
    let process = server.process_id();
    assert!(server.stop().success());
    recorder.read(&trace, process);
    recorder.run(&["seed"]);
    if amount.imported > 0 {
        recorder.import(amount.imported);
    }
    let (server, trace) = recorder.serve();
    let process = server.process_id();
    let shop = Arc::new(Shop::open(&server, amount).await);
    let mut heard = shop.sell(&server, "before", amount, true).await;
    drop(server);
    recorder.read(&trace, process);
    let (server, trace) = recorder.serve();
    let process = server.process_id();
    heard.extend(shop.sell(&server, "after", amount, false).await);
    assert!(server.stop().success());
    recorder.read(&trace, process);
    let sent: BTreeSet<Acknowledgment> = recorder
        .reader
        .events
        .iter()
        .filter_map(|event| match event {
            Event::Acknowledged(sent) => Some(sent.clone()),
            _ => None,
        })
        .collect();
    assert!(!heard.is_empty());
    assert!(
        heard.is_subset(&sent),
        "every response sent to a client is in the trace: {:?}",
        heard.difference(&sent).next()
    );
    Recording { events: recorder.reader.events, root }
}

struct Shop {
    admin: Person,
    customers: Vec<Person>,
    parts: Vec<String>,
}

impl Shop {
    async fn open(server: &Server, amount: Amount) -> Self {
        let admin = server.sign_in("admin@autoparts.example", "admin-demo-1").await;
        let mut customers = Vec::new();
        for number in 0..amount.customers {
            customers.push(server.sign_up(&format!("customer-{number}")).await);
        }
        let mut parts = Vec::new();
        for _ in 0..4 {
            parts.push(server.add_part(&admin, 1_000_000).await);
        }
        Self { admin, customers, parts }
    }

    /// All customers buy concurrently. Returns what was acknowledged. If the server is to be killed, that happens
    /// when a quarter of them have finished.
    async fn sell(
        self: &Arc<Self>,
        server: &Server,
        round: &'static str,
        amount: Amount,
        is_killed: bool,
    ) -> BTreeSet<Acknowledgment> {
        let mut tasks = Vec::new();
        for customer in 0..self.customers.len() {
            let shop = Arc::clone(self);
            let server = server.handle();
            tasks.push(tokio::spawn(async move {
                let mut heard = Vec::new();
                for number in 0..amount.orders {
                    // The last acknowledgment arrives when the server is killed.
                    if shop.buy(&server, round, customer, number, &mut heard).await.is_none() {
                        break;
                    }
                }
                heard
            }));
        }
        if is_killed {
            // The slowest customers' last orders are still in progress.
            while tasks.iter().filter(|task| task.is_finished()).count() < tasks.len() / 4 {
                tokio::time::sleep(Duration::from_millis(10)).await;
            }
            server.signal("KILL");
        } else if amount.imported > 0 {
            self.change_all(server).await;
        }
        let mut heard = BTreeSet::new();
        for task in tasks {
            heard.extend(task.await.unwrap());
        }
        heard
    }

    /// Writes many pages while customers buy.
    async fn change_all(&self, server: &Server) {
        for pieces in [2, 1] {
            let change = json!({ "kind": "minimum_order", "minOrderQuantity": pieces });
            let dry = json!({ "all": true, "change": change, "dryRun": true });
            let seen = server.call(&self.admin, "PATCH", "/parts", Some(dry)).await;
            let real = json!({ "all": true, "change": change, "count": seen["changes"], "digest": seen["digest"] });
            // A concurrent change may cause a conflict; only the writes matter here.
            drop(server.try_call(&self.admin, "PATCH", "/parts", Some(real)).await);
        }
    }

    /// Places one order for a customer; every fifth is then deleted, every seventh paid. `None` if the server is
    /// gone.
    async fn buy(
        &self,
        server: &Server,
        round: &str,
        customer: usize,
        number: u32,
        heard: &mut Vec<Acknowledgment>,
    ) -> Option<()> {
        let person = &self.customers[customer];
        let part = |other: u32| &self.parts[usize::try_from((number + other) % 4).unwrap()];
        // The telephone number is unique per order, so a duplicate shows.
        let phone = format!("555 {:04} {customer:03}", number + if round == "after" { 5_000 } else { 0 });
        let request = if number % 3 == 2 {
            let body = json!({
                "lines": [{ "part": part(0), "quantity": 2 }, { "part": part(1), "quantity": 3 }, { "part": part(2), "quantity": 4 }],
                "totalPrice": 90, "phone": phone,
                "destination": { "recipient": "Marta", "line1": "1 Road", "city": "Berlin", "country": "DE" },
            });
            server.request("POST", "/checkouts").json(&body)
        } else {
            let body = json!({ "orderedId": part(0), "quantity": 2, "address": "1 Road", "phone": phone });
            server.request("POST", "/orders").json(&body)
        };
        let key = format!("{round}-{customer}-{number}");
        let request = request.bearer_auth(&person.token).header("Idempotency-Key", key);
        let order = answer(request).await?["insertedId"].as_str()?.to_owned();
        heard.push(Acknowledgment::Placed(order.clone()));
        if number % 5 == 4 {
            let path = format!("/orders/{order}");
            let deleted = answer(server.request("DELETE", &path).bearer_auth(&person.token)).await?;
            assert_eq!(deleted["deletedCount"], 1);
            heard.push(Acknowledgment::Deleted(order));
        } else if number % 7 == 6 && round == "after" {
            let payment = server.pay_by_card(person, &order, GOOD).await;
            let (status, said) = server.book(person, &order, payment["id"].as_str()?).await;
            assert!(status.is_success(), "{said}");
            heard.push(Acknowledgment::Paid(order));
        }
        Some(())
    }
}

/// Returns the response body; `None` if the server is gone. A rejected request is a bug in the test.
async fn answer(request: reqwest::RequestBuilder) -> Option<Value> {
    let response = request.send().await.ok()?;
    let status = response.status();
    let text = response.text().await.ok()?;
    assert!(status.is_success(), "{status}: {text}");
    serde_json::from_str(&text).ok()
}
