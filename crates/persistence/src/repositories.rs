//! The repositories of the application, one module for each, as statements that both databases
//! understand. Rows and their way back to the domain stand beside the statements they serve.

mod accounts;
mod attempts;
mod books;
mod feedback;
mod ledger;
mod newsletter;
mod newsletter_links;
mod orders;
mod outbox;
mod parts;
mod payments;
mod retention;
mod reviews;
mod sessions;
mod unmatched;
mod users;
