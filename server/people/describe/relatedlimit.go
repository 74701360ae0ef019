package describe

// Limits on what is shown of other records. docs/pages.md lists them.
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
