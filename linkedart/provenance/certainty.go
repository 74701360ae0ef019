package provenance

import "vitrine/linkedart/reading"

// Certainty is how sure a record is of what it says.
type Certainty uint8

// The certainties, from the surest.
const (
	Certain Certainty = iota
	Probable
	Possible
	// Obsolete was believed once.
	Obsolete
)

// The classifications of assignments, and of what they assign (Getty AAT).
const (
	aatPossibly = "http://vocab.getty.edu/aat/300435722"
	aatProbably = "http://vocab.getty.edu/aat/300435721"
	aatObsolete = "http://vocab.getty.edu/aat/300404908"
)

// certainty is how sure the classifications of a node say it is.
func certainty(n reading.Node) Certainty {
	for _, kind := range n.Kinds() {
		switch aat(kind.IRI()) {
		case aatPossibly:
			return Possible
		case aatProbably:
			return Probable
		case aatObsolete:
			return Obsolete
		}
		switch word(kind.Label()) {
		case "possibly":
			return Possible
		case "probably":
			return Probable
		case "obsolete":
			return Obsolete
		}
	}
	return Certain
}

// wholeCertainty is how sure a record is that something happened at all: by its own
// classifications, and by assignments to it that assign nothing.
func wholeCertainty(n reading.Node) Certainty {
	least := certainty(n)
	for _, a := range n.Nodes(reading.AttributedBy) {
		if len(a.Nodes(reading.Assigned)) == 0 {
			least = max(least, certainty(a))
		}
	}
	return least
}
