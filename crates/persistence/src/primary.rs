//! Finds the primary among several PostgreSQL servers. libpq tries them in turn and, on every new connection, waits
//! seconds for each that does not respond. Here the last known primary is tried first and the others follow after a
//! short delay.

use crate::url::with_option;
use diesel::{
    Connection, PgConnection,
    result::{ConnectionError, ConnectionResult},
};
use std::{
    fmt, io,
    sync::{
        atomic::{AtomicUsize, Ordering},
        mpsc::{Receiver, RecvTimeoutError, Sender, channel},
    },
    thread,
    time::{Duration, Instant},
};

/// How long to wait for a response before trying the other servers. Those that have already responded are tried again,
/// because any of them may become the primary.
const RESPONSE_TIMEOUT: Duration = Duration::from_millis(300);

/// The servers that a URL names, and the last known primary.
pub(crate) struct Servers {
    /// One URL per server.
    urls: Vec<String>,
    last: AtomicUsize,
    /// Time limit for finding the primary; libpq gives each server as long.
    timeout: Duration,
}

/// The URLs of the servers in a URL, each with the login, database and options. `None` if the URL names one server, or
/// none before its options.
fn split(url: &str) -> Option<Vec<String>> {
    let (scheme, rest) = url.split_once("://")?;
    // As in libpq: a login ends with the first `@`, which comes before the first `/`.
    let is_login = |login: &&str| !login.contains('/');
    let (login, rest) = match rest.split_once('@').filter(|(login, _)| is_login(login)) {
        Some((login, rest)) => (format!("{login}@"), rest),
        None => (String::new(), rest),
    };
    let (hosts, tail) = rest.split_at(rest.find(['/', '?']).unwrap_or(rest.len()));
    hosts.contains(',').then(|| hosts.split(',').map(|host| format!("{scheme}://{login}{host}{tail}")).collect())
}

/// A server's index and the result of connecting to it.
type Answer = (usize, ConnectionResult<PgConnection>);

/// Connects to several servers at once, each on its own thread, because libpq blocks.
struct Race<'a> {
    servers: &'a Servers,
    sender: Sender<Answer>,
    receiver: Receiver<Answer>,
    /// Servers with an attempt in progress, by their position in the URL.
    asked: Vec<bool>,
    /// Servers that have responded at least once.
    answered: Vec<bool>,
}

impl Race<'_> {
    fn connect_to(&mut self, server: usize) -> ConnectionResult<()> {
        let (Some(url), Some(asked)) = (self.servers.urls.get(server), self.asked.get_mut(server)) else {
            return Ok(());
        };
        if std::mem::replace(asked, true) {
            return Ok(());
        }
        let url = url.clone();
        let sender = self.sender.clone();
        let asking = thread::Builder::new().name("postgres-primary".to_owned()).spawn(move || {
            // If the race is over, the connection is closed by dropping it.
            let _ = sender.send((server, PgConnection::establish(&url)));
        });
        asking.map(drop).map_err(|error: io::Error| ConnectionError::BadConnection(error.to_string()))
    }

    fn ask_all(&mut self) -> ConnectionResult<()> {
        (0..self.asked.len()).try_for_each(|server| self.connect_to(server))
    }

    fn ask_the_rest(&mut self) -> ConnectionResult<()> {
        let answered = self.answered.clone();
        answered
            .iter()
            .enumerate()
            .filter(|(_, answered)| !**answered)
            .try_for_each(|(server, _)| self.connect_to(server))
    }

    fn note(&mut self, server: usize) {
        if let (Some(asked), Some(answered)) = (self.asked.get_mut(server), self.answered.get_mut(server)) {
            (*asked, *answered) = (false, true);
        }
    }

    /// Returns the first connection to a primary, or why there is none.
    fn run(mut self) -> ConnectionResult<PgConnection> {
        let began = Instant::now();
        let mut why = ConnectionError::BadConnection("no server has answered in time".to_owned());
        self.connect_to(self.servers.last.load(Ordering::Relaxed))?;
        loop {
            match self.receiver.recv_timeout(RESPONSE_TIMEOUT) {
                Ok((server, Ok(connection))) => {
                    self.servers.last.store(server, Ordering::Relaxed);
                    return Ok(connection);
                }
                Ok((server, Err(error))) => {
                    self.note(server);
                    why = more_telling(why, error);
                }
                Err(RecvTimeoutError::Timeout | RecvTimeoutError::Disconnected) => self.ask_all()?,
            }
            if began.elapsed() > self.servers.timeout {
                return Err(why);
            }
            // Waits for the other attempts: a caller that gives up may end the process, and libpq crashes if it is
            // connecting on another thread then.
            if self.asked.iter().all(|asked| !asked) {
                if self.answered.iter().all(|answered| *answered) {
                    return Err(why);
                }
                self.ask_the_rest()?;
            }
        }
    }
}

/// Prefers any other error over "is a standby", which is expected.
fn more_telling(one: ConnectionError, other: ConnectionError) -> ConnectionError {
    if other.to_string().contains("server is in hot standby mode") { one } else { other }
}

/// Omits the URLs, which contain a password.
impl fmt::Debug for Servers {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Servers").field("last", &self.last).finish_non_exhaustive()
    }
}

impl Servers {
    /// `None` if the URL names a single server, or only in its options. Requires the primary, unless the URL sets
    /// `target_session_attrs` itself.
    pub(crate) fn of(url: &str, timeout: Duration) -> Option<Self> {
        let urls = split(url)?.into_iter().map(|url| with_option(url, "target_session_attrs", "primary")).collect();
        Some(Self { urls, last: AtomicUsize::new(0), timeout })
    }

    /// Connects to the primary.
    pub(crate) fn connect(&self) -> ConnectionResult<PgConnection> {
        let (sender, receiver) = channel();
        let none = vec![false; self.urls.len()];
        Race { servers: self, sender, receiver, asked: none.clone(), answered: none }.run()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::net::TcpListener;

    #[test]
    fn each_server_of_a_url_gets_one_of_its_own() {
        let urls = |url: &str| split(url).unwrap_or_default();
        assert_eq!(
            urls("postgres://shop:a%2Cb@db1:5433,[::1],db3/autoparts?connect_timeout=2"),
            [
                "postgres://shop:a%2Cb@db1:5433/autoparts?connect_timeout=2",
                "postgres://shop:a%2Cb@[::1]/autoparts?connect_timeout=2",
                "postgres://shop:a%2Cb@db3/autoparts?connect_timeout=2",
            ]
        );
        assert_eq!(urls("postgres://db1,db2?user=shop"), ["postgres://db1?user=shop", "postgres://db2?user=shop"]);
        for one in [
            "postgres://shop@db/autoparts",
            "postgres:///autoparts?host=db1,db2",
            "postgres://shop:a,b@db/autoparts",
            "postgres://shop:a,b?c@db/autoparts",
        ] {
            assert!(split(one).is_none(), "{one}");
        }
    }

    #[test]
    fn only_the_primary_will_do_unless_the_url_says_otherwise() {
        for (url, wanted) in [
            ("postgres://db1,db2/shop", "postgres://db1/shop?target_session_attrs=primary"),
            ("postgres://db1,db2/shop?target_session_attrs=any", "postgres://db1/shop?target_session_attrs=any"),
        ] {
            assert_eq!(Servers::of(url, RESPONSE_TIMEOUT).unwrap().urls[0], wanted);
        }
    }

    #[test]
    fn a_password_is_not_shown() {
        let servers = Servers::of("postgres://shop:s3cret@db1,db2/shop", RESPONSE_TIMEOUT);
        assert!(!format!("{servers:?}").contains("s3cret"));
    }

    /// A server that accepts connections but never responds, like a frozen one.
    fn frozen() -> (TcpListener, String) {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = listener.local_addr().unwrap().to_string();
        (listener, address)
    }

    #[test]
    fn servers_that_all_refuse_are_not_waited_for() {
        let servers = Servers::of("postgres://127.0.0.1:1,127.0.0.1:2/shop", Duration::from_mins(10)).unwrap();
        let why = servers.connect().err().unwrap().to_string();
        assert!(why.contains("127.0.0.1"), "{why}");
    }

    #[test]
    fn servers_of_which_one_is_frozen_are_given_up_in_the_end() {
        let (_listener, address) = frozen();
        let url = format!("postgres://{address},127.0.0.1:1/shop");
        let servers = Servers::of(&url, Duration::from_millis(1)).unwrap();
        servers.connect().err().unwrap();
    }
}
