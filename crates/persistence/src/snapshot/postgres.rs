//! PostgreSQL snapshots with its own `pg_dump`, `pg_restore` and `psql`, which support all of its versions. Passwords
//! are passed in the environment, because other users on the machine can read arguments.

use super::SnapshotError;
use crate::{connection::AnyConnection, programs};
use diesel::{QueryableByName, RunQueryDsl, sql_query, sql_types};
use percent_encoding::percent_decode_str;
use std::{
    fs::File,
    io::{self, Read, Write},
    path::Path,
    process::{Child, ChildStderr, Command, Stdio},
    thread::{self, JoinHandle},
    time::{Duration, Instant},
};

#[derive(QueryableByName)]
struct Count {
    #[diesel(sql_type = sql_types::BigInt)]
    n: i64,
}

/// Bytes of compressed dump read per second. PostgreSQL runs a dump at the same priority as any session, so reading
/// faster would slow the shop down.
const BYTES_A_SECOND: u64 = 7_500_000;

/// Bytes read at once: about a millisecond's worth.
const PIECE: usize = 8 * 1024;

/// How much lost time is made up at most.
const MADE_UP_FOR: Duration = Duration::from_millis(20);

/// Bytes of a program's error output that are kept; the rest is read and discarded.
const COMPLAINTS: u64 = 64 * 1024;

/// Writes `pg_dump`'s custom format: compressed, and readable by any version of `pg_restore`. Lightly compressed: the
/// default level takes three times as long and saves a sixth.
pub(super) fn dump(url: &str, schema: &str, to: &Path) -> Result<(), SnapshotError> {
    let file = File::options().write(true).create(true).truncate(true).open(to).map_err(failed(to))?;
    let mut dump = program("pg_dump", url)?;
    dump.args(["--format=custom", "--compress=1", "--no-owner", "--no-privileges", "--no-password"]);
    dump.arg("--lock-wait-timeout=10s").arg(format!("--table={}.*", quoted(schema)));
    take_over(Running::start("pg_dump", dump.stdout(Stdio::piped()))?, &file, to)
}

/// Copies the output of a dump and waits for the program to end.
fn take_over(mut dump: Running, file: &File, to: &Path) -> Result<(), SnapshotError> {
    let content = dump.child.stdout.take();
    let copied = content.map_or(Ok(()), |content| copy_at_pace(content, file, BYTES_A_SECOND));
    // The program ends if its output is not read; the reason for that is the more useful error.
    let ended = dump.end();
    copied.and_then(|()| file.sync_data()).map_err(failed(to)).and(ended)
}

/// Copies at a limited rate. Makes up lost time only as far as a sleep may overrun on a busy machine.
fn copy_at_pace(mut from: impl Read, mut to: impl Write, bytes_a_second: u64) -> io::Result<()> {
    let mut buffer = [0; PIECE];
    let mut next = Instant::now();
    loop {
        let count = match from.read(&mut buffer) {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            count => count?,
        };
        let piece = buffer.get(..count).unwrap_or_default();
        if piece.is_empty() {
            return Ok(());
        }
        to.write_all(piece)?;
        let share = u64::try_from(count).map_or(0, |count| count * 1_000_000 / bytes_a_second);
        let now = Instant::now();
        next = next.max(now.checked_sub(MADE_UP_FOR).unwrap_or(now)) + Duration::from_micros(share);
        thread::sleep(next.saturating_duration_since(now));
    }
}

/// Checks that the copy's list of contents is readable and names the tables of a shop.
pub(super) fn check(copy: &Path) -> Result<(), SnapshotError> {
    let mut list = Command::new(programs::find(&["pg_restore"])?.join("pg_restore"));
    let mut list =
        Running::start("pg_restore", list.arg("--list").arg(copy).stdin(Stdio::null()).stdout(Stdio::piped()))?;
    let mut listed = Vec::new();
    let read = list.child.stdout.take().map_or(Ok(0), |mut list| list.read_to_end(&mut listed));
    list.end()?;
    if read.is_ok() && String::from_utf8_lossy(&listed).contains(" order_refs ") {
        Ok(())
    } else {
        Err(SnapshotError::Damaged("it holds no shop".to_owned()))
    }
}

/// How long PostgreSQL may list a connection that was closed, such as an earlier one of this process.
const CLOSING: Duration = Duration::from_secs(2);

/// Whether a shop server is connected, under the usual application name or that of this URL.
pub(super) fn is_in_use(connection: &mut AnyConnection) -> Result<bool, SnapshotError> {
    let look = "SELECT count(*) AS n FROM pg_stat_activity WHERE datname = current_database() \
                AND application_name IN ('autoparts', current_setting('application_name')) AND pid <> pg_backend_pid()";
    let started = Instant::now();
    loop {
        let counts: Vec<Count> = sql_query(look).load(connection)?;
        let is_connected = counts.iter().any(|count| count.n > 0);
        if !is_connected || started.elapsed() >= CLOSING {
            return Ok(is_connected);
        }
        thread::sleep(Duration::from_millis(50));
    }
}

/// Whether Citus is installed in the database, so that its tables may be on several nodes.
pub(super) fn is_distributed(connection: &mut AnyConnection) -> Result<bool, SnapshotError> {
    let look = "SELECT count(*) AS n FROM pg_extension WHERE extname = 'citus'";
    let counts: Vec<Count> = sql_query(look).load(connection)?;
    Ok(counts.iter().any(|count| count.n > 0))
}

/// Runs everything in one transaction, including dropping the old tables: `pg_restore` writes the statements and `psql`
/// executes them. `psql` commits when its input ends, so it is killed if that input broke off.
pub(super) fn restore(url: &str, schema: &str, tables: &[String], copy: &Path) -> Result<(), SnapshotError> {
    let mut psql = program("psql", url)?;
    psql.args(["--no-psqlrc", "--quiet", "--single-transaction", "--set=ON_ERROR_STOP=1", "--no-password"]);
    // Its output is not needed.
    let mut psql = Running::start("psql", psql.stdin(Stdio::piped()).stdout(Stdio::null()))?;
    let mut script = Command::new(programs::find(&["pg_restore"])?.join("pg_restore"));
    script.args(["--no-owner", "--no-privileges", "--file=-"]).arg(copy);
    let mut script = Running::start("pg_restore", script.stdin(Stdio::null()).stdout(Stdio::piped()))?;
    let (Some(mut statements), Some(mut input)) = (script.child.stdout.take(), psql.child.stdin.take()) else {
        return Err(SnapshotError::Program { program: "psql", said: "it takes no input".to_owned() });
    };
    let dropped = tables
        .iter()
        .try_for_each(|table| writeln!(input, "DROP TABLE IF EXISTS {}.{} CASCADE;", quoted(schema), quoted(table)));
    let copied = dropped.and_then(|()| io::copy(&mut statements, &mut input));
    drop(statements);
    let read = script.end();
    match copied {
        Ok(_) if read.is_err() => {
            psql.stop();
            read
        }
        // If psql stopped reading, its own error explains why.
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
            psql.stop();
            Err(SnapshotError::Program { program: "psql", said: error.to_string() })
        }
        copied => {
            drop(input);
            psql.end()?;
            copied.map(drop).map_err(|error| SnapshotError::Program { program: "psql", said: error.to_string() })
        }
    }
}

fn quoted(name: &str) -> String {
    format!("\"{}\"", name.replace('"', "\"\""))
}

/// One of PostgreSQL's programs, set up to connect to the URL.
fn program(name: &'static str, url: &str) -> Result<Command, SnapshotError> {
    let mut command = Command::new(programs::find(&["pg_dump", "pg_restore", "psql"])?.join(name));
    let (url, password) = without_password(url);
    if let Some(password) = password {
        command.env("PGPASSWORD", password);
    }
    command.env("PGCONNECT_TIMEOUT", "10").arg(format!("--dbname={url}")).stdin(Stdio::null());
    Ok(command)
}

/// A running program. Its error output is read concurrently: a program blocks once that pipe is full, and so would a
/// caller that waits for other output of it.
struct Running {
    name: &'static str,
    child: Child,
    complaints: Option<JoinHandle<String>>,
}

impl Running {
    fn start(name: &'static str, command: &mut Command) -> Result<Self, SnapshotError> {
        let failed = |error: io::Error| SnapshotError::Program { program: name, said: error.to_string() };
        let mut child = command.stderr(Stdio::piped()).spawn().map_err(failed)?;
        let stderr = child.stderr.take();
        let read = move || stderr.map(complaints).unwrap_or_default();
        let mut running = Self { name, child, complaints: None };
        running.complaints = Some(thread::Builder::new().name(name.to_owned()).spawn(read).map_err(failed)?);
        Ok(running)
    }

    /// Kills the program.
    fn stop(&mut self) {
        // Fails if the program has already ended.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }

    /// Waits for the program to end; fails with the first error that it printed.
    fn end(mut self) -> Result<(), SnapshotError> {
        let status = self.child.wait();
        let said = self.complaints.take().and_then(|thread| thread.join().ok()).unwrap_or_default();
        let said = match status {
            Ok(status) if status.success() => return Ok(()),
            Ok(_) => {
                // Later errors are consequences of the first one.
                let error = said.lines().find(|line| line.to_lowercase().contains("error"));
                error.or_else(|| said.lines().next()).unwrap_or("it says nothing").trim().to_owned()
            }
            Err(error) => error.to_string(),
        };
        Err(SnapshotError::Program { program: self.name, said })
    }
}

impl Drop for Running {
    /// Kills a program that is no longer awaited: it could continue writing.
    fn drop(&mut self) {
        self.stop();
    }
}

fn complaints(mut stderr: ChildStderr) -> String {
    let mut kept = Vec::new();
    // Partial output is better than none.
    let _ = stderr.by_ref().take(COMPLAINTS).read_to_end(&mut kept);
    let _ = io::copy(&mut stderr, &mut io::sink());
    String::from_utf8_lossy(&kept).into_owned()
}

fn failed(file: &Path) -> impl FnOnce(io::Error) -> SnapshotError {
    let file = file.to_path_buf();
    move |cause| SnapshotError::File { file, cause }
}

/// Splits a URL into one for arguments and its password, given between user and host or as an option.
fn without_password(url: &str) -> (String, Option<String>) {
    let (scheme, rest) = url.split_once("://").unwrap_or(("postgres", url));
    let (place, options) = rest.split_once('?').map_or((rest, ""), |(place, options)| (place, options));
    let mut password = None;
    let place = match place.split_once('@') {
        Some((login, host)) => match login.split_once(':') {
            Some((user, secret)) => {
                password = Some(secret.to_owned());
                format!("{user}@{host}")
            }
            None => place.to_owned(),
        },
        None => place.to_owned(),
    };
    let mut kept = Vec::new();
    for option in options.split('&').filter(|option| !option.is_empty()) {
        match option.strip_prefix("password=") {
            Some(secret) => password = Some(secret.to_owned()),
            None => kept.push(option),
        }
    }
    let options = if kept.is_empty() { String::new() } else { format!("?{}", kept.join("&")) };
    let password = password.map(|secret| percent_decode_str(&secret).decode_utf8_lossy().into_owned());
    (format!("{scheme}://{place}{options}"), password)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_dump_is_taken_whole_and_not_faster_than_it_should() {
        let content: Vec<u8> = (0..100_000_u32).map(|byte| byte.to_le_bytes()[0]).collect();
        let mut copy = Vec::new();
        let began = Instant::now();
        copy_at_pace(&*content, &mut copy, 1_000_000).unwrap();
        assert_eq!(copy, content);
        assert!(began.elapsed() >= Duration::from_millis(99), "a tenth of a second's worth");
    }

    #[test]
    fn a_dump_that_complains_a_lot_is_taken_all_the_same() {
        let mut dump = Command::new("sh");
        dump.args(["-c", "head -c 200000 /dev/zero >&2; printf content"]);
        let file = tempfile::NamedTempFile::new().unwrap();
        take_over(Running::start("pg_dump", dump.stdout(Stdio::piped())).unwrap(), file.as_file(), file.path())
            .unwrap();
        assert_eq!(std::fs::read(file.path()).unwrap(), b"content");
    }

    #[test]
    fn a_dump_that_cannot_be_stored_reports_the_reason() {
        let mut dump = Command::new("sh");
        dump.args(["-c", "head -c 200000 /dev/zero; exit 1"]);
        let full = File::options().write(true).open("/dev/full").unwrap();
        let answer =
            take_over(Running::start("pg_dump", dump.stdout(Stdio::piped())).unwrap(), &full, Path::new("copy"));
        assert!(matches!(answer, Err(SnapshotError::File { .. })), "{answer:?}");
    }

    #[test]
    fn a_program_that_fails_says_its_first_error_and_not_all_of_them() {
        let mut restore = Command::new("sh");
        let script = "echo a notice >&2; echo ERROR: first >&2; yes ERROR: next | head -c 1000000 >&2; exit 1";
        let answer = Running::start("psql", restore.args(["-c", script])).unwrap().end();
        let Err(SnapshotError::Program { said, .. }) = answer else { panic!("{answer:?}") };
        assert_eq!(said, "ERROR: first");
    }

    #[test]
    fn the_password_is_no_argument() {
        for (url, shown, password) in [
            (
                "postgres://shop:a%2Fb@db:5432/autoparts?sslmode=require",
                "postgres://shop@db:5432/autoparts?sslmode=require",
                Some("a/b"),
            ),
            (
                "postgres:///autoparts?host=db&password=s3cret&user=shop",
                "postgres:///autoparts?host=db&user=shop",
                Some("s3cret"),
            ),
            ("postgres://shop@db/autoparts", "postgres://shop@db/autoparts", None),
            ("postgres://db", "postgres://db", None),
        ] {
            assert_eq!(without_password(url), (shown.to_owned(), password.map(str::to_owned)));
        }
    }
}
