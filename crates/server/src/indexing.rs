//! Keeps the search index in sync with the catalog while the server runs, and accepts rebuild requests from the
//! command line. A request is a file in the index folder, because the folder belongs to the running process.

use autoparts_application::{catalogue::indexing::IndexFollower, error_chain::error_chain, shop::Shop};
use std::{
    fs::{self, File},
    io,
    path::{Path, PathBuf},
    time::{Duration, Instant},
};
use tokio::time::MissedTickBehavior;

/// Interval at which this server's own changes are indexed. Those of others are polled less often.
const ROUND: Duration = Duration::from_millis(500);

/// Pause after a failure.
const PAUSE: Duration = Duration::from_secs(5);

fn request(folder: &Path) -> PathBuf {
    folder.join("rebuild-requested")
}

/// Requests a rebuild from the server that uses a folder, now or at its next start. Does not create the folder: if it
/// is missing, there is no server, or one that builds its index anyway.
pub(crate) fn request_rebuild(folder: &Path) -> io::Result<()> {
    File::create(request(folder)).map(drop)
}

/// Removes the rebuild request; returns whether there was one.
fn take_request(folder: &Path) -> bool {
    fs::remove_file(request(folder)).is_ok()
}

/// Follows changes forever. Retries after errors, and logs a persistent error only once.
pub(crate) async fn follow(shop: Shop, folder: PathBuf) {
    let mut follower = IndexFollower::new(shop);
    let mut rounds = tokio::time::interval(ROUND);
    rounds.set_missed_tick_behavior(MissedTickBehavior::Delay);
    let mut failing = false;
    loop {
        rounds.tick().await;
        if take_request(&folder) {
            tracing::info!("rebuilding the search index on request");
            follower.rebuild();
        }
        if !follower.is_due() {
            continue;
        }
        let began = Instant::now();
        match follower.follow().await {
            Ok(round) => {
                if round.rebuilt {
                    let millis = began.elapsed().as_millis();
                    tracing::info!(parts = round.parts, millis, "the search index is complete");
                } else if failing {
                    tracing::info!("the search index follows the catalog again");
                }
                failing = false;
            }
            Err(error) => {
                if !failing {
                    tracing::warn!(error = error_chain(&error), "the search index cannot follow the catalog");
                }
                failing = true;
                tokio::time::sleep(PAUSE).await;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_wish_for_a_new_index_is_taken_once() {
        let folder = tempfile::tempdir().unwrap();
        let index = folder.path().join("search");
        assert!(!take_request(&index));
        request_rebuild(&index).unwrap_err();
        fs::create_dir(&index).unwrap();
        request_rebuild(&index).unwrap();
        request_rebuild(&index).unwrap();
        assert!(take_request(&index));
        assert!(!take_request(&index));
    }
}
