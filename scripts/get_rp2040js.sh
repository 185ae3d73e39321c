#!/bin/sh
# get_rp2040js.sh FOLDER
#
# Puts the RP2040 emulator rp2040js (MIT) into FOLDER/node_modules by npm, one exact version. It has no dependencies and
# none of its scripts run. The tests find it by LAPSY_RP2040JS=FOLDER.
set -eu

folder=${1:?usage: get_rp2040js.sh FOLDER}
version=1.4.1

fail() {
    echo "get_rp2040js.sh: $1" >&2
    exit 1
}

command -v node >/dev/null || fail "node is missing: on Debian and Ubuntu, sudo apt install nodejs npm"
command -v npm >/dev/null || fail "npm is missing: on Debian and Ubuntu, sudo apt install npm"
mkdir -p "$folder"
folder=$(cd "$folder" && pwd)
entry=$folder/node_modules/rp2040js/dist/esm/index.js
found=$(node -p "require('$folder/node_modules/rp2040js/package.json').version" 2>/dev/null || true)
if [ "$found" != "$version" ]; then
    npm install --prefix "$folder" --no-save --no-package-lock --no-audit --no-fund --ignore-scripts --omit=dev --silent \
        "rp2040js@$version" || fail "npm could not install rp2040js $version"
fi
[ -f "$entry" ] || fail "rp2040js $version is not as expected: no $entry"
echo "$folder"
