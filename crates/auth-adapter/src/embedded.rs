//! The embedded identity provider: the part of Google's Identity Toolkit that the Firebase
//! SDK of the storefront uses, for one machine.
//!
//! What lives here: opening it, and which call goes where. The calls themselves are in the
//! modules below: `accounts`, `sign_in`, `google`, `reset`, `confirm`, `sessions`.
//!
//! Signing in and asking for a new password answer the same for known and unknown addresses, as
//! Firebase does with e-mail enumeration protection, and take the same work.

mod accounts;
mod attempts;
mod codes;
mod device;
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

pub use accounts::forget_account;

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

/// Where the calls of the SDK begin.
const ACCOUNTS: &str = "/identitytoolkit.googleapis.com/v1/accounts:";
const TOKEN: &str = "/securetoken.googleapis.com/v1/token";

/// A minute of wrong passwords for one address from one client, and of mails for one address.
const MAX_GUESSES: usize = 10;
const MAX_MAILS: usize = 5;
const ATTEMPTS_WITHIN: Duration = Duration::from_mins(1);

/// From this many guesses a minute about one address on, from wherever, each is answered late.
const CROWD_OF_GUESSES: usize = 30;
const CROWD_PAUSE: Duration = Duration::from_secs(1);

/// When a request for a mail is answered: later than any mail takes to be written, so that nobody learns
/// from the time whether one was.
const MAIL_ANSWER: Duration = Duration::from_millis(150);

/// How old a sign-in may be that changes the password: the person at the keyboard has just shown the old
/// one. Five minutes, as at Firebase.
const RECENT_SIGN_IN: Duration = Duration::from_mins(5);

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
    store: Arc<dyn IdentityStore>,
    clock: Arc<dyn Clock>,
    ids: Arc<dyn IdSource>,
    settings: IdentitySettings,
    issuer: Arc<Issuer>,
    passwords: Passwords,
    /// The hash of a password that nobody has, to be checked where there is none.
    nobodys_hash: String,
    devices: Devices,
    guesses: Attempts,
    crowds: Attempts,
    mails: Attempts,
    mails_of_the_day: Attempts,
    deliverable: OnceLock<Arc<dyn DeliverableAddresses>>,
}

/// Who sends a request.
#[derive(Debug, Clone, Copy)]
struct Caller<'r> {
    /// Their address, or whatever else tells clients apart.
    client: &'r str,
    /// The account that they sign in to, when their device is known to it.
    device: Option<AccountId>,
}

impl fmt::Debug for EmbeddedIdentity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("EmbeddedIdentity").field("settings", &self.settings).finish_non_exhaustive()
    }
}

impl EmbeddedIdentity {
    /// Opens the provider over a store; makes its signing key the first time.
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
        let nobodys_hash = passwords.hash("setup", ids.uuid().to_string()).await.map_err(Refusal::from)?;
        Ok(Arc::new(Self {
            store,
            clock,
            ids,
            settings,
            issuer: Arc::new(issuer),
            passwords,
            nobodys_hash,
            devices,
            guesses: Attempts::at_most(MAX_GUESSES, ATTEMPTS_WITHIN),
            crowds: Attempts::at_most(CROWD_OF_GUESSES, ATTEMPTS_WITHIN),
            mails: Attempts::at_most(MAX_MAILS, ATTEMPTS_WITHIN),
            mails_of_the_day: Attempts::at_most(codes::MAX_A_DAY_TO_ONE, codes::A_DAY),
            deliverable: OnceLock::new(),
        }))
    }

    /// Sets which addresses the mail server can deliver to; only the first call has an effect. Until then all are
    /// accepted.
    pub fn set_deliverable(&self, addresses: Arc<dyn DeliverableAddresses>) {
        let _ = self.deliverable.set(addresses);
    }

    /// Refuses an undeliverable address like a malformed one.
    fn check_deliverable(&self, email: &Email) -> Result<(), Refusal> {
        let takes = self.deliverable.get().is_none_or(|addresses| addresses.can_send_to(email));
        if takes { Ok(()) } else { Err(Refusal::new("INVALID_EMAIL")) }
    }

    /// Reads its signing keys again, which may have been replaced.
    pub async fn read_keys(&self) -> Result<(), IdentityError> {
        let pems = SigningKeys::new(Arc::clone(&self.store), Arc::clone(&self.clock)).identity_keys().await?;
        Ok(self.issuer.replace_keys(&pems).map_err(|_| SigningKeys::damaged_identity_key())?)
    }

    /// Its public keys, for a [`FirebaseVerifier`](crate::FirebaseVerifier) in the same process.
    #[must_use]
    pub fn key_source(&self) -> Arc<dyn KeySource> {
        self.issuer.clone()
    }

    /// The account that a user signs in to with a password on a device that has signed in to it before,
    /// by its cookie: what is tried there is not counted with what others try from the same network
    /// address. `None` for all other calls.
    #[must_use]
    pub fn known_device(&self, request: &Request<Vec<u8>>) -> Option<AccountId> {
        let name = request.uri().path().strip_prefix(ACCOUNTS)?;
        if name != "signInWithPassword" {
            return None;
        }
        let email = request::Fields::read(request).ok()?.email().ok()?;
        self.devices.account(request.headers(), &email, self.clock.now())
    }

    /// Answers one request: the SDK's calls, the pop-up's pages, and the public keys at
    /// `/.well-known/jwks.json`. `client` tells apart who sends requests: their network address.
    pub async fn answer(&self, client: &str, request: Request<Vec<u8>>) -> Response<Vec<u8>> {
        let caller = Caller { client, device: self.known_device(&request) };
        let outcome = if *request.method() == Method::GET {
            self.page(request.uri().path()).await
        } else {
            self.call(&caller, &request).await
        };
        match outcome {
            Err(refusal) if refusal.is_passing() && asked_by_itself(request.uri().path()) => {
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

    /// The answer to a user who has just shown the password of an account.
    fn remembering_device(&self, (account, answer): (Account, Value)) -> Response<Vec<u8>> {
        let mut response = view::json(200, &answer);
        if let Some(cookie) = self.devices.cookie(account.id, &account.email, self.clock.now()) {
            response.headers_mut().append(header::SET_COOKIE, cookie);
        }
        response
    }
}

/// Whether the SDK sends a call without anybody having pressed a button.
fn asked_by_itself(path: &str) -> bool {
    path == TOKEN || path.ends_with("accounts:lookup")
}

/// Ends all sign-ins of an account, and the shop's sessions of its owner: those that began before
/// a moment.
fn end_sessions(tx: &mut dyn IdentityTransaction, account: &Account, now: Timestamp) -> StoreResult<()> {
    match tx.user_by_subject(&account.id.to_string())? {
        Some(user) => end_all(tx, &user, now),
        // Nobody of the shop: signed up, and never came in.
        None => tx.end_sign_ins(&account.id),
    }
}
