//! Authorization. The role is read in the transaction that does the work, so a promotion or demotion takes effect at
//! once, for existing tokens too.

use crate::ports::{store::Transaction, store_error::StoreError};
use autoparts_domain::{
    accounts::User,
    email::Email,
    id::{OrderId, UserId},
};

/// Why a caller is refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum AccessDenied {
    /// No token, or an invalid one.
    #[error("Please sign in.")]
    Unauthenticated,
    /// The token is valid, but the user lacks the right.
    #[error("You are not allowed to do this.")]
    Forbidden,
    /// A guest called where an account is required.
    #[error("Please sign in with an account to do this.")]
    SignInRequired,
}

/// What the session of an access token permits.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Authority {
    user: UserId,
    only: Option<OrderId>,
}

impl Authority {
    /// The authority of a session. `only` is the order of the emailed link that opened it, if any.
    #[must_use]
    pub const fn new(user: UserId, only: Option<OrderId>) -> Self {
        Self { user, only }
    }

    /// The user that the bearer acts for; `None` for the bearer of a link.
    pub fn person(self) -> Result<UserId, AccessDenied> {
        if self.only.is_none() { Ok(self.user) } else { Err(AccessDenied::Forbidden) }
    }

    /// The user that the bearer acts for regarding one order; `None` if their link is for another order.
    #[must_use]
    pub fn about(self, order: OrderId) -> Option<UserId> {
        self.only.is_none_or(|only| only == order).then_some(self.user)
    }

    /// The owner of the session, by which rate limits count.
    #[must_use]
    pub const fn user(self) -> UserId {
        self.user
    }

    /// The only order that the bearer may act on, for a session opened by a link.
    #[must_use]
    pub const fn only(self) -> Option<OrderId> {
        self.only
    }
}

/// Why a caller may not act; also the error of use cases that refuse nothing else.
#[derive(Debug, thiserror::Error)]
pub enum AccessError {
    /// The caller is not signed in or lacks a permission.
    #[error(transparent)]
    Denied(#[from] AccessDenied),
    /// The store failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// Who acts for the shop.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Actor {
    /// A caller, who must be an admin.
    Admin(UserId),
    /// The operator of the server, who needs no further permission.
    Operator,
}

impl Actor {
    /// Returns the actor for the audit log; `None` is the operator. Refuses callers who are not admins.
    pub(crate) fn check(self, tx: &mut dyn Transaction) -> Result<Option<UserId>, AccessError> {
        match self {
            Self::Admin(caller) => Ok(Some(require_admin(tx, &caller)?.id)),
            Self::Operator => Ok(None),
        }
    }
}

/// Returns the calling user.
pub(crate) fn require_user(tx: &mut dyn Transaction, id: &UserId) -> Result<User, AccessError> {
    Ok(tx.user(id)?.ok_or(AccessDenied::Unauthenticated)?)
}

/// Returns the calling user, who must have an account.
pub(crate) fn require_member(tx: &mut dyn Transaction, id: &UserId) -> Result<User, AccessError> {
    let user = require_user(tx, id)?;
    if user.guest { Err(AccessDenied::SignInRequired.into()) } else { Ok(user) }
}

/// Returns the calling user, who must be an admin.
pub(crate) fn require_admin(tx: &mut dyn Transaction, id: &UserId) -> Result<User, AccessError> {
    let user = require_member(tx, id)?;
    if user.is_admin() { Ok(user) } else { Err(AccessDenied::Forbidden.into()) }
}

/// Returns the user with an address, who must be the caller. Other callers learn nothing, not even whether the address
/// is known.
pub(crate) fn require_self(tx: &mut dyn Transaction, id: &UserId, email: &Email) -> Result<User, AccessError> {
    let user = require_member(tx, id)?;
    if user.email == *email { Ok(user) } else { Err(AccessDenied::Forbidden.into()) }
}

/// Returns the user with an address; for that user and admins. `None`, for admins only, if no account has the address.
pub(crate) fn require_self_or_admin(
    tx: &mut dyn Transaction,
    id: &UserId,
    email: &Email,
) -> Result<Option<User>, AccessError> {
    let user = require_user(tx, id)?;
    if user.email == *email {
        return Ok(Some(user));
    }
    if !user.is_admin() {
        return Err(AccessDenied::Forbidden.into());
    }
    Ok(tx.user_by_email(email)?)
}
