//! Runs the real binary as a separate process, with a client that acts like a browser.

use autoparts_persistence::testing::{PostgresCluster, PostgresDatabase, let_time_pass};
use reqwest::{Client, Method, RequestBuilder, StatusCode};
use serde_json::{Value, json};
use std::{
    collections::BTreeMap,
    io::{BufRead, BufReader, Read},
    path::{Path, PathBuf},
    process::{Child, Command, ExitStatus, Stdio},
    sync::{Arc, Mutex},
    time::{Duration, Instant},
};
use tempfile::TempDir;

/// The data folder and the settings of a server.
pub(crate) struct Site {
    folder: TempDir,
    pub(crate) postgres: Option<PostgresDatabase>,
    settings: BTreeMap<String, String>,
}

/// The result of a command.
pub(crate) struct Ended {
    pub(crate) status: ExitStatus,
    pub(crate) stdout: String,
    pub(crate) stderr: String,
}

/// Returns the binary to start: the one that cargo built with the tests, or the one in `AUTOPARTS_BINARY`, which is
/// how a release build is attacked.
#[expect(clippy::disallowed_methods, reason = "the setting of a test, not of the shop")]
pub(crate) fn binary() -> PathBuf {
    std::env::var_os("AUTOPARTS_BINARY").map_or_else(|| env!("CARGO_BIN_EXE_autoparts").into(), PathBuf::from)
}

impl Site {
    /// Creates a site with a SQLite file in its own folder.
    pub(crate) fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let settings = BTreeMap::from([
            ("BIND_ADDR".to_owned(), "127.0.0.1:0".to_owned()),
            ("RATE_LIMIT".to_owned(), "off".to_owned()),
            ("LOG".to_owned(), "warn".to_owned()),
            ("SHUTDOWN_GRACE".to_owned(), "0s".to_owned()),
        ]);
        let site = Self { folder, postgres: None, settings };
        let database = format!("sqlite://{}", site.path("shop.db").display());
        site.with("DATABASE_URL", &database)
    }

    /// Creates a site with a migrated PostgreSQL database.
    pub(crate) fn on_postgres() -> Self {
        Self::on(PostgresCluster::shared().unwrap().migrated_database().unwrap())
    }

    /// Creates a site with an empty PostgreSQL database.
    pub(crate) fn on_empty_postgres() -> Self {
        Self::on(PostgresCluster::shared().unwrap().empty_database().unwrap())
    }

    /// Creates a site with its own PostgreSQL server, which the test may break.
    pub(crate) fn on_private_postgres() -> (Self, PostgresCluster) {
        let cluster = PostgresCluster::private().unwrap();
        let database = cluster.migrated_database().unwrap();
        (Self::on(database), cluster)
    }

    fn on(database: PostgresDatabase) -> Self {
        let site = Self::new().with("DATABASE_URL", &database.url_text());
        let journal = site.path("sandbox-payments.jsonl").display().to_string();
        Self { postgres: Some(database), ..site }.with("SANDBOX_JOURNAL", &journal)
    }

    /// Returns the database of a site on PostgreSQL.
    pub(crate) fn database(&self) -> &PostgresDatabase {
        self.postgres.as_ref().unwrap()
    }

    /// Uses a read-only login for the same database.
    pub(crate) fn for_onlooker(self) -> Self {
        let database = self.database();
        let role = "DO $$ BEGIN CREATE ROLE onlooker LOGIN; EXCEPTION WHEN duplicate_object THEN NULL; END $$;
            GRANT USAGE ON SCHEMA public TO onlooker; GRANT SELECT ON ALL TABLES IN SCHEMA public TO onlooker";
        database.execute(role).unwrap();
        let url = database.url_text().replace("//postgres@", "//onlooker@");
        self.with("DATABASE_URL", &url)
    }

    /// Cuts all connections to the database, as a restart of PostgreSQL would.
    pub(crate) fn cut_connections(&self) {
        self.database().cut_connections().unwrap();
    }

    pub(crate) fn with(mut self, name: &str, value: &str) -> Self {
        self.settings.insert(name.to_owned(), value.to_owned());
        self
    }

    pub(crate) fn without(mut self, name: &str) -> Self {
        self.settings.remove(name);
        self
    }

    /// Returns the value of a setting.
    pub(crate) fn setting(&self, name: &str) -> &str {
        &self.settings[name]
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn command(&self, arguments: &[&str]) -> Command {
        self.dressed(Command::new(binary()), arguments)
    }

    /// Applies the site's settings and folder to a command.
    fn dressed(&self, mut command: Command, arguments: &[&str]) -> Command {
        command.args(arguments).env_clear().envs(&self.settings).current_dir(self.folder.path());
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        command
    }

    /// Starts a command without waiting for its end.
    pub(crate) fn start(&self, arguments: &[&str]) -> Child {
        self.command(arguments).spawn().unwrap()
    }

    /// Runs a command to its end.
    pub(crate) fn run(&self, arguments: &[&str]) -> Ended {
        let output = self.command(arguments).output().unwrap();
        Ended {
            status: output.status,
            stdout: String::from_utf8(output.stdout).unwrap(),
            stderr: String::from_utf8(output.stderr).unwrap(),
        }
    }

    /// Runs a command with a file size limit in blocks, which simulates a full disk. Returns its standard error.
    pub(crate) fn fail_on_a_full_disk(&self, blocks: u32, arguments: &str) -> String {
        let script =
            format!("trap '' XFSZ; ulimit -f {blocks}; exec '{}' {arguments}", env!("CARGO_BIN_EXE_autoparts"));
        let mut command = Command::new("sh");
        command.args(["-c", &script]).env_clear().envs(&self.settings).current_dir(self.folder.path());
        let output = command.output().unwrap();
        assert!(!output.status.success());
        String::from_utf8(output.stderr).unwrap()
    }

    /// Runs a command that must succeed.
    pub(crate) fn succeed(&self, arguments: &[&str]) -> String {
        let ended = self.run(arguments);
        assert!(ended.status.success(), "{arguments:?}: {}", ended.stderr);
        ended.stdout
    }

    /// Runs a command that must fail with one line on standard error.
    pub(crate) fn fail(&self, arguments: &[&str]) -> String {
        let ended = self.run(arguments);
        assert!(!ended.status.success(), "{arguments:?} succeeded: {}", ended.stdout);
        assert_eq!(ended.stderr.trim_end().lines().count(), 1, "{}", ended.stderr);
        ended.stderr.trim_end().to_owned()
    }

    /// Starts the server with its log in a file, and waits until it accepts connections.
    pub(crate) fn serve_with_log(&self, log: &Path) -> Server {
        let mut command = self.command(&["serve"]);
        command.stderr(std::fs::File::create(log).unwrap());
        Self::opened(command)
    }

    /// Starts the server and waits until it accepts connections.
    pub(crate) fn serve(&self) -> Server {
        Self::opened(self.command(&["serve"]))
    }

    /// Starts the server through another program, which becomes the server or starts it as its own process.
    pub(crate) fn serve_through(&self, program: Command) -> Server {
        Self::opened(self.dressed(program, &["serve"]))
    }

    /// Starts a command through another program, as [`Self::serve_through`] does.
    pub(crate) fn start_through(&self, program: Command, arguments: &[&str]) -> Child {
        self.dressed(program, arguments).spawn().unwrap()
    }

    fn opened(command: Command) -> Server {
        Self::open(command).unwrap_or_else(|said| panic!("the server did not open: {said}"))
    }

    /// Starts the server as a supervisor would: retries if it does not start, as on a busy machine.
    pub(crate) fn serve_at_last(&self) -> Server {
        let mut said = String::new();
        for _ in 0..5 {
            match Self::open(self.command(&["serve"])) {
                Ok(server) => return server,
                Err(why) => said.push_str(&why),
            }
        }
        panic!("the server did not open: {said}")
    }

    /// Starts a server; the error is its output.
    fn open(mut command: Command) -> Result<Server, String> {
        let mut process = command.spawn().unwrap();
        let mut lines = BufReader::new(process.stdout.take().unwrap()).lines();
        let address = lines
            .next()
            .and_then(Result::ok)
            .and_then(|line| line.strip_prefix("Autoparts is open at ").map(str::to_owned));
        let Some(address) = address else {
            // Empty if it was redirected to a file.
            let mut said = String::new();
            process.stderr.take().map(|mut stderr| stderr.read_to_string(&mut said)).transpose().unwrap();
            let status = process.wait().unwrap();
            return Err(format!("{status}: {said}"));
        };
        let client = Client::builder().timeout(Duration::from_secs(20)).build().unwrap();
        Ok(Server { process: Some(process), address, client })
    }

    /// Shifts the times in the database back, as if no server had run for that long.
    pub(crate) fn let_time_pass(&self, by: Duration) {
        let_time_pass(&self.settings["DATABASE_URL"].parse().unwrap(), by).unwrap();
    }

    /// Returns the folder of the site.
    pub(crate) fn folder(&self) -> &Path {
        self.folder.path()
    }
}

/// A running server. Dropping it kills it, as a crash would.
pub(crate) struct Server {
    /// `None` for a handle, which does not own the process.
    process: Option<Child>,
    address: String,
    client: Client,
}

impl Drop for Server {
    fn drop(&mut self) {
        if let Some(process) = &mut self.process {
            let _ = process.kill();
            let _ = process.wait();
        }
    }
}

/// A signed-in user.
#[derive(Clone)]
pub(crate) struct Person {
    pub(crate) email: String,
    pub(crate) token: String,
}

/// Status and body of a response.
pub(crate) type Answer = (StatusCode, Value);

impl Server {
    /// Returns the process id.
    pub(crate) fn process_id(&self) -> u32 {
        self.process.as_ref().unwrap().id()
    }

    pub(crate) fn address(&self) -> &str {
        &self.address
    }

    /// Counts the lines and bytes of the log from here on.
    pub(crate) fn log_lines(&mut self) -> Arc<Mutex<(usize, usize)>> {
        let log = self.process.as_mut().unwrap().stderr.take().unwrap();
        let counted = Arc::default();
        let counts: Arc<Mutex<(usize, usize)>> = Arc::clone(&counted);
        std::thread::spawn(move || {
            for line in BufReader::new(log).lines().map_while(Result::ok) {
                let mut counts = counts.lock().unwrap();
                counts.0 += 1;
                counts.1 += line.len() + 1;
            }
        });
        counted
    }

    /// Sends a signal by its name.
    pub(crate) fn signal(&self, name: &str) {
        let pid = self.process_id().to_string();
        assert!(Command::new("kill").args([&format!("-{name}"), &pid]).status().unwrap().success());
    }

    /// Returns a second client, which does not own the process.
    pub(crate) fn handle(&self) -> Self {
        Self { process: None, address: self.address.clone(), client: self.client.clone() }
    }

    /// Stops the server as an operator would, and waits for its end.
    pub(crate) fn stop(mut self) -> ExitStatus {
        self.signal("TERM");
        let process = self.process.as_mut().unwrap();
        let patience = Instant::now() + Duration::from_secs(15);
        loop {
            match process.try_wait().unwrap() {
                Some(status) => return status,
                None if Instant::now() > patience => panic!("the server does not stop"),
                None => std::thread::sleep(Duration::from_millis(20)),
            }
        }
    }

    pub(crate) fn request(&self, method: &str, path: &str) -> RequestBuilder {
        let method = Method::from_bytes(method.as_bytes()).unwrap();
        self.client.request(method, format!("{}{path}", self.address))
    }

    pub(crate) async fn answer(request: RequestBuilder) -> Answer {
        let response = request.send().await.unwrap();
        let status = response.status();
        let text = response.text().await.unwrap();
        (status, serde_json::from_str(&text).unwrap_or(Value::String(text)))
    }

    /// Sends a request as a user; it must succeed.
    pub(crate) async fn call(&self, person: &Person, method: &str, path: &str, body: Option<Value>) -> Value {
        let (status, answer) = self.try_call(person, method, path, body).await;
        assert!(status.is_success(), "{method} {path}: {status} {answer}");
        answer
    }

    pub(crate) async fn try_call(&self, person: &Person, method: &str, path: &str, body: Option<Value>) -> Answer {
        let mut request = self.request(method, path).bearer_auth(&person.token);
        if let Some(body) = body {
            request = request.json(&body);
        }
        Self::answer(request).await
    }

    /// Signs up at the embedded identity provider and with the shop.
    pub(crate) async fn sign_up(&self, name: &str) -> Person {
        let email = format!("{name}@example.com");
        let account = json!({ "email": email, "password": "secret-1", "returnSecureToken": true });
        self.sign_in_with("accounts:signUp", &email, account).await
    }

    pub(crate) async fn sign_in(&self, email: &str, password: &str) -> Person {
        let account = json!({ "email": email, "password": password, "returnSecureToken": true });
        self.sign_in_with("accounts:signInWithPassword", email, account).await
    }

    async fn sign_in_with(&self, call: &str, email: &str, account: Value) -> Person {
        let path = format!("/identitytoolkit.googleapis.com/v1/{call}?key=demo-key");
        let (status, identity) = Self::answer(self.request("POST", &path).json(&account)).await;
        assert!(status.is_success(), "{call}: {identity}");
        let id_token = identity["idToken"].as_str().unwrap();
        let register = self.request("PUT", &format!("/users/{email}")).bearer_auth(id_token);
        let (status, answer) = Self::answer(register.json(&json!({ "email": email }))).await;
        assert!(status.is_success(), "{answer}");
        Person { email: email.to_owned(), token: answer["accessToken"].as_str().unwrap().to_owned() }
    }

    /// Returns the first part of the catalog.
    pub(crate) async fn first_part(&self) -> Value {
        let (_, parts) = Self::answer(self.request("GET", "/parts?limit=1")).await;
        parts[0].clone()
    }

    /// Adds a part. Returns its id.
    pub(crate) async fn add_part(&self, admin: &Person, available: i64) -> String {
        let part = json!({
            "title": "Rare part", "desc": "Few are left.", "img": "/catalogue/alternator.svg",
            "minOrderQuantity": 1, "available": available, "price": 10,
        });
        let added = self.call(admin, "POST", "/parts", Some(part)).await;
        added["insertedId"].as_str().unwrap().to_owned()
    }

    pub(crate) async fn try_order(&self, person: &Person, part: &str, quantity: i64) -> Answer {
        let order = json!({ "orderedId": part, "quantity": quantity, "address": "1 Road", "phone": "555 0100" });
        self.try_call(person, "POST", "/orders", Some(order)).await
    }

    /// Places an order. Returns its id.
    pub(crate) async fn order(&self, person: &Person, part: &str, quantity: i64) -> String {
        let (status, answer) = self.try_order(person, part, quantity).await;
        assert_eq!(status, StatusCode::CREATED, "{answer}");
        answer["insertedId"].as_str().unwrap().to_owned()
    }

    pub(crate) async fn show(&self, person: &Person, order: &str) -> Value {
        self.call(person, "GET", &format!("/order/{order}"), None).await
    }

    /// Starts a payment for an order and confirms it with a card at the provider, as the browser does. Returns the
    /// provider's response.
    pub(crate) async fn pay_by_card(&self, person: &Person, order: &str, number: &str) -> Value {
        let total = self.show(person, order).await["totalPrice"].clone();
        let intent = json!({ "price": total, "order": order });
        let intent = self.call(person, "POST", "/create-payment-intent", Some(intent)).await;
        let secret = intent["clientSecret"].as_str().unwrap();
        let id = secret.split("_secret").next().unwrap();
        let card = [
            ("type", "card"),
            ("card[number]", number),
            ("card[exp_month]", "12"),
            ("card[exp_year]", "2040"),
            ("card[cvc]", "123"),
            ("key", "pk_test_sandbox"),
        ];
        let method = self.request("POST", "/sandbox/v1/payment_methods").form(&card);
        let (status, method) = Self::answer(method).await;
        assert!(status.is_success(), "{method}");
        let confirm =
            [("client_secret", secret), ("payment_method", method["id"].as_str().unwrap()), ("key", "pk_test_sandbox")];
        let path = format!("/sandbox/v1/payment_intents/{id}/confirm");
        Self::answer(self.request("POST", &path).form(&confirm)).await.1
    }

    /// Reports an order as paid to the shop.
    pub(crate) async fn book(&self, person: &Person, order: &str, transaction: &str) -> Answer {
        let body = json!({ "booking": order, "transactionId": transaction });
        self.try_call(person, "PATCH", &format!("/booking/{order}"), Some(body)).await
    }
}
