//! Customers who order and visitors who read while `scripts/ha` breaks one thing after the other. It starts this beside its
//! cluster and says on standard input what it does; each line is answered with one that begins with `ha:`.
//!
//! - `fault LIMIT NAME`: this happens now; LIMIT seconds without an acknowledged order are allowed.
//! - `healed`: everything runs again; answered with the figures since the fault.
//! - `audit`: nothing more happens. Each acknowledged order must be there, once.

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

/// How many customers order at once; each begins the next order when the last one is acknowledged.
const CUSTOMERS: usize = 8;

/// How many visitors read at once.
const VISITORS: usize = 4;

/// A setting of the run.
#[expect(clippy::disallowed_methods, reason = "the setting of a test, not of the shop")]
fn setting(name: &str) -> Option<String> {
    std::env::var(name).ok()
}

/// The lines of standard input as they come.
fn told() -> mpsc::UnboundedReceiver<String> {
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

/// What is running while things break.
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
            let (parts, figures) = (parts.clone(), Arc::clone(&figures));
            tasks.spawn(async move {
                customer.order_until_told(&parts, &figures).await;
                Some(customer)
            });
        }
        for number in 0..VISITORS {
            let (shop, figures) = (Arc::clone(shop), Arc::clone(&figures));
            tasks.spawn(async move {
                visitors::read_until_told(&shop, number, &figures).await;
                None
            });
        }
        Self { figures, tasks }
    }

    /// Lets everybody finish what they have begun.
    async fn end(self) -> Vec<Customer> {
        self.figures.stop();
        self.tasks.join_all().await.into_iter().flatten().collect()
    }
}

/// Looks each customer's orders up: what is wrong with them, and how many there are.
async fn audit(customers: &mut [Customer]) -> (Vec<String>, usize) {
    let (mut wrong, mut orders) = (Vec::new(), 0);
    for customer in customers {
        orders += customer.acknowledged();
        wrong.extend(customer.what_is_wrong().await);
    }
    (wrong, orders)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "scripts/ha starts it beside a cluster, which it breaks"]
async fn no_acknowledged_order_is_lost_or_doubled() {
    let shop = Arc::new(Shop::from_settings());
    let run = Run::begin(&shop).await;
    println!("ha: ordering");
    let mut told = told();
    let (mut window, mut failures) = (None, Vec::new());
    while let Some(line) = told.recv().await {
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
