//! Partial refunds: amounts of money, pieces of lines, and cores of pieces that the customer keeps.

use super::{Line, LineNumber, Lines, Order, Pieces, RefundRefused};
use crate::{money::Money, payments::transaction_id::TransactionId, quantity::Quantity, validation::ValidationError};
use std::collections::BTreeMap;

/// Pieces by line.
pub type LinePieces = BTreeMap<LineNumber, Quantity>;

/// Pieces and cores of an order's lines for an admin to refund.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct PiecesToRefund {
    /// Pieces, each with its core unless that was refunded before.
    pub pieces: LinePieces,
    /// Pieces that the customer keeps, with only the core refunded for an old part.
    pub cores: LinePieces,
}

/// The refund for pieces and cores.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RefundBreakdown {
    /// The sum of `lines`. If the order keeps no pieces, at most the money that is left.
    pub amount: Money,
    /// The amount for each line: its pieces with their shares of discount, tax and core, less the restocking fee, and its
    /// cores.
    pub lines: BTreeMap<LineNumber, Money>,
    /// The restocking fee that was deducted.
    pub fee: Money,
    /// The tax in `amount`; `None` for an amount without pieces, which has a proportional share.
    pub tax: Option<Money>,
}

/// Refunded pieces and cores of one line.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct LineRefunds {
    /// Pieces released to stock before the order was shipped.
    pub released: i64,
    /// Pieces returned after the order was shipped. Those that can be sold again are counted as new stock.
    pub returned: i64,
    /// Number of pieces still in the order whose core was refunded for an old part.
    pub cores: i64,
    /// How many of the returned pieces had a restocking fee.
    pub with_fee: i64,
}

impl LineRefunds {
    /// Total pieces refunded.
    #[must_use]
    pub const fn pieces(self) -> i64 {
        self.released.saturating_add(self.returned)
    }
}

/// The partial refunds of an order. A full refund is a state of the order instead.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct PartialRefunds {
    amount: Money,
    lines: BTreeMap<LineNumber, LineRefunds>,
}

impl PartialRefunds {
    /// Restores stored data; an error if it has more pieces than a line.
    pub fn restore(
        amount: Money,
        of_lines: impl IntoIterator<Item = (LineNumber, LineRefunds)>,
        lines: &Lines,
    ) -> Result<Self, ValidationError> {
        let of_lines = of_lines.into_iter().filter(|(_, refunded)| *refunded != LineRefunds::default());
        let refunds = Self { amount, lines: of_lines.collect() };
        for (number, refunded) in &refunds.lines {
            let ordered = lines.get(*number).map_or(0, |line| line.quantity.pieces());
            let is_possible = refunded.released >= 0
                && refunded.returned >= 0
                && refunded.cores >= 0
                && (0..=refunded.returned).contains(&refunded.with_fee)
                && refunded.pieces().saturating_add(refunded.cores) <= ordered;
            if !is_possible {
                return Err(ValidationError::outside(0, ordered));
            }
        }
        Ok(refunds)
    }

    /// The sum of the order's partial refunds, completed or not.
    #[must_use]
    pub fn amount(&self) -> Money {
        self.amount
    }

    /// Refunded pieces and cores of a line.
    #[must_use]
    pub fn of_line(&self, number: LineNumber) -> LineRefunds {
        self.lines.get(&number).copied().unwrap_or_default()
    }

    /// The pieces of a line that the order keeps.
    pub(super) fn kept(&self, number: LineNumber, line: &Line) -> i64 {
        line.quantity.pieces().saturating_sub(self.of_line(number).pieces())
    }

    /// The pieces of a line that the order keeps and whose core was not refunded.
    pub(super) fn cores_left(&self, number: LineNumber, line: &Line) -> i64 {
        self.kept(number, line).saturating_sub(self.of_line(number).cores)
    }

    /// The pieces of each part that were not released to stock.
    pub(super) fn unreleased(&self, lines: &Lines) -> Pieces {
        let mut pieces = Pieces::new();
        for (number, line) in lines.numbered() {
            let rest = line.quantity.pieces().saturating_sub(self.of_line(number).released);
            let Ok(rest) = Quantity::new(rest) else { continue };
            let quantity = pieces.entry(line.part);
            quantity.and_modify(|quantity: &mut Quantity| *quantity = quantity.plus(rest)).or_insert(rest);
        }
        pieces
    }

    pub(super) fn add_money(&mut self, amount: Money) {
        self.amount = self.amount.plus(amount);
    }

    /// Removes pieces from a line. Returns how many of them had their core refunded before; those count first, so
    /// that no core is refunded twice.
    pub(super) fn add_pieces(&mut self, number: LineNumber, pieces: Quantity, is_shipped: bool) -> i64 {
        let refunded = self.lines.entry(number).or_default();
        let count = if is_shipped { &mut refunded.returned } else { &mut refunded.released };
        *count = count.saturating_add(pieces.pieces());
        let without_core = refunded.cores.min(pieces.pieces());
        refunded.cores = refunded.cores.saturating_sub(without_core);
        without_core
    }

    /// Charges the restocking fee for pieces of a line. Returns the fee and the tax in it: what the fee for all charged
    /// pieces grew by, so that pieces returned one by one cost no more than together.
    pub(super) fn add_fee(&mut self, number: LineNumber, line: &Line, pieces: Quantity) -> (Money, Money) {
        let refunded = self.lines.entry(number).or_default();
        let before = refunded.with_fee;
        refunded.with_fee = before.saturating_add(pieces.pieces());
        let grown = |of: fn(&Line, i64) -> Money| of(line, refunded.with_fee).less(of(line, before));
        (grown(Line::restocking_fee), grown(Line::tax_in_fee))
    }

    pub(super) fn add_cores(&mut self, number: LineNumber, cores: Quantity) {
        let refunded = self.lines.entry(number).or_default();
        refunded.cores = refunded.cores.saturating_add(cores.pieces());
    }
}

impl Order {
    /// Records a refund of an amount, without pieces; an error if less is left.
    pub fn refund_amount(&mut self, amount: Money) -> Result<TransactionId, RefundRefused> {
        let transaction = self.check_refundable()?.clone();
        let left = self.money_left();
        if amount > left {
            return Err(RefundRefused::TooMuchMoney { left });
        }
        self.refunds.add_money(amount);
        Ok(transaction)
    }

    /// Records refunded pieces and cores, and returns their amount. The caller records the amount with
    /// [`Self::refund_amount`]. Pieces of a shipped order stay out of stock.
    pub fn refund_pieces(&mut self, taken: &PiecesToRefund) -> Result<RefundBreakdown, RefundRefused> {
        self.take_back(taken, false)
    }

    /// Does the same for pieces that the customer does not need, less the agreed restocking fee.
    pub fn refund_unneeded(&mut self, taken: &PiecesToRefund) -> Result<RefundBreakdown, RefundRefused> {
        self.take_back(taken, self.is_shipped())
    }

    fn take_back(&mut self, taken: &PiecesToRefund, with_fee: bool) -> Result<RefundBreakdown, RefundRefused> {
        self.check_refundable()?;
        let is_shipped = self.is_shipped();
        let left = self.money_left();
        let mut refunds = self.refunds.clone();
        let mut lines = BTreeMap::new();
        let (mut tax, mut fee) = (Money::ZERO, Money::ZERO);
        for (number, quantity) in &taken.pieces {
            let line = self.snapshot.lines.get(*number).ok_or(RefundRefused::NoSuchLine { line: *number })?;
            let before = refunds.kept(*number, line);
            let kept = before.saturating_sub(quantity.pieces());
            if kept < 0 {
                return Err(RefundRefused::TooManyPieces { line: *number, kept: before });
            }
            let without_core = refunds.add_pieces(*number, *quantity, is_shipped);
            let nothing = (Money::ZERO, Money::ZERO);
            let (own_fee, fee_tax) = if with_fee { refunds.add_fee(*number, line, *quantity) } else { nothing };
            let share = line.share(before).less(line.share(kept)).less(line.cores_of(without_core));
            lines.insert(*number, share.less(own_fee));
            fee = fee.plus(own_fee);
            tax = tax.plus(line.tax_share(before).less(line.tax_share(kept)).less(fee_tax));
        }
        for (number, quantity) in &taken.cores {
            let line = self.snapshot.lines.get(*number).ok_or(RefundRefused::NoSuchLine { line: *number })?;
            let left = if line.core > Money::ZERO { refunds.cores_left(*number, line) } else { 0 };
            if quantity.pieces() > left {
                return Err(RefundRefused::TooManyCores { line: *number, left });
            }
            refunds.add_cores(*number, *quantity);
            let sum = lines.entry(*number).or_insert(Money::ZERO);
            *sum = sum.plus(line.cores_of(quantity.pieces()));
        }
        let amount = lines.values().fold(Money::ZERO, |sum, of_line| sum.plus(*of_line));
        let keeps_nothing = self.snapshot.lines.numbered().all(|(number, line)| refunds.kept(number, line) == 0);
        if amount > left && !keeps_nothing {
            return Err(RefundRefused::TooMuchMoney { left });
        }
        self.refunds = refunds;
        let amount = amount.min(left);
        Ok(RefundBreakdown { amount, lines, fee, tax: Some(tax.min(amount)) })
    }

    /// The amount of all partial refunds of pieces and cores, as [`Self::refund_pieces`] computed them. Less was refunded if
    /// less money was left.
    #[must_use]
    pub fn refunded_by_line(&self) -> Money {
        self.kept().fold(Money::ZERO, |sum, (number, line, kept)| {
            let pieces = line.share(line.quantity.pieces()).less(line.share(kept));
            let LineRefunds { cores, with_fee, .. } = self.refunds.of_line(number);
            sum.plus(pieces).less(line.restocking_fee(with_fee)).plus(line.cores_of(cores))
        })
    }

    /// The restocking fees of all partial refunds.
    #[must_use]
    pub fn restocking_fees(&self) -> Money {
        let fee = |(number, line): (LineNumber, &Line)| line.restocking_fee(self.refunds.of_line(number).with_fee);
        self.snapshot.lines.numbered().map(fee).fold(Money::ZERO, Money::plus)
    }

    /// Whether all pieces of all lines were refunded.
    #[must_use]
    pub fn keeps_nothing(&self) -> bool {
        self.kept().all(|(_, _, kept)| kept == 0)
    }
}
