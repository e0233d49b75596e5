//! Parts as rows of a spreadsheet: what each column says, as it is written.

use std::{borrow::Cow, collections::BTreeMap};

macro_rules! columns {
    ($($(#[$doc:meta])* $column:ident = $name:literal, list $list:literal;)*) => {
        /// A column of a file of parts.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum PartColumn {
            $($(#[$doc])* $column,)*
        }

        impl PartColumn {
            /// All of them, in the order in which they are written.
            pub const ALL: &[Self] = &[$(Self::$column),*];

            /// What stands in the first line.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$column => $name,)*
                }
            }

            /// Whether a cell has several entries.
            #[must_use]
            pub const fn is_list(self) -> bool {
                match self {
                    $(Self::$column => $list,)*
                }
            }
        }
    };
}

columns! {
    /// The shop's own id of the part; empty for a new one.
    Id = "id", list false;
    /// Its brand, by key or name.
    Brand = "brand", list false;
    /// The number that its brand gives it.
    Number = "number", list false;
    /// What it is called.
    Title = "title", list false;
    /// What it is.
    Description = "description", list false;
    /// Where it stands in the catalogue, by key or name.
    Category = "category", list false;
    /// The price of one piece, in dollars.
    Price = "price", list false;
    /// What its maker recommends it is sold for, in dollars.
    ListPrice = "list_price", list false;
    /// What is paid for a piece beside its price, and paid back for the old part, in dollars.
    Core = "core", list false;
    /// The least that may be ordered.
    Minimum = "minimum", list false;
    /// Pieces that are sold together.
    Pack = "pack", list false;
    /// Pieces that can be sold now.
    Stock = "stock", list false;
    /// At or below how many pieces it is running low.
    ReorderAt = "reorder_at", list false;
    /// Its pictures, the part's own one first.
    Pictures = "pictures", list true;
    /// Numbers of vehicles' makers for it.
    Oem = "oem", list true;
    /// Numbers of other makers' parts that it does the work of.
    Interchange = "interchange", list true;
    /// Numbers of older parts that it takes the place of.
    Supersedes = "supersedes", list true;
    /// What its bar codes say.
    Gtin = "gtin", list true;
    /// What it is like.
    Attributes = "attributes", list true;
    /// What it weighs when it is sent, in grams.
    Weight = "weight_g", list false;
    /// The sides of its package, in millimetres.
    Size = "size_mm", list false;
    /// Whether the law calls it dangerous goods.
    Hazmat = "hazmat", list false;
    /// New, remanufactured or used.
    Condition = "condition", list false;
    /// Whether it fits any vehicle.
    Universal = "universal", list false;
    /// Whether it is not in the catalogue.
    Hidden = "hidden", list false;
}

/// A part as a file says it. A column that the file does not have says nothing; an empty cell says that there is nothing.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct PartRow {
    /// Where it begins, counted from 1; 0 for a row that is written.
    pub line: u64,
    /// What stands in the columns: at most one entry, but for lists.
    pub cells: BTreeMap<PartColumn, Vec<String>>,
    /// Why the row cannot be read, as a sentence; then it has no cells.
    pub unreadable: Option<Cow<'static, str>>,
}

impl PartRow {
    /// What stands in a column; `None` when there is no such column, and empty when it says that there is nothing.
    #[must_use]
    pub fn text(&self, column: PartColumn) -> Option<&str> {
        Some(self.cells.get(&column)?.first().map_or("", String::as_str))
    }

    /// What stands in a column, when there is anything.
    #[must_use]
    pub fn some(&self, column: PartColumn) -> Option<&str> {
        self.text(column).filter(|text| !text.is_empty())
    }
}
