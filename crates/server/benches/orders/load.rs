//! Clients that ask as fast as they are answered: wrk, which takes little of the processor from the server.

use std::{
    fs,
    process::{Command, Stdio},
};

/// What some clients did together.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Load {
    pub(crate) per_second: f64,
    /// What 95 in 100 requests took at most, in milliseconds.
    pub(crate) p95: f64,
    pub(crate) requests: u64,
}

/// Fails when wrk is not there.
pub(crate) fn require_wrk() {
    let found = Command::new("wrk").arg("-v").stdout(Stdio::null()).stderr(Stdio::null()).status();
    assert!(found.is_ok(), "wrk is missing: apt-get install -y wrk");
}

/// A request that wrk makes in Lua: `token()` is one of the tokens, `some(list)` one of a list.
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

    /// Runs so many clients for so many seconds. No request may fail.
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

/// What the machine lets anybody do at the moment: clients who ask for what the server has in memory. Printed beside times.
pub(crate) fn control(address: &str, clients: usize) {
    let path = "'/parts?limit=20'".to_owned();
    let list = Script { method: "GET", tokens: &[], before: String::new(), path, body: "nil".to_owned() };
    let load = list.run(address, clients, 2);
    println!("        control: a list out of memory, p95 {:.2} ms", load.p95);
}

/// A list of texts in Lua.
pub(crate) fn list(texts: &[String]) -> String {
    format!("{{ '{}' }}", texts.join("', '")).replace("{ '' }", "{}")
}
