//! A quote with 100 lines, and the order list of a customer with 1,000 orders.

use crate::{
    figures::at_most,
    load::{Script, control, require_wrk},
    shop::{Database, Shop, tokens},
};

const ORDERS: usize = 1_000;
const SECONDS: usize = 6;

pub(crate) fn run() -> bool {
    require_wrk();
    let mut reached = true;
    for database in Database::BOTH {
        let shop = Shop::open(database);
        let buyers = shop.customers(1);
        let parts = shop.parts(100, 1_000_000);
        for _ in 0..ORDERS {
            shop.runtime.block_on(shop.server.order(&buyers[0], &parts[0], 1));
        }
        let path = format!("/orders/{}?limit={ORDERS}", buyers[0].email);
        let listed = shop.get(&buyers[0], &path);
        assert_eq!(listed.as_array().map(Vec::len), Some(ORDERS));
        let lines: Vec<_> = parts.iter().map(|part| format!(r#"{{"part":"{part}","quantity":1}}"#)).collect();
        let tokens = tokens(&buyers);
        let quote = Script {
            method: "POST",
            tokens: &[],
            before: String::new(),
            path: "'/quotes'".to_owned(),
            body: format!("'{{\"lines\":[{}]}}'", lines.join(",")),
        };
        let list = Script {
            method: "GET",
            tokens: &tokens,
            before: String::new(),
            path: format!("'{path}'"),
            body: "nil".to_owned(),
        };
        for (what, script, limit) in [("quote of 100 lines", quote, 20.0), ("1,000 orders of a customer", list, 50.0)] {
            script.run(shop.server.address(), 1, 1);
            let load = script.run(shop.server.address(), 1, SECONDS);
            reached &= at_most(&format!("{what}, p95 in ms, {}", database.name()), load.p95, limit);
            control(shop.server.address(), 1);
        }
    }
    reached
}
