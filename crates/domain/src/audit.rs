//! The audit log: what was done to the rights of a user, to their orders and money by hand, and to parts, their prices and
//! their stock.

mod changes;

pub use changes::{Facts, changed};

use crate::{
    id::{AuditId, UserId},
    time::Timestamp,
};

macro_rules! actions {
    ($($(#[$doc:meta])* $action:ident = $name:literal;)*) => {
        /// What was done.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
        pub enum AuditAction {
            $($(#[$doc])* $action,)*
        }

        impl AuditAction {
            /// Every action.
            pub const ALL: &[Self] = &[$(Self::$action),*];

            /// Its name in stores and in the API.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$action => $name,)*
                }
            }
        }
    };
}

actions! {
    /// A customer became an admin. Detail: whether the address was confirmed.
    GrantAdmin = "grant_admin";
    /// An admin became a customer. Detail: whether the address was confirmed; and a note if the account lost the role because
    /// its address or record went to another sign-in.
    RevokeAdmin = "revoke_admin";
    /// An account took another e-mail address. Detail: whether it was confirmed.
    MoveAddress = "move_address";
    /// An account lost its e-mail address to one that confirmed it.
    LoseAddress = "lose_address";
    /// A sign-in was bound to an account that had none. Detail: whether the address was confirmed.
    BindSignIn = "bind_sign_in";
    /// What an account held was set aside, because another sign-in confirmed its address for the first time.
    SetAside = "set_aside";
    /// An admin deleted a review. Detail: its id.
    DeleteReview = "delete_review";
    /// An admin, or the operator of the server, refunded a paid order. Detail: its id.
    RefundOrder = "refund_order";
    /// An admin gave back lines, pieces or an amount, or the operator of the server an amount, of a paid order. Detail: its id, and how much.
    RefundPart = "refund_part";
    /// An admin closed a refund because the money went another way. Detail: the order's id.
    CloseRefund = "close_refund";
    /// An admin gave a payment without an order back. Detail: the transaction.
    RefundUnmatched = "refund_unmatched";
    /// An admin revoked the links that were emailed about an order. Detail: its id.
    RevokeOrderLinks = "revoke_order_links";
    /// An admin ended all sessions of another account.
    EndSessions = "end_sessions";
    /// A member deleted their own account, or the operator of the server did.
    DeleteAccount = "delete_account";
    /// An admin sent the goods of an order, or said anew how they can be followed. Detail: its id, and who brings them.
    ShipOrder = "ship_order";
    /// An admin deleted an unpaid order. Detail: its id.
    DeleteOrder = "delete_order";
    /// An admin added a part. Detail: its id, price, initial stock and other known fields. The subject is the admin, as
    /// for all changes to parts and the catalogue.
    AddPart = "add_part";
    /// An admin took a part out of the catalogue. Detail: its id.
    HidePart = "hide_part";
    /// An admin put a part back into the catalogue. Detail: its id.
    ShowPart = "show_part";
    /// An admin changed the price or the core charge of a part. Detail: its id, and the value before and after.
    ChangePrice = "change_price";
    /// An admin changed other fields of a part. Detail: its id, and each field before and after.
    EditPart = "edit_part";
    /// An admin changed the reorder point of a part. Detail: its id, and the number before and after.
    ChangeReorderPoint = "change_reorder_point";
    /// An admin uploaded a picture. Detail: its id.
    AddPicture = "add_picture";
    /// An admin added, renamed or deleted a brand. Detail: its key, the name before and after, and where its parts
    /// were moved.
    ChangeBrand = "change_brand";
    /// An admin added, renamed, moved or deleted a category. Detail: its key, each field before and after, and where its
    /// parts were moved.
    ChangeCategory = "change_category";
    /// An admin mapped supplier codes. Detail: each code, with its meaning before and after.
    ChangeLookups = "change_lookups";
    /// An admin classified a condition. Detail: its id and text, and its classification before and after.
    ChangeCondition = "change_condition";
    /// An admin wrote down that pieces came or went. Detail: the part's id, why, and how many.
    MoveStock = "move_stock";
    /// An admin uploaded a file to import, or had one read again. Detail: the import's id, its kind and the file name.
    AddImport = "add_import";
    /// An admin stopped an import. Detail: its id, its kind and the file name.
    StopImport = "stop_import";
    /// An admin exported data as a file; the subject is the admin. Or the operator exported the data of a member, who
    /// is the subject. Detail: what was exported, and its filters; never the search terms.
    Export = "export";
    /// An admin agreed to the report of an import, which changes parts or what they fit. Detail: its id, what the file is
    /// of and the file's name. The subject is the admin. What the operator imports is in the list of imports only.
    ApplyImport = "apply_import";
    /// An admin changed many parts at once. Detail: what was changed, of how many parts. Two entries when it took more
    /// than one unit of work: when it began, and when it ended.
    ChangeParts = "change_parts";
    /// An admin changed shipping rates or taxes. Detail: each rate before and after. The subject is the admin.
    ChangeRates = "change_rates";
    /// An admin changed what a part fits. Detail: the part, the model or the part that was copied, and the applications
    /// before and after. The subject is the admin.
    ChangeFitment = "change_fitment";
    /// An admin said that a part is not to be said to fit a model, or said why anew. Detail: the part, the model and the
    /// reason. The subject is the admin.
    SuspendFit = "suspend_fit";
    /// An admin ended that. Detail: the part and the model. The subject is the admin.
    EndSuspension = "end_suspension";
    /// Something that a newer release does and this one does not know: it is read, never written.
    Unknown = "unknown";
}

impl AuditAction {
    /// The action of a name; `Unknown` when no action has it.
    #[must_use]
    pub fn from_name(name: &str) -> Self {
        Self::ALL.iter().copied().find(|action| action.name() == name).unwrap_or(Self::Unknown)
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
            assert_eq!(AuditAction::from_name(action.name()), *action);
        }
        let names: BTreeSet<_> = AuditAction::ALL.iter().map(|action| action.name()).collect();
        assert_eq!(names.len(), AuditAction::ALL.len());
        assert_eq!(AuditAction::from_name("change_colour"), AuditAction::Unknown);
    }
}
