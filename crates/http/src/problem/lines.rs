//! Errors of single order lines, on the wire.

use crate::view::response;
use autoparts_domain::{
    catalogue::QuantityRefused,
    orders::pricing::{self, LineRefused},
};
use serde::Serialize;
use utoipa::ToSchema;

/// Why a line cannot be ordered: a stable code for programs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum LineCode {
    /// The part does not exist, or was removed from the catalog.
    PartGone,
    /// The part's pieces on all lines together are fewer than its minimum order.
    BelowMinimum,
    /// The part's pieces on all lines together are not a multiple of its pack.
    NotAPack,
    /// The part's pieces on all lines together are more than are available.
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

response! {
    /// A line that cannot be ordered.
    #[derive(Clone, PartialEq, Eq)]
    pub LineProblem {
        /// Its index among the lines sent, from 0.
        pub index: usize,
        /// The `_id` of its part.
        pub part: String,
        /// The reason: a stable code for programs.
        pub code: LineCode,
        /// The reason, for people.
        pub detail: String,
    }
}

impl From<pricing::LineProblem> for LineProblem {
    fn from(problem: pricing::LineProblem) -> Self {
        let pricing::LineProblem { index, part, refused } = problem;
        Self { index, part: part.to_string(), code: refused.into(), detail: refused.to_string() }
    }
}
