//! The provider's errors: the error object of the Identity Toolkit, and the error codes that the SDK knows.

use super::{IdentityError, view};
use crate::password::{MIN_CHARACTERS, PasswordError};
use autoparts_application::ports::store_error::StoreError;
use aws_lc_rs::error::Unspecified;
use http_types::{HeaderValue, Response, StatusCode, header};
use serde_json::json;

/// Same error for a wrong password and an unknown address (no account probing).
pub(super) const WRONG_PASSWORD: &str = "INVALID_LOGIN_CREDENTIALS";

/// The error for a code that was never emailed, or is used up.
pub(super) const WRONG_CODE: &str = "INVALID_OOB_CODE";

/// Response extension that marks a wrong password or code, for the log.
#[derive(Debug, Clone, Copy)]
pub struct WrongGuess;

/// A status, and `CODE` or `CODE : sentence`. The SDK turns it into `auth/code` and shows the sentence.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Refusal {
    status: u16,
    message: String,
}

impl Refusal {
    /// 400 with an error code that the SDK knows.
    pub(super) fn new(code: &str) -> Self {
        Self { status: 400, message: code.to_owned() }
    }

    /// 400 with an error code and a sentence.
    pub(super) fn saying(code: &str, sentence: impl std::fmt::Display) -> Self {
        Self::new(&format!("{code} : {sentence}"))
    }

    /// An invalid field.
    pub(super) fn argument(sentence: impl std::fmt::Display) -> Self {
        Self::saying("INVALID_ARGUMENT", sentence)
    }

    pub(super) fn weak_password() -> Self {
        let sentence = format_args!("Password should be at least {MIN_CHARACTERS} characters");
        Self::saying("WEAK_PASSWORD", sentence)
    }

    /// Another account has this address.
    pub(super) fn email_exists() -> Self {
        Self::new("EMAIL_EXISTS")
    }

    /// Too many attempts by one client.
    pub(super) fn too_many_attempts() -> Self {
        Self::new("TOO_MANY_ATTEMPTS_TRY_LATER")
    }

    /// The sign-in is not recent: the user must enter the password again.
    pub(super) fn sign_in_too_old() -> Self {
        Self::new("CREDENTIAL_TOO_OLD_LOGIN_AGAIN")
    }

    /// The token's session has ended: the SDK signs its user out.
    pub(super) fn session_over() -> Self {
        Self::new("TOKEN_EXPIRED")
    }

    pub(super) fn not_found() -> Self {
        Self { status: 404, message: "NOT_FOUND".to_owned() }
    }

    pub(super) fn forbidden_origin() -> Self {
        Self { status: 403, message: "PERMISSION_DENIED : This page may not use the accounts of this shop.".to_owned() }
    }

    /// Busy, or the store is unavailable: a retry may succeed. Says nothing about the password.
    pub(super) fn unavailable() -> Self {
        Self { status: 503, message: "UNAVAILABLE".to_owned() }
    }

    fn internal() -> Self {
        Self { status: 500, message: "INTERNAL".to_owned() }
    }

    /// Whether a retry may succeed.
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

/// A "busy" response to calls that the SDK sends on its own when a page loads. The SDK treats any error that it can
/// parse as the end of the sign-in and signs the user out; a response that is not JSON counts as a temporary network
/// error.
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
        tracing::error!(%error, "the embedded identity provider cannot use the store");
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
                tracing::error!(%error, "the embedded identity provider cannot check a password");
                Self::internal()
            }
        }
    }
}

/// No random bytes are available.
impl From<Unspecified> for Refusal {
    fn from(_: Unspecified) -> Self {
        tracing::error!("the system random generator failed");
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
