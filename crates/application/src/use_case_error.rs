//! The error of a use case: the refusals of its capability, and the failures common to all use cases.

use crate::{
    accounts::access::{AccessDenied, AccessError},
    payments::attempts::AttemptError,
    ports::{
        identity::TokenError,
        import_files::{FileRefused, ImportFileError},
        part_search::SearchError,
        payment_gateway::{EventError, GatewayError},
        pictures::{PictureStoreError, ProcessingError},
        rates::RatesError,
        secrets::NoRandomness,
        store_error::StoreError,
    },
};
use autoparts_domain::{
    catalogue::{QuantityRefused, category::MisplacedCategory},
    newsletter::CouponRefused,
    orders::{MoneyAway, RefundRefused, WrongState, pricing::OrderRefused, unpaid::UnpaidLimitReached},
    validation::ValidationError,
};
use std::error::Error;

/// Why a use case failed. `R` is the error enum of its capability.
///
/// `?` converts the capability's own errors, [`AccessError`], [`StoreError`], and the errors listed below that have a
/// `#[from]` variant in the capability's enum.
#[derive(Debug, thiserror::Error)]
pub enum UseCaseError<R> {
    /// A rule of the capability refused the request, or a service that only this capability uses failed.
    #[error(transparent)]
    Refused(R),
    /// The caller is not signed in or lacks a permission.
    #[error(transparent)]
    Denied(#[from] AccessDenied),
    /// The store failed. Not for failures of the store behind another port, such as [`RatesError::Store`].
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// Marks the error enum of a capability, so that `?` and `into` convert it to a [`UseCaseError`].
pub trait Refusal: Error {}

impl<R: Refusal> From<R> for UseCaseError<R> {
    fn from(error: R) -> Self {
        Self::Refused(error)
    }
}

impl<R> From<AccessError> for UseCaseError<R> {
    fn from(error: AccessError) -> Self {
        match error {
            AccessError::Denied(denied) => Self::Denied(denied),
            AccessError::Store(store) => Self::Store(store),
        }
    }
}

impl<R: From<GatewayError>> From<AttemptError> for UseCaseError<R> {
    fn from(error: AttemptError) -> Self {
        match error {
            AttemptError::Gateway(gateway) => gateway.into(),
            AttemptError::Store(store) => Self::Store(store),
        }
    }
}

impl<R> UseCaseError<R> {
    /// Converts the error of a use case into that of another capability, which embeds the refusals of the first.
    pub fn embed<Q: From<R>>(self) -> UseCaseError<Q> {
        match self {
            Self::Refused(refusal) => UseCaseError::Refused(refusal.into()),
            Self::Denied(denied) => UseCaseError::Denied(denied),
            Self::Store(store) => UseCaseError::Store(store),
        }
    }
}

/// Lets `?` convert errors of the domain and of ports that have a `#[from]` variant in the capability's enum. A blanket
/// impl would overlap with those above.
macro_rules! embedded {
    ($($error:ty),* $(,)?) => {
        $(
            impl<R: From<$error>> From<$error> for UseCaseError<R> {
                fn from(error: $error) -> Self {
                    Self::Refused(error.into())
                }
            }
        )*
    };
}
embedded!(
    CouponRefused,
    EventError,
    FileRefused,
    GatewayError,
    ImportFileError,
    MisplacedCategory,
    MoneyAway,
    NoRandomness,
    OrderRefused,
    PictureStoreError,
    ProcessingError,
    QuantityRefused,
    RatesError,
    RefundRefused,
    SearchError,
    TokenError,
    UnpaidLimitReached,
    ValidationError,
    WrongState,
);
