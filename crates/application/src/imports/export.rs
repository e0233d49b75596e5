//! What goes out as files, so that it can be changed in a spreadsheet and taken in again.

use autoparts_domain::{catalogue::part_number::PartNumber, fitment::Application, slug::BrandId, vehicles::ModelId};

/// An application of a part, as a line of a spreadsheet.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FitmentLine {
    /// Whose the part is.
    pub brand: BrandId,
    /// Its number.
    pub number: PartNumber,
    /// The model.
    pub model: ModelId,
    /// When it fits.
    pub application: Application,
}
