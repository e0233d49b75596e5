//! See `parts_csv` in crates/server/tests/fuzz/properties.rs.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| autoparts_fuzz::hold("parts_csv", data));
