//! The processes of a cluster: creates its files, starts and stops the server, and runs the watchdog that cleans up
//! when the cluster is no longer in use.

use super::ClusterError;
use crate::programs::find;
use std::{
    fs::{self, File, OpenOptions},
    io::Write,
    net::{Ipv4Addr, TcpListener},
    os::unix::{
        fs::{MetadataExt, chown},
        process::CommandExt,
    },
    path::{Path, PathBuf},
    process::{Command, Stdio},
};

/// A user whose password the server checks; it trusts all others.
pub(super) const LOCKED_USER: &str = "locked";

/// Stops the cluster once the lock `used` was free in five consecutive checks. Holds the lock `setup` while it does so,
/// so that no process starts using a cluster that is being removed. `$1` is the base folder, `$2` the path of `pg_ctl`.
const WATCHDOG: &str = r#"
idle=0
while sleep 2; do
    exec 8<"$1/setup" 9<"$1/used" || exit 0
    if flock -n 8 && flock -n 9; then idle=$((idle + 1)); else idle=0; fi
    if [ "$idle" -ge 5 ]; then
        "$2" stop -D "$1/cluster/data" -m immediate
        rm -rf "$1/cluster/data" "$1/cluster/port" "$1/cluster/log"
        exit 0
    fi
    exec 8<&- 9<&-
done
"#;

/// A user other than root.
#[derive(Debug, Clone, Copy)]
struct OsUser {
    uid: u32,
    gid: u32,
}

/// Where the files of a cluster are, and which user runs it.
#[derive(Debug)]
pub(super) struct Server {
    base: PathBuf,
    /// Empty if the programs are in `PATH`.
    programs: PathBuf,
    /// `None` if the current user is not root and can run it.
    user: Option<OsUser>,
}

impl Server {
    /// A server whose files are below `base`, which is created.
    pub(super) fn at(base: PathBuf) -> Result<Self, ClusterError> {
        let server = Self {
            programs: find(&["initdb", "pg_ctl", "postgres"]).map_err(|_| ClusterError::NotInstalled)?,
            user: user()?,
            base,
        };
        let cluster = server.cluster();
        fs::create_dir_all(&cluster).map_err(ClusterError::system("create the folder of the cluster"))?;
        if let Some(user) = server.user {
            chown(&cluster, Some(user.uid), Some(user.gid))
                .map_err(ClusterError::system("change the owner of the cluster's folder"))?;
        }
        Ok(server)
    }

    fn cluster(&self) -> PathBuf {
        self.base.join("cluster")
    }

    fn data(&self) -> PathBuf {
        self.cluster().join("data")
    }

    /// Opens one of the two lock files.
    pub(super) fn lock_file(&self, name: &'static str) -> Result<File, ClusterError> {
        let mut options = OpenOptions::new();
        let file = options.create(true).truncate(false).write(true).open(self.base.join(name));
        file.map_err(ClusterError::system("open a lock file of the cluster"))
    }

    /// The port on which the server was last started.
    pub(super) fn port(&self) -> Option<u16> {
        fs::read_to_string(self.cluster().join("port")).ok()?.trim().parse().ok()
    }

    /// Creates a new cluster and starts it.
    pub(super) fn create(&self) -> Result<u16, ClusterError> {
        // A crash may have left one running.
        let _ = self.stop();
        let data = self.data();
        if data.exists() {
            fs::remove_dir_all(&data).map_err(ClusterError::system("remove the old cluster"))?;
        }
        let mut initdb = self.program("initdb");
        initdb.arg("-D").arg(&data);
        initdb.args(["-U", "postgres", "-A", "trust", "--no-sync", "-E", "UTF8", "--locale=C"]);
        run("initdb", &mut initdb)?;
        let port = free_port()?;
        self.configure(port)?;
        self.start()?;
        fs::write(self.cluster().join("port"), port.to_string())
            .map_err(ClusterError::system("save the port of the cluster"))?;
        self.watch()?;
        Ok(port)
    }

    /// Turns off durability, which tests do not need: a server that is stopped or killed keeps what it committed.
    fn configure(&self, port: u16) -> Result<(), ClusterError> {
        let settings = format!(
            "listen_addresses = '127.0.0.1'\nport = {port}\nunix_socket_directories = ''\n\
             fsync = off\nfull_page_writes = off\n\
             max_connections = 300\nshared_buffers = '32MB'\nautovacuum = off\njit = off\nlc_messages = 'C'\n"
        );
        let hosts = self.data().join("pg_hba.conf");
        let trusting = fs::read_to_string(&hosts).map_err(ClusterError::system("read pg_hba.conf"))?;
        fs::write(&hosts, format!("host all {LOCKED_USER} 127.0.0.1/32 scram-sha-256\n{trusting}"))
            .map_err(ClusterError::system("write pg_hba.conf"))?;
        OpenOptions::new()
            .append(true)
            .open(self.data().join("postgresql.conf"))
            .and_then(|mut file| file.write_all(settings.as_bytes()))
            .map_err(ClusterError::system("write postgresql.conf"))
    }

    /// Starts the server and waits until it accepts connections.
    pub(super) fn start(&self) -> Result<(), ClusterError> {
        let mut start = self.program("pg_ctl");
        start.args(["start", "-w", "-s", "-t", "60", "-D"]).arg(self.data());
        start.arg("-l").arg(self.cluster().join("log"));
        // The server inherits open pipes. If it inherited those of the tests, the test runner would wait for it to end.
        let status = start.stdout(Stdio::null()).stderr(Stdio::null()).status();
        let status = status.map_err(ClusterError::system("run pg_ctl"))?;
        if status.success() {
            return Ok(());
        }
        let output = fs::read_to_string(self.cluster().join("log")).unwrap_or_default();
        Err(ClusterError::Program { program: "pg_ctl start", output })
    }

    /// Stops the server immediately.
    pub(super) fn stop(&self) -> Result<(), ClusterError> {
        let mut stop = self.program("pg_ctl");
        stop.args(["stop", "-m", "immediate", "-D"]).arg(self.data());
        run("pg_ctl stop", &mut stop)
    }

    /// The ids of the processes of a running server, the parent of the others first.
    pub(super) fn processes(&self) -> Result<Vec<String>, ClusterError> {
        let first = self.first_process()?;
        let children = children(&first)?.into_iter().map(|(process, _)| process);
        Ok([first].into_iter().chain(children).collect())
    }

    fn first_process(&self) -> Result<String, ClusterError> {
        let file = fs::read_to_string(self.data().join("postmaster.pid"));
        let file = file.map_err(ClusterError::system("read postmaster.pid"))?;
        Ok(file.lines().next().unwrap_or_default().to_owned())
    }

    /// Sends a signal to the processes of a running server: either to all, or only to those that serve connections,
    /// which are children of the first one.
    pub(super) fn signal(&self, signal: &str, connections_only: bool) -> Result<(), ClusterError> {
        let first = self.first_process()?;
        let mut targets = children(&first)?;
        if connections_only {
            targets.retain(|(_, title)| title.contains("127.0.0.1("));
        } else {
            targets.insert(0, (first, String::new()));
        }
        if targets.is_empty() {
            return Err(ClusterError::Server("no client is connected".to_owned()));
        }
        for (process, _) in &targets {
            let sent = run("kill", Command::new("kill").args([format!("-{signal}"), process.clone()]));
            // A process that has just ended needs no signal.
            if Path::new("/proc").join(process).exists() {
                sent?;
            }
        }
        Ok(())
    }

    /// Removes everything; for servers that are not shared.
    pub(super) fn remove(&self) {
        let _ = self.stop();
        let _ = fs::remove_dir_all(&self.base);
    }

    /// Starts a process that cleans up after all tests have ended, however they ended.
    fn watch(&self) -> Result<(), ClusterError> {
        let mut watchdog = self.as_user("sh".as_ref());
        watchdog.args(["-c", WATCHDOG, "watchdog"]).arg(&self.base).arg(self.programs.join("pg_ctl"));
        // In a separate process group, so that stopping the tests does not stop it.
        watchdog.process_group(0).stdout(Stdio::null()).stderr(Stdio::null());
        watchdog.spawn().map(drop).map_err(ClusterError::system("start the watchdog of the cluster"))
    }

    fn program(&self, name: &str) -> Command {
        self.as_user(&self.programs.join(name))
    }

    fn as_user(&self, program: &Path) -> Command {
        let mut command = Command::new(program);
        command.current_dir(self.cluster()).env("LC_ALL", "C").stdin(Stdio::null());
        if let Some(user) = self.user {
            command.uid(user.uid).gid(user.gid);
        }
        command
    }
}

/// The children of a process, each with its title.
fn children(parent: &str) -> Result<Vec<(String, String)>, ClusterError> {
    let processes = fs::read_dir("/proc").map_err(ClusterError::system("list the processes"))?;
    let names = processes.flatten().filter_map(|entry| entry.file_name().into_string().ok());
    Ok(names
        .filter_map(|process| {
            let stat = fs::read_to_string(format!("/proc/{process}/stat")).ok()?;
            let its_parent = stat.rsplit_once(')')?.1.split_whitespace().nth(1)?;
            let title = fs::read_to_string(format!("/proc/{process}/cmdline")).ok()?;
            (its_parent == parent).then_some((process, title))
        })
        .collect())
}

fn run(name: &'static str, command: &mut Command) -> Result<(), ClusterError> {
    let output = command.output().map_err(ClusterError::system("run a program of PostgreSQL"))?;
    if output.status.success() {
        return Ok(());
    }
    let [out, err] = [output.stdout, output.stderr].map(|bytes| String::from_utf8_lossy(&bytes).into_owned());
    Err(ClusterError::Program { program: name, output: format!("{out}{err}") })
}

/// The user id that runs the tests. Without `/proc`, an id other than root's.
pub(super) fn own_uid() -> u32 {
    fs::metadata("/proc/self").map_or(1, |process| process.uid())
}

/// The user to run the server as; `None` unless the current user is root.
fn user() -> Result<Option<OsUser>, ClusterError> {
    if own_uid() != 0 {
        return Ok(None);
    }
    let people = fs::read_to_string("/etc/passwd").map_err(ClusterError::system("read /etc/passwd"))?;
    let find = |wanted: &str| {
        people.lines().find_map(|line| {
            let mut fields = line.split(':');
            let name = fields.next()?;
            let uid = fields.nth(1)?.parse().ok()?;
            let gid = fields.next()?.parse().ok()?;
            (name == wanted).then_some(OsUser { uid, gid })
        })
    };
    find("postgres").or_else(|| find("nobody")).map(Some).ok_or(ClusterError::NoUser)
}

fn free_port() -> Result<u16, ClusterError> {
    TcpListener::bind((Ipv4Addr::LOCALHOST, 0))
        .and_then(|listener| listener.local_addr())
        .map(|address| address.port())
        .map_err(ClusterError::system("find a free port"))
}
