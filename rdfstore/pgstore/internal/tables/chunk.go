package tables

import (
	"cmp"
	"encoding/binary"
	"fmt"
	"hash/crc32"
	"slices"

	"vitrine/rdfstore"
)

// MaxPostings is the number of postings that a chunk has at most.
const MaxPostings = 256

// Posting says that an entity is in a list.
type Posting struct {
	// Entity is the number of the entity.
	Entity int64
	// Triples is how many of its triples the list is about, 0 in an edit that removes it.
	Triples uint32
}

// SearchPostings returns where the posting of an entity stands among postings, or would, and whether
// there is one.
func SearchPostings(all []Posting, entity int64) (int, bool) {
	return slices.BinarySearchFunc(all, entity, func(p Posting, id int64) int { return cmp.Compare(p.Entity, id) })
}

// Chunk is a part of a posting list: which entities the list has, in order of their numbers,
// each with a number of triples.
//
// A chunk is one row. It begins at a number, and holds the postings from there up to the
// number at which the next chunk of the list begins. A posting is two uvarints: the
// difference of its entity to the one before, or to the beginning of the chunk, and the
// number of triples. Four bytes of a checksum (CRC-32C) come first.
type Chunk struct {
	First    int64
	Postings []Posting
}

// Triples returns the number of triples of all postings.
func (c Chunk) Triples() int64 {
	var n int64
	for _, p := range c.Postings {
		n += int64(p.Triples)
	}
	return n
}

// Encode returns the body of a chunk.
func (c Chunk) Encode() []byte {
	b := make([]byte, crc32.Size, crc32.Size+3*len(c.Postings))
	last := c.First
	for _, p := range c.Postings {
		b = binary.AppendUvarint(b, uint64(p.Entity-last))
		b = binary.AppendUvarint(b, uint64(p.Triples))
		last = p.Entity
	}
	binary.BigEndian.PutUint32(b, sum(c.First, b[crc32.Size:]))
	return b
}

func sum(first int64, postings []byte) uint32 {
	table := crc32.MakeTable(crc32.Castagnoli)
	return crc32.Update(crc32.Checksum(binary.BigEndian.AppendUint64(nil, uint64(first)), table), table, postings)
}

// DecodeChunk reads the body of the chunk that begins at first. The error wraps
// rdfstore.ErrCorrupt.
func DecodeChunk(first int64, body []byte) (Chunk, error) {
	corrupt := fmt.Errorf("%w: a chunk of a posting list is not what was written", rdfstore.ErrCorrupt)
	if len(body) < crc32.Size || binary.BigEndian.Uint32(body) != sum(first, body[crc32.Size:]) {
		return Chunk{}, corrupt
	}
	c := Chunk{First: first}
	last := first
	for rest := body[crc32.Size:]; len(rest) > 0; {
		step, n := binary.Uvarint(rest)
		triples, m := binary.Uvarint(rest[max(n, 0):])
		if n <= 0 || m <= 0 {
			return Chunk{}, corrupt
		}
		last += int64(step)
		c.Postings = append(c.Postings, Posting{last, uint32(triples)})
		rest = rest[n+m:]
	}
	return c, nil
}

// Edit returns the chunks that stand in the place of c after edits, none where nothing is
// left. The first begins where c does. Edits are in order of their entities, each once.
func (c Chunk) Edit(edits []Posting) []Chunk {
	var all []Posting
	old := c.Postings
	for _, e := range edits {
		i, found := SearchPostings(old, e.Entity)
		all = append(all, old[:i]...)
		if found {
			i++
		}
		old = old[i:]
		if e.Triples > 0 {
			all = append(all, e)
		}
	}
	appended := len(old) == 0
	all = append(all, old...)
	// A list that grows at its end leaves full chunks behind; one that grows in between
	// leaves room for more.
	size := MaxPostings
	if len(all) > MaxPostings && !appended {
		size = MaxPostings / 2
	}
	var chunks []Chunk
	for part := range slices.Chunk(all, size) {
		first := part[0].Entity
		if len(chunks) == 0 {
			first = c.First
		}
		chunks = append(chunks, Chunk{first, part})
	}
	return chunks
}

// Last returns the last entity of a chunk, which is not empty.
func (c Chunk) Last() int64 {
	if len(c.Postings) == 0 {
		return c.First
	}
	return c.Postings[len(c.Postings)-1].Entity
}
