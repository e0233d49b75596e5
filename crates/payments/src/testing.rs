//! For tests: payment providers on the network. Not part of the product.

mod mock_server;
mod paypal_server;
mod provider_process;

pub use mock_server::{Fate, MockServer};
pub use paypal_server::{Outage, PayPalServer};
pub use provider_process::{Moment, ProviderProcess};
