//! The audit log: changes to users' rights, manual changes to orders and money, and changes to parts, prices and
//! stock.

mod changes;

pub use changes::{Facts, changed};

use crate::{
    id::{AuditId, UserId},
    time::Timestamp,
};

macro_rules! actions {
    ($($(#[$doc:meta])* $action:ident = $name:literal;)*) => {
        /// An audited action.
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
    /// A customer became an admin. Detail: whether the address was verified.
    GrantAdmin = "grant_admin";
    /// An admin became a customer. Detail: whether the address was verified, and a note if the role was lost because
    /// the address or the record passed to another sign-in.
    RevokeAdmin = "revoke_admin";
    /// An account changed its email address. Detail: whether the new one was verified.
    MoveAddress = "move_address";
    /// An account lost its email address to one that verified it.
    LoseAddress = "lose_address";
    /// A sign-in was bound to an account that had none. Detail: whether the address was verified.
    BindSignIn = "bind_sign_in";
    /// The account's data was set aside because another sign-in verified its address for the first time.
    SetAside = "set_aside";
    /// An admin deleted a review. Detail: its id.
    DeleteReview = "delete_review";
    /// An admin, or the operator of the server, refunded a paid order. Detail: its id.
    RefundOrder = "refund_order";
    /// An admin refunded lines, pieces or an amount of a paid order, or the operator of the server refunded an amount.
    /// Detail: the order's id, and how much.
    RefundPart = "refund_part";
    /// An admin closed a refund because the money was returned another way. Detail: the order's id.
    CloseRefund = "close_refund";
    /// An admin refunded a payment that has no order. Detail: the transaction.
    RefundUnmatched = "refund_unmatched";
    /// An admin requested a return for a customer, or approved, declined, received or canceled one. Detail: the order's
    /// id, the return's number, its state and reason before and after, and what was found of each line.
    DecideReturn = "decide_return";
    /// An admin decided about the old parts of a line. Detail: the order's id, the line, and the pieces in each state before
    /// and after.
    DecideCores = "decide_cores";
    /// An admin revoked the links emailed about an order. Detail: its id.
    RevokeOrderLinks = "revoke_order_links";
    /// An admin ended all sessions of another account.
    EndSessions = "end_sessions";
    /// A member, or the operator of the server, deleted the member's account.
    DeleteAccount = "delete_account";
    /// An admin shipped an order, or updated its tracking. Detail: its id, and the carrier.
    ShipOrder = "ship_order";
    /// An admin deleted an unpaid order. Detail: its id.
    DeleteOrder = "delete_order";
    /// An admin added a part. Detail: its id, price, initial stock and other known fields. The subject is the admin,
    /// as in all changes to parts and the catalog.
    AddPart = "add_part";
    /// An admin hid a part from the catalog. Detail: its id.
    HidePart = "hide_part";
    /// An admin returned a part to the catalog. Detail: its id.
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
    /// An admin added, renamed, moved or deleted a category. Detail: its key, each field before and after, and where
    /// its parts were moved.
    ChangeCategory = "change_category";
    /// An admin mapped supplier codes. Detail: each code, with its meaning before and after.
    ChangeLookups = "change_lookups";
    /// An admin classified a condition. Detail: its id and text, and its classification before and after.
    ChangeCondition = "change_condition";
    /// An admin recorded a stock movement. Detail: the part's id, the reason, and the number of pieces.
    MoveStock = "move_stock";
    /// An admin uploaded a file to import, or had one read again. Detail: the import's id, its kind and the file name.
    AddImport = "add_import";
    /// An admin stopped an import. Detail: its id, its kind and the file name.
    StopImport = "stop_import";
    /// An admin exported data as a file; the subject is the admin. Or the operator exported a member's data; the
    /// subject is the member. Detail: what was exported, and its filters; never the search terms.
    Export = "export";
    /// An admin approved an import, which changes parts or fitments. Detail: its id, its kind and the file name. The
    /// subject is the admin. Imports by the operator appear only in the list of imports.
    ApplyImport = "apply_import";
    /// An admin changed many parts at once. Detail: the change, and the number of parts. Two entries, at start and
    /// end, if it took more than one unit of work.
    ChangeParts = "change_parts";
    /// An admin changed shipping rates or taxes. Detail: each rate before and after. The subject is the admin.
    ChangeRates = "change_rates";
    /// An admin changed the return policies. Detail: each policy before and after. The subject is the admin.
    ChangeReturnPolicies = "change_return_policies";
    /// An admin changed what a part fits. Detail: the part, the model or the part copied from, and the applications
    /// before and after. The subject is the admin.
    ChangeFitment = "change_fitment";
    /// An admin suspended the fit of a part for a model, or changed the reason. Detail: the part, the model and the
    /// reason. The subject is the admin.
    SuspendFit = "suspend_fit";
    /// An admin ended such a suspension. Detail: the part and the model. The subject is the admin.
    EndSuspension = "end_suspension";
    /// An admin dismissed the warning that a part may not fit a model. Detail: the part, the model and the evidence. The
    /// subject is the admin.
    DismissFitFlag = "dismiss_fit_flag";
    /// An action of a newer release that this one does not know. Read, never written.
    Unknown = "unknown";
}

impl AuditAction {
    /// The action with this name; `Unknown` if there is none.
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
    /// The user who acted; `None` for the operator of the server and for automatic changes at sign-in.
    pub actor: Option<UserId>,
    /// The action.
    pub action: AuditAction,
    /// The user affected.
    pub subject: UserId,
    /// Further details; see [`AuditAction`].
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
