//! The embedded identity provider: the part of Google's Identity Toolkit that the Firebase
//! SDK of the storefront uses, for one machine.
//!
//! What lives here: opening it, and which call goes where. The calls themselves are in the
//! modules below: `accounts`, `sign_in`, `google`, `reset`, `sessions`.
//!
//! An unknown address and a wrong password have different answers, as in Firebase projects
//! without e-mail enumeration protection; so nothing is done to make them take equally long.

mod accounts;
mod attempts;
mod google;
mod issuer;
mod pages;
mod refusal;
mod request;
mod reset;
mod sessions;
mod sign_in;
mod view;

use crate::{
    key_source::KeySource,
    password::Passwords,
    signing_keys::{SigningKeyError, SigningKeys},
};
use attempts::Attempts;
use autoparts_application::ports::{
    clock::{Clock, IdSource},
    store::{Store, StoreError},
};
use http_types::{Method, Request, Response};
pub(crate) use issuer::Issuer;
use refusal::Refusal;
use serde_json::Value;
use std::{fmt, sync::Arc, time::Duration};

/// Where the calls of the SDK begin.
const ACCOUNTS: &str = "/identitytoolkit.googleapis.com/v1/accounts:";
const TOKEN: &str = "/securetoken.googleapis.com/v1/token";

/// A minute of wrong passwords, and of reset mails, for one account.
const MOST_SIGN_INS: usize = 10;
const MOST_RESET_MAILS: usize = 5;
const ATTEMPTS_WITHIN: Duration = Duration::from_mins(1);

/// What the provider needs to know.
#[derive(Debug, Clone)]
pub struct IdentitySettings {
    /// The audience of its tokens: `demo-autoparts`.
    pub project_id: String,
    /// Where people reach the shop; the links in mails begin so.
    pub public_url: String,
    /// The one origin whose pages may call; calls from this machine's own pages
    /// (`http://localhost:…` to the same host) are served as well.
    pub allowed_origin: String,
}

/// Why the provider could not do its work.
#[derive(Debug, thiserror::Error)]
pub enum IdentityError {
    /// The store cannot be asked.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// There is no usable signing key.
    #[error(transparent)]
    Key(#[from] SigningKeyError),
    /// It refused, with a word that the SDK knows.
    #[error("the identity provider refused: {0}")]
    Refused(String),
}

/// The embedded identity provider.
pub struct EmbeddedIdentity {
    store: Arc<dyn Store>,
    clock: Arc<dyn Clock>,
    ids: Arc<dyn IdSource>,
    settings: IdentitySettings,
    issuer: Arc<Issuer>,
    passwords: Passwords,
    sign_ins: Attempts,
    reset_mails: Attempts,
}

impl fmt::Debug for EmbeddedIdentity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("EmbeddedIdentity").field("settings", &self.settings).finish_non_exhaustive()
    }
}

impl EmbeddedIdentity {
    /// Opens the provider over a store; makes its signing key the first time.
    pub async fn open(
        store: Arc<dyn Store>,
        clock: Arc<dyn Clock>,
        ids: Arc<dyn IdSource>,
        settings: IdentitySettings,
    ) -> Result<Arc<Self>, IdentityError> {
        let keys = SigningKeys::new(Arc::clone(&store), Arc::clone(&clock));
        let pem = keys.identity_key().await?;
        let issuer = Issuer::new(&settings.project_id, &pem).map_err(|_| SigningKeys::damaged_identity_key())?;
        Ok(Arc::new(Self {
            store,
            clock,
            ids,
            settings,
            issuer: Arc::new(issuer),
            passwords: Passwords::default(),
            sign_ins: Attempts::at_most(MOST_SIGN_INS, ATTEMPTS_WITHIN),
            reset_mails: Attempts::at_most(MOST_RESET_MAILS, ATTEMPTS_WITHIN),
        }))
    }

    /// Its public keys, for a [`FirebaseVerifier`](crate::FirebaseVerifier) in the same process.
    #[must_use]
    pub fn key_source(&self) -> Arc<dyn KeySource> {
        self.issuer.clone()
    }

    /// Answers one request: the SDK's calls, the pop-up's pages, and the public keys at
    /// `/.well-known/jwks.json`.
    pub async fn answer(&self, request: Request<Vec<u8>>) -> Response<Vec<u8>> {
        let outcome = if *request.method() == Method::GET {
            self.page(request.uri().path()).await
        } else {
            self.call(&request).await.map(|body| view::json(200, &body))
        };
        outcome.unwrap_or_else(Refusal::into_response)
    }

    async fn page(&self, path: &str) -> Result<Response<Vec<u8>>, Refusal> {
        match path {
            "/.well-known/jwks.json" => Ok(view::public_keys(self.issuer.jwks())),
            "/emulator/auth/handler" => {
                let accounts = self.google_accounts().await?;
                Ok(pages::account_chooser(&accounts))
            }
            _ => pages::asset(path).ok_or_else(Refusal::not_found),
        }
    }

    async fn call(&self, request: &Request<Vec<u8>>) -> Result<Value, Refusal> {
        let path = request.uri().path();
        if *request.method() != Method::POST {
            return Err(Refusal::not_found());
        }
        request::check_origin(request, &self.settings.allowed_origin)?;
        if path == TOKEN {
            return self.refresh(&request::form(request)?).await;
        }
        let name = path.strip_prefix(ACCOUNTS).ok_or_else(Refusal::not_found)?;
        let fields = request::Fields::read(request)?;
        match name {
            "signUp" => self.sign_up(&fields).await,
            "signInWithPassword" => self.sign_in_with_password(&fields).await,
            "signInWithIdp" => self.sign_in_with_google(&fields).await,
            "lookup" => self.look_up(&fields).await,
            "update" => self.update(&fields).await,
            "sendOobCode" => self.send_reset_mail(&fields).await,
            "resetPassword" => self.reset_password(&fields).await,
            _ => Err(Refusal::not_found()),
        }
    }
}
