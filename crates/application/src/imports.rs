//! Files that are taken in, and what goes out as files.

pub mod export;
