//! The controls: servers that only send prepared bytes.

use actix_web::{
    App, HttpResponse, HttpServer,
    http::{StatusCode, header},
    rt::System,
    web::{self, Bytes, Data},
};
use std::{
    collections::BTreeMap,
    env, fs,
    io::{Read, Write},
    net::{SocketAddr, TcpListener, TcpStream},
    path::Path,
    process::{Child, Command, Stdio},
    time::Duration,
};
use tempfile::TempDir;

/// Runs this program as the control instead of the benchmark; a folder follows.
pub(crate) const ARGUMENT: &str = "--control";

/// As many workers as the shop has.
pub(crate) const WORKERS: usize = 2;

/// The same value as in the shop.
const KEEP_ALIVE: Duration = Duration::from_secs(9);

/// A response: head and body.
#[derive(Debug, Clone)]
pub(crate) struct Answer {
    pub(crate) head: String,
    pub(crate) body: Vec<u8>,
}

impl Answer {
    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        self.head.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(": "))
    }
}

/// Sends one request; `headers` are complete lines.
pub(crate) fn ask(address: SocketAddr, path: &str, headers: &str) -> Answer {
    let mut stream = TcpStream::connect(address).unwrap();
    write!(stream, "GET {path} HTTP/1.1\r\nHost: shop.example\r\nConnection: close\r\n{headers}\r\n").unwrap();
    let mut bytes = Vec::new();
    stream.read_to_end(&mut bytes).unwrap();
    let end = bytes.windows(4).position(|four| four == b"\r\n\r\n").unwrap() + 4;
    Answer { head: String::from_utf8(bytes[..end].to_vec()).unwrap(), body: bytes[end..].to_vec() }
}

/// A running control with the folder it serves.
pub(crate) struct Control {
    process: Child,
    pub(crate) address: SocketAddr,
    _folder: TempDir,
}

impl Control {
    pub(crate) fn process_id(&self) -> u32 {
        self.process.id()
    }
}

impl Drop for Control {
    fn drop(&mut self) {
        // nginx stops its workers on this signal, and the bare handler has none.
        let _ = Command::new("kill").arg(self.process.id().to_string()).status();
        let _ = self.process.wait();
    }
}

/// The responses of a control, by path.
pub(crate) type Answers = BTreeMap<&'static str, Answer>;

/// Starts a control whose response heads are as long as the shop's.
pub(crate) fn padded(answers: &Answers, start: fn(&Answers, &BTreeMap<&str, usize>) -> Control) -> Control {
    let mut fillers: BTreeMap<&str, usize> = answers.keys().map(|path| (*path, 1)).collect();
    let control = start(answers, &fillers);
    for (path, answer) in answers {
        let own = ask(control.address, path, "");
        assert!(own.body == answer.body, "{path}");
        let more = answer.head.len().checked_sub(own.head.len()).unwrap_or_else(|| panic!("{}", own.head));
        fillers.insert(path, 1 + more);
    }
    drop(control);
    let control = start(answers, &fillers);
    for (path, answer) in answers {
        assert_eq!(ask(control.address, path, "").head.len(), answer.head.len(), "{path}");
    }
    control
}

/// Starts a bare handler.
pub(crate) fn actix(answers: &Answers, fillers: &BTreeMap<&str, usize>) -> Control {
    let folder = tempfile::tempdir().unwrap();
    let address = free_address();
    for (path, answer) in answers {
        let file = folder.path().join(path.trim_start_matches('/'));
        fs::write(file.with_extension("body"), &answer.body).unwrap();
        fs::write(file.with_extension("filler"), "x".repeat(fillers[path])).unwrap();
        fs::write(file.with_extension("status"), &answer.head[9..12]).unwrap();
    }
    fs::write(folder.path().join("address"), address.to_string()).unwrap();
    let mut command = Command::new(env::current_exe().unwrap());
    command.arg(ARGUMENT).arg(folder.path());
    started(command, address, folder)
}

/// A response of the bare handler.
struct Prepared {
    status: StatusCode,
    filler: String,
    body: Bytes,
}

/// Serves a folder forever.
pub(crate) fn serve(folder: &Path) {
    let read = |name: &str, kind: &str| fs::read(folder.join(name).with_extension(kind)).unwrap();
    let text = |name: &str, kind: &str| String::from_utf8(read(name, kind)).unwrap();
    let mut prepared = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_some_and(|kind| kind == "body") {
            let name = path.file_stem().unwrap().to_str().unwrap().to_owned();
            let status = StatusCode::from_bytes(&read(&name, "status")).unwrap();
            let answer = Prepared { status, filler: text(&name, "filler"), body: read(&name, "body").into() };
            prepared.push((name, Data::new(answer)));
        }
    }
    let address = fs::read_to_string(folder.join("address")).unwrap();
    let app = move || {
        prepared.iter().fold(App::new(), |app, (name, answer)| {
            app.service(web::resource(format!("/{name}")).app_data(answer.clone()).route(web::get().to(bare)))
        })
    };
    let server = HttpServer::new(app).workers(WORKERS).keep_alive(KEEP_ALIVE).tcp_nodelay(true).bind(address).unwrap();
    System::new().block_on(server.run()).unwrap();
}

async fn bare(answer: Data<Prepared>) -> HttpResponse {
    let mut response = HttpResponse::build(answer.status);
    response.insert_header(("x-filler", answer.filler.as_str()));
    if answer.status == StatusCode::NOT_MODIFIED {
        return response.finish();
    }
    response.insert_header((header::CONTENT_TYPE, "application/json")).body(answer.body.clone())
}

/// Starts nginx with files.
pub(crate) fn nginx(answers: &Answers, fillers: &BTreeMap<&str, usize>) -> Control {
    let folder = tempfile::tempdir().unwrap();
    let address = free_address();
    let mut locations = String::new();
    for (path, answer) in answers {
        fs::write(folder.path().join(path.trim_start_matches('/')), &answer.body).unwrap();
        let filler = "x".repeat(fillers[path]);
        locations += &format!("location = {path} {{ add_header X-Filler {filler}; }}\n");
    }
    let root = folder.path().display();
    let configuration = format!(
        "daemon off; pid {root}/pid; error_log {root}/error.log; worker_processes {WORKERS};
        events {{ worker_connections 256; }}
        http {{
            access_log off; sendfile on; tcp_nopush on; tcp_nodelay on; keepalive_requests 1000000000;
            default_type application/json; open_file_cache max=100;
            client_body_temp_path {root}/a; proxy_temp_path {root}/b; fastcgi_temp_path {root}/c;
            uwsgi_temp_path {root}/d; scgi_temp_path {root}/e;
            server {{ listen {address} backlog=1024; root {root}; {locations} }}
        }}"
    );
    let file = folder.path().join("nginx.conf");
    fs::write(&file, configuration).unwrap();
    // As root, nginx runs its workers as another user, who needs access.
    let permissions = std::os::unix::fs::PermissionsExt::from_mode(0o755);
    fs::set_permissions(folder.path(), permissions).unwrap();
    let mut command = Command::new("nginx");
    command.arg("-c").arg(&file);
    started(command, address, folder)
}

fn started(mut command: Command, address: SocketAddr, folder: TempDir) -> Control {
    let control = Control { process: command.stdout(Stdio::null()).spawn().unwrap(), address, _folder: folder };
    let mut tries = 0;
    while TcpStream::connect(address).is_err() {
        tries += 1;
        assert!(tries < 500, "a control does not open: {command:?}");
        std::thread::sleep(Duration::from_millis(10));
    }
    control
}

fn free_address() -> SocketAddr {
    TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap()
}
