package svgmap

import (
	"crypto/sha256"
	"encoding/gob"

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
	sum := sha256.New()
	gob.NewEncoder(sum).Encode(r) // which fails for no request
	return digest(sum.Sum(nil))
}
