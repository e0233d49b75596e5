#![doc = include_str!("../README.md")]

mod decoding;
mod folder;
mod processor;
mod whole_jpeg;

#[cfg(test)]
mod tests;

pub use folder::FolderPictureStore;
pub use processor::ImageProcessor;
