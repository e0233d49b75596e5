//! Detects truncated WebP files, and pictures of other sizes than declared. The decoder trusts the length of a chunk
//! before it has the bytes, and the canvas size before it has read the frames.

/// A chunk of a file or a frame: its name and content.
type Chunk<'a> = (&'a [u8; 4], &'a [u8]);

/// Width and height in pixels.
type Size = (u32, u32);

/// Whether all chunks of a WebP are complete, and no picture in it exceeds the declared canvas.
pub(crate) fn is_whole(bytes: &[u8]) -> bool {
    let (Some(b"RIFF"), Some(b"WEBP")) = (bytes.get(..4), bytes.get(8..12)) else { return false };
    let length = bytes.get(4..8).and_then(little_endian).and_then(|length| usize::try_from(length).ok());
    let content = length.and_then(|length| bytes.get(12..length.checked_add(8)?));
    let Some(chunks) = content.and_then(chunks) else { return false };
    match chunks.first().copied() {
        Some((name @ (b"VP8 " | b"VP8L"), picture)) => picture_size(*name, picture).is_some(),
        Some((b"VP8X", header)) => canvas(header).is_some_and(|canvas| chunks.iter().all(|chunk| fits(chunk, canvas))),
        _ => false,
    }
}

/// The chunks; `None` unless they end with the data. The padding byte of the last one may be missing.
fn chunks(mut bytes: &[u8]) -> Option<Vec<Chunk<'_>>> {
    let mut chunks = Vec::new();
    while !bytes.is_empty() {
        let (name, rest) = bytes.split_first_chunk::<4>()?;
        let (length, rest) = rest.split_first_chunk::<4>()?;
        let length = usize::try_from(u32::from_le_bytes(*length)).ok()?;
        let content = rest.get(..length)?;
        chunks.push((name, content));
        bytes = rest.get(length.checked_add(length % 2)?..).unwrap_or_default();
    }
    Some(chunks)
}

/// Whether a chunk is not a picture, or has the size of the canvas, or is a frame within it.
fn fits(&(name, content): &Chunk<'_>, canvas: Size) -> bool {
    match name {
        b"VP8 " | b"VP8L" => picture_size(*name, content) == Some(canvas),
        b"ANMF" => frame_fits(content, canvas).unwrap_or(false),
        _ => true,
    }
}

/// Whether a frame is within the canvas, and its picture has the frame's size.
fn frame_fits(frame: &[u8], canvas: Size) -> Option<bool> {
    let number = |at: usize| three_bytes(frame.get(at..at.checked_add(3)?)?);
    let left = number(0)?.checked_mul(2)?;
    let top = number(3)?.checked_mul(2)?;
    let size = (number(6)? + 1, number(9)? + 1);
    let is_within = left.checked_add(size.0)? <= canvas.0 && top.checked_add(size.1)? <= canvas.1;
    Some(is_within && chunks(frame.get(16..)?)?.iter().all(|chunk| chunk.0 != b"ANMF" && fits(chunk, size)))
}

fn canvas(header: &[u8]) -> Option<Size> {
    Some((three_bytes(header.get(4..7)?)? + 1, three_bytes(header.get(7..10)?)? + 1))
}

/// The size at the start of the picture data.
fn picture_size(name: [u8; 4], picture: &[u8]) -> Option<Size> {
    const FOURTEEN_BITS: u32 = 0x3fff;
    if name == *b"VP8L" {
        let sides = picture.strip_prefix(&[0x2f]).and_then(|sides| little_endian(sides.get(..4)?))?;
        return Some(((sides & FOURTEEN_BITS) + 1, (sides >> 14 & FOURTEEN_BITS) + 1));
    }
    let sides = little_endian(picture.get(3..)?.strip_prefix(&[0x9d, 0x01, 0x2a])?.get(..4)?)?;
    Some((sides & FOURTEEN_BITS, sides >> 16 & FOURTEEN_BITS))
}

fn little_endian(four: &[u8]) -> Option<u32> {
    Some(u32::from_le_bytes(four.try_into().ok()?))
}

fn three_bytes(three: &[u8]) -> Option<u32> {
    let [low, middle, high] = three else { return None };
    Some(u32::from_le_bytes([*low, *middle, *high, 0]))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn chunk(name: [u8; 4], content: &[u8]) -> Vec<u8> {
        let length = u32::try_from(content.len()).unwrap().to_le_bytes();
        let padding: &[u8] = if content.len().is_multiple_of(2) { &[] } else { &[0] };
        [&name[..], &length[..], content, padding].concat()
    }

    fn file(chunks: &[Vec<u8>]) -> Vec<u8> {
        chunk(*b"RIFF", &[b"WEBP".to_vec(), chunks.concat()].concat())
    }

    fn three(number: u32) -> [u8; 3] {
        let [low, middle, high, _] = number.to_le_bytes();
        [low, middle, high]
    }

    fn canvas_of(width: u32, height: u32) -> Vec<u8> {
        chunk(*b"VP8X", &[&[0; 4][..], &three(width - 1), &three(height - 1)].concat())
    }

    fn lossy(width: u16, height: u16) -> Vec<u8> {
        let sides = [width.to_le_bytes(), height.to_le_bytes()].concat();
        chunk(*b"VP8 ", &[&[0, 0, 0, 0x9d, 0x01, 0x2a][..], &sides, b"pixel"].concat())
    }

    fn lossless(width: u32, height: u32) -> Vec<u8> {
        let sides = ((height - 1) << 14 | (width - 1)).to_le_bytes();
        chunk(*b"VP8L", &[&[0x2f][..], &sides, b"pixels"].concat())
    }

    fn frame(left: u32, width: u32, height: u32, picture: &[u8]) -> Vec<u8> {
        let numbers = [three(left), three(0), three(width - 1), three(height - 1), three(40)].concat();
        chunk(*b"ANMF", &[&numbers[..], &[0], picture].concat())
    }

    #[test]
    fn pictures_within_their_canvas_are_whole() {
        for whole in [
            file(&[lossy(30, 20)]),
            file(&[lossless(30, 20)]),
            file(&[canvas_of(30, 20), lossy(30, 20), chunk(*b"EXIF", b"odd")]),
            file(&[canvas_of(30, 20), frame(0, 30, 20, &lossless(30, 20)), frame(5, 20, 10, &lossy(20, 10))]),
            [file(&[lossy(30, 20)]), b"a film".to_vec()].concat(),
        ] {
            assert!(is_whole(&whole), "{whole:?}");
        }
    }

    #[test]
    fn a_picture_that_is_larger_than_declared_is_refused() {
        for bomb in [
            file(&[canvas_of(1, 1), lossy(16_383, 16_383)]),
            file(&[canvas_of(1, 1), lossless(16_384, 16_384)]),
            file(&[canvas_of(30, 20), frame(0, 30, 20, &lossy(16_383, 16_383))]),
            file(&[canvas_of(30, 20), frame(8, 30, 20, &lossy(30, 20))]),
            file(&[canvas_of(30, 20), lossy(30, 20), chunk(*b"VP8L", b"")]),
            file(&[chunk(*b"EXIF", b"")]),
        ] {
            assert!(!is_whole(&bomb), "{bomb:?}");
        }
    }

    #[test]
    fn a_chunk_that_ends_after_the_file_is_refused() {
        let mut exif = chunk(*b"EXIF", b"orientation!");
        exif[4..8].copy_from_slice(&0xffff_fffe_u32.to_le_bytes());
        assert!(!is_whole(&file(&[canvas_of(30, 20), lossless(30, 20), exif])));
        let whole = file(&[canvas_of(30, 20), lossy(30, 20)]);
        for length in 0..whole.len() - 1 {
            assert!(!is_whole(&whole[..length]), "{length}");
        }
    }
}
