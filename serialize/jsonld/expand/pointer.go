package expand

import (
	"strconv"
	"strings"
)

// Path is the way from the root of a document to a value in it. The zero Path
// leads to the root.
type Path struct{ steps []step }

// step is a member name, or the index of an item where that is not negative.
type step struct {
	key   string
	index int
}

// Member goes to a member of the object.
func (p *Path) Member(key string) { p.steps = append(p.steps, step{key: key, index: -1}) }

// Item goes to an item of the array.
func (p *Path) Item(index int) { p.steps = append(p.steps, step{index: index}) }

// Leave goes back from where the last Member or Item led to.
func (p *Path) Leave() { p.steps = p.steps[:len(p.steps)-1] }

// Reset goes to the root, and keeps the memory.
func (p *Path) Reset() { p.steps = p.steps[:0] }

var escapes = strings.NewReplacer("~", "~0", "/", "~1")

// String returns the path as a JSON Pointer (RFC 6901).
func (p *Path) String() string {
	var b strings.Builder
	for _, s := range p.steps {
		b.WriteByte('/')
		if s.index >= 0 {
			b.WriteString(strconv.Itoa(s.index))
			continue
		}
		b.WriteString(escapes.Replace(s.key))
	}
	return b.String()
}
