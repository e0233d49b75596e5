#![doc = include_str!("../README.md")]

pub mod clock;
pub mod failing_store;
pub mod gateway_contract;
pub mod identity;
pub mod memory;
pub mod memory_imports;
pub mod memory_pictures;
pub mod memory_search;
pub mod pictures_contract;
pub mod provider;
pub mod samples;
pub mod search_contract;
pub mod secrets;
pub mod store_contract;
pub mod test_shop;
