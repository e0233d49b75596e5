//! Ports: what the shop needs from the outside world, named by role.
//!
//! Adapters in other crates implement these traits. Repositories are synchronous and live inside a unit of work (see
//! [`store`]). Everything that crosses a network is asynchronous and never called inside one.

pub mod accounts;
pub mod audit;
pub mod billing;
pub mod books;
pub mod catalogue;
pub mod clock;
pub mod cores;
pub mod email_content;
pub mod feedback;
pub mod fit_evidence;
pub mod fitment;
pub mod generations;
pub mod identity;
pub mod identity_accounts;
pub mod import_files;
pub mod imports;
pub mod mailer;
pub mod member_documents;
pub mod newsletter;
pub mod numbers;
pub mod orders;
pub mod outbox;
pub mod page;
pub mod part_rows;
pub mod part_search;
pub mod payment_gateway;
pub mod payments;
pub mod personal_data;
pub mod pictures;
pub mod rates;
pub mod retention;
pub mod returns;
pub mod reviews;
pub mod secrets;
pub mod servers;
pub mod sessions;
pub mod spans;
pub mod spreadsheets;
pub mod stock_alerts;
pub mod store;
pub mod store_error;
mod unit_of_work;
pub mod vehicles;
pub mod withdrawals;
