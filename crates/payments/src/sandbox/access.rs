//! Authentication: the shop with its secret key, or a browser with the publishable key and the client secret of the
//! payment concerned.

use super::{Keys, form::Form, refusal::Refusal};
use crate::{secret::Secret, wire::PaymentIntent};
use http_types::{HeaderMap, header};

/// An authenticated caller.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Caller {
    /// The shop's server.
    Shop,
    /// A customer's browser.
    Browser,
}

/// Authenticates the caller; removes the key from the form.
pub(super) fn caller(keys: &Keys, headers: &HeaderMap, form: &mut Form) -> Result<Caller, Refusal> {
    let bearer = headers
        .get(header::AUTHORIZATION)
        .and_then(|value| value.to_str().ok())
        .and_then(|value| value.strip_prefix("Bearer "))
        .map(|key| key.trim().to_owned());
    let in_form = form.take("key");
    let Some(key) = bearer.or(in_form) else {
        return Err(Refusal::unauthorized(
            "You did not provide an API key. You need to provide your API key in the Authorization header, using Bearer auth.",
        ));
    };
    if keys.secret.is(&key) {
        Ok(Caller::Shop)
    } else if keys.publishable.is(&key) {
        Ok(Caller::Browser)
    } else {
        Err(Refusal::unauthorized("Invalid API Key provided."))
    }
}

impl Caller {
    /// Refuses browsers.
    pub(super) fn must_be_shop(self) -> Result<(), Refusal> {
        match self {
            Self::Shop => Ok(()),
            Self::Browser => {
                let refusal = Refusal::unauthorized(
                    "This API call cannot be made with a publishable API key. Please use a secret API key.",
                );
                Err(refusal.code("secret_key_required"))
            }
        }
    }

    /// Refuses browsers without the payment's client secret. The error is that of a missing payment, so as not to
    /// reveal which payments exist.
    pub(super) fn may_touch(self, intent: &PaymentIntent, form: &Form) -> Result<(), Refusal> {
        let guess = form.get("client_secret");
        let knows_it = match (&intent.client_secret, guess) {
            (Some(secret), Some(guess)) => Secret::new(secret.clone()).is(guess),
            (_, None) => self == Self::Shop,
            (None, Some(_)) => false,
        };
        if knows_it { Ok(()) } else { Err(Refusal::missing("payment_intent", &intent.id)) }
    }

    /// The payment as visible to this caller.
    pub(super) fn view(self, intent: &PaymentIntent) -> PaymentIntent {
        let mut view = intent.clone();
        if self == Self::Browser {
            view.metadata.clear();
            view.latest_charge = None;
        }
        view
    }
}
