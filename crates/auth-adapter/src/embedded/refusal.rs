//! What the provider says no with: the error object of the Identity Toolkit, and the words
//! that the SDK knows.

use super::{IdentityError, view};
use crate::password::{MIN_CHARACTERS, PasswordError};
use autoparts_application::ports::store::StoreError;
use aws_lc_rs::error::Unspecified;
use http_types::Response;
use serde_json::json;

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

    /// Ask again later.
    pub(super) fn too_many_attempts() -> Self {
        Self::new("TOO_MANY_ATTEMPTS_TRY_LATER")
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

    pub(super) fn unavailable() -> Self {
        Self { status: 503, message: "UNAVAILABLE".to_owned() }
    }

    fn internal() -> Self {
        Self { status: 500, message: "INTERNAL".to_owned() }
    }

    pub(super) fn into_response(self) -> Response<Vec<u8>> {
        let body = json!({"error": {
            "code": self.status,
            "message": self.message,
            "errors": [{"message": self.message, "reason": "invalid", "domain": "global"}],
        }});
        view::json(self.status, &body)
    }
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
            PasswordError::Busy => Self::too_many_attempts(),
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
