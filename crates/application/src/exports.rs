//! Exports for admins. Each export leaves an entry in the audit log before its first byte is read.

use crate::{
    accounts::access::{self, AccessError},
    orders::lists::OrderSearch,
    ports::{spreadsheets::ExportKind, store::Transaction, store_error::StoreError},
    shop::Shop,
};
use autoparts_domain::{
    audit::{AuditAction, AuditEntry},
    id::{AuditId, UserId},
    numbers::{Day, Period, Step},
    slug::BrandId,
    time::Timestamp,
};

/// An exported file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Export {
    /// A spreadsheet that can be imported again.
    Sheet(ExportKind),
    /// The orders that match a search.
    Orders(OrderSearch),
    /// The statistics of a period.
    Numbers(Period, Step),
    /// The flagged applications of a brand, or of all.
    FitReport(Option<BrandId>),
    /// The refuted applications of a brand, or of all, as ACES.
    RefutedFits(Option<BrandId>),
}

fn of_brand(brand: Option<&BrandId>) -> &str {
    brand.map_or("all brands", BrandId::as_str)
}

impl Export {
    /// Describes the export for the audit log. Search terms are often an address or a telephone number, so they are
    /// omitted.
    fn words(&self) -> String {
        match self {
            Self::Sheet(kind) => kind.name().to_owned(),
            Self::Numbers(period, step) => {
                format!("numbers, {} to {}, by {}", period.first.iso(), period.last.iso(), step.name())
            }
            Self::FitReport(brand) => format!("fit warnings, {}", of_brand(brand.as_ref())),
            Self::RefutedFits(brand) => format!("refuted applications, {}", of_brand(brand.as_ref())),
            Self::Orders(OrderSearch { words, list, from, before }) => {
                let day = |at: &Timestamp, days: i64| Day::of(*at).plus(days).iso();
                let filters = [
                    words.as_ref().map(|_| "found by words".to_owned()),
                    list.map(|list| format!("list {}", list.name())),
                    from.as_ref().map(|from| format!("from {}", day(from, 0))),
                    before.as_ref().map(|before| format!("to {}", day(before, -1))),
                ];
                let filters: Vec<String> = filters.into_iter().flatten().collect();
                if filters.is_empty() { "orders, all".to_owned() } else { format!("orders, {}", filters.join(", ")) }
            }
        }
    }
}

impl Shop {
    /// Checks that the caller may export: only admins may.
    #[tracing::instrument(level = "debug", skip_all)]
    pub async fn check_may_export(&self, caller: UserId) -> Result<(), AccessError> {
        self.store.read(move |tx| access::require_admin(tx, &caller).map(|_| ())).await
    }

    /// Records an export by the caller in the audit log. Call it before writing the file. Admin only.
    #[tracing::instrument(level = "debug", skip_all)]
    pub async fn begin_export(&self, caller: UserId, export: &Export) -> Result<(), AccessError> {
        let audit = self.admin_audit(caller);
        let words = export.words();
        self.store
            .write(move |tx| {
                access::require_admin(tx, &caller)?;
                Ok(audit.note(tx, AuditAction::Export, words.clone())?)
            })
            .await
    }
}

/// Records that the operator of the server exports the personal data of a member.
pub(crate) fn note_personal_data(
    tx: &mut dyn Transaction,
    id: AuditId,
    subject: UserId,
    at: Timestamp,
) -> Result<(), StoreError> {
    let actor = None;
    let action = AuditAction::Export;
    let detail = Some("personal data".to_owned());
    tx.insert_audit(&AuditEntry { id, actor, action, subject, detail, at })
}
