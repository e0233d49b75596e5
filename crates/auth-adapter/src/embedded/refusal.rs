//! What the provider says no with: the error object of the Identity Toolkit, and the words
//! that the SDK knows.

use super::{IdentityError, view};
use crate::password::{MIN_CHARACTERS, PasswordError};
use autoparts_application::ports::store_error::StoreError;
use aws_lc_rs::error::Unspecified;
use http_types::{HeaderValue, Response, StatusCode, header};
use serde_json::json;

/// What is said to a wrong password, and to an address that nobody has.
pub(super) const WRONG_PASSWORD: &str = "INVALID_LOGIN_CREDENTIALS";

/// What is said to a code that was never mailed, or is used up.
pub(super) const WRONG_CODE: &str = "INVALID_OOB_CODE";

/// Among the extensions of an answer to a wrong password or code, so that the log can say so.
#[derive(Debug, Clone, Copy)]
pub struct WrongGuess;

/// A status, and `CODE` or `CODE : sentence`. The SDK makes `auth/code` of it and shows the
/// sentence.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Refusal {
    status: u16,
    message: String,
}

impl Refusal {
    /// 400 with a word that the SDK knows.
    pub(super) fn new(code: &str) -> Self {
        Self { status: 400, message: code.to_owned() }
    }

    /// 400 with a word and a sentence.
    pub(super) fn saying(code: &str, sentence: impl std::fmt::Display) -> Self {
        Self::new(&format!("{code} : {sentence}"))
    }

    /// A field that is not what it should be.
    pub(super) fn argument(sentence: impl std::fmt::Display) -> Self {
        Self::saying("INVALID_ARGUMENT", sentence)
    }

    pub(super) fn weak_password() -> Self {
        let sentence = format_args!("Password should be at least {MIN_CHARACTERS} characters");
        Self::saying("WEAK_PASSWORD", sentence)
    }

    /// Another account has the address.
    pub(super) fn email_exists() -> Self {
        Self::new("EMAIL_EXISTS")
    }

    /// Too often for one client.
    pub(super) fn too_many_attempts() -> Self {
        Self::new("TOO_MANY_ATTEMPTS_TRY_LATER")
    }

    /// The sign-in is not of just now: its owner must show the password again.
    pub(super) fn sign_in_too_old() -> Self {
        Self::new("CREDENTIAL_TOO_OLD_LOGIN_AGAIN")
    }

    /// The session of the token has ended: the SDK signs its user out.
    pub(super) fn session_over() -> Self {
        Self::new("TOKEN_EXPIRED")
    }

    pub(super) fn not_found() -> Self {
        Self { status: 404, message: "NOT_FOUND".to_owned() }
    }

    pub(super) fn forbidden_origin() -> Self {
        Self { status: 403, message: "PERMISSION_DENIED : This page may not use the sandbox's accounts.".to_owned() }
    }

    /// Busy, or without a store: a moment later it may work. No word about the password.
    pub(super) fn unavailable() -> Self {
        Self { status: 503, message: "UNAVAILABLE".to_owned() }
    }

    fn internal() -> Self {
        Self { status: 500, message: "INTERNAL".to_owned() }
    }

    /// Whether the same may work in a moment.
    pub(super) fn is_passing(&self) -> bool {
        self.status == 503
    }

    pub(super) fn into_response(self) -> Response<Vec<u8>> {
        let body = json!({"error": {
            "code": self.status,
            "message": self.message,
            "errors": [{"message": self.message, "reason": "invalid", "domain": "global"}],
        }});
        let mut response = view::json(self.status, &body);
        if [WRONG_PASSWORD, WRONG_CODE].contains(&self.message.as_str()) {
            response.extensions_mut().insert(WrongGuess);
        }
        if self.status == 503 {
            response.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from_static("2"));
        }
        response
    }
}

/// "Busy" for what the SDK asks by itself when a page loads. It takes any refusal that it can read as the
/// end of the sign-in and forgets the person; one that is no JSON is a broken network to it, which passes.
pub fn busy_in_the_background(status: u16) -> Response<Vec<u8>> {
    let mut response = Response::new(b"The sign-in service is busy.\n".to_vec());
    *response.status_mut() = StatusCode::from_u16(status).unwrap_or(StatusCode::SERVICE_UNAVAILABLE);
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("text/plain; charset=utf-8"));
    headers.insert(header::RETRY_AFTER, HeaderValue::from_static("2"));
    response
}

impl From<StoreError> for Refusal {
    fn from(error: StoreError) -> Self {
        tracing::error!(%error, "the embedded identity cannot use the store");
        match error {
            StoreError::Unavailable(_)
            | StoreError::OutcomeUnknown(_)
            | StoreError::Contention
            | StoreError::Duplicate => Self::unavailable(),
            StoreError::Failed(_) => Self::internal(),
        }
    }
}

impl From<PasswordError> for Refusal {
    fn from(error: PasswordError) -> Self {
        match error {
            PasswordError::Busy => Self::unavailable(),
            PasswordError::Failed => {
                tracing::error!(%error, "the embedded identity cannot check a password");
                Self::internal()
            }
        }
    }
}

/// No random bytes: nothing can be made.
impl From<Unspecified> for Refusal {
    fn from(_: Unspecified) -> Self {
        tracing::error!("the system has no random bytes");
        Self::internal()
    }
}

/// A token that cannot be signed.
impl From<jsonwebtoken::errors::Error> for Refusal {
    fn from(error: jsonwebtoken::errors::Error) -> Self {
        tracing::error!(%error, "an ID token cannot be signed");
        Self::internal()
    }
}

impl From<Refusal> for IdentityError {
    fn from(refusal: Refusal) -> Self {
        Self::Refused(refusal.message)
    }
}
