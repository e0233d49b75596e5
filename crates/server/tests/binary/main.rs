//! The real binary: the main job, and what it does when it cannot do it.

#![expect(clippy::unwrap_used, clippy::indexing_slicing, clippy::panic, reason = "what goes wrong here fails the test")]

mod attackers;
mod backup;
mod crashes;
mod frozen;
mod journey;
mod refusals;
mod scene;
mod services;
mod site;
mod slow_clients;
mod stopping;
mod support;
