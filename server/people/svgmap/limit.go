package svgmap

// The limits on a drawing, in the order in which they are met.
const (
	// maxMarks is how many marks of a request are looked at.
	maxMarks = 5000
	// maxText is how long the text of a geometry may be, in bytes.
	maxText = 8 << 20
	// maxVertices is how many vertices the geometries of a request may have together.
	maxVertices = 500_000
	// maxParts is how many rings, lines and points of a mark are drawn: the largest.
	maxParts = 400
	// maxPlaces, maxNeighbours and maxStops are how many marks of a kind are drawn.
	maxPlaces     = 300
	maxNeighbours = 50
	maxStops      = 120
	// maxBase and maxShapes are how many bytes the paths of the base map, and of the
	// marks, take. They are simplified until they do.
	maxBase   = 28 << 10
	maxShapes = 48 << 10
	// maxCountries is how many names of countries a map has.
	maxCountries = 24
	// maxNames is how many bytes the names and addresses of all marks take.
	maxNames = 48 << 10
	// maxHref and maxLang are how long an address and a language tag may be.
	maxHref, maxLang = 2000, 35
	// maxHeading and maxDescription are how many characters of the map's own texts are kept.
	maxHeading, maxDescription = 300, 2000
	// maxLabel is how many characters of a label are shown.
	maxLabel = 36
	// maxNumber is how many characters the numbers of the stops at one spot take.
	maxNumber = 14
	// maxTitle is how many characters of a name are kept at all.
	maxTitle = 200
)
