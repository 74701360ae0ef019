package brief

// Limits on what a page says of the records that it mentions. docs/pages.md lists them.
const (
	// MaxReads is how many records besides its own are read for one page. A reference
	// beyond it is named by the label in the record.
	MaxReads = 400
	// MaxName is how much of a name is shown, in characters, and MaxListed of one in a
	// list.
	MaxName   = 500
	MaxListed = 200
	// maxDepth is how deep the parts of an activity are looked at for those who carried
	// it out.
	maxDepth = 12
	// maxNamings is how many triples that name an entity are looked at.
	maxNamings = 2000
)

// Limits on a brief.
const (
	// MaxNames is how many names of an entity are looked at for the best one.
	MaxNames = 32
	// MaxRefs is how many of its references are kept, each property.
	MaxRefs = 16
	// maxRights is how many rights a picture has.
	maxRights = 10
	// maxVisuals is how many of the visual items that an entity shows are looked at.
	maxVisuals = 4
	// maxGeometry is the length of the longest geometry that is kept, in bytes. Of a
	// longer one the middle is kept.
	maxGeometry = 4096
)

// Limits on maps.
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
