//! Ordinary uploads, and malicious files.

mod folder;
mod samples;

use crate::processor::{ImageProcessor, process};
use autoparts_application::ports::pictures::{PictureProcessor as _, ProcessedPicture, ProcessingError, Rendition};
use autoparts_domain::pictures::PictureSize;
use image::{
    DynamicImage, ExtendedColorType, ImageEncoder, ImageFormat, Rgb, RgbImage, Rgba, RgbaImage, codecs::png::PngEncoder,
};
use moxcms::ColorProfile;
use samples::{encoded, exif, gradient, jpeg, patched, png_header, with_segment};
use std::{sync::mpsc, time::Duration};

fn processed(upload: &[u8]) -> ProcessedPicture {
    process(upload.to_vec()).unwrap_or_else(|error| panic!("{error}"))
}

fn refused(upload: &[u8]) -> ProcessingError {
    process(upload.to_vec()).unwrap_err()
}

fn dimensions(picture: &ProcessedPicture) -> Vec<(u32, u32)> {
    picture.renditions.iter().map(|file| (file.width, file.height)).collect()
}

/// The decoded content of a file.
fn shown(file: &Rendition) -> RgbImage {
    let picture = image::load_from_memory_with_format(&file.bytes, ImageFormat::Jpeg).unwrap().into_rgb8();
    assert_eq!(picture.dimensions(), (file.width, file.height), "the dimensions match the file header");
    picture
}

/// Whether a color is unchanged, apart from JPEG losses.
fn is_like(pixel: Rgb<u8>, expected: [u8; 3]) -> bool {
    pixel.0.iter().zip(expected).all(|(got, wanted)| got.abs_diff(wanted) < 24)
}

#[test]
fn all_three_formats_are_written_as_jpeg_in_three_sizes() {
    for format in [ImageFormat::Jpeg, ImageFormat::Png, ImageFormat::WebP] {
        let picture = processed(&encoded(&gradient(2000, 1000).into(), format));
        assert_eq!(dimensions(&picture), [(320, 160), (800, 400), (1600, 800)], "{format:?}");
        let sizes: Vec<_> = picture.renditions.iter().map(|file| file.size).collect();
        assert_eq!(sizes, PictureSize::ALL);
        for file in &picture.renditions {
            let shown = shown(file);
            let left = shown.get_pixel(1, 1);
            let right = shown.get_pixel(file.width - 2, file.height - 2);
            assert!(is_like(*left, [0, 0, 60]) && is_like(*right, [255, 255, 60]), "{format:?} {left:?} {right:?}");
        }
    }
}

#[test]
fn pictures_are_never_enlarged() {
    assert_eq!(dimensions(&processed(&jpeg(&gradient(500, 400)))), [(320, 256), (500, 400), (500, 400)]);
    assert_eq!(dimensions(&processed(&jpeg(&gradient(1, 1)))), [(1, 1); 3]);
    assert_eq!(dimensions(&processed(&jpeg(&gradient(3, 9000)))), [(1, 320), (1, 800), (1, 1600)]);
}

#[test]
fn the_same_upload_has_the_same_id() {
    let one = jpeg(&gradient(400, 300));
    let other = jpeg(&gradient(401, 300));
    assert_eq!(processed(&one), processed(&one));
    assert_ne!(processed(&one).id, processed(&other).id);
}

#[test]
fn transparent_pixels_become_white() {
    let mut drawing = RgbaImage::from_pixel(64, 64, Rgba([0, 0, 0, 0]));
    (0..64).for_each(|y| (0..32).for_each(|x| drawing.put_pixel(x, y, Rgba([200, 0, 0, 255]))));
    for picture in [DynamicImage::from(drawing.clone()), DynamicImage::from(drawing).into_rgba16().into()] {
        let shown = shown(&processed(&encoded(&picture, ImageFormat::Png)).renditions[0]);
        assert!(is_like(*shown.get_pixel(60, 30), [255, 255, 255]) && is_like(*shown.get_pixel(4, 30), [200, 0, 0]));
    }
}

#[test]
fn gray_and_16_bit_pixels_are_read() {
    let colors = DynamicImage::from(gradient(64, 48));
    for picture in [DynamicImage::from(colors.to_luma8()), colors.to_luma_alpha16().into(), colors.to_rgb16().into()] {
        assert_eq!(dimensions(&processed(&encoded(&picture, ImageFormat::Png))), [(64, 48); 3]);
    }
}

#[test]
fn a_rotated_photo_is_turned_upright() {
    // Red above blue. The EXIF orientation is that of a rotated camera, so the top is on the right.
    let mut scene = RgbImage::from_pixel(80, 40, Rgb([0, 0, 220]));
    (0..20).for_each(|y| (0..80).for_each(|x| scene.put_pixel(x, y, Rgb([220, 0, 0]))));
    let picture = processed(&with_segment(&jpeg(&scene), &exif(6)));
    assert_eq!(dimensions(&picture)[0], (40, 80));
    let upright = shown(&picture.renditions[0]);
    assert!(is_like(*upright.get_pixel(35, 40), [220, 0, 0]), "the top is at the right");
    assert!(is_like(*upright.get_pixel(5, 40), [0, 0, 220]));
}

#[test]
fn only_the_picture_itself_is_stored() {
    let comment = [&[0xff, 0xfe, 0, 12][..], b"<script>()"].concat();
    let upload = with_segment(&with_segment(&jpeg(&gradient(400, 300)), &exif(1)), &comment);
    let upload = [&upload[..], b"<?php system('id'); ?>"].concat();
    let has = |bytes: &[u8], text: &[u8]| bytes.windows(text.len()).any(|window| window == text);
    let private: [&[u8]; 4] = [b"Exif", b"Secret Street 7", b"<script>", b"<?php"];
    assert!(private.iter().all(|text| has(&upload, text)), "the upload contains all of it");
    for file in processed(&upload).renditions {
        assert!(!private.iter().any(|text| has(&file.bytes, text)), "{file:?}");
        assert!(!file.bytes.windows(2).any(|pair| pair == [0xff, 0xe1]), "no segment for EXIF");
    }
}

#[test]
fn damaged_metadata_is_ignored() {
    let mut damaged = exif(6);
    let end = damaged.len();
    damaged[12..end].fill(0xff);
    assert_eq!(dimensions(&processed(&with_segment(&jpeg(&gradient(80, 40)), &damaged))), [(80, 40); 3]);
}

#[test]
fn a_decompression_bomb_is_refused_by_its_header() {
    let bombs = [
        png_header(65_535, 65_535),
        png_header(u32::MAX >> 1, u32::MAX >> 1),
        patched(&jpeg(&gradient(16, 16)), 65_535, 65_535),
        // Just above the limit.
        png_header(6_325, 6_325),
        png_header(40_000_001, 1),
    ];
    for (number, bomb) in bombs.iter().enumerate() {
        let why = refused(bomb);
        assert!(matches!(why, ProcessingError::TooManyPixels), "{number}: {why}");
    }
    assert!(matches!(refused(&png_header(6_324, 6_324)), ProcessingError::NotAPicture), "small enough, but truncated");
}

#[test]
fn files_that_are_not_pictures_are_refused() {
    let svg = br#"<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>"#;
    let html = b"<!doctype html><html><body onload=\"alert(1)\"></body></html>";
    let gif = b"GIF89a\x01\0\x01\0\0\0\0,\0\0\0\0\x01\0\x01\0\0\x02\x01\0\0;";
    let jpeg_of_html = [&b"\xff\xd8\xff\xe0"[..], html].concat();
    let uploads: [&[u8]; 9] =
        [svg, html, gif, b"", b"\xff\xd8\xff", b"\x89PNG\r\n\x1a\n", b"RIFF\x04\0\0\0WEBP", b"BM", &jpeg_of_html];
    for upload in uploads {
        let why = refused(upload);
        assert!(matches!(why, ProcessingError::NotAPicture), "{}: {why}", String::from_utf8_lossy(upload));
    }
}

#[test]
fn a_truncated_file_is_refused() {
    let picture = DynamicImage::from(gradient(300, 200));
    for format in [ImageFormat::Jpeg, ImageFormat::Png, ImageFormat::WebP] {
        let whole = encoded(&picture, format);
        for length in [whole.len() / 4, whole.len() / 2, whole.len() * 9 / 10] {
            let why = refused(&whole[..length]);
            assert!(matches!(why, ProcessingError::NotAPicture), "{format:?} cut to {length}: {why}");
        }
    }
}

#[test]
fn damaged_bytes_never_panic() {
    let picture = DynamicImage::from(gradient(60, 40));
    for format in [ImageFormat::Jpeg, ImageFormat::Png, ImageFormat::WebP] {
        let whole = encoded(&picture, format);
        for at in 0..whole.len() {
            let mut damaged = whole.clone();
            damaged[at] ^= 0x55;
            // What is left of it may or may not be a picture.
            drop(process(damaged));
        }
    }
}

#[test]
fn the_largest_allowed_picture_is_accepted() {
    let picture = processed(&jpeg(&RgbImage::from_pixel(7_300, 5_475, Rgb([90, 120, 90]))));
    assert_eq!(dimensions(&picture), [(320, 240), (800, 600), (1600, 1200)]);
}

#[tokio::test(flavor = "multi_thread")]
async fn one_upload_is_processed_at_a_time_and_others_time_out() {
    let processor = ImageProcessor::waiting(Duration::from_millis(50));
    let (end, ended) = mpsc::channel::<()>();
    let (begin, is_running) = mpsc::channel();
    let work = processor.alone(move || {
        begin.send(()).unwrap();
        ended.recv().unwrap();
        Ok(())
    });
    // Its client disconnects while it is processed.
    assert!(tokio::time::timeout(Duration::from_millis(20), work).await.is_err());
    is_running.recv().unwrap();
    let upload = jpeg(&gradient(10, 10));
    assert!(matches!(processor.process(upload.clone()).await, Err(ProcessingError::Busy)), "it still has the permit");
    end.send(()).unwrap();
    let patient = ImageProcessor { max_wait: Duration::from_mins(1), ..processor };
    patient.process(upload).await.unwrap();
}

/// A picture of one color with a color profile.
fn with_profile(color: [u8; 3], profile: Vec<u8>) -> Vec<u8> {
    let pixels = RgbImage::from_pixel(32, 32, Rgb(color));
    let mut bytes = Vec::new();
    let mut encoder = PngEncoder::new(&mut bytes);
    encoder.set_icc_profile(profile).unwrap();
    encoder.write_image(&pixels, 32, 32, ExtendedColorType::Rgb8).unwrap();
    bytes
}

fn middle(upload: &[u8]) -> Rgb<u8> {
    *shown(&processed(upload).renditions[0]).get_pixel(16, 16)
}

#[test]
fn colors_are_converted_to_srgb_sharp_2862_processwire_2265() {
    let wide = ColorProfile::new_display_p3().encode().unwrap();
    // The same numbers are a stronger color in Display P3 than in sRGB.
    let color = [200, 100, 60];
    let converted = middle(&with_profile(color, wide));
    let plain = middle(&with_profile(color, Vec::new()));
    assert!(is_like(plain, color), "{plain:?}");
    assert!(converted[0].abs_diff(214) < 6 && converted[1].abs_diff(95) < 6, "{converted:?}");
    let srgb = ColorProfile::new_srgb().encode().unwrap();
    assert!(is_like(middle(&with_profile(color, srgb)), color));
    // A damaged profile, and one that is not for RGB, are ignored.
    for profile in [vec![7; 200], ColorProfile::new_gray_with_gamma(2.2).encode().unwrap()] {
        assert!(is_like(middle(&with_profile(color, profile)), color));
    }
}

#[test]
fn cmyk_is_converted_to_rgb_nopcommerce_5231() {
    let red = include_bytes!("tests/cmyk-red.jpg");
    let shown = *shown(&processed(red).renditions[0]).get_pixel(8, 8);
    assert!(is_like(shown, [255, 0, 0]), "{shown:?}");
}
