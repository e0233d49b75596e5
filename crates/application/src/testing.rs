//! Test support: an in-memory store, a controllable clock and ids, samples, and the contract suites that every adapter
//! of a port must pass. Not part of the product.

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
