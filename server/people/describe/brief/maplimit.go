package brief

// Limits on maps. docs/pages.md lists them.
const (
	// maxMapped is how many places a map is about, and maxGeometries how many geometries of
	// one place are drawn.
	maxMapped, maxGeometries = 60, 8
	// maxNearby is how many places that belong to the same wholes are looked at for the
	// neighbours on a map.
	maxNearby = 50
	// maxStopWholes is how many wholes of a place without coordinates are asked for theirs.
	maxStopWholes = 5
)
