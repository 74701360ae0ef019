#!/usr/bin/env bash
# Looks at Vitrine's pages with a real browser, Chromium without a window, and with
# validators of HTML and of accessibility. Pictures of the pages are written to
# checks/browser/screenshots, or to the folder in VITRINE_SCREENSHOTS; those that
# README.md shows are made with VITRINE_SCREENSHOTS_README=1.
#
# Needs Go and Node 20, and Java for the Nu HTML checker. As root on Debian, Chromium is
# installed where it is missing. Prints a line for each check and ends with a status
# other than 0 if one failed. QUICK=1 is what every change needs: the pages of the sample in
# English and in two widths, what moves on them, and five histories.
set -euo pipefail
cd "$(dirname "$0")/../.."
screenshots=${VITRINE_SCREENSHOTS:-$PWD/checks/browser/screenshots}
readme=${VITRINE_SCREENSHOTS_README:-}
source checks/interop/checks.sh

# made NAME SCRIPT makes a store of the records that a script writes, at $work/NAME.db.
made() {
	node "checks/browser/$2" write "$work/$1.jsonl"
	"$work/vitrine" load --db "$work/$1.db" --base-url https://data.museum.example/ --validate off "$work/$1.jsonl" >"$work/$1.log" 2>&1 || {
		cat "$work/$1.log"
		say "FAIL the records of checks/browser/$2 cannot be loaded"
	}
}

need_node
node_modules checks/browser
build_vitrine
serve
sample=$address

checks "valid HTML" node checks/browser/validate.mjs "$sample"
if command -v java >/dev/null; then
	checks "the Nu HTML checker" node checks/browser/nu.mjs "$sample" checks/browser/node_modules/vnu-jar/build/dist/vnu.jar "$work/nu"
else
	say "skip the Nu HTML checker: Java is not here; install it with: apt-get install default-jre-headless"
fi
if program chromium chromium; then
	chromium=$(command -v chromium)
	checks "the looks of the pages" node checks/browser/looks.mjs "$sample" "$chromium" "$screenshots"
	checks "the browser" node checks/browser/browse.mjs "$sample" "$chromium"
	checks "maps that move" node checks/browser/maps.mjs "$sample" "$chromium"
	curator=$("$work/vitrine" token create --db "$work/edits.db" --name curator --scope write 2>/dev/null)
	"$work/vitrine" load --db "$work/edits.db" --base-url https://data.museum.example/ data >"$work/edits.log" 2>&1
	serve --db "$work/edits.db" --write-ui
	checks "histories" node checks/browser/history.mjs "$address" "$chromium" "$curator" curator ${QUICK:+5}
	edits=$address
	if [ -n "${QUICK:-}" ]; then
		verdict
		exit
	fi
	if npm pack --silent --pack-destination "$work" mirador@4.0.0 >/dev/null 2>&1 && tar -xzf "$work/mirador-4.0.0.tgz" -C "$work" package/dist/mirador.min.js; then
		checks "Mirador" node checks/browser/mirador.mjs "$sample" "$chromium" "$work/package/dist/mirador.min.js"
	else
		say "skip Mirador: its package cannot be had"
	fi
	made pictures pictures.mjs
	serve --db "$work/pictures.db" --pictures "$PWD/data/pictures"
	checks "pictures that are enlarged" node checks/browser/pictures.mjs look "$address" "$chromium" "$screenshots"
	made directions directions.mjs
	serve --db "$work/directions.db"
	checks "texts from right to left" node checks/browser/directions.mjs look "$address" "$chromium" "$screenshots"
	made hostile hostile.mjs
	serve --db "$work/hostile.db"
	checks "hostile records" node checks/browser/hostile.mjs look "$address" "$chromium" "$screenshots"
	secret=$("$work/vitrine" token create --db "$work/imports.db" --name import --scope write 2>/dev/null)
	serve --db "$work/imports.db" --create --base-url https://data.museum.example/ --write-ui
	checks "the pages that import" node checks/browser/imports.mjs "$address" "$chromium" "$screenshots" "$secret" "$PWD/data/import/objects.csv"
	checks "the pages that correct records" node checks/browser/edit.mjs "$edits" "$chromium" "$screenshots" "$curator"
	if [ -n "$readme" ]; then
		checks "the pictures of README.md" node checks/browser/readme.mjs "$sample" "$chromium" docs/images
	fi
fi
verdict
