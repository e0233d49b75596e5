//! Customers who order and visitors who read while `scripts/ha` injects one fault after another. The script starts
//! this program next to its cluster and sends commands on standard input. The response to each is a line that starts
//! with `ha:`.
//!
//! - `fault LIMIT NAME`: a fault starts; up to LIMIT seconds without an acknowledged order are allowed.
//! - `healed`: everything runs again; the response has the figures since the fault.
//! - `audit`: the run has ended. Each acknowledged order must exist exactly once.

#![expect(clippy::print_stdout, reason = "the figures are what the run is for")]

mod customers;
mod figures;
mod shop;
mod visitors;

use customers::Customer;
use figures::{Figures, Window};
use shop::Shop;
use std::{
    io::{self, BufRead},
    sync::Arc,
    time::Duration,
};
use tokio::{sync::mpsc, task::JoinSet};

/// Number of concurrent customers; each starts the next order when the last one is acknowledged.
const CUSTOMERS: usize = 8;

/// Number of concurrent visitors.
const VISITORS: usize = 4;

/// Returns a setting of the run.
#[expect(clippy::disallowed_methods, reason = "the setting of a test, not of the shop")]
fn setting(name: &str) -> Option<String> {
    std::env::var(name).ok()
}

/// Returns the lines of standard input as they arrive.
fn stdin_lines() -> mpsc::UnboundedReceiver<String> {
    let (sender, receiver) = mpsc::unbounded_channel();
    std::thread::spawn(move || {
        for line in io::stdin().lock().lines().map_while(Result::ok) {
            if sender.send(line).is_err() {
                return;
            }
        }
    });
    receiver
}

/// The tasks that run during the faults.
struct Run {
    figures: Arc<Figures>,
    tasks: JoinSet<Option<Customer>>,
}

impl Run {
    async fn begin(shop: &Arc<Shop>) -> Self {
        let figures = Arc::<Figures>::default();
        let parts = shop.stocked_parts().await;
        let mut tasks = JoinSet::new();
        for number in 0..CUSTOMERS {
            let mut customer = Customer::sign_up(Arc::clone(shop), number).await;
            let parts = parts.clone();
            let figures = Arc::clone(&figures);
            tasks.spawn(async move {
                customer.order_until_stopped(&parts, &figures).await;
                Some(customer)
            });
        }
        for number in 0..VISITORS {
            let shop = Arc::clone(shop);
            let figures = Arc::clone(&figures);
            tasks.spawn(async move {
                visitors::read_until_stopped(&shop, number, &figures).await;
                None
            });
        }
        Self { figures, tasks }
    }

    /// Lets all tasks finish what they have started.
    async fn end(self) -> Vec<Customer> {
        self.figures.stop();
        self.tasks.join_all().await.into_iter().flatten().collect()
    }
}

/// Checks each customer's orders. Returns the problems and the number of orders.
async fn audit(customers: &mut [Customer]) -> (Vec<String>, usize) {
    let mut wrong = Vec::new();
    let mut orders = 0;
    for customer in customers {
        orders += customer.acknowledged();
        wrong.extend(customer.what_is_wrong().await);
    }
    (wrong, orders)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "scripts/ha starts it next to a cluster, which it breaks"]
async fn no_acknowledged_order_is_lost_or_doubled() {
    let shop = Arc::new(Shop::from_settings());
    let run = Run::begin(&shop).await;
    println!("ha: ordering");
    let mut lines = stdin_lines();
    let mut window = None;
    let mut failures = Vec::new();
    while let Some(line) = lines.recv().await {
        match line.split(' ').collect::<Vec<_>>().as_slice() {
            ["fault", limit, name @ ..] => {
                let limit = Duration::from_secs_f64(limit.parse().unwrap());
                window = Some(Window::open(name.join(" "), limit, &run.figures));
                println!("ha: go on");
            }
            ["healed"] => {
                let window = window.take().expect("a fault comes before it is healed");
                println!("ha: {}", window.close(&run.figures, &mut failures));
            }
            _ => break,
        }
    }
    let figures = Arc::clone(&run.figures);
    let mut customers = run.end().await;
    let (wrong, orders) = audit(&mut customers).await;
    failures.extend(figures.unexpected());
    println!("ha: {orders} orders acknowledged, {} lost or doubled", wrong.len());
    failures.extend(wrong);
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}
