#![doc = include_str!("../README.md")]

mod colors;
mod decoding;
mod folder;
mod processor;
mod whole_jpeg;
mod whole_webp;

#[cfg(test)]
mod tests;

pub use folder::FolderPictureStore;
pub use processor::ImageProcessor;
