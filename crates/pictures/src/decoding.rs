//! Decodes an upload to upright pixels without transparency.

use crate::{colors::to_srgb, whole_jpeg, whole_webp};
use autoparts_application::ports::pictures::ProcessingError;
use autoparts_domain::pictures::MAX_UPLOAD_PIXELS;
use image::{
    DynamicImage, ImageDecoder, ImageError, ImageFormat, ImageReader, Limits, RgbImage, metadata::Orientation,
};
use std::io::Cursor;

/// Maximum bytes of one allocation while decoding: the largest upload with four channels of two bytes, plus some
/// overhead.
const MAX_ALLOCATION: u64 = MAX_UPLOAD_PIXELS * 8 + 32 * 1024 * 1024;

/// Larger pictures are first reduced to this many pixels on the longer side, with fast scaling: high-quality scaling
/// needs many times the memory.
const MAX_DECODED_SIDE: u32 = 3200;

/// Decodes a picture by its content: upright, on white, in sRGB, and with at most [`MAX_DECODED_SIDE`] pixels on its
/// longer side. Metadata is used for orientation and colors, and dropped.
pub(crate) fn decode(upload: &[u8]) -> Result<RgbImage, ProcessingError> {
    let mut reader = ImageReader::new(Cursor::new(upload)).with_guessed_format().map_err(|_| NOT_A_PICTURE)?;
    match reader.format() {
        Some(ImageFormat::Jpeg) if !whole_jpeg::is_whole(upload) => return Err(NOT_A_PICTURE),
        Some(ImageFormat::WebP) if !whole_webp::is_whole(upload) => return Err(NOT_A_PICTURE),
        Some(ImageFormat::Jpeg | ImageFormat::Png | ImageFormat::WebP) => {}
        _ => return Err(NOT_A_PICTURE),
    }
    let mut limits = Limits::default();
    limits.max_alloc = Some(MAX_ALLOCATION);
    reader.limits(limits);
    let mut decoder = reader.into_decoder().map_err(|error| refused(&error))?;
    let (width, height) = decoder.dimensions();
    if u64::from(width) * u64::from(height) > MAX_UPLOAD_PIXELS {
        return Err(ProcessingError::TooManyPixels);
    }
    // Unreadable metadata means no rotation.
    let orientation = decoder.orientation().unwrap_or(Orientation::NoTransforms);
    let profile = decoder.icc_profile().ok().flatten();
    let mut picture = DynamicImage::from_decoder(decoder).map_err(|error| refused(&error))?;
    put_on_white(&mut picture);
    if width.max(height) > MAX_DECODED_SIDE {
        picture = picture.thumbnail(MAX_DECODED_SIDE, MAX_DECODED_SIDE);
    }
    picture.apply_orientation(orientation);
    let mut pixels = picture.into_rgb8();
    if let Some(profile) = profile {
        to_srgb(&mut pixels, &profile);
    }
    Ok(pixels)
}

const NOT_A_PICTURE: ProcessingError = ProcessingError::NotAPicture;

/// Converts a decoding error: the picture is too large, or the file is not a picture.
fn refused(error: &ImageError) -> ProcessingError {
    match error {
        ImageError::Limits(_) => ProcessingError::TooManyPixels,
        _ => ProcessingError::NotAPicture,
    }
}

/// Renders transparent pixels on white, the usual background, because JPEG has no transparency.
fn put_on_white(picture: &mut DynamicImage) {
    match picture {
        DynamicImage::ImageLumaA8(pixels) => pixels.pixels_mut().for_each(|pixel| over_white(&mut pixel.0)),
        DynamicImage::ImageRgba8(pixels) => pixels.pixels_mut().for_each(|pixel| over_white(&mut pixel.0)),
        DynamicImage::ImageLumaA16(pixels) => pixels.pixels_mut().for_each(|pixel| over_white(&mut pixel.0)),
        DynamicImage::ImageRgba16(pixels) => pixels.pixels_mut().for_each(|pixel| over_white(&mut pixel.0)),
        // The others are opaque.
        _ => {}
    }
}

/// A channel of a pixel.
trait Channel: Copy + Into<u64> + TryFrom<u64> {
    const WHITE: Self;
}

impl Channel for u8 {
    const WHITE: Self = Self::MAX;
}

impl Channel for u16 {
    const WHITE: Self = Self::MAX;
}

/// Blends the color of a pixel with white; its last channel is the opacity.
fn over_white<C: Channel>(pixel: &mut [C]) {
    let Some((alpha, colors)) = pixel.split_last_mut() else { return };
    let (white, opaque): (u64, u64) = (C::WHITE.into(), (*alpha).into());
    for color in colors {
        let mixed = ((*color).into() * opaque + white * (white - opaque) + white / 2) / white;
        *color = C::try_from(mixed).unwrap_or(C::WHITE);
    }
    *alpha = C::WHITE;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn transparent_pixels_are_white_and_opaque_ones_stay() {
        let mixed = |mut pixel: [u8; 4]| {
            over_white(&mut pixel);
            pixel
        };
        assert_eq!(mixed([10, 20, 30, 255]), [10, 20, 30, 255]);
        assert_eq!(mixed([10, 20, 30, 0]), [255, 255, 255, 255]);
        assert_eq!(mixed([0, 100, 255, 128]), [127, 177, 255, 255]);
        let mut deep = [0_u16, 0];
        over_white(&mut deep);
        assert_eq!(deep, [u16::MAX, u16::MAX]);
    }
}
