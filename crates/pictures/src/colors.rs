//! Converts pictures to sRGB, which every screen displays.

use image::RgbImage;
use moxcms::{ColorProfile, DataColorSpace, Layout, TransformOptions};

/// Converts pixels from the color space of an ICC profile to sRGB. A profile that is unreadable, or not for RGB, is
/// ignored, as in most programs. A CMYK picture was converted to RGB while it was decoded.
pub(crate) fn to_srgb(picture: &mut RgbImage, icc: &[u8]) {
    let Ok(profile) = ColorProfile::new_from_slice(icc) else { return };
    if profile.color_space != DataColorSpace::Rgb {
        return;
    }
    let srgb = ColorProfile::new_srgb();
    let Ok(transform) = profile.create_transform_8bit(Layout::Rgb, &srgb, Layout::Rgb, TransformOptions::default())
    else {
        return;
    };
    let mut converted = RgbImage::new(picture.width(), picture.height());
    if transform.transform(picture, &mut converted).is_ok() {
        *picture = converted;
    }
}
