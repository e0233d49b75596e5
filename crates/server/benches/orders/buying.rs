//! Order throughput: one line, ten lines, and three lines of contended parts.

use crate::{
    cpu::Cpu,
    figures::{at_least, at_most, median},
    load::{Script, control, list, require_wrk},
    pgbench::{self, Basket},
    plots,
    shop::{Database, Shop, tokens},
    store_alone::StoreAlone,
};
use std::time::Duration;

/// Number of rounds, in each of which both sides are measured once, and the duration of a measurement in seconds.
const ROUNDS: usize = 7;
const SECONDS: usize = 3;

const PIECES: i64 = 1_000_000_000;
const DESTINATION: &str =
    r#""destination":{"recipient":"Ann","line1":"1 Road","city":"Paris","country":"FR"},"phone":"555 0100""#;

/// An order of one line with a random part.
fn order<'a>(tokens: &'a [String], parts: &[String]) -> Script<'a> {
    Script {
        method: "POST",
        tokens,
        before: format!("local parts = {}", list(parts)),
        path: "'/orders'".to_owned(),
        body: r#"'{"orderedId":"' .. some(parts) .. '","quantity":1,"address":"1 Road","phone":"555 0100"}'"#
            .to_owned(),
    }
}

pub(crate) fn one_line() -> bool {
    require_wrk();
    let mut reached = true;
    {
        let shop = Shop::open(Database::Postgres);
        let tokens = tokens(&shop.customers(pgbench::USERS));
        let parts = shop.parts(pgbench::PARTS, PIECES);
        let orders = order(&tokens, &parts);
        let postgres = shop.postgres.as_ref().unwrap();
        pgbench::prepare(postgres);
        let mut ours = Vec::new();
        let mut theirs = Vec::new();
        let mut minimum = Vec::new();
        orders.run(shop.server.address(), 16, SECONDS);
        for _ in 0..ROUNDS {
            let before = Cpu::of(&shop);
            ours.push(orders.run(shop.server.address(), 16, SECONDS));
            before.print_since(&shop, &ours[ours.len() - 1..]);
            theirs.push(pgbench::per_second(postgres, &Basket::One, 16, SECONDS));
            minimum.push(pgbench::per_second(postgres, &Basket::Minimum, 16, SECONDS));
        }
        let over_minimum = ours.iter().zip(&minimum).map(|(ours, minimum)| ours.per_second / minimum).collect();
        let ratios = ours.iter().zip(&theirs).map(|(ours, theirs)| ours.per_second / theirs).collect();
        println!(
            "  one line, PostgreSQL, 16 clients: {:.0}/s (p95 {:.1} ms), pgbench with the same statements {:.0}/s, with three {:.0}/s",
            median(ours.iter().map(|load| load.per_second).collect()),
            median(ours.iter().map(|load| load.p95).collect()),
            median(theirs),
            median(minimum)
        );
        reached &= at_least("orders over pgbench, PostgreSQL", median(ratios), 0.6);
        reached &= at_least("orders over three statements, PostgreSQL", median(over_minimum), 0.4);
    }
    let mut measured = Vec::new();
    for (clients, limit) in [(1, Some(0.9)), (4, None), (16, None), (64, Some(1.5))] {
        let together = StoreAlone::open(32, clients);
        let alone = StoreAlone::open(1, clients);
        let mut ours = Vec::new();
        let mut theirs = Vec::new();
        for _ in 0..ROUNDS {
            ours.push(together.per_second(Duration::from_secs(2)));
            theirs.push(alone.per_second(Duration::from_secs(2)));
        }
        let ratios = ours.iter().zip(&theirs).map(|(ours, theirs)| ours / theirs).collect();
        let ours = median(ours);
        let theirs = median(theirs);
        println!(
            "  one line, SQLite without HTTP, {clients} at once: {ours:.0}/s, with a commit for each {theirs:.0}/s"
        );
        measured.push((u32::try_from(clients).unwrap(), ours, theirs));
        if let Some(limit) = limit {
            let what = format!("orders over one durable transaction each, SQLite, {clients} at once");
            reached &= at_least(&what, median(ratios), limit);
        }
    }
    plots::write(&measured);
    let shop = Shop::open(Database::Sqlite);
    let tokens = tokens(&shop.customers(64));
    let parts = shop.parts(pgbench::PARTS, PIECES);
    let orders = order(&tokens, &parts);
    for clients in [1, 16, 64] {
        let before = Cpu::of(&shop);
        let load = orders.run(shop.server.address(), clients, 2 * SECONDS);
        println!("  one line, SQLite over HTTP, {clients} clients: {:.0}/s, p95 {:.1} ms", load.per_second, load.p95);
        before.print_since(&shop, &[load]);
    }
    shop.check_books();
    reached
}

pub(crate) fn ten_lines() -> bool {
    require_wrk();
    let mut reached = true;
    for (database, limit) in [(Database::Sqlite, 30.0), (Database::Postgres, 50.0)] {
        let shop = Shop::open(database);
        let tokens = tokens(&shop.customers(16));
        let parts = shop.parts(pgbench::PARTS, PIECES);
        let body = format!(
            r#"(function()
                 local first, lines = math.random(#parts - 10), {{}}
                 for i = 1, 10 do lines[i] = '{{"part":"' .. parts[first + i] .. '","quantity":1}}' end
                 return '{{"lines":[' .. table.concat(lines, ',') .. '],{DESTINATION},"totalPrice":100}}'
               end)()"#
        );
        let checkouts = Script {
            method: "POST",
            tokens: &tokens,
            before: format!("local parts = {}", list(&parts)),
            path: "'/checkouts'".to_owned(),
            body,
        };
        checkouts.run(shop.server.address(), 1, 1);
        for clients in [1, 16] {
            let before = Cpu::of(&shop);
            let load = checkouts.run(shop.server.address(), clients, 3 * SECONDS);
            println!("  ten lines, {}, {clients} clients: {:.0}/s", database.name(), load.per_second);
            before.print_since(&shop, &[load]);
            let what = format!("checkout of ten lines, {clients} at once, p95 in ms, {}", database.name());
            reached &= at_most(&what, load.p95, limit);
            control(shop.server.address(), clients);
        }
        shop.check_books();
    }
    reached
}

/// Number of contended parts, and of buyers.
const HOT: usize = 20;
const BUYERS: usize = 64;

pub(crate) fn hot_parts() -> bool {
    require_wrk();
    let shop = Shop::open(Database::Postgres);
    let tokens = tokens(&shop.customers(BUYERS));
    let mut parts = shop.parts(HOT, PIECES);
    parts.sort();
    // The parts in random order; the shop itself locks them in order of their ids.
    let body = format!(
        r#"(function()
             local a = math.random({}); local b = math.random(a + 1, {}); local c = math.random(b + 1, {HOT})
             local chosen = {{ a, b, c }}
             for i = 3, 2, -1 do local j = math.random(i); chosen[i], chosen[j] = chosen[j], chosen[i] end
             local lines = {{}}
             for i = 1, 3 do lines[i] = '{{"part":"' .. parts[chosen[i]] .. '","quantity":1}}' end
             return '{{"lines":[' .. table.concat(lines, ',') .. '],{DESTINATION},"totalPrice":30}}'
           end)()"#,
        HOT - 2,
        HOT - 1
    );
    let before = format!("local parts = {}", list(&parts));
    let checkouts = Script { method: "POST", tokens: &tokens, before, path: "'/checkouts'".to_owned(), body };
    let postgres = shop.postgres.as_ref().unwrap();
    pgbench::prepare(postgres);
    let mut ours = Vec::new();
    let mut theirs = Vec::new();
    for _ in 0..ROUNDS {
        ours.push(checkouts.run(shop.server.address(), BUYERS, SECONDS));
        theirs.push(pgbench::per_second(postgres, &Basket::ThreeHot(HOT), BUYERS, SECONDS));
    }
    let ratios = ours.iter().zip(&theirs).map(|(ours, theirs)| ours.per_second / theirs).collect();
    println!(
        "  three of {HOT} parts, PostgreSQL, {BUYERS} clients: {:.0}/s (p95 {:.1} ms), pgbench with the same statements {:.0}/s",
        median(ours.iter().map(|load| load.per_second).collect()),
        median(ours.iter().map(|load| load.p95).collect()),
        median(theirs)
    );
    let deadlocks =
        postgres.database.number("SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()").unwrap();
    let list = parts.iter().map(|part| format!("'{part}'")).collect::<Vec<_>>().join(", ");
    let gone = postgres
        .database
        .number(&format!("SELECT sum(supplied - available)::bigint FROM stock WHERE part_id IN ({list})"))
        .unwrap();
    let ordered = postgres
        .database
        .number(&format!("SELECT sum(quantity)::bigint FROM order_lines WHERE part_id IN ({list})"))
        .unwrap();
    // Clients that were still waiting at the end have an order without a response.
    let acknowledged: u64 = ours.iter().map(|load| 3 * load.requests).sum();
    println!("  pieces gone {gone}, ordered {ordered}, acknowledged {acknowledged}; deadlocks {deadlocks}");
    let reached = gone == ordered && u64::try_from(gone).is_ok_and(|gone| gone >= acknowledged);
    assert!(reached, "pieces are missing");
    at_most("deadlocks", f64::from(i32::try_from(deadlocks).unwrap()), 0.0)
        & at_least("orders over pgbench, three hot parts", median(ratios), 0.5)
}
