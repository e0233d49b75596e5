//! The payment gateway over Stripe.

use crate::{client::StripeClient, network::Network, secret::Secret};

/// The payment gateway over the network.
pub type StripeGateway = StripeClient<Network>;

impl StripeGateway {
    /// The gateway to the provider at an address: [`STRIPE_API_BASE`](crate::STRIPE_API_BASE), or
    /// what stands in for it. The error says what is wrong with the address.
    pub fn at(base: &str, secret_key: Secret, webhook_secrets: Vec<Secret>) -> Result<Self, String> {
        Ok(Self::over(Network::to(base)?, secret_key, webhook_secrets))
    }
}
