//! Detects truncated JPEG files, for which the decoder fills missing parts with gray.

const START: u8 = 0xd8;
const END: u8 = 0xd9;
const SCAN: u8 = 0xda;

/// Whether the segments of a JPEG lead to its end marker. Data after it is ignored: phones append previews and videos
/// there.
pub(crate) fn is_whole(bytes: &[u8]) -> bool {
    let Some(mut rest) = bytes.strip_prefix(&[0xff, START]) else { return false };
    loop {
        let Some((marker, after)) = marker(rest) else { return false };
        match marker {
            END => return true,
            // Markers without a length: TEM, and restarts.
            0x01 | 0xd0..=0xd7 => rest = after,
            _ => {
                let Some(after) = after_segment(after) else { return false };
                rest = if marker == SCAN { after_scan(after) } else { after };
            }
        }
    }
}

/// The marker at the start, after any padding, and the bytes after it.
fn marker(bytes: &[u8]) -> Option<(u8, &[u8])> {
    let rest = bytes.strip_prefix(&[0xff])?;
    let padding = rest.iter().take_while(|byte| **byte == 0xff).count();
    rest.get(padding..)?.split_first().map(|(marker, after)| (*marker, after))
}

/// The bytes after a segment, which starts with its length.
fn after_segment(bytes: &[u8]) -> Option<&[u8]> {
    let length = u16::from_be_bytes(*bytes.first_chunk()?);
    // The length includes its own two bytes.
    if length < 2 { None } else { bytes.get(usize::from(length)..) }
}

/// The bytes from the first marker after the scan data, in which only restarts, 0 and padding may follow 0xff.
fn after_scan(bytes: &[u8]) -> &[u8] {
    let is_marker = |pair: &[u8]| matches!(pair, [0xff, mark] if !matches!(mark, 0x00 | 0xd0..=0xd7 | 0xff));
    bytes.windows(2).position(is_marker).and_then(|at| bytes.get(at..)).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Header, a segment that contains an end marker, a scan with stuffed bytes and a restart, the end.
    const WHOLE: &[u8] = &[
        0xff, 0xd8, 0xff, 0xe1, 0, 4, 0xff, 0xd9, 0xff, 0xff, 0xda, 0, 3, 1, 1, 2, 0xff, 0, 3, 0xff, 0xd0, 4, 0xff,
        0xff, 0xd9,
    ];

    #[test]
    fn the_end_is_found_after_all_segments() {
        assert!(is_whole(WHOLE));
        assert!(is_whole(&[WHOLE, b"a film"].concat()));
    }

    #[test]
    fn a_truncated_file_is_not_whole() {
        for length in 0..WHOLE.len() {
            assert!(!is_whole(&WHOLE[..length]), "{length}");
        }
        assert!(!is_whole(b"GIF89a"));
        assert!(!is_whole(&[0xff, 0xd8, 0xff, 0xe1, 0, 1, 0xff, 0xd9]), "a segment without room for its length");
    }
}
