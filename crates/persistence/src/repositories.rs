//! The repositories of the application, one module for each, as statements that both databases
//! understand. Rows and their way back to the domain stand beside the statements they serve.

mod accounts;
mod addresses;
mod audit;
mod books;
mod carts;
mod catalogue;
mod feedback;
mod fitment;
mod garages;
mod identity_accounts;
mod imports;
mod newsletter;
mod numbers;
mod orders;
mod outbox;
mod payments;
mod personal_data;
mod rates;
mod retention;
mod reviews;
mod servers;
mod stock_alerts;
mod vehicles;
