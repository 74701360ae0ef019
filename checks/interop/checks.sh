# What checks/interop/run.sh and checks/browser/run.sh share: a folder for what they make, the
# tally of checks, and a Vitrine to look at. It is sourced from the root of the
# repository, by a shell with set -euo pipefail.
#
# A check is a line that begins with "ok", "FAIL" or "skip".

# No setting of the caller's reaches the Vitrine under test.
unset "${!VITRINE_@}"

work=$(mktemp -d)
tally=$work/tally
running=()

# Nothing is left running, and nothing is left behind.
finish() {
	local pid
	for pid in ${running[@]+"${running[@]}"}; do
		kill "$pid" 2>/dev/null || true
		wait "$pid" 2>/dev/null || true
	done
	rm -rf "$work"
}
trap finish EXIT
trap 'exit 130' INT TERM

# say LINE prints a line of the tally.
say() { echo "$*" | tee -a "$tally"; }

# checks NAME COMMAND... runs a command that prints checks. One that ends badly
# is a failed check itself.
checks() {
	local name=$1 status=0
	shift
	"$@" | tee -a "$tally" || status=$?
	if [ "$status" != 0 ]; then say "FAIL $name ended with status $status"; fi
}

# verdict prints how many checks passed and failed, and tells by its status
# whether all is well. No check at all is not well.
verdict() {
	local passed failed
	passed=$(grep -c '^ok ' "$tally" || true)
	failed=$(grep -c '^FAIL ' "$tally" || true)
	echo "$passed passed, $failed failed"
	[ "$failed" = 0 ] && [ "$passed" != 0 ]
}

# need_node ends the script where there is no Node 20.
need_node() {
	if ! node -e 'process.exit(parseInt(process.versions.node) >= 20 ? 0 : 1)' 2>/dev/null; then
		say "FAIL Node 20 or later is not here; install it from your system's packages or https://nodejs.org/"
		verdict
		exit 1
	fi
}

# node_modules FOLDER installs what the folder's package-lock.json pins.
node_modules() { (cd "$1" && npm ci --ignore-scripts --no-audit --no-fund --loglevel=error); }

# program COMMAND PACKAGE says whether the command is there. As root on Debian it
# is installed where it is missing.
program() {
	if command -v "$1" >/dev/null; then return 0; fi
	if [ "$(id -u)" != 0 ] || ! command -v apt-get >/dev/null; then
		say "skip $1 is not here; install it with: apt-get install $2"
		return 1
	fi
	echo "     installing $2"
	if ! (apt-get update -q && DEBIAN_FRONTEND=noninteractive apt-get install -q -y --no-install-recommends "$2") >"$work/apt.log" 2>&1; then
		tail -n 5 "$work/apt.log"
		say "FAIL $2 cannot be installed"
		return 1
	fi
	installed=" $2 "
	command -v "$1" >/dev/null
}
installed=

# debian_file PACKAGE PATH puts a file of a package of Debian into the variable file, without
# installing the package, whose services would be started.
debian_file() {
	command -v apt-get >/dev/null && command -v dpkg-deb >/dev/null || return 1
	mkdir -p "$work/packages"
	[ "$(id -u)" != 0 ] || apt-get update -q >/dev/null 2>&1 || true
	(cd "$work/packages" && apt-get download -q "$1") >"$work/apt.log" 2>&1 || return 1
	dpkg-deb -x "$work/packages/$1"_*.deb "$work/packages/$1" || return 1
	file=$work/packages/$1/$2
	[ -x "$file" ]
}

build_vitrine() { go build -o "$work/vitrine" ./cmd/vitrine; }

# serve FLAG... starts vitrine serve on a free port and puts its address, such as
# http://127.0.0.1:40000, into the variable address. It runs in the folder for what is made,
# since a server over a database has its search index where it runs: paths are absolute.
serve() {
	local out pid
	out=$(mktemp "$work/serve.XXXXXX")
	(cd "$work" && exec ./vitrine serve --listen 127.0.0.1:0 --log warn "$@") >"$out" 2>"$out.log" &
	pid=$!
	running+=("$pid")
	for _ in $(seq 300); do
		address=$(sed -n 's|^serving .* at \(http://[^/ ]*\)/.*|\1|p' "$out")
		if [ -n "$address" ]; then return; fi
		if ! kill -0 "$pid" 2>/dev/null; then break; fi
		sleep 0.1
	done
	cat "$out.log"
	say "FAIL vitrine serve does not start"
	verdict
	exit 1
}
