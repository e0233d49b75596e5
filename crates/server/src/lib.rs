#![doc = include_str!("../README.md")]

pub mod application;
pub mod backup;
pub mod build_info;
pub mod clock;
pub mod commands;
pub mod config;
pub mod importing;
pub mod operator;
pub mod private_files;
pub mod seed;
pub mod telemetry;

mod background;
mod catalogue_copy;
mod embedded;
mod import_worker;
mod indexing;
mod metrics;
mod signals;
mod site;
mod start_error;
mod transport;
mod unfinished;
mod wire;
