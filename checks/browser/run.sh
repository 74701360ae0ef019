#!/usr/bin/env bash
# Looks at Vitrine's pages with a real browser, Chromium without a window, and
# with a validator of HTML.
#
# Needs Go and Node 20. As root on Debian, Chromium is installed where it is
# missing. Prints a line for each check and ends with a status other than 0 if
# one failed.
set -euo pipefail
cd "$(dirname "$0")/../.."
source checks/interop/checks.sh

need_node
node_modules checks/browser
build_vitrine
serve

checks "valid HTML" node checks/browser/validate.mjs "$address"
if program chromium chromium; then
	checks "the browser" node checks/browser/browse.mjs "$address" "$(command -v chromium)" "$work/profile"
fi
verdict
