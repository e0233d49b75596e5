//! How many connections the operating system allows this process.

use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};

/// Descriptors reserved for the database, providers, files and the mail server.
const OTHERS: usize = 256;

/// Raises the limit of open descriptors as far as permitted, and returns how many connections it allows. The soft
/// limit is 1,024 on many systems, for compatibility with old programs.
pub(crate) fn room_for_connections() -> usize {
    let Rlimit { current, maximum } = getrlimit(Resource::Nofile);
    let raised = Rlimit { current: maximum, maximum };
    let limit = if setrlimit(Resource::Nofile, raised).is_ok() { maximum } else { current };
    // `None` means unlimited.
    let limit = limit.map_or(usize::MAX, |limit| usize::try_from(limit).unwrap_or(usize::MAX));
    limit.saturating_sub(OTHERS).max(limit / 2).max(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_limit_is_raised_to_what_is_allowed() {
        let room = room_for_connections();
        let Rlimit { current, maximum } = getrlimit(Resource::Nofile);
        assert_eq!(current, maximum);
        assert!(current.is_none_or(|limit| usize::try_from(limit).unwrap() > room), "{room}");
    }
}
