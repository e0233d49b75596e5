//! The embedded identity provider: the part of Google's Identity Toolkit that the storefront's Firebase SDK uses, for
//! one machine.
//!
//! This module opens the provider and routes the calls. The calls are in the modules below: `accounts`, `sign_in`,
//! `google`, `reset`, `confirm`, `sessions`.
//!
//! Sign-ins and password reset requests return the same response for known and unknown addresses, as Firebase does with
//! email enumeration protection, and do the same amount of work.

mod accounts;
mod attempts;
mod codes;
mod device;
mod email_examples;
mod google;
mod issuer;
mod pages;
mod refusal;
mod request;
mod reset;
mod sessions;
mod sign_in;
mod strength;
mod verifier;
mod view;

pub use accounts::erase_account;
pub use email_examples::embedded_email_examples;

use crate::{
    key_source::KeySource,
    password::Passwords,
    signing_keys::{SigningKeyError, SigningKeys},
};
use attempts::Attempts;
use autoparts_application::{
    accounts::sessions::end_all,
    ports::{
        clock::{Clock, IdSource},
        identity_accounts::{Account, IdentityStore, IdentityTransaction},
        mailer::DeliverableAddresses,
        store_error::{StoreError, StoreResult},
    },
};
use autoparts_domain::{email::Email, id::AccountId, time::Timestamp};
use device::Devices;
use http_types::{Method, Request, Response, header};
pub(crate) use issuer::Issuer;
use refusal::Refusal;
pub use refusal::{WrongGuess, busy_in_the_background};
use serde_json::Value;
use std::{
    fmt,
    sync::{Arc, OnceLock},
    time::Duration,
};
pub use verifier::EmbeddedVerifier;

/// The path prefix of the SDK's calls.
const ACCOUNTS: &str = "/identitytoolkit.googleapis.com/v1/accounts:";
const TOKEN: &str = "/securetoken.googleapis.com/v1/token";

/// Limits per minute: wrong passwords for one address from one client, and emails to one address.
const MAX_GUESSES: usize = 10;
const MAX_MAILS: usize = 5;
const ATTEMPTS_WITHIN: Duration = Duration::from_mins(1);

/// If all clients together reach this number of guesses per minute for one address, each response is delayed.
const SLOWDOWN_GUESSES: usize = 30;
const SLOWDOWN_DELAY: Duration = Duration::from_secs(1);

/// Response time of a request for an email: longer than writing any email takes, so that the time does not reveal
/// whether one was written.
const MAIL_RESPONSE_TIME: Duration = Duration::from_millis(150);

/// Maximum age of a sign-in that changes the password: the user has just entered the old one. Five minutes, as at
/// Firebase.
const RECENT_SIGN_IN: Duration = Duration::from_mins(5);

/// The provider's configuration.
#[derive(Debug, Clone)]
pub struct IdentitySettings {
    /// The audience of its tokens: `demo-autoparts`.
    pub project_id: String,
    /// The shop's public URL, with which links in emails begin.
    pub public_url: String,
    /// The only origin whose pages may call the provider, besides pages on this machine (`http://localhost:…` calling
    /// the same host).
    pub allowed_origin: String,
}

/// Why the provider could not handle a call.
#[derive(Debug, thiserror::Error)]
pub enum IdentityError {
    /// The store cannot be queried.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// There is no usable signing key.
    #[error(transparent)]
    Key(#[from] SigningKeyError),
    /// The call was refused, with an error code that the SDK knows.
    #[error("the identity provider refused: {0}")]
    Refused(String),
}

/// The embedded identity provider.
pub struct EmbeddedIdentity {
    store: Arc<dyn IdentityStore>,
    clock: Arc<dyn Clock>,
    ids: Arc<dyn IdSource>,
    settings: IdentitySettings,
    issuer: Arc<Issuer>,
    passwords: Passwords,
    /// The hash of a random password, verified when there is no real one.
    decoy_hash: String,
    devices: Devices,
    guesses: Attempts,
    crowds: Attempts,
    mails: Attempts,
    mails_of_the_day: Attempts,
    deliverable: OnceLock<Arc<dyn DeliverableAddresses>>,
}

/// The sender of a request.
#[derive(Debug, Clone, Copy)]
struct Caller<'r> {
    /// Its network address, or another key that identifies clients.
    client: &'r str,
    /// The account that it signs in to, if it has done so before on the same device.
    device: Option<AccountId>,
}

impl fmt::Debug for EmbeddedIdentity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("EmbeddedIdentity").field("settings", &self.settings).finish_non_exhaustive()
    }
}

impl EmbeddedIdentity {
    /// Opens the provider over a store; creates its signing key on first use.
    pub async fn open(
        store: Arc<dyn IdentityStore>,
        clock: Arc<dyn Clock>,
        ids: Arc<dyn IdSource>,
        settings: IdentitySettings,
    ) -> Result<Arc<Self>, IdentityError> {
        let keys = SigningKeys::new(Arc::clone(&store), Arc::clone(&clock));
        let pems = keys.identity_keys().await?;
        let issuer = Issuer::new(&settings.project_id, &pems).map_err(|_| SigningKeys::damaged_identity_key())?;
        let is_secure = settings.public_url.starts_with("https://");
        let devices = Devices::new(&keys.device_key().await?, is_secure);
        let passwords = Passwords::default();
        let decoy_hash = passwords.hash("setup", ids.uuid().to_string()).await.map_err(Refusal::from)?;
        Ok(Arc::new(Self {
            store,
            clock,
            ids,
            settings,
            issuer: Arc::new(issuer),
            passwords,
            decoy_hash,
            devices,
            guesses: Attempts::at_most(MAX_GUESSES, ATTEMPTS_WITHIN),
            crowds: Attempts::at_most(SLOWDOWN_GUESSES, ATTEMPTS_WITHIN),
            mails: Attempts::at_most(MAX_MAILS, ATTEMPTS_WITHIN),
            mails_of_the_day: Attempts::at_most(codes::MAX_MAILS_TO_ADDRESS, codes::DAY),
            deliverable: OnceLock::new(),
        }))
    }

    /// Sets the addresses to which the mail server can deliver; only the first call has an effect. Until then all are
    /// accepted.
    pub fn set_deliverable(&self, addresses: Arc<dyn DeliverableAddresses>) {
        let _ = self.deliverable.set(addresses);
    }

    /// Refuses an undeliverable address like a malformed one.
    fn check_deliverable(&self, email: &Email) -> Result<(), Refusal> {
        let takes = self.deliverable.get().is_none_or(|addresses| addresses.can_send_to(email));
        if takes { Ok(()) } else { Err(Refusal::new("INVALID_EMAIL")) }
    }

    /// Rereads its signing keys, which may have been replaced.
    pub async fn read_keys(&self) -> Result<(), IdentityError> {
        let pems = SigningKeys::new(Arc::clone(&self.store), Arc::clone(&self.clock)).identity_keys().await?;
        Ok(self.issuer.replace_keys(&pems).map_err(|_| SigningKeys::damaged_identity_key())?)
    }

    /// Its public keys, for a [`FirebaseVerifier`](crate::FirebaseVerifier) in the same process.
    #[must_use]
    pub fn key_source(&self) -> Arc<dyn KeySource> {
        self.issuer.clone()
    }

    /// The account of a password sign-in, if the cookie shows that this device has signed in to it before: attempts on
    /// such a device are not counted with those of other clients at the same network address. `None` for all other
    /// calls.
    #[must_use]
    pub fn known_device(&self, request: &Request<Vec<u8>>) -> Option<AccountId> {
        let name = request.uri().path().strip_prefix(ACCOUNTS)?;
        if name != "signInWithPassword" {
            return None;
        }
        let email = request::Fields::read(request).ok()?.email().ok()?;
        self.devices.account(request.headers(), &email, self.clock.now())
    }

    /// Handles a request: the SDK's calls, the pop-up's pages, and the public keys at `/.well-known/jwks.json`.
    /// `client` identifies the sender: its network address.
    pub async fn answer(&self, client: &str, request: Request<Vec<u8>>) -> Response<Vec<u8>> {
        let caller = Caller { client, device: self.known_device(&request) };
        let outcome = if *request.method() == Method::GET {
            self.page(request.uri().path()).await
        } else {
            self.call(&caller, &request).await
        };
        match outcome {
            Err(refusal) if refusal.is_passing() && is_background_call(request.uri().path()) => {
                busy_in_the_background(503)
            }
            outcome => outcome.unwrap_or_else(Refusal::into_response),
        }
    }

    async fn page(&self, path: &str) -> Result<Response<Vec<u8>>, Refusal> {
        match path {
            "/.well-known/jwks.json" => Ok(view::public_keys(&self.issuer.jwks(self.clock.now()))),
            "/emulator/auth/handler" => {
                let accounts = self.google_accounts().await?;
                Ok(pages::account_chooser(&accounts))
            }
            _ => pages::asset(path).ok_or_else(Refusal::not_found),
        }
    }

    async fn call(&self, caller: &Caller<'_>, request: &Request<Vec<u8>>) -> Result<Response<Vec<u8>>, Refusal> {
        let path = request.uri().path();
        if *request.method() != Method::POST {
            return Err(Refusal::not_found());
        }
        request::check_origin(request, &self.settings.allowed_origin)?;
        if path == TOKEN {
            return Ok(view::json(200, &self.refresh(&request::form(request)?).await?));
        }
        let name = path.strip_prefix(ACCOUNTS).ok_or_else(Refusal::not_found)?;
        let fields = request::Fields::read(request)?;
        let answer = match name {
            "signUp" => return Ok(self.remembering_device(self.sign_up(&fields, caller).await?)),
            "signInWithPassword" => {
                return Ok(self.remembering_device(self.sign_in_with_password(&fields, caller).await?));
            }
            "signInWithIdp" => self.sign_in_with_google(&fields).await,
            "lookup" => self.look_up(&fields).await,
            "update" => self.update(&fields, caller).await,
            "delete" => self.delete(&fields).await,
            "sendOobCode" => self.send_code(&fields).await,
            "resetPassword" => self.reset_password(&fields, caller).await,
            _ => Err(Refusal::not_found()),
        };
        Ok(view::json(200, &answer?))
    }

    /// The response to a user who has just entered the password of an account, with the device cookie.
    fn remembering_device(&self, (account, answer): (Account, Value)) -> Response<Vec<u8>> {
        let mut response = view::json(200, &answer);
        if let Some(cookie) = self.devices.cookie(account.id, &account.email, self.clock.now()) {
            response.headers_mut().append(header::SET_COOKIE, cookie);
        }
        response
    }
}

/// Whether the SDK sends this call without user action.
fn is_background_call(path: &str) -> bool {
    path == TOKEN || path.ends_with("accounts:lookup")
}

/// Ends all of an account's sign-ins, and its owner's shop sessions, that began before `now`.
fn end_sessions(tx: &mut dyn IdentityTransaction, account: &Account, now: Timestamp) -> StoreResult<()> {
    match tx.user_by_subject(&account.id.to_string())? {
        Some(user) => end_all(tx, &user, now),
        // Not a user of the shop: signed up, but never signed in to the shop.
        None => tx.end_sign_ins(&account.id),
    }
}
