//! Reads an strace of the server: changes to the database's files, requests and responses, in one order.
//!
//! A write counts from the start of the call, because its bytes may reach the disk before it returns. A sync counts
//! from its return, because only then is it guaranteed.

use std::{
    collections::BTreeMap,
    fs::File,
    io::{BufRead, BufReader},
    path::{Path, PathBuf},
    process::Command,
    time::{Duration, Instant},
};

/// An event, in the order of the trace.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Event {
    /// A new file or folder.
    Made { path: PathBuf, is_folder: bool },
    /// A removed name.
    Unlinked(PathBuf),
    /// A renamed file or folder.
    Renamed(PathBuf, PathBuf),
    /// Bytes written to a file.
    Written { path: PathBuf, offset: usize, bytes: Vec<u8> },
    /// A file is truncated or extended.
    Cut { path: PathBuf, length: usize },
    /// Changes to a file, or in a folder, are on the disk.
    Synced(PathBuf),
    /// A client requested to delete an order; the response may never arrive.
    DeletionAsked(String),
    /// A response to a client.
    Acknowledged(Acknowledgment),
}

/// An acknowledgment to a client, which must hold from then on.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Acknowledgment {
    Placed(String),
    Deleted(String),
    Paid(String),
}

const CALLS: &str = "trace=open,openat,creat,close,write,pwrite64,writev,sendto,sendmsg,recvfrom,fsync,fdatasync,\
                     sync_file_range,ftruncate,fallocate,unlink,unlinkat,rename,renameat,renameat2,mkdir,mkdirat,mmap";

/// Returns a command that runs a program under strace; the started process is the program itself.
pub(crate) fn strace(program: &Path, trace: &Path) -> Command {
    let found =
        ["/usr/bin/strace", "/usr/local/bin/strace", "/bin/strace"].into_iter().find(|path| Path::new(path).is_file());
    let strace = found.unwrap_or_else(|| panic!("strace is not installed; install it: apt-get install strace"));
    let mut command = Command::new(strace);
    command.args(["-D", "-f", "-q", "-y", "-xx", "-s", "4194304", "--seccomp-bpf", "-e", CALLS, "-o"]);
    command.arg(trace).arg(program);
    command
}

/// Returns the complete trace of a process that has ended.
fn whole(trace: &Path, process: u32) -> BufReader<File> {
    let process = process.to_string();
    // Process ids are padded with spaces.
    let is_end = |line: &str| {
        line.strip_prefix(&process).is_some_and(|rest| rest.starts_with(' ') && rest.trim_start().starts_with("+++"))
    };
    let patience = Instant::now() + Duration::from_mins(1);
    loop {
        let text = Command::new("tail").args(["-c", "4096"]).arg(trace).output().unwrap().stdout;
        if String::from_utf8_lossy(&text).lines().any(is_end) {
            return BufReader::with_capacity(1 << 20, File::open(trace).unwrap());
        }
        assert!(Instant::now() < patience, "strace did not write down the end of {process}");
        std::thread::sleep(Duration::from_millis(20));
    }
}

/// Reads the traces of successive processes.
pub(crate) struct Reader {
    root: PathBuf,
    files: BTreeMap<String, PathBuf>,
    /// The last request on each connection.
    requests: BTreeMap<String, String>,
    pub(crate) events: Vec<Event>,
}

impl Reader {
    /// Reads events of the database below a folder.
    pub(crate) fn of(root: &Path) -> Self {
        let root = root.to_path_buf();
        Self { root, files: BTreeMap::new(), requests: BTreeMap::new(), events: Vec::new() }
    }

    /// Continues with the trace of a process that has ended.
    pub(crate) fn read(&mut self, trace: &Path, process: u32) {
        self.files.clear();
        self.requests.clear();
        let mut begun: BTreeMap<String, String> = BTreeMap::new();
        for line in whole(trace, process).lines() {
            let line = line.unwrap();
            let (thread, line) = line.split_once(' ').unwrap();
            let line = line.trim_start();
            if let Some(rest) = line.strip_prefix("<... ") {
                let (_, end) = rest.split_once("resumed>").unwrap();
                let first = begun.remove(thread).unwrap_or_default();
                self.ended(&(first + end));
            } else if let Some(first) = line.strip_suffix("<unfinished ...>") {
                self.began(first);
                begun.insert(thread.to_owned(), first.to_owned());
            } else if !line.starts_with("+++") && !line.starts_with("---") {
                self.began(line);
                self.ended(line);
            }
        }
    }

    /// Handles calls that count from their start.
    fn began(&mut self, line: &str) {
        let Some((call, rest)) = line.split_once('(') else { return };
        match call {
            "pwrite64" => {
                let Some(path) = self.file(rest) else { return };
                let (_, offset) = rest.trim_end().rsplit_once('"').unwrap();
                assert!(!offset.starts_with("..."), "a write is longer than what is kept of it");
                let offset = offset.split(')').next().unwrap().rsplit(", ").next().unwrap();
                let offset = offset.trim().parse().unwrap();
                let bytes = strings(rest).concat();
                self.events.push(Event::Written { path, offset, bytes });
            }
            "write" | "writev" | "sendto" | "sendmsg" => {
                assert!(self.file(rest).is_none(), "a write without an offset: {line:.200}");
                if is_socket(rest) {
                    self.answered(rest);
                }
            }
            "mmap" if line.contains("PROT_WRITE") && line.contains("MAP_SHARED") => {
                let descriptor = line.split(", ").nth(4).unwrap_or_default();
                assert!(self.file(descriptor).is_none(), "a file of the database is written through memory");
            }
            "fallocate" => assert!(self.file(rest).is_none(), "an allocation of the database is not understood"),
            _ => {}
        }
    }

    /// Handles calls that count from their return.
    fn ended(&mut self, line: &str) {
        let Some((call, rest)) = line.split_once('(') else { return };
        let result = line.rsplit_once(" = ").map_or("", |(_, result)| result);
        if result.starts_with('-') || result.starts_with('?') {
            return;
        }
        match call {
            "open" | "openat" | "creat" => self.opened(rest, result),
            "close" => drop(self.files.remove(number(rest))),
            "fsync" | "fdatasync" => {
                if let Some(path) = self.files.get(number(rest)) {
                    self.events.push(Event::Synced(path.clone()));
                }
            }
            "ftruncate" => {
                let Some(path) = self.file(rest) else { return };
                let length = rest.rsplit_once(')').unwrap().0.rsplit(", ").next().unwrap().trim().parse().unwrap();
                self.events.push(Event::Cut { path, length });
            }
            "unlink" | "unlinkat" => {
                let path = self.named(rest, 0);
                if self.is_ours(&path) {
                    self.events.push(Event::Unlinked(path));
                }
            }
            "rename" | "renameat" | "renameat2" => {
                let from = self.named(rest, 0);
                let to = self.named(rest, 1);
                if self.is_ours(&from) || self.is_ours(&to) {
                    self.events.push(Event::Renamed(from, to));
                }
            }
            "mkdir" | "mkdirat" => {
                let path = self.named(rest, 0);
                if path.starts_with(&self.root) {
                    self.events.push(Event::Made { path, is_folder: true });
                }
            }
            "recvfrom" if is_socket(rest) => self.asked(rest),
            _ => {}
        }
    }

    fn opened(&mut self, rest: &str, result: &str) {
        let path = self.named(rest, 0);
        // Folders are opened to sync them.
        let is_folder = path.starts_with(&self.root) && rest.contains("O_RDONLY");
        if !self.is_ours(&path) && !is_folder {
            return;
        }
        assert!(!rest.contains("O_TRUNC"), "{} is emptied by opening it", path.display());
        self.files.insert(number(result).to_owned(), path.clone());
        if rest.contains("O_CREAT") {
            self.events.push(Event::Made { path, is_folder: false });
        }
    }

    /// Returns a name in a call's arguments.
    fn named(&self, rest: &str, which: usize) -> PathBuf {
        let name = strings(rest).get(which).cloned().unwrap_or_default();
        self.root.join(String::from_utf8_lossy(&name).into_owned())
    }

    /// Whether a file belongs to the database and persists across a power cut; the shared memory file does not.
    fn is_ours(&self, path: &Path) -> bool {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        path.starts_with(&self.root) && name.starts_with("shop.db") && !name.ends_with("-shm")
    }

    /// Returns the database file of the descriptor at the start of a text.
    fn file(&self, rest: &str) -> Option<PathBuf> {
        self.files.get(number(rest)).filter(|path| self.is_ours(path)).cloned()
    }

    fn asked(&mut self, rest: &str) {
        let text = String::from_utf8_lossy(&strings(rest).concat()).into_owned();
        let Some((line, _)) = text.split_once(" HTTP/1.1\r\n") else { return };
        if let Some(order) = line.strip_prefix("DELETE /orders/") {
            self.events.push(Event::DeletionAsked(order.to_owned()));
        }
        self.requests.insert(number(rest).to_owned(), line.to_owned());
    }

    fn answered(&mut self, rest: &str) {
        let text = String::from_utf8_lossy(&strings(rest).concat()).into_owned();
        if !text.starts_with("HTTP/1.1 20") {
            return;
        }
        let request = self.requests.get(number(rest)).map_or("", String::as_str);
        let after = |words: &str| text.split_once(words).map_or("", |(_, rest)| rest);
        let sent = match request.split_once(' ') {
            Some(("POST", "/orders" | "/checkouts")) => {
                Acknowledgment::Placed(after("\"insertedId\":\"").split('"').next().unwrap().to_owned())
            }
            Some(("DELETE", path)) if path.starts_with("/orders/") && after("\"deletedCount\":").starts_with('1') => {
                Acknowledgment::Deleted(path.trim_start_matches("/orders/").to_owned())
            }
            Some(("PATCH", path)) if path.starts_with("/booking/") => {
                Acknowledgment::Paid(path.trim_start_matches("/booking/").to_owned())
            }
            _ => return,
        };
        self.events.push(Event::Acknowledged(sent));
    }
}

/// Returns the descriptor number at the start of a text.
fn number(text: &str) -> &str {
    text.split(|at: char| !at.is_ascii_digit()).next().unwrap_or_default()
}

fn is_socket(rest: &str) -> bool {
    // `socket:`, as strace escapes it.
    rest.split_once('<').is_some_and(|(_, path)| path.starts_with(r"\x73\x6f\x63\x6b\x65\x74\x3a"))
}

/// Returns the quoted strings of a call, in which each byte is escaped like `\x2f`.
fn strings(rest: &str) -> Vec<Vec<u8>> {
    rest.split('"').skip(1).step_by(2).map(bytes).collect()
}

fn bytes(hex: &str) -> Vec<u8> {
    let digit = |digit: u8| if digit < b'a' { digit - b'0' } else { digit - b'a' + 10 };
    hex.as_bytes().chunks_exact(4).map(|byte| digit(byte[2]) * 16 + digit(byte[3])).collect()
}

#[test]
fn what_strace_writes_is_read() {
    let hex = |text: &str| text.bytes().map(|byte| format!("\\x{byte:02x}")).collect::<Vec<_>>().concat();
    let file = hex("/s/shop.db");
    let log = hex("/s/shop.db-wal");
    let socket = hex("socket:[7]");
    let (answer, post) =
        (hex("HTTP/1.1 201 Created\r\n\r\n{\"insertedId\":\"o-1\"}"), hex("POST /orders HTTP/1.1\r\n"));
    let trace = [
        format!("5 openat(AT_FDCWD</s>, \"{file}\", O_RDWR|O_CREAT|O_EXCL, 0600 <unfinished ...>"),
        "6 close(9</x>) = 0".to_owned(),
        format!("5 <... openat resumed>) = 11<{file}>"),
        format!("5 openat(AT_FDCWD</s>, \"{log}\", O_RDWR|O_CREAT, 0600) = 12<{log}>"),
        format!("5 recvfrom(8<{socket}>, \"{post}\", 8192, 0, NULL, NULL) = 23"),
        format!("6 pwrite64(12<{log}>, \"\\x01\\xff\", 2, 32 <unfinished ...>"),
        format!("5 fsync(11<{file}> <unfinished ...>"),
        "6 <... pwrite64 resumed>) = 2".to_owned(),
        "5 <... fsync resumed>) = 0".to_owned(),
        format!("6 ftruncate(12<{log}>, 1) = 0"),
        format!("6 unlink(\"{log}\") = -1 ENOENT (No such file or directory)"),
        format!("6 sendto(8<{socket}>, \"{answer}\", 40, MSG_NOSIGNAL, NULL, 0) = 40"),
        "5 +++ exited with 0 +++".to_owned(),
    ];
    let folder = tempfile::tempdir().unwrap();
    let written = folder.path().join("trace");
    std::fs::write(&written, trace.join("\n") + "\n").unwrap();
    let mut reader = Reader::of(Path::new("/s"));
    reader.read(&written, 5);
    let file = PathBuf::from("/s/shop.db");
    let log = PathBuf::from("/s/shop.db-wal");
    let expected = [
        Event::Made { path: file.clone(), is_folder: false },
        Event::Made { path: log.clone(), is_folder: false },
        Event::Written { path: log.clone(), offset: 32, bytes: vec![1, 255] },
        Event::Synced(file),
        Event::Cut { path: log, length: 1 },
        Event::Acknowledged(Acknowledgment::Placed("o-1".to_owned())),
    ];
    assert_eq!(reader.events, expected);
}
