//! Parts as rows of a spreadsheet, with the cells of each column as written.

use std::{borrow::Cow, collections::BTreeMap};

macro_rules! columns {
    ($($(#[$doc:meta])* $column:ident = $name:literal, list $list:literal;)*) => {
        /// A column of a part file.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum PartColumn {
            $($(#[$doc])* $column,)*
        }

        impl PartColumn {
            /// All columns, in the order of a written file.
            pub const ALL: &[Self] = &[$(Self::$column),*];

            /// Returns its title in the first line.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$column => $name,)*
                }
            }

            /// Returns whether a cell can contain several entries.
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
    /// Its brand's part number.
    Number = "number", list false;
    /// Its title.
    Title = "title", list false;
    /// Its description.
    Description = "description", list false;
    /// Its category, by key or name.
    Category = "category", list false;
    /// The price of one piece, in dollars.
    Price = "price", list false;
    /// The manufacturer's list price, in dollars.
    ListPrice = "list_price", list false;
    /// The core charge of a piece, paid in addition to its price and refunded for the old part, in dollars.
    Core = "core", list false;
    /// The minimum order.
    Minimum = "minimum", list false;
    /// Pieces per pack.
    Pack = "pack", list false;
    /// Pieces available now.
    Stock = "stock", list false;
    /// The part is running low at or below this number of pieces.
    ReorderAt = "reorder_at", list false;
    /// Its pictures, the main picture first.
    Pictures = "pictures", list true;
    /// Part numbers of vehicle manufacturers for it.
    Oem = "oem", list true;
    /// Numbers of interchangeable parts of other makers.
    Interchange = "interchange", list true;
    /// Numbers of older parts that it replaces.
    Supersedes = "supersedes", list true;
    /// Its bar code numbers.
    Gtin = "gtin", list true;
    /// Its attributes.
    Attributes = "attributes", list true;
    /// Its shipping weight in grams.
    Weight = "weight_g", list false;
    /// The dimensions of its package in millimeters.
    Size = "size_mm", list false;
    /// Whether it is legally classified as dangerous goods.
    Hazmat = "hazmat", list false;
    /// New, remanufactured or used.
    Condition = "condition", list false;
    /// Whether it fits any vehicle.
    Universal = "universal", list false;
    /// Whether it is removed from the catalog.
    Hidden = "hidden", list false;
}

/// A part as stated by a file. A column that the file does not have leaves the value unchanged; an empty cell clears
/// it.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct PartFileRow {
    /// The line where it begins, from 1; 0 for a row to be written.
    pub line: u64,
    /// The cells by column: at most one entry, except in lists.
    pub cells: BTreeMap<PartColumn, Vec<String>>,
    /// Why the row cannot be read, as a sentence; it then has no cells.
    pub unreadable: Option<Cow<'static, str>>,
}

impl PartFileRow {
    /// Returns the text of a cell; `None` if the file does not have the column, and empty if the cell is empty.
    #[must_use]
    pub fn text(&self, column: PartColumn) -> Option<&str> {
        Some(self.cells.get(&column)?.first().map_or("", String::as_str))
    }

    /// Returns the text of a cell, if it is not empty.
    #[must_use]
    pub fn some(&self, column: PartColumn) -> Option<&str> {
        self.text(column).filter(|text| !text.is_empty())
    }
}
