package generate

import (
	"math/rand/v2"
	"strings"
)

// groupWords and objectWords begin the names of groups and objects.
var (
	groupWords  = [...]string{"Workshop", "Museum", "Society", "Library", "Archive"}
	objectWords = [...]string{"Plate", "Bowl", "Panel", "Print", "Drawing", "Tile", "Vase", "Coin", "Chair", "Lamp", "Cup"}
)

// plainWords fill statements, so that a search has something to find.
var plainWords = [...]string{
	"blue", "round", "paper", "edge", "line", "light", "dark", "small", "large", "green", "handle", "surface",
	"corner", "thin", "thick", "red", "mark", "back", "front", "border", "grey", "smooth", "rough", "side",
	"lower", "upper", "left", "right", "white", "yellow", "pattern", "glaze", "silver", "copper", "ink", "fold",
}

// sentence returns n plain words and a full stop.
func sentence(r *rand.Rand, n int) string {
	var b strings.Builder
	for i := range n {
		word := plainWords[r.IntN(len(plainWords))]
		if i == 0 {
			b.WriteString(strings.ToUpper(word[:1]) + word[1:])
			continue
		}
		b.WriteString(" " + word)
	}
	b.WriteString(".")
	return b.String()
}
