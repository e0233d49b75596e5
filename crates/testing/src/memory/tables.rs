//! The tables of the in-memory store, and helpers for several repositories.

use autoparts_application::ports::{
    accounts::GuestLink,
    books::BooksCheck,
    fitment::Suspension,
    identity_accounts::{Account, RefreshToken, ResetCode, StoredKey},
    import_files::Finding,
    imports::{Import, PartChange, Step},
    newsletter::NewsletterLink,
    orders::{NetworkDigest, RememberedOrder},
    outbox::Mail,
    page::Page,
    payments::RememberedRefund,
    servers::Minute,
    stock_alerts::{AlertDecision, StockAlertLink},
    store_error::{StoreError, StoreResult},
    vehicles::{Lookup, LookupKind},
};
use autoparts_domain::{
    accounts::{User, session::Session},
    audit::AuditEntry,
    billing::{BillKind, BillingDocument},
    catalogue::{
        PartDetails,
        category::{Brand, Category},
        listing::Listing,
        part_number::NormalNumber,
        stock::StockMovement,
    },
    cores::CoreRecord,
    email::Email,
    feedback::Feedback,
    fitment::{Application, Condition, FitEvidence, Misfit},
    id::{
        AccountId, AuditId, ConditionId, FeedbackId, ImportId, LedgerEntryId, MailId, OrderId, OrderKey, PartId,
        RefundId, ReturnId, ServerId, SessionId, ShopId, StockMovementId, SubscriptionId, UserId, WithdrawalId,
    },
    ledger::LedgerEntry,
    member_documents::{DocumentKind, MemberContent, Revisioned},
    newsletter::{Coupon, CouponCode, Subscription},
    numbers::{Day, Numbers},
    orders::{LineNumber, Order},
    payments::{PaymentAttempt, Refund, TransactionId, unmatched::UnmatchedPayment},
    quantity::Stock,
    rates::Rates,
    returns::{Return, ReturnPolicies},
    reviews::Review,
    slug::{BrandId, CategoryId, EngineId, MakeId},
    stock_alerts::StockAlert,
    text::SupplierCode,
    time::Timestamp,
    vehicles::{Engine, Make, Model, ModelEngine, ModelId},
    withdrawals::Withdrawal,
};
use std::collections::{BTreeMap, BTreeSet, btree_map::Entry};
use uuid::Uuid;

/// A part without its stock.
#[derive(Debug, Clone)]
pub(super) struct StoredPart {
    pub(super) details: PartDetails,
    pub(super) hidden: bool,
    pub(super) revision: i64,
    pub(super) changed_at: Timestamp,
    /// When it was last shown again, or its minimum lowered.
    pub(super) renewed_at: Option<Timestamp>,
}

/// The stock of a part.
#[derive(Debug, Clone, Copy)]
pub(super) struct StockRow {
    pub(super) supplied: i64,
    pub(super) available: i64,
    pub(super) reorder_at: Stock,
    /// When pieces last arrived, or were returned from a paid order.
    pub(super) renewed_at: Option<Timestamp>,
}

/// All tables, with the same keys as those of the databases.
#[derive(Debug, Default, Clone)]
pub(super) struct Tables {
    pub(super) parts: BTreeMap<PartId, StoredPart>,
    pub(super) stock: BTreeMap<PartId, StockRow>,
    pub(super) stock_movements: BTreeMap<(PartId, StockMovementId), StockMovement>,
    /// The fingerprint and time of the movement under each key.
    pub(super) stock_movement_keys: BTreeMap<(UserId, String), (String, Timestamp)>,
    pub(super) stock_alerts: BTreeMap<(PartId, Email), StockAlert>,
    pub(super) stock_alert_links: BTreeMap<String, StockAlertLink>,
    pub(super) stock_alert_addresses: BTreeMap<Email, (AlertDecision, Timestamp)>,
    /// A member's document, and when it was last changed.
    pub(super) member_documents: BTreeMap<(UserId, DocumentKind), (Revisioned<MemberContent>, Timestamp)>,
    pub(super) rates: Rates,
    pub(super) makes: BTreeMap<MakeId, Make>,
    pub(super) models: BTreeMap<ModelId, Model>,
    pub(super) engines: BTreeMap<EngineId, Engine>,
    pub(super) model_engines: BTreeSet<ModelEngine>,
    pub(super) lookups: BTreeMap<(SupplierCode, LookupKind, SupplierCode), Lookup>,
    pub(super) conditions: BTreeMap<ConditionId, Condition>,
    /// The applications of each part, by model.
    pub(super) fitments: BTreeMap<PartId, BTreeMap<ModelId, Vec<Application<ConditionId>>>>,
    pub(super) fitments_set_aside: BTreeMap<PartId, u32>,
    pub(super) imports: BTreeMap<ImportId, Import>,
    pub(super) import_findings: BTreeMap<ImportId, Vec<Finding>>,
    pub(super) import_changes: BTreeMap<(ImportId, u32), PartChange>,
    /// The import being worked on, and its progress.
    pub(super) import_step: Option<(ImportId, Step)>,
    /// The worker that claims imports, and its latest heartbeat.
    pub(super) import_claim: Option<(Uuid, Timestamp)>,
    pub(super) fit_suspensions: BTreeMap<(ModelId, PartId), Suspension>,
    pub(super) misfits: BTreeSet<Misfit>,
    pub(super) fit_evidence: BTreeMap<(PartId, ModelId), FitEvidence>,
    pub(super) application_changes: BTreeMap<(PartId, ModelId), Timestamp>,
    pub(super) listings: BTreeMap<PartId, Listing>,
    pub(super) part_keys: BTreeMap<(BrandId, NormalNumber), PartId>,
    pub(super) brands: BTreeMap<BrandId, Brand>,
    pub(super) categories: BTreeMap<CategoryId, Category>,
    pub(super) users: BTreeMap<UserId, User>,
    pub(super) user_emails: BTreeMap<Email, UserId>,
    /// Guests who have not ordered.
    pub(super) new_guests: BTreeSet<UserId>,
    pub(super) guest_links: BTreeMap<String, GuestLink>,
    pub(super) user_subjects: BTreeMap<String, UserId>,
    pub(super) audit: BTreeMap<AuditId, AuditEntry>,
    pub(super) sessions: BTreeMap<(UserId, SessionId), Session>,
    pub(super) session_cutoffs: BTreeMap<UserId, Timestamp>,
    pub(super) orders: BTreeMap<OrderId, Order>,
    /// The network whose allowance an order counts against.
    pub(super) order_networks: BTreeMap<OrderKey, NetworkDigest>,
    pub(super) remembered: BTreeMap<(UserId, String), (RememberedOrder, Timestamp)>,
    pub(super) attempts: BTreeMap<(OrderKey, i64), PaymentAttempt>,
    pub(super) payment_refs: BTreeMap<TransactionId, OrderKey>,
    pub(super) provider_events: BTreeMap<(OrderKey, String), Timestamp>,
    pub(super) refunds: BTreeMap<(OrderKey, RefundId), Refund>,
    /// The refund under each key, and its time.
    pub(super) refund_keys: BTreeMap<(UserId, String), (RememberedRefund, Timestamp)>,
    pub(super) returns: BTreeMap<(OrderKey, ReturnId), Return>,
    pub(super) return_policies: ReturnPolicies,
    pub(super) core_claims: BTreeMap<(OrderKey, LineNumber), CoreRecord>,
    pub(super) billing: BTreeMap<(BillKind, i64), BillingDocument>,
    pub(super) withdrawals: BTreeMap<WithdrawalId, Withdrawal>,
    pub(super) shop_id: Option<ShopId>,
    pub(super) unmatched: BTreeMap<TransactionId, UnmatchedPayment>,
    pub(super) ledger: BTreeMap<(OrderKey, LedgerEntryId), LedgerEntry>,
    pub(super) books_check: Option<BooksCheck>,
    pub(super) held_balances: BTreeMap<PartId, i64>,
    pub(super) day_numbers: BTreeMap<(String, Day), Numbers>,
    pub(super) mails: BTreeMap<(UserId, MailId), Mail>,
    pub(super) reviews: BTreeMap<(UserId, i64), Review>,
    /// Without their coupons.
    pub(super) subscriptions: BTreeMap<SubscriptionId, Subscription>,
    pub(super) subscription_emails: BTreeMap<Email, SubscriptionId>,
    pub(super) coupons: BTreeMap<SubscriptionId, Coupon>,
    pub(super) coupon_codes: BTreeMap<CouponCode, SubscriptionId>,
    /// The recorded recipient of each coupon.
    pub(super) coupon_recipients: BTreeMap<SubscriptionId, String>,
    pub(super) recipients: BTreeSet<String>,
    pub(super) redemptions: BTreeMap<String, OrderKey>,
    pub(super) newsletter_links: BTreeMap<String, NewsletterLink>,
    pub(super) feedback: BTreeMap<FeedbackId, Feedback>,
    pub(super) accounts: BTreeMap<AccountId, Account>,
    pub(super) account_emails: BTreeMap<Email, AccountId>,
    pub(super) refresh_tokens: BTreeMap<String, RefreshToken>,
    pub(super) reset_codes: BTreeMap<String, ResetCode>,
    pub(super) signing_keys: BTreeMap<String, StoredKey>,
    pub(super) leases: BTreeMap<String, (ServerId, Timestamp)>,
    pub(super) shared_uses: BTreeMap<(String, Minute), u32>,
}

impl Tables {
    /// Checks a foreign key to an order.
    pub(super) fn require_order(&self, key: &OrderKey) -> StoreResult<()> {
        let known = self.orders.get(&key.order).is_some_and(|order| order.key() == *key);
        require(known, "there is no such order")
    }
}

/// Checks a foreign key.
pub(super) fn require(known: bool, why: &'static str) -> StoreResult<()> {
    if known { Ok(()) } else { Err(StoreError::Failed(why.into())) }
}

/// Inserts a row, or fails if its key exists.
pub(super) fn claim<K: Ord, V>(table: &mut BTreeMap<K, V>, key: K, value: V) -> StoreResult<()> {
    match table.entry(key) {
        Entry::Occupied(_) => Err(StoreError::Duplicate),
        Entry::Vacant(free) => {
            free.insert(value);
            Ok(())
        }
    }
}

/// At most `limit` items.
pub(super) fn bounded<T>(items: impl Iterator<Item = T>, limit: u32) -> Vec<T> {
    items.take(usize::try_from(limit).unwrap_or(usize::MAX)).collect()
}

/// Deletes the `limit` rows that ended first, and any that ended at the same time as the last of them. Returns how
/// many.
pub(super) fn purge_ended<K: Ord, V>(
    table: &mut BTreeMap<K, V>,
    end: impl Fn(&V) -> Option<Timestamp>,
    ended_before: Timestamp,
    limit: u32,
) -> usize {
    let mut ends: Vec<Timestamp> = table.values().filter_map(&end).filter(|at| *at <= ended_before).collect();
    ends.sort_unstable();
    let before = table.len();
    if let Some(last) = bounded(ends.into_iter(), limit).pop() {
        table.retain(|_, row| end(row).is_none_or(|at| at > last));
    }
    before - table.len()
}

/// A page of items by ascending key.
pub(super) fn ascending<K: Ord + Copy, T>(items: impl Iterator<Item = (K, T)>, page: &Page<K>) -> Vec<T> {
    let wanted: BTreeMap<K, T> = items.filter(|(key, _)| page.after.is_none_or(|after| *key > after)).collect();
    bounded(wanted.into_values(), page.limit)
}

/// A page of items by descending key.
pub(super) fn descending<K: Ord + Copy, T>(items: impl Iterator<Item = (K, T)>, page: &Page<K>) -> Vec<T> {
    let wanted: BTreeMap<K, T> = items.filter(|(key, _)| page.after.is_none_or(|after| *key < after)).collect();
    bounded(wanted.into_values().rev(), page.limit)
}
