//! Billing documents: the invoice of a paid order, and a credit note for each refund of its payment. A document is
//! issued once and never changes. What was sold is in the order's snapshot, which never changes either.

use crate::{
    id::{OrderKey, RefundId},
    money::Money,
    orders::Order,
    payments::Refund,
    time::Timestamp,
};

/// The kind of a billing document. Each kind has its own series of numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum BillKind {
    /// For the payment of an order.
    Invoice,
    /// For a refund of that payment.
    CreditNote,
}

impl BillKind {
    /// Every kind, in the order in which an order gets them.
    pub const ALL: [Self; 2] = [Self::Invoice, Self::CreditNote];

    /// Its name in stores and in the API.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Invoice => "invoice",
            Self::CreditNote => "credit_note",
        }
    }

    /// A number of its series, as printed: `INV-000123`, `CN-000007`.
    #[must_use]
    pub fn printed(self, number: i64) -> String {
        let series = match self {
            Self::Invoice => "INV",
            Self::CreditNote => "CN",
        };
        format!("{series}-{number:06}")
    }
}

/// What a document states: an amount that was charged, or credited.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Bill {
    /// The order.
    pub order: OrderKey,
    /// The refund of a credit note; `None` for an invoice.
    pub refund: Option<RefundId>,
    /// The total, with tax.
    pub amount: Money,
    /// The tax in the amount.
    pub tax: Money,
}

impl Bill {
    /// The kind of its document.
    #[must_use]
    pub const fn kind(&self) -> BillKind {
        if self.refund.is_some() { BillKind::CreditNote } else { BillKind::Invoice }
    }
}

/// An invoice or a credit note.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BillingDocument {
    /// Its number in the series of its kind: 1, 2, 3, … without gaps.
    pub number: i64,
    /// What it states.
    pub bill: Bill,
    /// The seller's name, address and tax number when it was issued, line by line.
    pub seller: String,
    /// When it was issued.
    pub issued_at: Timestamp,
}

impl BillingDocument {
    /// Its number as printed.
    #[must_use]
    pub fn printed_number(&self) -> String {
        self.bill.kind().printed(self.number)
    }
}

/// Returns the bills of an order for which no document was issued, in the order in which documents are issued. Refunds
/// of another payment, which the order never accepted, have none.
#[must_use]
pub fn unissued(order: &Order, refunds: &[Refund], issued: &[BillingDocument]) -> Vec<Bill> {
    let Some(transaction) = order.transaction() else { return Vec::new() };
    let snapshot = order.snapshot();
    let invoice = Bill { order: order.key(), refund: None, amount: snapshot.total, tax: snapshot.tax() };
    let is_issued = |refund: Option<RefundId>| issued.iter().any(|document| document.bill.refund == refund);
    let mut credited = Credited { invoice, amount: Money::ZERO, tax: Money::ZERO };
    issued.iter().filter(|document| document.bill.refund.is_some()).for_each(|document| credited.add(&document.bill));
    let mut bills = if is_issued(None) { Vec::new() } else { vec![invoice] };
    for refund in refunds {
        let is_due = refund.transaction == *transaction && refund.amount > Money::ZERO && !is_issued(Some(refund.id));
        if is_due {
            let tax = credited.tax_of(refund);
            let bill = Bill { refund: Some(refund.id), amount: refund.amount, tax, ..invoice };
            credited.add(&bill);
            bills.push(bill);
        }
    }
    bills
}

/// The totals of an order's credit notes.
struct Credited {
    invoice: Bill,
    amount: Money,
    tax: Money,
}

impl Credited {
    fn add(&mut self, bill: &Bill) {
        self.amount = self.amount.plus(bill.amount);
        self.tax = self.tax.plus(bill.tax);
    }

    /// The tax in the next refund. A refund of all remaining money has all remaining tax; any other has the tax of its
    /// pieces or, if that is unknown, a proportional share of the remaining tax. Never more than the refund itself.
    fn tax_of(&self, refund: &Refund) -> Money {
        let left = self.invoice.tax.less(self.tax);
        let rest = self.invoice.amount.less(self.amount);
        if refund.amount >= rest {
            return left.min(refund.amount);
        }
        let share = || left.share(refund.amount, rest);
        refund.tax.unwrap_or_else(share).min(left).min(refund.amount)
    }
}

#[cfg(test)]
mod tests;
