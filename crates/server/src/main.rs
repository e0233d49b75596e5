//! The command line of `autoparts`. The library implements the commands.

use autoparts_application::{
    error_chain::error_chain,
    imports::Consent,
    ports::{import_files::ImportKind, spreadsheets::ExportKind as SheetKind},
    terminal,
};
use autoparts_domain::{accounts::Role, email::Email};
use autoparts_http::api;
use autoparts_server::{
    application::Application,
    backup,
    build_info::VERSION,
    commands,
    config::{Mistakes, SETTINGS, Settings, environment, read_secret},
    importing,
    operator::{self, RefundRequest},
    private_files::make_new_files_private,
    telemetry,
};
use clap::{CommandFactory, Parser, Subcommand, ValueEnum, error::ErrorKind};
use std::{
    error::Error,
    fmt::Write as _,
    io::{self, Write as _},
    path::PathBuf,
    process::ExitCode,
    str::FromStr,
    time::Duration,
};

/// Returns freed memory to the system within a second; docs/adr/0055-memory.md has the figures.
#[global_allocator]
static ALLOCATOR: tikv_jemallocator::Jemalloc = tikv_jemallocator::Jemalloc;

/// The online shop for car parts.
#[derive(Parser)]
#[command(name = "autoparts", version = VERSION, after_long_help = settings_help(), after_help = "Settings come from the environment; --help lists them.")]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Serve the shop. Migrates a SQLite database at startup; PostgreSQL needs `migrate`.
    #[command(after_help = settings_help())]
    Serve,
    /// Apply pending migrations, and report what each one locked and for how long.
    Migrate {
        /// Only report, by migrating in one transaction that is rolled back. It takes the locks: try it on a restored backup.
        #[arg(long)]
        plan: bool,
    },
    /// Fill an empty shop with demo parts, reviews and two accounts.
    Seed,
    /// Promote or demote an admin.
    Admin {
        #[command(subcommand)]
        command: AdminCommand,
    },
    /// Check that pieces, payments and the ledger agree.
    CheckBooks,
    /// Manage the keys that sign tokens.
    Keys {
        #[command(subcommand)]
        command: KeysCommand,
    },
    /// Show an order, or refund it.
    Order {
        #[command(subcommand)]
        command: OrderCommand,
    },
    /// Test the mail server, or preview the shop's emails.
    Mail {
        #[command(subcommand)]
        command: MailCommand,
    },
    /// Delete a user's account and personal data, as the user could. Orders stay as agreed.
    Erase {
        /// The user's email address.
        email: String,
        /// Confirm: this cannot be undone.
        #[arg(long)]
        yes: bool,
    },
    /// Manage the search index.
    Index {
        #[command(subcommand)]
        command: IndexCommand,
    },
    /// Manage the pictures that admins upload.
    Pictures {
        #[command(subcommand)]
        command: PicturesCommand,
    },
    /// Read a file and report what it would change, or apply a report. Without `--apply`, nothing changes.
    Import {
        /// The kind of file.
        kind: FileKind,
        /// The file.
        file: PathBuf,
        /// Only report, which is the default without `--apply`.
        #[arg(long, conflicts_with = "apply")]
        dry_run: bool,
        /// The report on this file to apply.
        #[arg(long, value_name = "REPORT")]
        apply: Option<String>,
        /// The number of removals, if the report asks to confirm it.
        #[arg(long, value_name = "NUMBER", requires = "apply")]
        removals: Option<u64>,
        /// Apply even if the file contradicts itself or nothing in it was recognized.
        #[arg(long, requires = "apply")]
        force: bool,
    },
    /// Write a spreadsheet that `import` reads; or, with an address, print a user's data as JSON.
    Export {
        /// What to export: `fitment`, `parts`, or a user's email address.
        #[arg(value_name = "KIND|EMAIL")]
        what: Exported,
        /// The spreadsheet file.
        file: Option<PathBuf>,
        /// Only the header and some example rows.
        #[arg(long)]
        template: bool,
    },
    /// Manage the meanings of codes in suppliers' files.
    Lookups {
        #[command(subcommand)]
        command: LookupsCommand,
    },
    /// Manage the vehicles that parts may fit.
    Vehicles {
        #[command(subcommand)]
        command: VehiclesCommand,
    },
    /// Copy the whole shop into one file, while it runs.
    Backup {
        /// The file, which must not exist.
        file: PathBuf,
    },
    /// Replace the shop with a backup; the server must be stopped.
    Restore {
        /// A file that `backup` wrote.
        file: PathBuf,
        /// Overwrite the existing shop and everything in it.
        #[arg(long)]
        replace: bool,
    },
    /// Print the OpenAPI document of the API.
    Openapi,
    /// Check the settings and list every mistake.
    CheckConfig,
}

/// The kind of an imported file.
#[derive(Clone, Copy, ValueEnum)]
enum FileKind {
    /// Fitment data from suppliers: ACES 3.0 to 5.0, plain or zipped.
    Aces,
    /// Fitment data as CSV.
    Fitment,
    /// Parts as CSV.
    Parts,
}

/// The kind of an exported spreadsheet.
#[derive(Clone, Copy, ValueEnum)]
enum ExportKind {
    /// Fitment data.
    Fitment,
    /// Parts.
    Parts,
}

/// What to export: a spreadsheet, or all data about a user.
#[derive(Clone)]
enum Exported {
    Sheet(ExportKind),
    Person(Email),
}

impl FromStr for Exported {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        if text.contains('@') {
            return Ok(Self::Person(known_email(text)));
        }
        ExportKind::from_str(text, false)
            .map(Self::Sheet)
            .map_err(|_| "is fitment, parts or an email address".to_owned())
    }
}

/// Parses an address; also accepts addresses that are no longer valid.
fn known_email(text: &str) -> Email {
    text.parse().unwrap_or_else(|_| Email::restore(text))
}

fn new_email(text: &str) -> Result<Email, String> {
    text.parse().map_err(|_| format!("{text} is not an email address such as marta@example.com"))
}

#[derive(Subcommand)]
enum OrderCommand {
    /// Print everything about an order.
    Show {
        /// The order number, such as AP-7KQD-M2XW, or the order ID.
        order: String,
    },
    /// Refund a paid order: everything not yet refunded, or an amount. Safe to repeat.
    Refund {
        /// The order number, such as AP-7KQD-M2XW, or the order ID.
        order: String,
        /// Only this amount in dollars, such as 12.34. Repeating the same amount refunds it only once.
        #[arg(long, value_name = "DOLLARS", conflicts_with = "shipped", allow_hyphen_values = true)]
        amount: Option<String>,
        /// Refund everything although the order was shipped; its pieces are not restocked.
        #[arg(long)]
        shipped: bool,
        /// A new word for each further refund of the same amount.
        #[arg(long, value_name = "WORD", default_value = "", requires = "amount")]
        again: String,
    },
}

#[derive(Subcommand)]
enum MailCommand {
    /// Send one email immediately, and print the mail server's response.
    Test {
        /// The recipient.
        address: String,
    },
    /// Write each of the shop's emails with example data, as plain text and as HTML.
    Preview {
        /// The folder to write to, which is created if necessary.
        #[arg(long, value_name = "DIR", default_value = "email-preview")]
        out: PathBuf,
    },
}

#[derive(Subcommand)]
enum LookupsCommand {
    /// Add the meanings of codes, from a CSV file with the columns scheme, kind, code and value.
    Import {
        /// The file.
        file: PathBuf,
    },
}

#[derive(Subcommand)]
enum VehiclesCommand {
    /// Add makes, models and engines that the shop lacks, from the EPA's public vehicle file (vehicles.csv, or its ZIP).
    Import {
        /// The file.
        file: PathBuf,
    },
}

#[derive(Subcommand)]
enum AdminCommand {
    /// Make a user an admin. The user must have signed in before.
    Grant {
        /// The user's email address.
        email: String,
        /// Even if the identity provider has not confirmed the address.
        #[arg(long)]
        unverified: bool,
    },
    /// Make an admin an ordinary customer.
    Revoke {
        /// The admin's email address.
        email: String,
    },
}

#[derive(Subcommand)]
enum IndexCommand {
    /// Have the server rebuild its search index in the background, or at its next start if it is stopped.
    Rebuild,
}

#[derive(Subcommand)]
enum KeysCommand {
    /// Create new keys, which replace the old ones within minutes without signing users out.
    Rotate {
        /// Delete the old keys now, because they may be compromised. Browsers fetch new tokens automatically.
        #[arg(long)]
        at_once: bool,
    },
}

#[derive(Subcommand)]
enum PicturesCommand {
    /// Delete pictures that no part shows and that were uploaded more than a week ago.
    Prune,
}

fn settings_help() -> String {
    let mut help = "Settings, from the environment:\n".to_owned();
    for setting in SETTINGS {
        let name = setting.name;
        let meaning = setting.meaning;
        let default = setting.default;
        let or_file = if setting.secret { format!(", or {name}_FILE") } else { String::new() };
        // Writing to a String cannot fail.
        let _ = writeln!(help, "  {name}{or_file}\n      {meaning}\n      default: {default}");
    }
    help
}

/// How long threads blocked in a database call may delay the exit of the process.
const LAST_WAIT: Duration = Duration::from_millis(500);

fn main() -> ExitCode {
    let command = Cli::parse().command;
    make_new_files_private();
    let outcome = tokio::runtime::Builder::new_multi_thread().enable_all().build().map_err(Box::from);
    let outcome = outcome.and_then(|runtime| {
        let outcome = runtime.block_on(run(command));
        // Dropping the runtime would wait for them indefinitely.
        runtime.shutdown_timeout(LAST_WAIT);
        outcome
    });
    let outcome = outcome.and_then(|report| {
        // A closed standard output is not a failure of the command.
        if report.is_empty() { Ok(()) } else { print(&report) }
    });
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            let message = error.downcast_ref::<Mistakes>().map(|mistakes| format!("{mistakes:#}"));
            let message = message.unwrap_or_else(|| error_chain(&*error));
            let _ = writeln!(io::stderr(), "autoparts: {}", terminal::lines(&message));
            ExitCode::FAILURE
        }
    }
}

/// Exits as for any other invalid command line.
fn usage(words: &str) -> ! {
    Cli::command().error(ErrorKind::MissingRequiredArgument, words).exit()
}

fn print(text: &str) -> Result<(), Box<dyn Error>> {
    match writeln!(io::stdout(), "{}", terminal::lines(text.trim_end())) {
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
        outcome => Ok(outcome?),
    }
}

/// Runs a command. Returns the text to print.
async fn run(command: Command) -> Result<String, Box<dyn Error>> {
    if matches!(command, Command::Openapi) {
        return Ok(api::openapi_json().to_owned());
    }
    let read = match command {
        Command::Serve | Command::CheckConfig => Settings::read_to_serve,
        _ => Settings::read,
    };
    let settings = read(&environment(), read_secret)?;
    match command {
        Command::Serve => {
            // Exports the last traces when dropped, after everything else has ended.
            let _telemetry = telemetry::start(&settings)?;
            if !settings.not_read.is_empty() {
                tracing::warn!("variables that are not settings, and are not read: {}", settings.not_read.join(", "));
            }
            let application = Application::build(&settings).await?;
            print(&format!("Autoparts is open at {}", application.public_url()))?;
            for account in application.demo_accounts().await {
                print(&format!("  {account}"))?;
            }
            application.run().await?;
            Ok(String::new())
        }
        Command::Migrate { plan: true } => Ok(commands::plan_migrations(&settings)?),
        Command::Migrate { plan: false } => Ok(commands::migrate(&settings)?),
        Command::Seed => Ok(commands::seed(&settings).await?),
        Command::Admin { command } => {
            let (email, role, unverified) = match command {
                AdminCommand::Grant { email, unverified } => (new_email(&email)?, Role::Admin, unverified),
                // Accepts an address that is no longer valid, so that its role can be revoked.
                AdminCommand::Revoke { email } => (known_email(&email), Role::Customer, false),
            };
            Ok(commands::set_role(&settings, email, role, unverified).await?)
        }
        Command::Keys { command: KeysCommand::Rotate { at_once } } => {
            Ok(commands::rotate_keys(&settings, at_once).await?)
        }
        Command::Index { command: IndexCommand::Rebuild } => Ok(commands::rebuild_index(&settings)?),
        Command::Pictures { command: PicturesCommand::Prune } => Ok(commands::prune_pictures(&settings).await?),
        Command::Import { kind, file, dry_run: _, apply, removals, force } => {
            let kind = match kind {
                FileKind::Aces => ImportKind::Aces,
                FileKind::Fitment => ImportKind::Fitment,
                FileKind::Parts => ImportKind::Parts,
            };
            match apply {
                Some(report) => Ok(importing::apply(&settings, &file, &report, Consent { removals, force }).await?),
                None => Ok(importing::read(&settings, kind, &file).await?),
            }
        }
        Command::Export { what: Exported::Person(email), file: None, template: false } => {
            Ok(operator::export_person(&settings, email).await?)
        }
        Command::Export { what: Exported::Person(_), .. } => {
            usage("what is known about a person goes to standard output: name no file and no template")
        }
        Command::Export { file: None, .. } => usage("name the file that the spreadsheet is written to"),
        Command::Export { what: Exported::Sheet(kind), file: Some(file), template } => {
            let kind = match kind {
                ExportKind::Fitment => SheetKind::Fitment,
                ExportKind::Parts => SheetKind::Parts,
            };
            match (kind, template) {
                (kind, true) => Ok(importing::write_template(&settings, kind, &file)?),
                (SheetKind::Fitment, false) => Ok(importing::export_fitment(&settings, &file).await?),
                (SheetKind::Parts, false) => Ok(importing::export_parts(&settings, &file).await?),
            }
        }
        Command::Erase { email, yes } => Ok(operator::erase_person(&settings, known_email(&email), yes).await?),
        Command::Order { command: OrderCommand::Show { order } } => Ok(operator::show_order(&settings, &order).await?),
        Command::Order { command: OrderCommand::Refund { order, amount, shipped, again } } => {
            let request = RefundRequest { order, amount, even_shipped: shipped, word: again };
            Ok(operator::refund_order(&settings, request).await?)
        }
        Command::Mail { command: MailCommand::Test { address } } => {
            Ok(operator::test_mail(&settings, new_email(&address)?).await?)
        }
        Command::Mail { command: MailCommand::Preview { out } } => Ok(operator::preview_emails(&settings, &out)?),
        Command::Lookups { command: LookupsCommand::Import { file } } => {
            Ok(importing::import_lookups(&settings, &file).await?)
        }
        Command::Vehicles { command: VehiclesCommand::Import { file } } => {
            Ok(importing::import_vehicles(&settings, &file).await?)
        }
        Command::CheckBooks => Ok(commands::check_books(&settings).await?),
        Command::Backup { file } => Ok(backup::backup(&settings, &file)?),
        Command::Restore { file, replace } => Ok(backup::restore(&settings, &file, replace)?),
        Command::CheckConfig => {
            let not_read = match settings.not_read.as_slice() {
                [] => String::new(),
                names => format!(" Not read: {}.", names.join(", ")),
            };
            let warnings = commands::warnings(&settings).await;
            let warnings = warnings.iter().fold(String::new(), |text, warning| text + "\nWarning: " + warning);
            Ok(format!("The settings are right.{not_read}{warnings}"))
        }
        Command::Openapi => Ok(String::new()),
    }
}
