package expand

import (
	"strconv"
	"strings"

	ldcontext "vitrine/context"
	"vitrine/serialize"
)

// place is the way to the value being expanded.
type place struct{ steps []step }

// step is a member name, or the index of an item where that is not negative.
type step struct {
	key   string
	index int
}

func (p *place) member(key string) { p.steps = append(p.steps, step{key: key, index: -1}) }

func (p *place) item(index int) { p.steps = append(p.steps, step{index: index}) }

func (p *place) leave() { p.steps = p.steps[:len(p.steps)-1] }

var pointerEscapes = strings.NewReplacer("~", "~0", "/", "~1")

// pointer returns the place as a JSON Pointer (RFC 6901).
func (p *place) pointer() string {
	var b strings.Builder
	for _, s := range p.steps {
		b.WriteByte('/')
		if s.index >= 0 {
			b.WriteString(strconv.Itoa(s.index))
			continue
		}
		b.WriteString(pointerEscapes.Replace(s.key))
	}
	return b.String()
}

// fault returns an error about the place.
func (p *place) fault(code ldcontext.Code, reason string) error {
	return &serialize.SyntaxError{Format: "jsonld", Pointer: p.pointer(), Reason: reason, Code: string(code)}
}
