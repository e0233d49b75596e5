//! An admin's searches in a shop with a million past orders.

use crate::{
    figures::at_most,
    load::{Script, control, list, require_wrk},
    shop::{Database, Shop, tokens},
};

const SECONDS: usize = 6;

/// Number of different orders and addresses searched for.
const LOOKED_FOR: u32 = 500;

pub(crate) fn run(sizes: &[u32]) -> bool {
    require_wrk();
    let mut reached = true;
    for orders in sizes {
        for database in Database::BOTH {
            reached &= at(*orders, database);
        }
    }
    reached
}

fn at(orders: u32, database: Database) -> bool {
    let shop = Shop::grown(database, orders);
    let boss = shop.admin();
    println!("  {orders} orders on {}", database.name());
    let newest = shop.get(&boss, "/orders?limit=500");
    let numbers: Vec<String> =
        newest.as_array().unwrap().iter().map(|order| order["number"].as_str().unwrap().to_owned()).collect();
    let users = orders / 10;
    let emails: Vec<String> =
        (0..LOOKED_FOR).map(|number| format!("u{}@example.com", 1 + number * 7_919 % users)).collect();
    for (what, some) in [("number", &numbers[0]), ("email", &emails[1])] {
        let found = shop.get(&boss, &format!("/orders?q={some}"));
        assert!(found.as_array().is_some_and(|found| !found.is_empty()), "nothing is found by {what}: {some}");
    }
    let waiting = shop.get(&boss, "/orders?state=to-ship&limit=100");
    assert_eq!(waiting.as_array().map(Vec::len), Some(100), "there is something to ship");
    let tokens = tokens(&[boss]);
    let before = format!("local numbers = {}\nlocal emails = {}", list(&numbers), list(&emails));
    let cases = [
        ("find by number", "'/orders?q=' .. some(numbers)", 10.0),
        ("find by email", "'/orders?q=' .. some(emails)", 10.0),
        ("page of 100 to ship", "'/orders?state=to-ship&limit=100'", 20.0),
    ];
    let mut reached = true;
    for (what, path, limit) in cases {
        let script = Script {
            method: "GET",
            tokens: &tokens,
            before: before.clone(),
            path: path.to_owned(),
            body: "nil".to_owned(),
        };
        script.run(shop.server.address(), 1, 1);
        let load = script.run(shop.server.address(), 1, SECONDS);
        reached &= at_most(&format!("{what}, p95 in ms, {}", database.name()), load.p95, limit);
        control(shop.server.address(), 1);
    }
    reached
}
