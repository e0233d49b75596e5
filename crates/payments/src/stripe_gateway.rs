//! The payment gateway to Stripe.

use crate::{client::StripeClient, network::Network, secret::Secret};

/// The payment gateway over the network.
pub type StripeGateway = StripeClient<Network>;

impl StripeGateway {
    /// Creates a gateway to the provider at a base URL: [`STRIPE_API_BASE`](crate::STRIPE_API_BASE), or a mock server.
    /// The error states what is wrong with the URL.
    pub fn at(base: &str, secret_key: Secret, webhook_secrets: Vec<Secret>) -> Result<Self, String> {
        Ok(Self::over(Network::to(base)?, secret_key, webhook_secrets))
    }
}
