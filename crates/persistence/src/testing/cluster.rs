//! Clusters: one shared by all tests of all processes, and private ones for tests that break things.

use super::{
    ClusterError, PostgresDatabase,
    database::{execute, url},
    server::{LOCKED_USER, Server, own_uid},
};
use crate::{SqlStore, StoreOptions};
use std::{
    env, fs,
    fs::File,
    hash::{DefaultHasher, Hash, Hasher},
    path::PathBuf,
    process,
    sync::{
        OnceLock,
        atomic::{AtomicU32, Ordering},
    },
};

/// A running PostgreSQL server with disposable data.
#[derive(Debug)]
pub struct PostgresCluster {
    server: Server,
    port: u16,
    private: bool,
    /// A shared lock that keeps the cluster alive. The kernel releases the locks of killed processes.
    _used: File,
}

/// The shared cluster, once per process. Test runners that run each test in its own process coordinate through the file
/// locks instead.
static SHARED: OnceLock<Result<PostgresCluster, String>> = OnceLock::new();

/// For unique names of databases and private clusters within this process.
static COUNTER: AtomicU32 = AtomicU32::new(1);

fn next() -> u32 {
    COUNTER.fetch_add(1, Ordering::Relaxed)
}

impl PostgresCluster {
    /// The cluster shared by all tests: started on first use, and removed a few seconds after the last test has ended.
    pub fn shared() -> Result<&'static Self, ClusterError> {
        let cluster = SHARED.get_or_init(|| Self::join_shared().map_err(|error| error.to_string()));
        cluster.as_ref().map_err(|why| ClusterError::Server(why.clone()))
    }

    /// A private cluster for a test that stops it.
    pub fn private() -> Result<Self, ClusterError> {
        let base = env::temp_dir().join(format!("autoparts-postgres-{}-{}", process::id(), next()));
        let server = Server::at(base)?;
        server.lock_file("setup")?;
        let used = hold(&server)?;
        let port = server.create()?;
        let cluster = Self { server, port, private: true, _used: used };
        cluster.make_template()?;
        Ok(cluster)
    }

    fn join_shared() -> Result<Self, ClusterError> {
        let server = Server::at(env::temp_dir().join(format!("autoparts-postgres-of-{}", own_uid())))?;
        let setup = server.lock_file("setup")?;
        setup.lock().map_err(ClusterError::system("lock the cluster"))?;
        let used = hold(&server)?;
        let running = server.port().filter(|port| execute(&url(*port, "postgres"), "SELECT 1").is_ok());
        let port = running.map_or_else(|| server.create(), Ok)?;
        let cluster = Self { server, port, private: false, _used: used };
        cluster.make_template()?;
        // Dropping the file would be enough; the explicit unlock shows that the lock must last until here.
        setup.unlock().map_err(ClusterError::system("unlock the cluster"))?;
        Ok(cluster)
    }

    /// An empty database.
    pub fn empty_database(&self) -> Result<PostgresDatabase, ClusterError> {
        self.database("template0")
    }

    /// A database with the shop's tables and no rows.
    pub fn migrated_database(&self) -> Result<PostgresDatabase, ClusterError> {
        self.database(&template_name()?)
    }

    fn database(&self, template: &str) -> Result<PostgresDatabase, ClusterError> {
        let name = format!("test_{}_{}", process::id(), next());
        PostgresDatabase::create(self.port, name, template)
    }

    /// The server's port on the loopback address.
    #[must_use]
    pub fn port(&self) -> u16 {
        self.port
    }

    /// A user who must log in with this password, created if missing.
    pub fn user_with_password(&self, password: &str) -> Result<&'static str, ClusterError> {
        let make = format!(
            "DROP ROLE IF EXISTS {LOCKED_USER}; CREATE ROLE {LOCKED_USER} LOGIN SUPERUSER PASSWORD '{password}'"
        );
        execute(&url(self.port, "postgres"), &make)?;
        Ok(LOCKED_USER)
    }

    /// Stops the server without warning. Only for private clusters.
    pub fn stop(&self) -> Result<(), ClusterError> {
        self.private_server()?.stop()
    }

    /// Starts the server again after [`stop`](Self::stop), on the same port.
    pub fn start(&self) -> Result<(), ClusterError> {
        self.server.start()
    }

    /// Freezes the server: its connections stay open but do not respond. Only for private clusters.
    pub fn freeze(&self) -> Result<(), ClusterError> {
        self.private_server()?.signal("STOP", false)
    }

    /// Freezes the existing connections; new ones work. Only for private clusters.
    pub fn freeze_connections(&self) -> Result<(), ClusterError> {
        self.private_server()?.signal("STOP", true)
    }

    /// Resumes a frozen server.
    pub fn thaw(&self) -> Result<(), ClusterError> {
        self.private_server()?.signal("CONT", false)
    }

    /// The ids of the server's processes; the first one is the parent of the others.
    pub fn processes(&self) -> Result<Vec<String>, ClusterError> {
        self.server.processes()
    }

    fn private_server(&self) -> Result<&Server, ClusterError> {
        if self.private { Ok(&self.server) } else { Err(ClusterError::Server("others use this cluster".to_owned())) }
    }

    /// Creates the migrated database that each test copies. It has a temporary name until it is complete, in case this
    /// process is killed halfway.
    fn make_template(&self) -> Result<(), ClusterError> {
        let template = template_name()?;
        let admin = url(self.port, "postgres");
        if execute(&url(self.port, &template), "SELECT 1").is_ok() {
            return Ok(());
        }
        let raw = format!("raw_{template}");
        execute(&admin, &format!("DROP DATABASE IF EXISTS {raw}"))?;
        execute(&admin, &format!("CREATE DATABASE {raw} TEMPLATE template0"))?;
        let raw_url = url(self.port, &raw).parse().map_err(ClusterError::server)?;
        let store = SqlStore::open(&raw_url, &StoreOptions::default()).map_err(ClusterError::server)?;
        store.migrate().map_err(ClusterError::server)?;
        drop(store);
        execute(&admin, &format!("ALTER DATABASE {raw} RENAME TO {template}"))
    }
}

impl Drop for PostgresCluster {
    fn drop(&mut self) {
        if self.private {
            let _ = self.thaw();
            self.server.remove();
        }
    }
}

/// Takes the lock that keeps the cluster alive as long as the file is open.
fn hold(server: &Server) -> Result<File, ClusterError> {
    let used = server.lock_file("used")?;
    used.lock_shared().map_err(ClusterError::system("hold the cluster"))?;
    Ok(used)
}

/// The name of this test build's template: each build has its own, because the migrations are compiled in.
fn template_name() -> Result<String, ClusterError> {
    let look = || -> std::io::Result<_> {
        let program: PathBuf = env::current_exe()?;
        let built = fs::metadata(&program)?.modified()?;
        Ok((program, built))
    };
    let mut hasher = DefaultHasher::new();
    look().map_err(ClusterError::system("look at the test program"))?.hash(&mut hasher);
    Ok(format!("template_{:016x}", hasher.finish()))
}
