//! Load from clients that send requests in a loop: wrk, which uses little CPU.

use std::{
    fs,
    process::{Command, Stdio},
};

/// The combined result of several clients.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Load {
    pub(crate) per_second: f64,
    /// The 95th percentile of the response time, in milliseconds.
    pub(crate) p95: f64,
    pub(crate) requests: u64,
}

/// Fails if wrk is not installed.
pub(crate) fn require_wrk() {
    let found = Command::new("wrk").arg("-v").stdout(Stdio::null()).stderr(Stdio::null()).status();
    assert!(found.is_ok(), "wrk is missing: apt-get install -y wrk");
}

/// A request as a Lua script for wrk: `token()` picks a token, `some(list)` an item of a list.
pub(crate) struct Script<'a> {
    pub(crate) method: &'a str,
    pub(crate) tokens: &'a [String],
    /// Definitions, such as lists.
    pub(crate) before: String,
    /// Expressions for path and body.
    pub(crate) path: String,
    pub(crate) body: String,
}

impl Script<'_> {
    fn text(&self) -> String {
        let Self { method, tokens, before, path, body } = self;
        format!(
            "math.randomseed(os.time())
             function some(list) return list[math.random(#list)] end
             local tokens = {}
             {before}
             local heads = {{ ['Content-Type'] = 'application/json' }}
             request = function()
                 if #tokens > 0 then heads['Authorization'] = 'Bearer ' .. some(tokens) end
                 return wrk.format('{method}', {path}, heads, {body})
             end
             done = function(summary, latency)
                 local errors = summary.errors
                 io.write(string.format('FIGURES %d %d %f %d\\n', summary.requests, summary.duration,
                     latency:percentile(95),
                     errors.status + errors.connect + errors.read + errors.write + errors.timeout))
             end",
            list(tokens)
        )
    }

    /// Runs several clients for some seconds. No request may fail.
    pub(crate) fn run(&self, address: &str, clients: usize, seconds: usize) -> Load {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("requests.lua");
        fs::write(&file, self.text()).unwrap();
        let mut wrk = Command::new("wrk");
        wrk.args(["-t1", &format!("-c{clients}"), &format!("-d{seconds}s"), "--timeout", "10s", "-s"]);
        let output = wrk.arg(&file).arg(address).output().unwrap();
        let said = String::from_utf8(output.stdout).unwrap();
        let line = said.lines().find_map(|line| line.strip_prefix("FIGURES ")).unwrap_or_else(|| panic!("{said}"));
        let numbers: Vec<f64> = line.split(' ').map(|number| number.parse().unwrap()).collect();
        assert!(numbers[3] == 0.0 && numbers[0] > 0.0, "requests failed: {said}");
        Load {
            per_second: numbers[0] / (numbers[1] / 1e6),
            p95: numbers[2] / 1e3,
            requests: numbers[0].to_string().parse().unwrap(),
        }
    }
}

/// Prints what the machine can do at the moment, next to the figures: clients that request a list from memory.
pub(crate) fn control(address: &str, clients: usize) {
    let path = "'/parts?limit=20'".to_owned();
    let list = Script { method: "GET", tokens: &[], before: String::new(), path, body: "nil".to_owned() };
    let load = list.run(address, clients, 2);
    println!("        control: a list out of memory, p95 {:.2} ms", load.p95);
}

/// Formats texts as a Lua list.
pub(crate) fn list(texts: &[String]) -> String {
    format!("{{ '{}' }}", texts.join("', '")).replace("{ '' }", "{}")
}
