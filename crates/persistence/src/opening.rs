//! Opens a database for the first time, and turns a failure into one line that states what to do.

use crate::{
    connection::{AnyConnection, Connector},
    contents::Contents,
};
use autoparts_application::ports::store::Access;
use diesel::{
    QueryableByName, RunQueryDsl, SqliteConnection,
    result::{ConnectionError, Error as SqlError},
    sql_query, sql_types,
};
#[cfg(unix)]
use std::os::unix::fs::{DirBuilderExt, OpenOptionsExt};
use std::{
    ffi::OsString,
    fs::{self, DirBuilder, File, OpenOptions},
    io,
    path::{Path, PathBuf},
};

/// Why a database cannot be used. `Display` is one line that states what to do, and never shows a password.
#[derive(Debug, thiserror::Error)]
pub enum OpenError {
    /// The folder of a SQLite file is missing and cannot be created.
    #[error("cannot make the folder {folder} for the database ({cause}); make it, or name a file elsewhere", folder = folder.display())]
    Folder {
        /// The folder.
        folder: PathBuf,
        /// The operating system's error.
        cause: io::Error,
    },
    /// The file cannot be opened or created.
    #[error("cannot open the database file {file} ({cause}); let this user read and write the file and its folder, and see that the disk has room", file = file.display())]
    File {
        /// The file.
        file: PathBuf,
        /// SQLite's error.
        cause: String,
    },
    /// The path is a folder.
    #[error("{file} is a folder; name a file in it", file = file.display())]
    Directory {
        /// The folder.
        file: PathBuf,
    },
    /// The file can be read but not written.
    #[error("cannot write to the database file {file} ({cause}); let this user write the file and its folder", file = file.display())]
    NotWritable {
        /// The file.
        file: PathBuf,
        /// SQLite's error.
        cause: String,
    },
    /// Another process has locked the file.
    #[error("the database file {file} is locked by another process; stop that process", file = file.display())]
    Locked {
        /// The file.
        file: PathBuf,
    },
    /// The file has another format or is damaged.
    #[error("{file} is not a SQLite database, or it is damaged ({cause}); restore a backup, or name another file", file = file.display())]
    NotADatabase {
        /// The file.
        file: PathBuf,
        /// SQLite's error.
        cause: String,
    },
    /// There is no database, or none with a shop in it.
    #[error("there is no shop in {0}; check DATABASE_URL, or make one: autoparts migrate")]
    NoShop(String),
    /// The database belongs to another program.
    #[error("{0} holds tables of another program; name another database")]
    HoldsOther(String),
    /// The file or its folder belongs to another user.
    #[error("this user may not use the database file {file}; run this as the user that serves the shop (autoparts-shop of the Debian package does), which must own the file and its folder", file = file.display())]
    NotAllowed {
        /// The file.
        file: PathBuf,
    },
    /// No server responds.
    #[error("cannot reach PostgreSQL at {url} ({cause}); check the address, and that the server runs")]
    Unreachable {
        /// The URL without its password.
        url: String,
        /// libpq's error.
        cause: String,
    },
    /// libpq rejects the URL because of an unknown option or a bad value.
    #[error(
        "the address {url} cannot be read; check the options after ? in DATABASE_URL, and how a password is written"
    )]
    Address {
        /// The URL without its password.
        url: String,
    },
    /// The connection cannot be encrypted as requested.
    #[error(
        "PostgreSQL at {url} cannot be connected to with the encryption that is wanted ({cause}); check sslmode and the certificates in DATABASE_URL"
    )]
    Encryption {
        /// The URL without its password.
        url: String,
        /// libpq's error.
        cause: String,
    },
    /// The server refuses the login.
    #[error("PostgreSQL at {url} refuses the login ({cause}); check user and password")]
    LoginRefused {
        /// The URL without its password.
        url: String,
        /// The server's error.
        cause: String,
    },
    /// The server has no such database.
    #[error("PostgreSQL at {url} has no such database; make it with createdb")]
    NoSuchDatabase {
        /// The URL without its password.
        url: String,
    },
    /// The server responds but does not accept writes.
    #[error("PostgreSQL at {url} cannot be written to ({cause}); connect to the primary")]
    NotPrimary {
        /// The URL without its password.
        url: String,
        /// The server's error.
        cause: String,
    },
}

/// Checks, on a first connection, that the database is writable.
pub(crate) fn open(connector: &Connector) -> Result<(), OpenError> {
    if let Some(file) = connector.url().sqlite_file() {
        refuse_lone_log(file)?;
        let file = led_to(file);
        make_folder(&file)?;
        make_file(&file)?;
    }
    let mut connection = connect(connector)?;
    probe(&mut connection).map_err(|error| explain_probe(connector, &error))
}

/// Connects to an existing database; the error states what to do.
pub(crate) fn connect(connector: &Connector) -> Result<AnyConnection, OpenError> {
    connector.connect().map_err(|error| explain(connector, &error))
}

/// Checks that the database contains a shop. Never creates a file.
pub(crate) fn find_shop(connector: &Connector) -> Result<(), OpenError> {
    match read_contents(connector)? {
        Contents::Shop => Ok(()),
        Contents::Nothing => Err(OpenError::NoShop(connector.url().to_string())),
        Contents::Other => Err(OpenError::HoldsOther(connector.url().to_string())),
    }
}

/// Determines what the database contains. Leaves a SQLite file unchanged.
pub(crate) fn read_contents(connector: &Connector) -> Result<Contents, OpenError> {
    if let Some(file) = connector.url().sqlite_file() {
        refuse_lone_log(file)?;
        match fs::metadata(file) {
            Ok(metadata) if metadata.is_file() && metadata.len() == 0 => return Ok(Contents::Nothing),
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Contents::Nothing),
            Err(error) if error.kind() == io::ErrorKind::PermissionDenied => {
                return Err(OpenError::NotAllowed { file: file.to_path_buf() });
            }
            _ => {}
        }
    }
    let mut connection = connector.connect_to_look().map_err(|error| explain(connector, &error))?;
    Contents::of(&mut connection).map_err(|error| explain_probe(connector, &error))
}

/// Refuses a log without its file: it may be all that is left of a shop, and SQLite would discard it on the first
/// write.
fn refuse_lone_log(file: &Path) -> Result<(), OpenError> {
    let length = |file: &Path| fs::metadata(file).map_or(0, |metadata| metadata.len());
    // In this order, because another process may be creating the file, which has contents before its log has.
    if length(&with_suffix(&led_to(file), LOG)) > 0 && length(file) == 0 {
        let cause = "it is empty or gone, and its -wal file is not: put it back if it was moved".to_owned();
        return Err(OpenError::NotADatabase { file: file.to_path_buf(), cause });
    }
    Ok(())
}

fn make_folder(file: &Path) -> Result<(), OpenError> {
    let folder = folder_of(file);
    let mut builder = DirBuilder::new();
    #[cfg(unix)]
    builder.mode(0o700);
    let new: Vec<&Path> = folder.ancestors().take_while(|folder| !folder.exists()).collect();
    builder
        .recursive(true)
        .create(folder)
        .map_err(|cause| OpenError::Folder { folder: folder.to_path_buf(), cause })?;
    new.into_iter().for_each(sync_name);
    Ok(())
}

/// Syncs the entry of a new folder to disk. SQLite syncs only the folder of its files, so a power failure could lose a
/// new folder with all its orders. Errors are ignored: a parent folder that is not readable cannot be synced, and the
/// shop should start anyway.
fn sync_name(folder: &Path) {
    _ = File::open(folder_of(folder)).and_then(|above| above.sync_all());
}

/// The folder that contains a file.
pub(crate) fn folder_of(file: &Path) -> &Path {
    file.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// A longer chain of links is treated as broken.
const MAX_LINKS: usize = 40;

/// Resolves symbolic links, even if the target does not exist: SQLite keeps its log next to the target.
pub(crate) fn led_to(file: &Path) -> PathBuf {
    let mut file = file.to_path_buf();
    for _ in 0..MAX_LINKS {
        let Ok(target) = fs::read_link(&file) else { break };
        file = folder_of(&file).join(target);
    }
    file
}

/// Creates an empty file that only its owner can access, because it will hold addresses, password hashes and signing
/// keys. The files that SQLite creates next to it get the same permissions. Leaves an existing file unchanged.
fn make_file(file: &Path) -> Result<(), OpenError> {
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    options.mode(0o600);
    match options.open(file) {
        Ok(_) => Ok(()),
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => Ok(()),
        Err(error) => Err(OpenError::File { file: file.to_path_buf(), cause: error.to_string() }),
    }
}

/// Suffix of SQLite's log.
pub(crate) const LOG: &str = "-wal";

/// The path of one of SQLite's files next to the database, by suffix.
pub(crate) fn with_suffix(file: &Path, ending: &str) -> PathBuf {
    let mut name = OsString::from(file);
    name.push(ending);
    PathBuf::from(name)
}

/// A SQLite file up to this size is read completely, which takes a few tens of milliseconds.
const SMALL_FILE: i64 = 16 * 1024 * 1024;

#[derive(QueryableByName)]
struct Size {
    #[diesel(sql_type = sql_types::BigInt)]
    bytes: i64,
}

#[derive(QueryableByName)]
struct Finding {
    #[diesel(sql_type = sql_types::Text)]
    quick_check: String,
}

/// Acquires and releases the write lock, and checks for damage where that is cheap.
fn probe(connection: &mut AnyConnection) -> Result<(), SqlError> {
    if let AnyConnection::Sqlite(sqlite) = connection {
        let sizes: Vec<Size> =
            sql_query("SELECT page_count * page_size AS bytes FROM pragma_page_count, pragma_page_size")
                .load(sqlite)?;
        if sizes.iter().all(|size| size.bytes <= SMALL_FILE)
            && let Some(damage) = damage_in(sqlite)?
        {
            let message = format!("database disk image is malformed: {damage}");
            return Err(SqlError::DatabaseError(diesel::result::DatabaseErrorKind::Unknown, Box::new(message)));
        }
    }
    connection.begin(Access::Write)?;
    connection.roll_back()
}

/// Reads the whole file and returns the first damage found; `None` if there is none.
pub(crate) fn damage_in(sqlite: &mut SqliteConnection) -> Result<Option<String>, SqlError> {
    let findings: Vec<Finding> = sql_query("PRAGMA quick_check(1)").load(sqlite)?;
    Ok(findings.into_iter().map(|finding| finding.quick_check).find(|finding| finding != "ok"))
}

/// The first line of a database error: libpq adds hints on further lines.
fn first_line(text: &str) -> String {
    text.lines().next().unwrap_or_default().trim().to_owned()
}

/// Whether libpq's error is about the URL. Such an error quotes the URL, which may include part of a password.
fn is_about_the_url(said: &str) -> bool {
    let of_a_value = ["URI", "percent-encoded", "unexpected spaces"];
    said.starts_with("invalid ") || of_a_value.iter().any(|words| said.contains(words))
}

fn explain(connector: &Connector, error: &ConnectionError) -> OpenError {
    if let ConnectionError::CouldntSetupConfiguration(error) = error {
        return explain_probe(connector, error);
    }
    let cause = first_line(&error.to_string());
    let url = connector.url().to_string();
    if let Some(file) = connector.url().sqlite_file() {
        let file = file.to_path_buf();
        return match File::open(&file) {
            Err(error) if error.kind() == io::ErrorKind::PermissionDenied => OpenError::NotAllowed { file },
            Ok(_) if file.is_dir() => OpenError::Directory { file },
            _ => OpenError::File { file, cause },
        };
    }
    if is_about_the_url(&cause) {
        return OpenError::Address { url };
    }
    let said = cause.to_lowercase();
    // In the order in which PostgreSQL checks: first the user, then the database.
    let login = ["password", "authentication", "pg_hba.conf", "role "];
    let encryption = [
        "does not support ssl",
        "ssl error",
        "certificate verify",
        "certificate file",
        "certificate present",
        "certificate does not",
        "client certificate",
        "server certificate",
        "private key",
    ];
    if said.contains("database \"") && said.contains("does not exist") && !said.contains("role \"") {
        OpenError::NoSuchDatabase { url }
    } else if login.iter().any(|word| said.contains(word)) {
        OpenError::LoginRefused { url, cause }
    } else if encryption.iter().any(|words| said.contains(words)) {
        OpenError::Encryption { url, cause }
    } else {
        OpenError::Unreachable { url, cause }
    }
}

/// Whether an error message of SQLite, in upper or lower case, means that a file is damaged or has another format.
pub(crate) fn is_damage_message(message: &str) -> bool {
    let message = message.to_lowercase();
    message.contains("not a database") || message.contains("malformed")
}

fn explain_probe(connector: &Connector, error: &SqlError) -> OpenError {
    let cause = first_line(&error.to_string());
    let Some(file) = connector.url().sqlite_file().map(Path::to_path_buf) else {
        let url = connector.url().to_string();
        return OpenError::NotPrimary { url, cause };
    };
    let said = cause.to_lowercase();
    if is_damage_message(&said) {
        OpenError::NotADatabase { file, cause }
    } else if said.contains("readonly") {
        OpenError::NotWritable { file, cause }
    } else if said.contains("locked") {
        OpenError::Locked { file }
    } else {
        OpenError::File { file, cause }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{connection::Duty, options::StoreOptions};
    use diesel::result::DatabaseErrorKind;

    /// The error shown when a file at `data/shop.db` opens but refuses the first statement.
    fn said(message: &str) -> String {
        let url = "sqlite://data/shop.db".parse().unwrap();
        let connector = Connector::new(url, Duty::Write, StoreOptions::default());
        let error = SqlError::DatabaseError(DatabaseErrorKind::Unknown, Box::new(message.to_owned()));
        explain_probe(&connector, &error).to_string()
    }

    #[test]
    fn server_errors_are_distinguished_and_reveal_no_secrets() {
        let url = "postgres://shop:s3cret@ssl.db/shop".parse().unwrap();
        let connector = Connector::new(url, Duty::Write, StoreOptions::default());
        for (said, expected) in [
            ("could not translate host name \"ssl.db\" to address", "cannot reach PostgreSQL"),
            ("connection to server at \"ssl.db\" failed: Connection refused", "cannot reach PostgreSQL"),
            ("connection failed: server does not support SSL, but SSL was required", "the encryption that is wanted"),
            ("connection failed: SSL error: certificate verify failed", "the encryption that is wanted"),
            (
                "connection failed: root certificate file \"/x/root.crt\" does not exist",
                "the encryption that is wanted",
            ),
            ("private key file \"/x/key\" has group or world access", "the encryption that is wanted"),
            ("FATAL:  connection requires a valid client certificate", "the encryption that is wanted"),
            ("FATAL:  no pg_hba.conf entry for host \"db\", no encryption", "refuses the login"),
            ("FATAL:  database \"shop\" does not exist", "has no such database"),
            ("invalid URI query parameter: \"s3cret\"", "cannot be read"),
            ("forbidden value %00 in percent-encoded value: \"s3cret%00\"", "cannot be read"),
            ("unexpected spaces found in \"s3 cret\", use percent-encoded spaces (%20) instead", "cannot be read"),
        ] {
            let message = explain(&connector, &ConnectionError::BadConnection(said.to_owned())).to_string();
            assert!(message.contains(expected) && message.contains("ssl.db/shop"), "{said}: {message}");
            assert!(!message.contains("s3cret") && !message.contains("s3 cret"), "{message}");
        }
    }

    #[test]
    fn file_errors_are_distinguished_and_suggest_a_fix() {
        for (message, expected) in [
            ("attempt to write a readonly database", "cannot write to the database file data/shop.db"),
            ("file is not a database", "data/shop.db is not a SQLite database"),
            ("database disk image is malformed", "data/shop.db is not a SQLite database, or it is damaged"),
            ("database is locked", "the database file data/shop.db is locked by another process"),
            ("disk I/O error", "cannot open the database file data/shop.db (disk I/O error)"),
        ] {
            let said = said(message);
            assert!(said.starts_with(expected), "{said}");
            assert!(said.contains("; ") && !said.contains('\n'), "{said}");
        }
    }
}
