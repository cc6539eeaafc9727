#!/bin/sh
# Makes .venv if there is none that works, and installs a lock file and this project (editable) into it.
#   tools/environment.sh requirements.lock [python]
# Uses uv where it is on PATH, else venv and pip. Every few seconds a line says what is being done.
set -eu
lock=$1
wanted=${2:-}
venv=.venv
python=$venv/bin/python
every=${MOTORPOOL_TELL_SECONDS:-5} # between two lines [s]
log=
teller=

say() { printf 'motorpool: %s\n' "$*"; }
fail() { printf 'motorpool: %s\n' "$*" >&2; exit 1; }
has_uv() { command -v uv >/dev/null 2>&1; }

# The full path of an interpreter, if it really runs (a pyenv shim may not) and its version is in range.
interpreter() {
    "$1" -c 'import sys
print(sys.executable if (3, 11) <= sys.version_info < tuple(map(int, sys.argv[1].split("."))) else "")' "$2" 2>/dev/null || true
}

# The first interpreter of a version that the lock was tested with, else any newer one.
find_python() {
    for limit in 3.14 4.0; do
        for candidate in ${wanted:-python3 python3.13 python3.12 python3.11 python}; do
            found=$(interpreter "$candidate" "$limit")
            if [ -n "$found" ]; then echo "$found"; return; fi
        done
    done
}

# Says every few seconds how many packages are there, and what the log's last line is, until it is ended.
tell() {
    began=$(date +%s)
    while sleep "$every" >/dev/null 2>&1 && [ -e "$log" ]; do
        count=$(find "$venv"/lib/*/site-packages -maxdepth 1 -name '*.dist-info' 2>/dev/null | wc -l)
        last=$(grep -v '^WARNING' "$log" 2>/dev/null | tail -n 1 | tr -d '\r' | cut -c 1-60)
        say "$1: $(($(date +%s) - began)) s, $((count)) packages are there${last:+, $last}"
    done
}

forget() {
    [ -z "$teller" ] || kill "$teller" 2>/dev/null || true
    [ -z "$log" ] || rm -f "$log"
}
trap forget EXIT
trap 'exit 130' INT
trap 'exit 143' TERM

# Runs the command after the first word, which says what it does; returns its exit code. Its output is kept in "$log".
watched() {
    what=$1
    shift
    say "$what"
    log=$(mktemp)
    tell "$what" &
    teller=$!
    code=0
    "$@" >"$log" 2>&1 || code=$?
    mv "$log" "$log.ended" # ends the teller, too: a signal that comes before it has begun is lost
    log=$log.ended
    kill "$teller" 2>/dev/null || true
    wait "$teller" 2>/dev/null || true
    teller=
    return "$code"
}

# Runs the command after the first word as `watched` does; what it wrote is shown if it fails, which ends this script.
told() {
    code=0
    watched "$@" || code=$?
    [ "$code" -eq 0 ] || cat "$log" >&2
    rm -f "$log"
    log=
    [ "$code" -eq 0 ] || exit "$code"
}

make_venv() {
    base=$(find_python)
    if [ -z "$base" ] && [ -z "$wanted" ] && has_uv; then base=3.13; fi # uv can fetch an interpreter itself
    [ -n "$base" ] || fail "needs Python 3.11 or newer, and ${wanted:-python3} is not; install one, or name it: make run PYTHON=/path/to/python3.12"
    rm -rf "$venv"
    if has_uv; then
        told "making $venv with $base" uv venv --python "$base" "$venv"
        return
    fi
    if ! watched "making $venv with $base" "$base" -m venv "$venv"; then
        rm -rf "$venv"
        fail "$base cannot make a virtual environment; install its venv package (Debian: apt install python3-venv) or uv, then try again"
    fi
    rm -f "$log"
    log=
}

install() {
    if has_uv; then
        uv pip install --python "$python" "$@"
    else
        "$python" -m pip install --progress-bar off --disable-pip-version-check --no-input "$@"
    fi
}

"$python" -c '' 2>/dev/null || make_venv
told "installing $lock" install --no-deps --require-hashes -r "$lock"
export MOTORPOOL_SKIP_PAGE=1 # make builds it next, and says so
told "installing motorpool" install --no-deps --no-build-isolation --editable .
