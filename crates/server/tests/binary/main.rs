//! The real binary: its main job, and its behavior on failures.

#![expect(clippy::unwrap_used, clippy::indexing_slicing, clippy::panic, reason = "what goes wrong here fails the test")]

mod attackers;
mod backup;
mod bulk;
mod chaos;
mod crash_points;
mod crashes;
mod failover;
mod frozen;
mod full_disk;
mod idle;
mod imports;
mod journey;
mod mistakes;
mod observed;
mod operator;
mod outage;
mod pictures;
mod power;
mod reads;
mod refusals;
mod scene;
mod services;
mod site;
mod slow_clients;
#[expect(dead_code, reason = "the benchmark of the transport needs more of it")]
mod steady_clients;
mod stopping;
#[expect(dead_code, reason = "shared with the attacks, which need more of it")]
mod support;
