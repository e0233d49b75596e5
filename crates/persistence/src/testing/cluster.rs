//! Clusters: the one that all tests of all processes share, and private ones for tests that
//! break things.

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

/// A running PostgreSQL server with throw-away data.
#[derive(Debug)]
pub struct PostgresCluster {
    server: Server,
    port: u16,
    private: bool,
    /// While anybody holds it, the cluster stays. The kernel lets go for those who were killed.
    _used: File,
}

/// The shared cluster, as far as this process is concerned. Test runners that give each test a
/// process of its own meet in the locks instead.
static SHARED: OnceLock<Result<PostgresCluster, String>> = OnceLock::new();

/// Names of databases and private clusters within this process.
static COUNTER: AtomicU32 = AtomicU32::new(1);

fn next() -> u32 {
    COUNTER.fetch_add(1, Ordering::Relaxed)
}

impl PostgresCluster {
    /// The cluster that all tests share: started by the first that asks, gone some seconds
    /// after the last has ended.
    pub fn shared() -> Result<&'static Self, ClusterError> {
        let cluster = SHARED.get_or_init(|| Self::join_shared().map_err(|error| error.to_string()));
        cluster.as_ref().map_err(|why| ClusterError::Server(why.clone()))
    }

    /// A cluster of its own for a test that stops it.
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
        // Dropping the file would do; saying it shows that the lock must last until here.
        setup.unlock().map_err(ClusterError::system("unlock the cluster"))?;
        Ok(cluster)
    }

    /// A database with nothing in it.
    pub fn empty_database(&self) -> Result<PostgresDatabase, ClusterError> {
        self.database("template0")
    }

    /// A database with the shop's tables and nothing in them.
    pub fn migrated_database(&self) -> Result<PostgresDatabase, ClusterError> {
        self.database(&template_name()?)
    }

    fn database(&self, template: &str) -> Result<PostgresDatabase, ClusterError> {
        let name = format!("test_{}_{}", process::id(), next());
        PostgresDatabase::create(self.port, name, template)
    }

    /// Where the server listens, on loopback.
    #[must_use]
    pub fn port(&self) -> u16 {
        self.port
    }

    /// A user who must give a password, made when there is none.
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

    /// Freezes the server: it keeps its connections and answers nobody. Only for private clusters.
    pub fn freeze(&self) -> Result<(), ClusterError> {
        self.private_server()?.signal("STOP", false)
    }

    /// Freezes what serves the present connections; new ones are served. Only for private clusters.
    pub fn freeze_connections(&self) -> Result<(), ClusterError> {
        self.private_server()?.signal("STOP", true)
    }

    /// Lets a frozen server go on.
    pub fn thaw(&self) -> Result<(), ClusterError> {
        self.private_server()?.signal("CONT", false)
    }

    fn private_server(&self) -> Result<&Server, ClusterError> {
        if self.private { Ok(&self.server) } else { Err(ClusterError::Server("others use this cluster".to_owned())) }
    }

    /// Migrates once and copies for each test. Under another name until it is whole, in case
    /// this process is killed half-way.
    fn make_template(&self) -> Result<(), ClusterError> {
        let (template, admin) = (template_name()?, url(self.port, "postgres"));
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

/// Keeps the cluster alive as long as the file lives.
fn hold(server: &Server) -> Result<File, ClusterError> {
    let used = server.lock_file("used")?;
    used.lock_shared().map_err(ClusterError::system("hold the cluster"))?;
    Ok(used)
}

/// Each build of a test program has a template of its own: the migrations are built in.
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
