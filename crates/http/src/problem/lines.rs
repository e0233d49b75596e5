//! What is wrong with single lines of an order, on the wire.

use autoparts_domain::{
    catalogue::QuantityRefused,
    orders::pricing::{self, LineRefused},
};
use serde::Serialize;
use utoipa::ToSchema;

/// Why a line cannot be had: a stable word for programs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum LineCode {
    /// The part does not exist, or was taken out of the catalogue.
    PartGone,
    /// All lines of the part together have fewer pieces than its minimum order.
    BelowMinimum,
    /// All lines of the part together are not whole packs.
    NotAPack,
    /// All lines of the part together have more pieces than are available.
    OutOfStock,
}

impl From<LineRefused> for LineCode {
    fn from(refused: LineRefused) -> Self {
        match refused {
            LineRefused::PartGone => Self::PartGone,
            LineRefused::Quantity(QuantityRefused::BelowMinimum { .. }) => Self::BelowMinimum,
            LineRefused::Quantity(QuantityRefused::NotWholePacks { .. }) => Self::NotAPack,
            LineRefused::Quantity(QuantityRefused::OutOfStock { .. }) => Self::OutOfStock,
        }
    }
}

/// One line that cannot be had.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct LineProblem {
    /// Where it stands among the lines that were sent, from 0.
    pub index: usize,
    /// The `_id` of its part.
    pub part: String,
    /// Why it cannot be had: a stable word for programs.
    pub code: LineCode,
    /// Why it cannot be had, for people.
    pub detail: String,
}

impl From<pricing::LineProblem> for LineProblem {
    fn from(problem: pricing::LineProblem) -> Self {
        let pricing::LineProblem { index, part, refused } = problem;
        Self { index, part: part.to_string(), code: refused.into(), detail: refused.to_string() }
    }
}
