//! The audit log: what was done to the rights of a user, or to their money by hand.

use crate::{
    id::{AuditId, UserId},
    time::Timestamp,
};

/// What was done.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum AuditAction {
    /// A customer became an admin. Detail: whether the address was confirmed.
    GrantAdmin,
    /// An admin became a customer. Detail: whether the address was confirmed.
    RevokeAdmin,
    /// An account took another e-mail address. Detail: whether it was confirmed.
    MoveAddress,
    /// An account lost its e-mail address to one that confirmed it.
    LoseAddress,
    /// A sign-in was bound to an account that had none. Detail: whether the address was confirmed.
    BindSignIn,
    /// An admin deleted a review. Detail: its id.
    DeleteReview,
    /// An admin refunded a paid order. Detail: its id.
    RefundOrder,
    /// An admin closed a refund because the money went another way. Detail: the order's id.
    CloseRefund,
    /// An admin gave a payment without an order back. Detail: the transaction.
    RefundUnmatched,
    /// An admin ended all sessions of another account.
    EndSessions,
    /// Something that a newer release does and this one does not know: it is read, never written.
    Unknown,
}

impl AuditAction {
    /// Every action.
    pub const ALL: [Self; 11] = [
        Self::GrantAdmin,
        Self::RevokeAdmin,
        Self::MoveAddress,
        Self::LoseAddress,
        Self::BindSignIn,
        Self::DeleteReview,
        Self::RefundOrder,
        Self::CloseRefund,
        Self::RefundUnmatched,
        Self::EndSessions,
        Self::Unknown,
    ];

    /// The action of a name; `Unknown` when no action has it.
    #[must_use]
    pub fn named(name: &str) -> Self {
        Self::ALL.into_iter().find(|action| action.name() == name).unwrap_or(Self::Unknown)
    }

    /// Its name in stores and in the API.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::GrantAdmin => "grant_admin",
            Self::RevokeAdmin => "revoke_admin",
            Self::MoveAddress => "move_address",
            Self::LoseAddress => "lose_address",
            Self::BindSignIn => "bind_sign_in",
            Self::DeleteReview => "delete_review",
            Self::RefundOrder => "refund_order",
            Self::CloseRefund => "close_refund",
            Self::RefundUnmatched => "refund_unmatched",
            Self::EndSessions => "end_sessions",
            Self::Unknown => "unknown",
        }
    }
}

/// One entry of the log. Entries are never changed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AuditEntry {
    /// Its id.
    pub id: AuditId,
    /// Who did it; `None` for the operator of the server, and for what sign-ins do by themselves.
    pub actor: Option<UserId>,
    /// What was done.
    pub action: AuditAction,
    /// To whom.
    pub subject: UserId,
    /// What else there is to know; see [`AuditAction`].
    pub detail: Option<String>,
    /// When.
    pub at: Timestamp,
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn every_action_is_found_by_its_name() {
        for action in AuditAction::ALL {
            assert_eq!(AuditAction::named(action.name()), action);
        }
        let names: BTreeSet<_> = AuditAction::ALL.map(AuditAction::name).into();
        assert_eq!(names.len(), AuditAction::ALL.len());
        assert_eq!(AuditAction::named("change_price"), AuditAction::Unknown);
    }
}
