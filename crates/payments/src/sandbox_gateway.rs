//! The payment gateway to a sandbox in the same process.

use crate::{
    client::{StripeClient, Transport},
    sandbox::Sandbox,
};
use async_trait::async_trait;
use http_types::{Request, Response};
use std::{error::Error, sync::Arc};

/// Sends requests to a sandbox in the same process.
#[derive(Debug)]
pub struct InProcess(Arc<Sandbox>);

#[async_trait]
impl Transport for InProcess {
    async fn carry(&self, request: Request<Vec<u8>>) -> Result<Response<Vec<u8>>, Box<dyn Error + Send + Sync>> {
        Ok(self.0.answer(request).await)
    }
}

/// The payment gateway to the sandbox. It uses the same requests, responses and signatures as a gateway over the
/// network.
pub type SandboxGateway = StripeClient<InProcess>;

impl SandboxGateway {
    /// Creates the gateway with the sandbox's own keys.
    #[must_use]
    pub fn new(sandbox: Arc<Sandbox>) -> Self {
        let keys = sandbox.keys();
        let secret_key = keys.secret.clone();
        let webhook_secret = keys.webhook.clone();
        Self::over(InProcess(sandbox), secret_key, vec![webhook_secret])
    }
}
