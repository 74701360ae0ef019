package svgmap

import (
	"crypto/sha256"
	"encoding/gob"

	"vitrine/rdfstore/lru"
)

// keptBytes is how much memory the drawings that are kept may take. A drawing depends on
// its request and on nothing else, so one is never out of date.
const keptBytes = 16 << 20

// drawingSize is about what a drawing takes besides its markup, and each omission, in
// bytes.
const drawingSize, omissionSize = 512, 16

// digest tells requests apart.
type digest [sha256.Size]byte

func newKept() *lru.Cache[digest, Drawing] {
	return lru.New(keptBytes, func(_ digest, d Drawing) int {
		return drawingSize + len(d.HTML) + len(d.Omissions)*omissionSize
	})
}

// digest is that of everything that the request says.
func (r Request) digest() digest {
	sum := sha256.New()
	gob.NewEncoder(sum).Encode(r) // which fails for no request
	return digest(sum.Sum(nil))
}
