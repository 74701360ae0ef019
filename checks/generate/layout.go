package generate

import "strconv"

// kind is one of the kinds of record. Each has an endpoint of its own.
type kind int

const (
	concept kind = iota
	place
	group
	person
	object
	provenance
	set
	text
)

// endpoints are the first segments of the paths, by kind.
var endpoints = [...]string{
	concept:    "concept",
	place:      "place",
	group:      "group",
	person:     "person",
	object:     "object",
	provenance: "provenance",
	set:        "set",
	text:       "text",
}

// core are the classes of the concepts that a run begins with. Large shares of
// all records refer to them.
var core = [...]string{
	"Language", "MeasurementUnit", "Currency",
	"Material", "Material",
	"Type", "Type", "Type", "Type", "Type",
}

// The ranks of concepts in core, and how many there are.
const (
	language      = 0
	unit          = 1
	currency      = 2
	firstMaterial = 3
	coreMaterials = 2
	firstType     = 5
	coreTypes     = 5
)

// cycle is the kinds of the records after the core, over and over.
var cycle = [...]kind{
	concept, place, group, person, object, provenance, set, text, object, provenance,
	person, object, concept, provenance, person, object, provenance, text, object, person,
}

// kindOf returns the kind of record k.
func kindOf(k int) kind {
	if k < len(core) {
		return concept
	}
	return cycle[(k-len(core))%len(cycle)]
}

// before returns how many records of the kind have a number less than k. It is
// also the rank of record k, if that is of the kind.
func before(kd kind, k int) int {
	n := 0
	if kd == concept {
		n = min(k, len(core))
	}
	if k <= len(core) {
		return n
	}
	full, rest := (k-len(core))/len(cycle), (k-len(core))%len(cycle)
	for i, c := range cycle {
		if c != kd {
			continue
		}
		n += full
		if i < rest {
			n++
		}
	}
	return n
}

// classOf returns the class of the record of the kind with the rank.
func classOf(kd kind, rank int) string {
	switch kd {
	case concept:
		if rank < len(core) {
			return core[rank]
		}
		return "Type"
	case place:
		return "Place"
	case group:
		return "Group"
	case person:
		return "Person"
	case object:
		return "HumanMadeObject"
	case provenance:
		return "Activity"
	case set:
		return "Set"
	default:
		return "LinguisticObject"
	}
}

// labelOf returns the name of the record of the kind with the rank: a word for
// what it is and its rank, counted from 1.
func labelOf(kd kind, rank int) string {
	word := "Text"
	switch kd {
	case concept:
		word = classOf(kd, rank)
	case place:
		word = "Place"
	case group:
		word = groupWords[rank%len(groupWords)]
	case person:
		word = "Person"
	case object:
		word = objectWords[rank%len(objectWords)]
	case provenance:
		word = "Provenance"
	case set:
		word = "Set"
	}
	return word + " " + strconv.Itoa(rank+1)
}

// pathOf returns the path of the record of the kind with the rank, relative to
// the base.
func pathOf(kd kind, rank int) string {
	return endpoints[kd] + "/" + strconv.Itoa(rank+1)
}
