package svgmap

import (
	"crypto/sha256"
	"encoding/binary"
	"hash"
	"io"

	"github.com/maypok86/otter/v2"
)

// keptBytes is how much memory the drawings that are kept may take. A drawing depends on
// its request and on nothing else, so one is never out of date.
const keptBytes = 16 << 20

// drawingSize is about what a drawing takes besides its markup, and each omission, in
// bytes.
const drawingSize, omissionSize = 512, 16

// digest tells requests apart.
type digest [sha256.Size]byte

func newKept() (*otter.Cache[digest, Drawing], error) {
	return otter.New(&otter.Options[digest, Drawing]{
		MaximumWeight: keptBytes,
		Weigher: func(_ digest, d Drawing) uint32 {
			return uint32(drawingSize + len(d.HTML) + len(d.Omissions)*omissionSize)
		},
	})
}

// digest is that of everything that the request says.
func (r Request) digest() digest {
	w := digester{sum: sha256.New()}
	w.texts(r.ID, r.Title, r.Description, r.Language)
	for _, m := range r.Marks {
		w.number(uint64(m.Kind))
		w.number(m.Count)
		w.texts(m.Geometry, m.Label, m.Lang, m.Href)
	}
	return digest(w.sum.Sum(nil))
}

// digester writes texts and numbers so that where one ends is part of the digest.
type digester struct{ sum hash.Hash }

func (w digester) number(n uint64) {
	var b [8]byte
	binary.BigEndian.PutUint64(b[:], n)
	w.sum.Write(b[:])
}

func (w digester) texts(texts ...string) {
	for _, text := range texts {
		w.number(uint64(len(text)))
		io.WriteString(w.sum, text)
	}
}
