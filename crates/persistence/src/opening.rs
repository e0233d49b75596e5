//! Opening a database for the first time, and saying in one line what to do when that fails.

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

/// Why a database cannot be used. `Display` is one line that says what to do, and never shows
/// a password.
#[derive(Debug, thiserror::Error)]
pub enum OpenError {
    /// The folder of a SQLite file is missing and cannot be made.
    #[error("cannot make the folder {folder} for the database ({cause}); make it, or name a file elsewhere", folder = folder.display())]
    Folder {
        /// The folder.
        folder: PathBuf,
        /// What the operating system says.
        cause: io::Error,
    },
    /// The file cannot be opened or made.
    #[error("cannot open the database file {file} ({cause}); let this user read and write the file and its folder, and see that the disk has room", file = file.display())]
    File {
        /// The file.
        file: PathBuf,
        /// What SQLite says.
        cause: String,
    },
    /// There is a folder of that name.
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
        /// What SQLite says.
        cause: String,
    },
    /// Another process keeps the file locked.
    #[error("the database file {file} is locked by another process; stop that process", file = file.display())]
    Locked {
        /// The file.
        file: PathBuf,
    },
    /// The file holds something else, or is damaged.
    #[error("{file} is not a SQLite database, or it is damaged ({cause}); restore a backup, or name another file", file = file.display())]
    NotADatabase {
        /// The file.
        file: PathBuf,
        /// What SQLite says.
        cause: String,
    },
    /// There is a database at most, and no shop in it.
    #[error("there is no shop in {0}; check DATABASE_URL, or make one: autoparts migrate")]
    NoShop(String),
    /// The database is another program's.
    #[error("{0} holds tables of another program; name another database")]
    HoldsOther(String),
    /// The file or its folder is another user's.
    #[error("this user may not use the database file {file}; run this as the user that serves the shop (autoparts-shop of the Debian package does), to whom the file and its folder must belong", file = file.display())]
    NotAllowed {
        /// The file.
        file: PathBuf,
    },
    /// Nobody answers.
    #[error("cannot reach PostgreSQL at {url} ({cause}); check the address, and that the server runs")]
    Unreachable {
        /// Where, without the password.
        url: String,
        /// What libpq says.
        cause: String,
    },
    /// libpq does not understand the address: an option that it does not know, or its value.
    #[error(
        "the address {url} cannot be read; check the options after ? in DATABASE_URL, and how a password is written"
    )]
    Address {
        /// Where, without the password.
        url: String,
    },
    /// The connection cannot be encrypted as it is wanted.
    #[error(
        "PostgreSQL at {url} cannot be connected to with the encryption that is wanted ({cause}); check sslmode and the certificates in DATABASE_URL"
    )]
    Encryption {
        /// Where, without the password.
        url: String,
        /// What libpq says.
        cause: String,
    },
    /// The server does not let this user in.
    #[error("PostgreSQL at {url} refuses the login ({cause}); check user and password")]
    LoginRefused {
        /// Where, without the password.
        url: String,
        /// What the server says.
        cause: String,
    },
    /// The server has no such database.
    #[error("PostgreSQL at {url} has no such database; make it with createdb")]
    NoSuchDatabase {
        /// Where, without the password.
        url: String,
    },
    /// The server answers, but not as a server that can be written to.
    #[error("PostgreSQL at {url} cannot be written to ({cause}); connect to the primary")]
    NotPrimary {
        /// Where, without the password.
        url: String,
        /// What the server says.
        cause: String,
    },
}

/// Makes sure, over a first connection, that the database can be written to.
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

/// Opens a connection to a database that is there already, or says what to do.
pub(crate) fn connect(connector: &Connector) -> Result<AnyConnection, OpenError> {
    connector.connect().map_err(|error| explain(connector, &error))
}

/// Makes sure that there is a shop, and makes no file: an empty one holds none.
pub(crate) fn find_shop(connector: &Connector) -> Result<(), OpenError> {
    match look(connector)? {
        Contents::Shop => Ok(()),
        Contents::Nothing => Err(OpenError::NoShop(connector.url().to_string())),
        Contents::Other => Err(OpenError::HoldsOther(connector.url().to_string())),
    }
}

/// What a database holds. A file stays as it is.
pub(crate) fn look(connector: &Connector) -> Result<Contents, OpenError> {
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

/// A log without its file may be all that is left of a shop, and SQLite would throw it away with the first thing that it writes.
fn refuse_lone_log(file: &Path) -> Result<(), OpenError> {
    let length = |file: &Path| fs::metadata(file).map_or(0, |metadata| metadata.len());
    // In this order: somebody else may be making the file, which has something in it before its log has.
    if length(&beside(&led_to(file), LOG)) > 0 && length(file) == 0 {
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

/// Has the disk keep the name of a folder that was just made: SQLite syncs the folder of its files and none above it, so a
/// power cut could take a new folder with all orders in it. A folder above that may not be read cannot be synced either; then
/// the shop starts all the same.
fn sync_name(folder: &Path) {
    _ = File::open(folder_of(folder)).and_then(|above| above.sync_all());
}

/// The folder that a file is in.
pub(crate) fn folder_of(file: &Path) -> &Path {
    file.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// Links that lead further than this lead nowhere.
const MAX_LINKS: usize = 40;

/// Where the links lead that a name stands for, whether or not there is something: SQLite keeps its log beside that.
pub(crate) fn led_to(file: &Path) -> PathBuf {
    let mut file = file.to_path_buf();
    for _ in 0..MAX_LINKS {
        let Ok(target) = fs::read_link(&file) else { break };
        file = folder_of(&file).join(target);
    }
    file
}

/// Makes an empty file for nobody but its owner, for it will hold addresses, password hashes
/// and signing keys. The files that SQLite puts beside it take after it. One that is there
/// already stays as it is.
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

/// How the name of SQLite's log ends.
pub(crate) const LOG: &str = "-wal";

/// What SQLite keeps beside a file, by the ending of its name.
pub(crate) fn beside(file: &Path, ending: &str) -> PathBuf {
    let mut name = OsString::from(file);
    name.push(ending);
    PathBuf::from(name)
}

/// A SQLite file of up to this size is read once from end to end: a few tens of milliseconds.
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

/// Takes the lock of a writer and gives it back, and looks for damage where that is cheap.
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

/// Reads the whole file and tells the first damage in it.
pub(crate) fn damage_in(sqlite: &mut SqliteConnection) -> Result<Option<String>, SqlError> {
    let findings: Vec<Finding> = sql_query("PRAGMA quick_check(1)").load(sqlite)?;
    Ok(findings.into_iter().map(|finding| finding.quick_check).find(|finding| finding != "ok"))
}

/// The first line of what a database said: libpq adds hints on further ones.
fn first_line(text: &str) -> String {
    text.lines().next().unwrap_or_default().trim().to_owned()
}

/// Whether libpq says that it cannot read the URL. It quotes what it cannot read, which may be part of a password.
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
    // In the order in which PostgreSQL looks: who, then which database.
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

/// Whether SQLite says, in whatever case, that a file is damaged or another kind of file.
pub(crate) fn tells_of_damage(said: &str) -> bool {
    let said = said.to_lowercase();
    said.contains("not a database") || said.contains("malformed")
}

fn explain_probe(connector: &Connector, error: &SqlError) -> OpenError {
    let cause = first_line(&error.to_string());
    let Some(file) = connector.url().sqlite_file().map(Path::to_path_buf) else {
        let url = connector.url().to_string();
        return OpenError::NotPrimary { url, cause };
    };
    let said = cause.to_lowercase();
    if tells_of_damage(&said) {
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

    /// What is said when a file at `data/shop.db` opens and then refuses the first statement.
    fn said(message: &str) -> String {
        let url = "sqlite://data/shop.db".parse().unwrap();
        let connector = Connector::new(url, Duty::Write, StoreOptions::default());
        let error = SqlError::DatabaseError(DatabaseErrorKind::Unknown, Box::new(message.to_owned()));
        explain_probe(&connector, &error).to_string()
    }

    #[test]
    fn each_trouble_with_a_server_is_told_apart_and_repeats_no_secret() {
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
            let told = explain(&connector, &ConnectionError::BadConnection(said.to_owned())).to_string();
            assert!(told.contains(expected) && told.contains("ssl.db/shop"), "{said}: {told}");
            assert!(!told.contains("s3cret") && !told.contains("s3 cret"), "{told}");
        }
    }

    #[test]
    fn each_trouble_with_a_file_is_told_apart_and_says_what_to_do() {
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
