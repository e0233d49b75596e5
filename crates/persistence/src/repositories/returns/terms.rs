//! Return terms as the text of a column: the days, and `not_returnable`, or who pays for shipping and the fee in percent.
//! `30 customer 15`.

use crate::stored::{Refused, Stored};
use autoparts_domain::returns::{FeePercent, ReturnDays, ReturnShipping, ReturnTerms, Unneeded};

const NOT_RETURNABLE: &str = "not_returnable";

pub(in crate::repositories) fn written(ReturnTerms { days, unneeded }: ReturnTerms) -> String {
    let days = days.days();
    match unneeded {
        Unneeded::NotReturnable => format!("{days} {NOT_RETURNABLE}"),
        Unneeded::Returnable { shipping, fee } => format!("{days} {} {}", shipping.name(), fee.percent()),
    }
}

pub(in crate::repositories) fn read(row: Stored<'_>, column: &'static str, text: &str) -> Result<ReturnTerms, Refused> {
    let mut words = text.split(' ');
    let mut next = || row.require(column, words.next());
    let days = row.value(column, ReturnDays::new(row.require(column, next()?.parse().ok())?))?;
    let unneeded = match next()? {
        NOT_RETURNABLE => Unneeded::NotReturnable,
        payer => Unneeded::Returnable {
            shipping: row.require(column, ReturnShipping::ALL.into_iter().find(|choice| choice.name() == payer))?,
            fee: row.value(column, FeePercent::new(row.require(column, next()?.parse().ok())?))?,
        },
    };
    Ok(ReturnTerms { days, unneeded })
}
