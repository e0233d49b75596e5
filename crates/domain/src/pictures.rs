//! Pictures stored by the shop: upload limits, sizes and file names. Pictures hosted elsewhere are only URLs
//! ([`ImageSource`]).

use crate::{text::ImageSource, validation::ValidationError};
use std::{fmt, str::FromStr};

/// Maximum size of an upload, in bytes.
pub const MAX_UPLOAD_BYTES: usize = 8 * 1024 * 1024;

/// Maximum pixels of an upload: enough for a good camera, and decodable in a few hundred megabytes.
pub const MAX_UPLOAD_PIXELS: u64 = 40_000_000;

/// A stored size of a picture. Pictures are never enlarged.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum PictureSize {
    /// For cards, rows and thumbnails.
    Small,
    /// For pages on most screens.
    Medium,
    /// For large and dense screens, and for other sites that show the picture: search engines, shared links.
    Large,
}

impl PictureSize {
    /// All sizes, smallest first.
    pub const ALL: [Self; 3] = [Self::Small, Self::Medium, Self::Large];

    /// Maximum pixels of the longer side.
    #[must_use]
    pub const fn pixels(self) -> u32 {
        match self {
            Self::Small => 320,
            Self::Medium => 800,
            Self::Large => 1600,
        }
    }
}

/// A picture's id: the start of a hash of its files, so that the same upload is the same picture.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PictureId([u8; Self::BYTES]);

impl PictureId {
    /// Stored bytes of the hash.
    pub const BYTES: usize = 16;

    /// The picture whose files have a hash that starts with these bytes.
    #[must_use]
    pub const fn new(hash: [u8; Self::BYTES]) -> Self {
        Self(hash)
    }
}

impl fmt::Display for PictureId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

impl FromStr for PictureId {
    type Err = ValidationError;

    /// Accepts only what `Display` writes, so that each picture has one name.
    fn from_str(text: &str) -> Result<Self, ValidationError> {
        let wrong = ValidationError::NotAnImage;
        let plain = |byte: u8| byte.is_ascii_digit() || (b'a'..=b'f').contains(&byte);
        if text.len() != Self::BYTES * 2 || !text.bytes().all(plain) {
            return Err(wrong);
        }
        let number = u128::from_str_radix(text, 16).map_err(|_| wrong)?;
        Ok(Self(number.to_be_bytes()))
    }
}

/// The name of one file of a picture: `<id>-800.jpg`. No other form is accepted, so a name cannot escape its folder.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PictureName {
    /// The picture.
    pub id: PictureId,
    /// The size.
    pub size: PictureSize,
}

impl PictureName {
    /// URL path prefix of the shop's own pictures.
    pub const FOLDER: &'static str = "/pictures/";

    /// The names of all files of a picture, smallest first.
    #[must_use]
    pub fn all(id: PictureId) -> [Self; 3] {
        PictureSize::ALL.map(|size| Self { id, size })
    }

    /// Its URL path.
    #[must_use]
    pub fn path(&self) -> String {
        format!("{}{self}", Self::FOLDER)
    }

    /// The file that an image refers to; `None` if it is not a path of the shop's own pictures. Does not check that the
    /// file exists.
    #[must_use]
    pub fn at(image: &ImageSource) -> Option<Self> {
        image.as_str().strip_prefix(Self::FOLDER)?.parse().ok()
    }
}

impl fmt::Display for PictureName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}.jpg", self.id, self.size.pixels())
    }
}

impl FromStr for PictureName {
    type Err = ValidationError;

    fn from_str(text: &str) -> Result<Self, ValidationError> {
        let wrong = ValidationError::NotAnImage;
        let (id, size) = text.strip_suffix(".jpg").and_then(|name| name.split_once('-')).ok_or(wrong)?;
        let size = PictureSize::ALL.into_iter().find(|known| known.pixels().to_string() == size);
        Ok(Self { id: id.parse()?, size: size.ok_or(wrong)? })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const NAME: &str = "00112233445566778899aabbccddeeff-800.jpg";

    #[test]
    fn a_name_is_parsed_as_displayed() {
        let name: PictureName = NAME.parse().unwrap();
        assert_eq!(name.size, PictureSize::Medium);
        assert_eq!(name.to_string(), NAME);
        assert_eq!(PictureName::at(&name.path().parse().unwrap()), Some(name));
        assert_eq!(PictureName::all(name.id)[1], name);
    }

    #[test]
    fn invalid_names_are_refused() {
        for wrong in [
            "",
            "..",
            "../00112233445566778899aabbccddeeff-800.jpg",
            "00112233445566778899AABBCCDDEEFF-800.jpg",
            "+0112233445566778899aabbccddeeff-800.jpg",
            "00112233445566778899aabbccddeeff-801.jpg",
            "00112233445566778899aabbccddeeff-0800.jpg",
            "00112233445566778899aabbccddeeff-800.png",
            "00112233445566778899aabbccddee-800.jpg",
            "00112233445566778899aabbccddeeff-800.jpg/",
            "00112233445566778899aabbccddeeff-800.jpg\0",
        ] {
            assert!(wrong.parse::<PictureName>().is_err(), "{wrong}");
        }
    }

    #[test]
    fn other_addresses_are_not_the_shops_pictures() {
        for other in ["/catalogue/brake-disc.svg", "/pictures/1.jpg", "https://img.example.com/pictures/1.jpg"] {
            assert_eq!(PictureName::at(&other.parse().unwrap()), None, "{other}");
        }
    }
}
