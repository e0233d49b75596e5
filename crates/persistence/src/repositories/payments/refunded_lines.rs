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
        let (lines, parts) = match text.split_once(PIECES) {
            Some(parts) => (&mut taken.pieces, Some(parts)),
            None => (&mut taken.cores, text.split_once(CORES)),
        };
        let (line, pieces) = row.require(COLUMN, parts)?;
        let number = |digits: &str| row.require(COLUMN, digits.parse::<i64>().ok());
        let line = row.value(COLUMN, LineNumber::new(number(line)?))?;
        lines.insert(line, row.value(COLUMN, Quantity::new(number(pieces)?))?);
    }
    Ok(taken)
}
