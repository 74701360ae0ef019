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
	// maxPictures is how many pictures a page has, besides those of cards, and maxAlone how many a
	// record has by itself.
	maxPictures, maxAlone = 40, 1000
	// maxCaptions is how many names, rights and texts a picture has, each.
	maxCaptions = 10
)

// Limits on what is shown of other records.
const (
	// maxLists is how many lists of links are shown.
	maxLists = 30
	// listCards is how many cards a list shows, and memberCards that of a set's members.
	listCards, memberCards = 6, 24
	// maxKnown is how many entities of a list are known not to be shown again as records
	// that mention the entity.
	maxKnown = 300
	// maxMentions is how many statements that mention the entity are looked at.
	maxMentions = 300
	// maxSorted is how many of them are put in the order of their dates.
	maxSorted = 40
	// maxChain is how long a chain of wholes or broader concepts is, and MaxChains how
	// many there are.
	maxChain, maxChains = 12, 8
	// maxNarrower is how many narrower concepts are shown, maxBelow how many of them with
	// those below them, and how many of these.
	maxNarrower, maxBelow = 60, 8
)
