package codec

import (
	"encoding/binary"
	"fmt"
	"strings"
	"sync"

	"github.com/knakk/rdf"

	"vitrine/rdfstore"
	"vitrine/rdfstore/graph"
)

// Dictionary numbers the texts that graphs share: predicates, classes and
// datatypes, namespaces, and short texts such as media types. It is held in
// memory, so it is bounded. Numbers are given once and never change; a graph
// that finds it full spells its texts out. The zero value is an empty one.
type Dictionary struct {
	// blocks are those of the file until read makes entries of them, once.
	blocks []string
	once   sync.Once

	mu      sync.RWMutex
	entries []Text
	// iris, namespaces and texts are the numbers of the entries of each kind.
	iris, namespaces, texts map[string]uint32
	// held is the number of texts in blocks.
	held int
	// Stored is the number of entries that are in the file. After opening, only the
	// writer touches it.
	Stored int
}

// TextKind is what a text of the dictionary is.
type TextKind byte

// The kinds of text: a whole IRI, the beginning of IRIs, and any other.
const (
	IRI       TextKind = 'i'
	Namespace TextKind = 'n'
	PlainText TextKind = 't'
)

type dictKey struct {
	kind TextKind
	text string
}

// Text is an entry of the dictionary.
type Text struct {
	dictKey
	// iri, object and predicate are the term of an IRI.
	iri       rdf.IRI
	object    rdf.Object
	predicate rdf.Predicate
}

const (
	// MaxShared bounds the dictionary for texts that a graph can also spell
	// out.
	MaxShared = 1 << 16
	// MaxPredicates bounds it for predicates, which the index needs.
	MaxPredicates = 1 << 20
	// maxSharedText is the longest text, other than an IRI, in bytes.
	maxSharedText = 256
)

// AddBlock takes up a block of texts that DictionaryBlocks has written, the next of those
// of the file. They become entries when the first is asked for, so that opening a store does
// not take the time.
func (d *Dictionary) AddBlock(block string) error {
	d.blocks = append(d.blocks, block)
	err := eachText(block, func(dictKey) { d.Stored++ })
	d.held = d.Stored
	return err
}

// eachText passes the texts of a block to fn, in order.
func eachText(block string, fn func(dictKey)) error {
	f := Fields{Rest: block}
	for f.Rest != "" && !f.Broken {
		kind := f.Take(1)
		fn(dictKey{TextKind(kind[0]), f.Text()})
	}
	return f.Err("the dictionary")
}

// read makes entries of what the file has. An entry that is none, though its
// checksum is right, is of no kind, so that whoever needs it reports it.
func (d *Dictionary) read() {
	d.once.Do(func() {
		d.mu.Lock()
		defer d.mu.Unlock()
		d.iris, d.namespaces, d.texts = map[string]uint32{}, map[string]uint32{}, map[string]uint32{}
		d.entries = make([]Text, 0, d.held)
		for _, block := range d.blocks {
			// What does not decode was found when the blocks were read.
			_ = eachText(block, func(key dictKey) {
				if err := d.add(key); err != nil {
					d.entries = append(d.entries, Text{})
				}
			})
		}
		d.blocks = nil
	})
}

// Check tells whether all entries are what they should be.
func (d *Dictionary) Check() error {
	for i, e := range d.Snapshot() {
		if e.kind == 0 {
			return fmt.Errorf("%w: the dictionary's text %d is no IRI", rdfstore.ErrCorrupt, i)
		}
	}
	return nil
}

// add appends an entry.
func (d *Dictionary) add(key dictKey) error {
	entry := Text{dictKey: key}
	if key.kind == IRI {
		iri, err := graph.IRI(key.text)
		if err != nil {
			return err
		}
		entry.iri, entry.object, entry.predicate = iri, iri, iri
	}
	if numbers := d.numbers(key.kind); numbers != nil {
		numbers[key.text] = uint32(len(d.entries))
	}
	d.entries = append(d.entries, entry)
	return nil
}

// Number returns the number of a text, and whether it has one. A nil dictionary has none.
func (d *Dictionary) Number(kind TextKind, text string) (uint32, bool) {
	if d == nil {
		return 0, false
	}
	d.read()
	d.mu.RLock()
	defer d.mu.RUnlock()
	n, ok := d.numbers(kind)[text]
	return n, ok
}

// numbers returns the numbers of the entries of a kind, nil for one that there
// is not.
func (d *Dictionary) numbers(kind TextKind) map[string]uint32 {
	switch kind {
	case IRI:
		return d.iris
	case Namespace:
		return d.namespaces
	case PlainText:
		return d.texts
	}
	return nil
}

// Share returns the number of a text, giving it one where there is room below
// the limit.
func (d *Dictionary) Share(kind TextKind, text string, limit int) (uint32, bool) {
	if n, ok := d.Number(kind, text); ok || d == nil {
		return n, ok
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	if n, ok := d.numbers(kind)[text]; ok {
		return n, true
	}
	if len(d.entries) >= limit || text == "" {
		return 0, false
	}
	if err := d.add(dictKey{kind, strings.Clone(text)}); err != nil {
		return 0, false
	}
	return uint32(len(d.entries) - 1), true
}

// predicateNumber returns the number of a predicate.
func predicateNumber(d *Dictionary, iri string) (uint32, error) {
	n, ok := d.Share(IRI, iri, MaxPredicates)
	if !ok {
		return 0, fmt.Errorf("%w: the store holds %d different predicates, which is its limit", graph.ErrTooLarge, MaxPredicates)
	}
	return n, nil
}

// Snapshot returns the entries that there are now. They never change.
func (d *Dictionary) Snapshot() []Text {
	d.read()
	d.mu.RLock()
	defer d.mu.RUnlock()
	return d.entries
}

// dictionaryBlock is the size of a block of texts, in bytes, that is full.
const dictionaryBlock = 2 << 10

// DictionaryBlocks writes entries as blocks, from the one that begins with the
// first on.
func DictionaryBlocks(entries []Text, first int, put func(key, payload []byte) error) error {
	var payload []byte
	for i := first; i < len(entries); i++ {
		payload = AppendText(append(payload, byte(entries[i].kind)), entries[i].text)
		if len(payload) < dictionaryBlock && i+1 < len(entries) {
			continue
		}
		if err := put(binary.BigEndian.AppendUint32(nil, uint32(first)), payload); err != nil {
			return err
		}
		first, payload = i+1, nil
	}
	return nil
}

// entryOf returns the text of an entry that must be there and of the kind.
func entryOf(entries []Text, n uint64, kind TextKind) (string, error) {
	if n >= uint64(len(entries)) || entries[n].kind != kind {
		return "", fmt.Errorf("%w: the dictionary has no %c %d", rdfstore.ErrCorrupt, kind, n)
	}
	return entries[n].text, nil
}

// NamespaceOf returns the part of an IRI that others are likely to share: up
// to the last "/" or "#", but not beyond the first segment of the path, or up
// to the third ":" where the IRI has no authority.
func NamespaceOf(iri string) string {
	scheme, rest, ok := strings.Cut(iri, "://")
	if !ok {
		return iri[:cut(iri, ":", 3)]
	}
	start := len(scheme) + len("://")
	return iri[:start+cut(rest, "/#", 2)]
}

// cut returns the length of s up to and with the nth of the separators, or the
// last where there are fewer.
func cut(s, separators string, n int) int {
	end := 0
	for ; n > 0; n-- {
		i := strings.IndexAny(s[end:], separators)
		if i < 0 {
			break
		}
		end += i + 1
	}
	return end
}
