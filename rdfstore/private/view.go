package private

import (
	"slices"
	"sort"
	"strings"

	"github.com/knakk/rdf"

	"vitrine/rdfstore"
)

// view is what the public sees of the store at one entry of its log. It does not change.
type view struct {
	// at is the entry of the store's log.
	at uint64
	// last is the newest entry that is shown, with its number in the view.
	last rdfstore.LogEntry
	// private are the names of the entities that are private, in byte order.
	private []rdf.IRI
	// hidden are the numbers of the entries of the store's log that are not shown, in
	// order, and kinds the kinds of those that are shown as something else.
	hidden []uint64
	kinds  map[uint64]rdfstore.Kind
}

// shows tells whether an entity with the name is not private.
func (v *view) shows(name rdf.IRI) bool {
	_, private := slices.BinarySearchFunc(v.private, name, compare)
	return !private
}

// shown returns how many of the first entries of the store's log are shown: the number in
// the view of an entry that is.
func (v *view) shown(seq uint64) uint64 {
	return seq - uint64(sort.Search(len(v.hidden), func(i int) bool { return v.hidden[i] > seq }))
}

// hides tells whether an entry of the store's log is not shown.
func (v *view) hides(seq uint64) bool {
	_, hidden := slices.BinarySearch(v.hidden, seq)
	return hidden
}

// stored returns the number in the store's log of the entry that is shown with a number,
// 0 for 0.
func (v *view) stored(shown uint64) uint64 {
	if shown == 0 {
		return 0
	}
	return shown + uint64(sort.Search(len(v.hidden), func(i int) bool { return v.hidden[i]-uint64(i) > shown }))
}

// entry returns an entry of the store's log that is shown, as it is shown but for the successor,
// without its author and message.
func (v *view) entry(e rdfstore.LogEntry) rdfstore.LogEntry {
	if kind, ok := v.kinds[e.Seq]; ok {
		if kind == rdfstore.Deleted && e.Kind != kind {
			// The class is that of the private state.
			e.Class = rdf.IRI{}
		}
		e.Kind = kind
	}
	e.Seq = v.shown(e.Seq)
	// They may be about a private state. Versions has those that are not.
	e.Author, e.Message = "", ""
	return e
}

// below returns how many private names begin with a prefix and go on after it.
func (v *view) below(prefix string) uint64 {
	first := sort.Search(len(v.private), func(i int) bool { return v.private[i].String() > prefix })
	n := sort.Search(len(v.private)-first, func(i int) bool { return !strings.HasPrefix(v.private[first+i].String(), prefix) })
	return uint64(n)
}
