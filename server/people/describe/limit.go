package describe

// Limits on a page. docs/pages.md lists them.
const (
	// maxNames is how many names, identifiers or equivalents are shown, each.
	maxNames = 100
	// maxValues is how many values of one property are shown.
	maxValues = 100
	// maxText is how much of one text is shown, in characters.
	maxText = 20_000
	// maxStatements is how many statements are shown.
	maxStatements = 50
	// maxDepth is how deep the parts of parts are shown.
	maxDepth = 12
	// maxParts is how many parts of a record have a section.
	maxParts = 500
	// maxShownRecord is the size of the longest record that is shown as data, in bytes.
	maxShownRecord = 256 << 10
)

// Limits on pictures.
const (
	// maxPictures is how many pictures a page has, besides those of cards.
	maxPictures = 40
	// maxCaptions is how many names, rights and texts a picture has, each.
	maxCaptions = 10
)
