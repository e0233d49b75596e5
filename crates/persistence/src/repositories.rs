//! The application's repositories, one module each, in statements that both databases understand. Row types and their
//! conversion to domain types are next to the statements that use them.

mod accounts;
mod audit;
mod billing;
mod books;
mod catalogue;
mod cores;
mod feedback;
mod fit_evidence;
mod fitment;
mod identity_accounts;
mod imports;
mod member_documents;
mod newsletter;
mod numbers;
mod orders;
mod outbox;
mod payments;
mod personal_data;
mod rates;
mod retention;
mod returns;
mod reviews;
mod servers;
mod stock_alerts;
mod vehicles;
mod withdrawals;

/// Keys as stored.
fn texts<T: ToString>(keys: &[T]) -> Vec<String> {
    keys.iter().map(ToString::to_string).collect()
}
