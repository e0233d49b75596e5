//! The commands of the binary, except `serve`.

use crate::{
    clock::{RandomIds, SystemClock},
    config::{IdentitySettings, Settings},
    indexing,
    seed::{self, DEMO_ACCOUNTS, SeedError},
    wire::{self, WireError},
};
use autoparts_application::{
    accounts::{AccountError, roles},
    error_chain::error_chain,
    maintenance::books,
    pictures::{self, PictureError},
    ports::{
        clock::{Clock, IdSource},
        store::Store,
    },
    use_case_error::UseCaseError,
};
use autoparts_auth_adapter::SigningKeys;
use autoparts_domain::{accounts::Role, email::Email, withdrawals};
use autoparts_persistence::{MigrationReport, SqlStore};
use std::{io, sync::Arc};

/// Why a command failed; `Display` is one line.
#[derive(Debug, thiserror::Error)]
pub enum CommandError {
    /// The database or a service cannot be opened.
    #[error(transparent)]
    Wire(#[from] WireError),
    /// The demo data cannot be created.
    #[error(transparent)]
    Seed(#[from] SeedError),
    /// Stock, payments and the ledger do not agree.
    #[error("the books are not in order: {0}; docs/operations.md says what to do, under \"When the books are wrong\"")]
    Books(String),
    /// The search index folder does not exist.
    #[error(
        "there is no search index in {0}; a server builds one when it starts; if one is running, use its SEARCH_DIR"
    )]
    NoIndex(String),
    /// The search index folder is not writable.
    #[error(
        "{folder} cannot be written ({cause}); run this where the server runs, with its SEARCH_DIR and as its user"
    )]
    SearchFolder {
        /// The folder.
        folder: String,
        /// The cause.
        cause: std::io::Error,
    },
    /// The pictures or the database cannot be read.
    #[error("the pictures in {folder} cannot be pruned: {}", error_chain(cause))]
    Pictures {
        /// The folder.
        folder: String,
        /// The cause.
        cause: UseCaseError<PictureError>,
    },
    /// The identity provider has not verified the address.
    #[error(
        "this address has not been confirmed; have its owner confirm it and sign in again, or, if you know that it \
         is theirs, add --unverified"
    )]
    NotConfirmed,
    /// No account has this address.
    #[error("no account has the address {0}; its owner has to sign in to the shop once first")]
    NoSuchUser(Email),
    /// No admin has this address.
    #[error("no account has the address {0}; check the spelling")]
    NoSuchAdmin(Email),
    /// The last admin cannot be demoted: no user could grant the role in the browser.
    #[error("this is the last admin; make another member an admin first: autoparts admin grant EMAIL")]
    LastAdmin,
    /// The role cannot be changed.
    #[error("{}", error_chain(.0))]
    Account(UseCaseError<AccountError>),
}

/// Migrates the database. Returns a summary, including which tables were locked for reads or writes.
pub fn migrate(settings: &Settings) -> Result<String, CommandError> {
    let store = wire::store(settings)?;
    let applied = store.migrate_and_report().map_err(WireError::from)?;
    let names: Vec<&str> = applied.iter().map(|migration| migration.name.as_str()).collect();
    let warning = wire::missing_on_citus(&store)?.map(|warning| format!("\nWarning: {warning}"));
    let summary = match names.as_slice() {
        [] => "The database is up to date.".to_owned(),
        names => format!("Migrated: {}.{}", names.join(", "), locked(&applied)),
    };
    Ok(summary + &warning.unwrap_or_default())
}

/// Reports what migrating would do and how long it would lock each table, by migrating and rolling back.
pub fn plan_migrations(settings: &Settings) -> Result<String, CommandError> {
    // A database without tables stays empty, but a missing SQLite file must not be created just for the plan.
    let is_file = settings.database.sqlite_file().is_some();
    let store = if is_file { wire::shop_store(settings) } else { wire::store(settings) }?;
    let tried = store.plan_migrations().map_err(WireError::from)?;
    Ok(match tried.as_slice() {
        [] => "The database is up to date.".to_owned(),
        tried => format!("Tried and rolled back:{}", locked(tried)),
    })
}

/// Formats the migrations, one per line.
fn locked(migrations: &[MigrationReport]) -> String {
    let line = |migration: &MigrationReport| {
        let MigrationReport { name, took, unreadable, unwritable } = migration;
        let mut line = format!("\n  {name}: {} ms", took.as_millis());
        for (tables, what) in [(unreadable, "reads and writes"), (unwritable, "writes")] {
            if !tables.is_empty() {
                line += &format!("; blocks {what} of {}", tables.join(", "));
            }
        }
        line
    };
    migrations.iter().map(line).collect()
}

/// Opens the store of an existing shop. Fails if there is none, so that a command run in the wrong folder does not
/// create a new shop and report success. The schema must be up to date: only `serve`, `migrate` and `seed` change it.
pub(crate) fn open(settings: &Settings) -> Result<Arc<SqlStore>, CommandError> {
    let store = wire::shop_store(settings)?;
    wire::check_schema(&store)?;
    Ok(Arc::new(store))
}

/// Loads the demo data. Returns a summary.
pub async fn seed(settings: &Settings) -> Result<String, CommandError> {
    let identity_store = wire::store(settings)?;
    wire::migrate_and_check(settings, &identity_store)?;
    let identity_store = Arc::new(identity_store);
    let store: Arc<dyn Store> = identity_store.clone();
    let seeded = seed::catalogue_and_reviews(&store, &SystemClock).await?;
    let mut report = format!("Added {} parts and {} reviews.", seeded.parts, seeded.reviews);
    if settings.identity != IdentitySettings::Embedded {
        return Ok(report + " Users sign in with Firebase, so there are no demo accounts.");
    }
    let (clock, ids): (Arc<dyn Clock>, Arc<dyn IdSource>) = (Arc::new(SystemClock), Arc::new(RandomIds));
    let provider = wire::embedded_identity(identity_store, clock, ids, "").await?;
    report += " Sign in as:";
    for account in &DEMO_ACCOUNTS {
        seed::account(&store, &provider, account).await?;
        report += &format!("\n  {account}");
    }
    Ok(report)
}

/// Creates new signing keys. Returns what happens to the old ones.
pub async fn rotate_keys(settings: &Settings, at_once: bool) -> Result<String, CommandError> {
    let store = open(settings)?;
    SigningKeys::new(store, Arc::new(SystemClock)).rotate(at_once).await.map_err(WireError::from)?;
    Ok(if at_once {
        "New keys were created and the old ones deleted. Each server loads them within a minute.".to_owned()
    } else {
        "New keys were created. All servers sign with them within two minutes; everything signed with the old keys stays valid until it expires."
            .to_owned()
    })
}

/// Requests a rebuild of the search index from the server that uses it. Returns when that will happen.
pub fn rebuild_index(settings: &Settings) -> Result<String, CommandError> {
    wire::shop_store(settings)?;
    let folder = &settings.search_dir;
    indexing::request_rebuild(folder).map_err(|cause| {
        let folder = folder.display().to_string();
        if cause.kind() == io::ErrorKind::NotFound {
            CommandError::NoIndex(folder)
        } else {
            CommandError::SearchFolder { folder, cause }
        }
    })?;
    Ok("The running server rebuilds its search index in the background; a stopped one does when it starts.".to_owned())
}

/// Deletes pictures that no part shows and that were last uploaded more than a week ago. Returns a summary.
pub async fn prune_pictures(settings: &Settings) -> Result<String, CommandError> {
    let store = open(settings)?;
    let clock: Arc<dyn Clock> = Arc::new(SystemClock);
    let folder = wire::pictures(settings, Arc::clone(&clock));
    let deleted = pictures::prune(&*store, &folder, clock.now()).await;
    let deleted = deleted.map_err(|cause| {
        let folder = settings.pictures_dir.display().to_string();
        CommandError::Pictures { folder, cause }
    })?;
    Ok(match deleted {
        0 => "No picture has been unused for more than a week.".to_owned(),
        1 => "Deleted 1 file of pictures that no part shows.".to_owned(),
        files => format!("Deleted {files} files of pictures that no part shows."),
    })
}

/// Checks that stock, payments and the ledger agree. Fails with a list of all discrepancies.
pub async fn check_books(settings: &Settings) -> Result<String, CommandError> {
    let store = open(settings)?;
    match books::check(&*store).await.map_err(WireError::from)?.as_slice() {
        [] => Ok("The books are in order.".to_owned()),
        wrong => Err(CommandError::Books(wrong.iter().map(ToString::to_string).collect::<Vec<_>>().join("; "))),
    }
}

/// Returns warnings about settings that do not fit what the shop's database contains. None if it cannot be read.
pub async fn warnings(settings: &Settings) -> Vec<String> {
    let Ok(store) = open(settings) else {
        return Vec::new();
    };
    let mut warnings = Vec::from_iter(wire::missing_on_citus(&store).ok().flatten());
    let store: Arc<dyn Store> = store;
    let rates = store.read_one(|tx| tx.rates()).await;
    if settings.withdrawal_file.is_none() && rates.is_ok_and(|rates| withdrawals::concern(&rates)) {
        warnings.push(
            "This shop ships to the EU or the EEA. Set WITHDRAWAL_TEXT: customers there must be told how to withdraw \
             from a contract."
                .to_owned(),
        );
    }
    warnings
}

/// Grants or revokes the admin role. With `unverified`, the address need not be verified by the identity provider.
/// Returns a summary.
pub async fn set_role(settings: &Settings, email: Email, role: Role, unverified: bool) -> Result<String, CommandError> {
    let store = open(settings)?;
    let unverified = unverified || wire::unverified_admins(&settings.identity);
    let changed = roles::set_role_as_operator(&*store, &SystemClock, &RandomIds, email.clone(), role, unverified);
    let changed = changed.await.map_err(|error| match error {
        UseCaseError::Refused(AccountError::AddressNotConfirmed) => CommandError::NotConfirmed,
        UseCaseError::Refused(AccountError::NoSuchUser) if role == Role::Customer => {
            CommandError::NoSuchAdmin(email.clone())
        }
        UseCaseError::Refused(AccountError::NoSuchUser) => CommandError::NoSuchUser(email.clone()),
        UseCaseError::Refused(AccountError::LastAdmin) => CommandError::LastAdmin,
        error => CommandError::Account(error),
    })?;
    let state = match (role, changed) {
        (Role::Admin, true) => "is an admin now",
        (Role::Admin, false) => "is already an admin; nothing was changed",
        (Role::Customer, true) => "is no longer an admin",
        (Role::Customer, false) => "is not an admin; nothing was changed",
    };
    Ok(format!("{email} {state}."))
}
