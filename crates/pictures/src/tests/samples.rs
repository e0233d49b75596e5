//! Sample uploads.

use flate2::Crc;
use image::{DynamicImage, ImageFormat, Rgb, RgbImage};
use std::io::Cursor;

/// From black at the top left to yellow at the bottom right, with some blue.
pub(super) fn gradient(width: u32, height: u32) -> RgbImage {
    let part = |at: u32, of: u32| u8::try_from(at * 255 / of.max(1)).unwrap();
    RgbImage::from_fn(width, height, |x, y| {
        Rgb([part(x, width.saturating_sub(1)), part(y, height.saturating_sub(1)), 60])
    })
}

pub(super) fn encoded(picture: &DynamicImage, format: ImageFormat) -> Vec<u8> {
    let mut bytes = Cursor::new(Vec::new());
    picture.write_to(&mut bytes, format).unwrap();
    bytes.into_inner()
}

pub(super) fn jpeg(picture: &RgbImage) -> Vec<u8> {
    encoded(&picture.clone().into(), ImageFormat::Jpeg)
}

/// A JPEG with an additional segment at its start.
pub(super) fn with_segment(jpeg: &[u8], segment: &[u8]) -> Vec<u8> {
    let (start, rest) = jpeg.split_at(2);
    [start, segment, rest].concat()
}

/// Metadata as a phone writes it: the orientation, and the location.
pub(super) fn exif(orientation: u8) -> Vec<u8> {
    let place = b"Secret Street 7\0";
    let entry = |tag: u16, kind: u16, count: u32, value: [u8; 4]| {
        [&tag.to_be_bytes()[..], &kind.to_be_bytes(), &count.to_be_bytes(), &value].concat()
    };
    let place_count = u32::try_from(place.len()).unwrap();
    let tiff = [
        &b"MM\0*\0\0\0\x08"[..],
        // Orientation, and the offset of the GPS directory.
        &2_u16.to_be_bytes(),
        &entry(0x0112, 3, 1, [0, orientation, 0, 0]),
        &entry(0x8825, 4, 1, 38_u32.to_be_bytes()),
        &[0; 4],
        // The name of the area, after the directory.
        &1_u16.to_be_bytes(),
        &entry(0x001c, 7, place_count, 56_u32.to_be_bytes()),
        &[0; 4],
        place,
    ]
    .concat();
    let length = u16::try_from(tiff.len() + 8).unwrap();
    [&[0xff, 0xe1][..], &length.to_be_bytes(), b"Exif\0\0", &tiff].concat()
}

/// The start of a PNG that declares this size.
pub(super) fn png_header(width: u32, height: u32) -> Vec<u8> {
    let chunk = |kind: &[u8; 4], data: &[u8]| {
        let mut sum = Crc::new();
        sum.update(kind);
        sum.update(data);
        let length = u32::try_from(data.len()).unwrap();
        [&length.to_be_bytes(), &kind[..], data, &sum.sum().to_be_bytes()].concat()
    };
    let header = [&width.to_be_bytes()[..], &height.to_be_bytes(), &[8, 6, 0, 0, 0]].concat();
    // Data that inflates to at most one row.
    let data = [0x78, 0x9c, 0x63, 0, 0, 0, 1, 0, 1];
    [&b"\x89PNG\r\n\x1a\n"[..], &chunk(b"IHDR", &header), &chunk(b"IDAT", &data)].concat()
}

/// A JPEG that declares a larger size than it has.
pub(super) fn patched(jpeg: &[u8], width: u16, height: u16) -> Vec<u8> {
    let mut bytes = jpeg.to_vec();
    let frame = bytes.windows(2).position(|pair| pair == [0xff, 0xc0]).unwrap();
    bytes[frame + 5..frame + 7].copy_from_slice(&height.to_be_bytes());
    bytes[frame + 7..frame + 9].copy_from_slice(&width.to_be_bytes());
    bytes
}
