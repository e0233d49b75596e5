//! Reads from memory: a list of parts, a single part, and a revalidation of the list.

use crate::{
    controls::{self, Answer, Answers, WORKERS, ask},
    support::Site,
};
use std::{
    fs,
    net::SocketAddr,
    process::{Command, Stdio},
};

/// Number of rounds, in each of which every server is measured once, and the duration of a measurement in seconds.
const ROUNDS: usize = 9;
const SECONDS: usize = 2;

/// Clock ticks per second in Linux's process times.
const TICKS: f64 = 100.0;

/// The measurement of one server in one round.
#[derive(Debug, Clone, Copy)]
struct Load {
    per_second: f64,
    /// CPU time per request, in microseconds.
    micros: f64,
}

/// The shop, the bare handler, and nginx if there is a file.
type Round = (Load, Load, Option<Load>);

/// A figure and its limit.
enum Figure {
    /// Maximum CPU time per request, relative to the bare handler.
    Cpu(f64),
    /// Minimum requests per second, relative to the bare handler.
    Bare(f64),
    /// Minimum requests per second, relative to nginx.
    Nginx(f64),
}

pub(crate) fn run() -> bool {
    for (tool, option, package) in [("wrk", "-v", "wrk"), ("nginx", "-v", "nginx-light")] {
        let found = Command::new(tool).arg(option).stdout(Stdio::null()).stderr(Stdio::null()).status();
        assert!(found.is_ok(), "{tool} is missing: apt-get install -y {package}");
    }
    let site = Site::new().with("WORKERS", &WORKERS.to_string()).with("LOG", "info");
    // The rate limiter runs, but never rejects.
    let site = site.with("RATE_LIMIT", &u32::MAX.to_string());
    site.succeed(&["seed"]);
    let server = site.serve();
    let address: SocketAddr = server.address().strip_prefix("http://").unwrap().parse().unwrap();
    let shop = (address, server.process_id());
    let list = ask(address, "/parts?limit=20", "");
    let id = String::from_utf8(list.body.clone()).unwrap().split('"').nth(3).unwrap().to_owned();
    let part_path = format!("/parts/{id}");
    let known = format!("If-None-Match: {}", list.header("etag").unwrap());
    let not_modified = ask(address, "/parts?limit=20", &format!("{known}\r\n"));
    let part = ask(address, &part_path, "");
    for (answer, status) in [(&list, "200"), (&part, "200"), (&not_modified, "304")] {
        assert_eq!(&answer.head[9..12], status, "{}", answer.head);
    }
    let of = |answers: &[(&'static str, &Answer)]| -> Answers {
        answers.iter().map(|(path, answer)| (*path, (*answer).clone())).collect()
    };
    let bare = controls::padded(&of(&[("/list", &list), ("/part", &part), ("/known", &not_modified)]), controls::actix);
    let nginx = controls::padded(&of(&[("/list", &list), ("/part", &part)]), controls::nginx);
    let bare = (bare.address, bare.process_id(), &bare);
    let nginx = (nginx.address, nginx.process_id(), &nginx);

    println!("load before: {}", fs::read_to_string("/proc/loadavg").unwrap().trim());
    let cases: [(&str, &str, &str, &str, &[Figure]); 3] = [
        ("list of 20", "/parts?limit=20", "/list", "", &[Figure::Cpu(1.5), Figure::Nginx(0.6)]),
        ("one part", &part_path, "/part", "", &[Figure::Cpu(1.5), Figure::Nginx(0.6)]),
        ("not modified", "/parts?limit=20", "/known", &known, &[Figure::Bare(0.85)]),
    ];
    let mut reached = true;
    for (what, path, control_path, header, figures) in cases {
        let has_file = control_path != "/known";
        let mut rounds = Vec::new();
        for _ in 0..ROUNDS {
            let shop = load(shop.0, Some(shop.1), path, header);
            // The control has to read the same header.
            let bare = load(bare.0, Some(bare.1), control_path, header);
            let files = has_file.then(|| load(nginx.0, None, control_path, ""));
            rounds.push((shop, bare, files));
        }
        let median = |of: fn(&Round) -> f64| {
            let mut all: Vec<f64> = rounds.iter().map(of).collect();
            all.sort_by(f64::total_cmp);
            all[all.len() / 2]
        };
        println!(
            "{what:<13} shop {:>7.0}/s {:>5.1} µs   bare {:>7.0}/s {:>5.1} µs{}",
            median(|round| round.0.per_second),
            median(|round| round.0.micros),
            median(|round| round.1.per_second),
            median(|round| round.1.micros),
            if has_file {
                format!("   nginx {:>7.0}/s", median(|round| round.2.unwrap().per_second))
            } else {
                String::new()
            },
        );
        for figure in figures {
            let (name, value, limit, good) = match figure {
                Figure::Cpu(most) => {
                    let ratio = median(|round| round.0.micros / round.1.micros);
                    ("processor time over a bare handler", ratio, format!("at most {most}"), ratio <= *most)
                }
                Figure::Bare(least) => {
                    let ratio = median(|round| round.0.per_second / round.1.per_second);
                    ("throughput over a bare handler", ratio, format!("at least {least}"), ratio >= *least)
                }
                Figure::Nginx(least) => {
                    let ratio = median(|round| round.0.per_second / round.2.unwrap().per_second);
                    ("throughput over nginx", ratio, format!("at least {least}"), ratio >= *least)
                }
            };
            println!("    {name:<36} {value:>5.2}   {limit:<13} {}", if good { "reached" } else { "MISSED" });
            reached &= good;
        }
    }
    println!("load after: {}", fs::read_to_string("/proc/loadavg").unwrap().trim());
    reached
}

/// Sends requests to a server in a loop, on 16 connections.
fn load(address: SocketAddr, process: Option<u32>, path: &str, header: &str) -> Load {
    let before = process.map_or(0.0, ticks);
    let mut wrk = Command::new("wrk");
    wrk.args(["-t1", "-c16", &format!("-d{SECONDS}s")]);
    if !header.is_empty() {
        wrk.args(["-H", header]);
    }
    let output = wrk.arg(format!("http://{address}{path}")).output().unwrap();
    let ticks = process.map_or(0.0, ticks) - before;
    let said = String::from_utf8(output.stdout).unwrap();
    assert!(output.status.success() && !said.contains("Non-2xx") && !said.contains("Socket errors"), "{said}");
    let number =
        |line: &str, index: usize| line.split_whitespace().nth(index).and_then(|word| word.parse::<f64>().ok());
    let requests = said.lines().find(|line| line.contains("requests in")).and_then(|line| number(line, 0)).unwrap();
    let rate = said.lines().find(|line| line.starts_with("Requests/sec")).and_then(|line| number(line, 1)).unwrap();
    Load { per_second: rate, micros: ticks / TICKS * 1e6 / requests }
}

/// Returns the CPU time of a process, in ticks.
fn ticks(process: u32) -> f64 {
    let stat = fs::read_to_string(format!("/proc/{process}/stat")).unwrap();
    let fields: Vec<&str> = stat.rsplit(')').next().unwrap().split_whitespace().collect();
    // User and system time are fields 14 and 15; the split leaves out the first two.
    fields[11].parse::<f64>().unwrap() + fields[12].parse::<f64>().unwrap()
}
