//! The shop's statistics, and their and the orders' CSV export.

use crate::support::{call, send};
use actix_web::http::StatusCode;
use autoparts_domain::time_zone::TimeZone;
use autoparts_testing::test_shop::TestShop;
use serde_json::json;
use std::{sync::Arc, time::Duration};

#[actix_web::test]
async fn numbers_come_by_step_with_their_sum_and_those_before() {
    let shop = TestShop::default();
    let admin = shop.admin().await;
    let marta = shop.customer("marta").await;
    let part = shop.part(1, 9, 1_050).await;
    shop.paid_order(marta, part, 2).await;
    shop.clock.advance(Duration::from_hours(24));
    let (order, _) = shop.paid_order(marta, part, 1).await;
    shop.shop.refund_order(admin, order).await.unwrap();
    let get = async |query: &str| send(&shop, call("GET", &format!("/numbers?{query}")).by(admin)).await;
    let of = |from: &str, to: &str, orders: i64, new: i64, revenue: f64, refunds: f64| {
        let number = |dollars: f64| {
            if dollars.fract() == 0.0 { json!(format!("{dollars:.0}").parse::<i64>().unwrap()) } else { json!(dollars) }
        };
        json!({
            "from": from, "to": to, "orders": orders, "newCustomers": new, "revenue": number(revenue), "refunds": number(refunds),
        })
    };
    let first = of("2026-01-01", "2026-01-01", 1, 1, 21.0, 0.0);
    let second = of("2026-01-02", "2026-01-02", 1, 0, 10.5, 10.5);
    let answer = get("from=2026-01-02&to=2026-01-02").await;
    assert_eq!(answer.json(), json!({ "steps": [second], "sum": second, "before": first }));
    let by_week = get("from=2025-12-31&to=2026-01-05&by=week").await.json();
    let week = of("2025-12-31", "2026-01-04", 2, 1, 31.5, 10.5);
    assert_eq!(by_week["steps"], json!([week, of("2026-01-05", "2026-01-05", 0, 0, 0.0, 0.0)]));
    for (query, code, field) in [
        ("to=2026-01-02", "invalid_fields", "from"),
        ("from=2026-01-02&to=yesterday", "invalid_fields", "to"),
        ("from=2026-01-02&to=2026-01-03&by=year", "invalid_fields", "by"),
        ("from=2026-01-02&to=2026-01-01", "fields_refused", "to"),
        ("from=2026-01-01&to=2027-03-01", "fields_refused", "by"),
        ("from=2000-01-01&to=2027-03-01&by=month", "fields_refused", "to"),
    ] {
        let refused = get(query).await;
        let problem = refused.json();
        assert_eq!(
            (problem["code"].as_str(), problem["fields"][0]["field"].as_str()),
            (Some(code), Some(field)),
            "{query}"
        );
    }
    assert_eq!(get("from=2026-01-01&to=2027-03-01&by=week").await.status, StatusCode::OK);
}

#[actix_web::test]
async fn days_of_numbers_orders_and_the_log_are_those_of_the_shops_time_zone() {
    let mut shop = TestShop::default();
    shop.shop.time_zone = Arc::new(TimeZone::new("Etc/GMT+5".to_owned(), -5 * 3_600_000_000, Vec::new()));
    let admin = shop.admin().await;
    let marta = shop.customer("marta").await;
    let part = shop.part(1, 9, 1_000).await;
    // The clock is at midnight UTC, when the shop's day has five more hours.
    let order = shop.order(marta, part, 1).await;
    shop.shop.delete_any_order(admin, order).await.unwrap();
    let order = shop.order(marta, part, 1).await;
    let get = async |path: &str| send(&shop, call("GET", path).by(admin)).await;
    for (day, counts) in [("2025-12-31", (Some(2), [1, 1])), ("2026-01-01", (Some(0), [0, 0]))] {
        let numbers = get(&format!("/numbers?from={day}&to={day}")).await.json();
        let orders = get(&format!("/orders?from={day}&to={day}")).await.json();
        let log = get(&format!("/audit?from={day}&to={day}&action=delete_order")).await.json();
        let listed = [&orders, &log].map(|list| list.as_array().unwrap().len());
        assert_eq!((numbers["sum"]["orders"].as_u64(), listed), counts, "{day}");
    }
    let file = get(&format!("/exports/orders?q={order}")).await;
    assert_eq!(file.header("content-disposition"), Some("attachment; filename=\"orders-2025-12-31.csv\""));
}

#[actix_web::test]
async fn numbers_and_orders_are_saved_as_files() {
    let shop = TestShop::default();
    let admin = shop.admin().await;
    let marta = shop.customer("marta").await;
    let part = shop.part(1, 999, 1_000).await;
    let mut orders = Vec::new();
    for _ in 0..401 {
        orders.push(shop.order(marta, part, 1).await.to_string());
    }
    let get = async |path: &str| send(&shop, call("GET", path).by(admin)).await;
    let file = get("/exports/orders").await;
    assert_eq!(file.header("content-type"), Some("text/csv; charset=utf-8"));
    assert_eq!(file.header("content-disposition"), Some("attachment; filename=\"orders-2026-01-01.csv\""));
    let mut lines: Vec<&str> = file.text.lines().collect();
    assert_eq!(lines.remove(0), "orders");
    lines.reverse();
    assert_eq!(lines, orders, "in pages, and nothing twice");
    for (query, count) in [
        ("q=marta@example.com", 401),
        (&*format!("q={}", orders[7]), 1),
        ("state=shipped", 0),
        ("state=unpaid&from=2026-01-01&to=2026-01-01", 401),
        ("from=2026-01-02", 0),
    ] {
        assert_eq!(get(&format!("/exports/orders?{query}")).await.text.lines().count(), 1 + count, "{query}");
    }
    assert_eq!(get("/exports/orders?state=lost").await.status, StatusCode::UNPROCESSABLE_ENTITY);
    let file = get("/exports/numbers?from=2026-01-01&to=2026-01-02").await;
    assert_eq!(file.header("content-disposition"), Some("attachment; filename=\"numbers-2026-01-01.csv\""));
    assert_eq!(file.text, "2026-01-01 401\n2026-01-02 0\n");
}
