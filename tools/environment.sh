#!/bin/sh
# Makes .venv if there is none that works, and installs a lock file and this project (editable) into it.
#   tools/environment.sh requirements.lock [python]
# Uses uv where it is on PATH, else venv and pip.
set -eu
lock=$1
wanted=${2:-}
venv=.venv
python=$venv/bin/python

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

make_venv() {
    base=$(find_python)
    if [ -z "$base" ] && [ -z "$wanted" ] && has_uv; then base=3.13; fi # uv can fetch an interpreter itself
    [ -n "$base" ] || fail "needs Python 3.11 or newer, and ${wanted:-python3} is not; install one, or name it: make run PYTHON=/path/to/python3.12"
    say "making $venv with $base"
    rm -rf "$venv"
    if has_uv; then
        uv venv --quiet --python "$base" "$venv"
    elif ! "$base" -m venv "$venv" >/dev/null 2>&1; then
        rm -rf "$venv"
        fail "$base cannot make a virtual environment; install its venv package (Debian: apt install python3-venv) or uv, then try again"
    fi
}

install() {
    if has_uv; then
        uv pip install --quiet --python "$python" "$@"
    else
        "$python" -m pip install --quiet --disable-pip-version-check --no-input "$@"
    fi
}

"$python" -c '' 2>/dev/null || make_venv
say "installing $lock"
install --no-deps --require-hashes -r "$lock"
say "installing motorpool"
install --no-deps --no-build-isolation --editable .
