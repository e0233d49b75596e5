//! The pieces and cores of a refund, as the text of one column: `1x2 3x1 3c2` for two pieces of line 1, a piece of
//! line 3, and the cores of two more.

use crate::stored::{Refused, Stored};
use autoparts_domain::{
    orders::{LineNumber, LinePieces, PiecesToRefund},
    quantity::Quantity,
};

const COLUMN: &str = "lines";
const PIECES: char = 'x';
const CORES: char = 'c';

/// The text; `None` for an amount without pieces.
pub(super) fn written(taken: &PiecesToRefund) -> Option<String> {
    let of_kind = |lines: &LinePieces, kind: char| -> Vec<String> {
        lines.iter().map(|(line, pieces)| format!("{}{kind}{}", line.number(), pieces.pieces())).collect()
    };
    let lines = [of_kind(&taken.pieces, PIECES), of_kind(&taken.cores, CORES)].concat();
    (!lines.is_empty()).then(|| lines.join(" "))
}

pub(super) fn read(row: Stored<'_>, column: Option<&str>) -> Result<PiecesToRefund, Refused> {
    let mut taken = PiecesToRefund::default();
    for text in column.into_iter().flat_map(str::split_whitespace) {
        let lines = match text.chars().find(|sign| !sign.is_ascii_digit()) {
            Some(PIECES) => &mut taken.pieces,
            Some(CORES) => &mut taken.cores,
            // A newer release may refund something else; refunds must still be carried out.
            _ => continue,
        };
        let (line, pieces) = row.require(COLUMN, text.split_once([PIECES, CORES]))?;
        let number = |digits: &str| row.require(COLUMN, digits.parse::<i64>().ok());
        let line = row.value(COLUMN, LineNumber::new(number(line)?))?;
        lines.insert(line, row.value(COLUMN, Quantity::new(number(pieces)?))?);
    }
    Ok(taken)
}
