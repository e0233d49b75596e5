# Shared functions of the scripts: find tools, report missing ones, build the web app once.
# Sourced, never run.

set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

# Prints a heading with the time since the script began.
say() { printf '\n== %d:%02d %s\n' $((SECONDS / 60)) $((SECONDS % 60)) "$*"; }
die() { printf 'autoparts: %s\n' "$*" >&2; exit 1; }

have() { command -v "$1" >/dev/null 2>&1; }

# rust-toolchain.toml requires a version by number. If it cannot be downloaded, the default toolchain is used if it is the same version under another
# name, such as stable.
if [ -z "${RUSTUP_TOOLCHAIN:-}" ] && have rustup && ! rustup which cargo >/dev/null 2>&1; then
    default_toolchain=$(rustup default 2>/dev/null | cut -d' ' -f1) || true
    default_version=$(rustup run "$default_toolchain" rustc --version 2>/dev/null | cut -d' ' -f2) || true
    if grep -qxF "channel = \"$default_version\"" rust-toolchain.toml; then export RUSTUP_TOOLCHAIN=$default_toolchain; fi
fi

# Whether this script may install Debian packages: as root, on Debian.
may_install() { [ "$(id -u)" = 0 ] && have apt-get; }

apt_updated=
install_package() { # purpose, package
    may_install || die "$1 is missing; install it: apt-get install $2"
    say "installing $2"
    if [ -z "$apt_updated" ]; then
        apt-get update -qq
        apt_updated=yes
    fi
    DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "$2" >/dev/null
}

# Requirements of every build. Reports missing toolchains but does not install them.
need_toolchains() {
    have cargo || die "cargo is missing; get Rust 1.95 or later from https://rustup.rs"
    have node || die "node is missing; get Node.js 24 from https://nodejs.org or your distribution"
    have npm || die "npm is missing; it comes with Node.js"
    local major
    major=$(node -p 'process.versions.node.split(".")[0]')
    [ "$major" -ge 20 ] || die "Node.js $major is too old; get version 24"
    [ "$major" -ge 24 ] || printf 'autoparts: Node.js %s still works but gets no security updates; use version 24\n' "$major" >&2
    have cc || die "a C compiler is missing; on Debian: apt-get install build-essential"
}

has_libpq() {
    have pg_config || (have pkg-config && pkg-config --exists libpq) || compgen -G '/usr/lib/*/libpq.so' >/dev/null
}

need_libpq() { has_libpq || die "the headers of libpq are missing; on Debian: apt-get install libpq-dev"; }

# Records the shop's system calls, for the power-cut tests.
need_strace() { have strace || install_package "strace" strace; }

# Gives a server a different clock than the machine's, for the crash tests.
need_faketime() {
    compgen -G '/usr/lib/*/faketime/libfaketimeMT.so.1' >/dev/null || install_package "libfaketime" libfaketime
}

# The browser for the browser tests; frontend/e2e/support/browser.ts lists where it is looked for.
need_browser() {
    [ -n "${CHROMIUM:-}" ] || have chromium-headless-shell || have chromium ||
        install_package "Chromium" chromium-headless-shell
}

# A digest of source files, to detect whether a build is up to date. Outside a git checkout
# the list of files is unknown, so nothing counts as built.
digest() {
    if ! git rev-parse --git-dir >/dev/null 2>&1; then
        date +%s%N
        return
    fi
    # A deleted file that is still in git's index has no digest; this is not an error.
    git ls-files -z --cached --others --exclude-standard -- "$@" | sort -z |
        { xargs -0 sha256sum 2>/dev/null || true; } | sha256sum | cut -d' ' -f1
}

unchanged() { [ -f "$1" ] && [ "$(cat "$1")" = "$2" ]; } # stamp file, digest

npm_install() {
    local now
    now=$(digest frontend/package.json frontend/package-lock.json)
    if unchanged frontend/node_modules/.installed-for "$now"; then return; fi
    say "installing the web app's packages"
    npm --prefix frontend ci --no-audit --no-fund --loglevel=error
    printf '%s' "$now" >frontend/node_modules/.installed-for
}

# Installs the packages of a folder of scripts/third-parties/, once per lock file and without install scripts.
npm_packages() { # folder
    local packages=scripts/third-parties/$1 now
    now=$(digest "$packages/package.json" "$packages/package-lock.json")
    if unchanged "$packages/node_modules/.installed-for" "$now"; then return; fi
    say "installing the packages of $packages"
    npm --prefix "$packages" ci --omit=optional --ignore-scripts --no-audit --no-fund --loglevel=error
    printf '%s' "$now" >"$packages/node_modules/.installed-for"
}

# The same for Python, in a virtual environment.
python_packages() { # folder, environment
    local packages=scripts/third-parties/$1 now
    now=$(digest "$packages/requirements.txt")
    if unchanged "$2/.installed-for" "$now"; then return; fi
    have python3 || install_package "Python" python3
    python3 -c 'import ensurepip, venv' 2>/dev/null || install_package "Python's venv" python3-venv
    say "installing the packages of $packages"
    python3 -m venv --clear "$2"
    "$2/bin/pip" install --quiet --disable-pip-version-check --no-deps -r "$packages/requirements.txt"
    printf '%s' "$now" >"$2/.installed-for"
}

build_web_app() {
    local now
    now=$(digest frontend ':(exclude)frontend/e2e' ':(exclude)frontend/README.md')
    if unchanged frontend/dist/.built-from "$now"; then return; fi
    npm_install
    say "building the web app"
    npm --prefix frontend run --silent build
    printf '%s' "$now" >frontend/dist/.built-from
}

# The development build of the server, in target/debug. With crates/features it shares the libraries with the tests.
build_server() {
    say "building the server"
    cargo build --locked -p autoparts-server -p autoparts-features
}

# The binary under test, exported as E2E_BINARY: the given one, or one
# built like the Rust tests, which takes a fraction of the time of a release build.
need_e2e_binary() {
    if [ -n "${E2E_BINARY:-}" ]; then
        E2E_BINARY=$(realpath -e "$E2E_BINARY")
    else
        need_libpq
        build_web_app
        build_server
        E2E_BINARY=$PWD/target/debug/autoparts
    fi
    export E2E_BINARY
}

# Servers of the shop behind a proxy, for the runs that break or replace them. Callers set `scratch` (a folder), `binary`, and `servers`, an
# associative array of ports and process ids, and stop `servers` on exit.

# The folder of PostgreSQL's programs.
postgres_programs() {
    compgen -G '/usr/lib/postgresql/*/bin' | sort -V | tail -n 1
}

# A prefix for PostgreSQL's programs, which refuse to run as root.
if [ "$(id -u)" = 0 ]; then
    not_as_root=(setpriv --reuid=65534 --regid=65534 --clear-groups)
else
    not_as_root=(env)
fi

# Starts a temporary PostgreSQL in `scratch`, on port 5499 of loopback; `postgres` is the folder of its programs. The caller stops it.
start_postgres() { # databases
    chmod 755 "$scratch"
    install -d -m 700 "$scratch/db"
    [ "$(id -u)" != 0 ] || chown 65534:65534 "$scratch/db"
    "${not_as_root[@]}" "$postgres/initdb" -D "$scratch/db" -U shop -A trust -E UTF8 --locale=C >/dev/null
    "${not_as_root[@]}" "$postgres/pg_ctl" -D "$scratch/db" -w -l "$scratch/db/log" \
        -o "-p 5499 -c listen_addresses=127.0.0.1 -c unix_socket_directories=$scratch/db" start >/dev/null
    local name
    for name in "$@"; do "${not_as_root[@]}" "$postgres/createdb" -h 127.0.0.1 -p 5499 -U shop "$name"; done
}

# Starts a server of the shop, or runs a command of its binary.
serve() { # port, database, optionally a command, then settings
    mkdir -p "$scratch/$1"
    (
        cd "$scratch/$1"
        export DATABASE_URL=$2 BIND_ADDR=127.0.0.1:$1 PUBLIC_URL=https://localhost:8443
        export TRUSTED_PROXIES=127.0.0.1 RATE_LIMIT=off LOG=${LOG:-warn}
        exec env "${@:4}" "$binary" "${3:-serve}"
    ) >>"$scratch/$1.log" 2>&1 &
    servers[$1]=$!
}

until_ready() { # port
    local tries=0
    until curl -fs -o /dev/null "http://127.0.0.1:$1/readyz"; do
        tries=$((tries + 1))
        [ "$tries" -lt 300 ] || die "the server on port $1 does not become ready: $(tail -n 3 "$scratch/$1.log")"
        sleep 0.1
    done
}

must_be_free() { # ports
    local port
    for port in "$@"; do
        ! curl -sk -o /dev/null "http://127.0.0.1:$port" || die "port $port is in use"
    done
}

# The proxies' files of docs/deploy, changed only in name, certificate and ports: those below 1024 may be in use, or need privileges.
proxy_files() {
    openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 1 -subj /CN=localhost -addext subjectAltName=DNS:localhost \
        -addext basicConstraints=critical,CA:FALSE -keyout "$scratch/privkey.pem" -out "$scratch/fullchain.pem" 2>/dev/null
    cat "$scratch/fullchain.pem" "$scratch/privkey.pem" >"$scratch/shop.pem"
    local file
    for file in nginx.conf nginx-upstream.conf haproxy.cfg; do
        sed -e "s#/etc/ssl/autoparts#$scratch#" -e 's/shop\.example/localhost/' -e 's#\(listen\|bind\) \(\[::\]\)\?:\?80\b#\1 \2:8480#' \
            -e 's#listen :8480#listen 8480#' -e 's#listen \([^ ]*\)443 ssl#listen \18443 ssl#' -e 's#bind :443#bind :8443#' \
            "docs/deploy/$file" >"$scratch/$file"
    done
}

# Load from customers who order and visitors who read, through the proxy configured above; the load generator is `failover.rs` among the server's tests. `load` is its
# process, which the caller stops on exit.
build_customers() {
    say "building the customers and visitors"
    customers=$(cargo test --locked -p autoparts-server --test binary --no-run --message-format=json |
        grep '"executable":"[^"]*/binary-' | grep -o '"executable":"[^"]*"' | tail -n 1 | cut -d'"' -f4)
    [ -x "$customers" ] || die "the load generator was not built"
}
# Starts a server without limits on unpaid orders, which eight customers would exceed; uses `database`.
serve_shop() { serve "$1" "$database" serve UNPAID_ORDERS=off UNPAID_VALUE=off UNPAID_SHARE=off; } # port
start_customers() {
    export HA_SHOP=https://localhost:8443 HA_CERTIFICATE=$scratch/fullchain.pem
    mkfifo "$scratch/commands" "$scratch/replies"
    "$customers" --ignored --exact --nocapture failover::no_acknowledged_order_is_lost_or_doubled <"$scratch/commands" >"$scratch/replies" 2>&1 &
    load=$!
    exec {to_load}>"$scratch/commands" {from_load}<"$scratch/replies"
    local line output=
    while read -r line <&"$from_load"; do
        [ "$line" != "ha: ordering" ] || return 0
        output+=" $line"
    done
    die "the customers cannot order:$output"
}
# Sends a command to the load generator, and waits for its reply.
send_command() {
    local line
    echo "$*" >&"$to_load"
    while read -r line <&"$from_load"; do
        case $line in
            "ha: |"*) echo "${line#ha: }" ;;
            ha:*) return ;;
            *) echo "$line" ;;
        esac
        case $line in "ha: |"*) return ;; esac
    done
    die "the load generator has exited"
}
end_customers() { # fails if an acknowledged order does not exist exactly once, something took too long, or a read failed
    local status=0
    echo audit >&"$to_load"
    cat <&"$from_load"
    wait "$load" || status=$?
    load=
    return "$status"
}
