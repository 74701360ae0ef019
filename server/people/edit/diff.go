package edit

import (
	"bytes"
	"strconv"

	"github.com/go-json-experiment/json/jsontext"

	"vitrine/linkedart"
	"vitrine/server/data/history"
	"vitrine/server/people/html"
)

// comparison finds what differs between two states of a record.
type comparison struct {
	before, after *builder
	out           []html.EditDifference
}

// differences are what differs between two states of a record, in the order of its members and
// as far as they can be shown in the words of its page.
func differences(before, after *builder, shapes *linkedart.Shapes) []html.EditDifference {
	c := &comparison{before: before, after: after}
	c.compare(before.root, after.root, place{shape: shapeOf(after.document, shapes)})
	return c.out
}

// place is where a value is, in words; the shape is that of the object.
type place struct {
	words string
	shape *linkedart.Shape
}

// member is the place of a member.
func (c *comparison) member(p place, name string) (place, linkedart.Member) {
	class := ""
	var m linkedart.Member
	if p.shape != nil {
		class = p.shape.Class
		m, _ = p.shape.Member(name)
	}
	word := c.after.word(class, name)
	if p.words != "" {
		word = p.words + " › " + word
	}
	return place{words: word}, m
}

// compare compares two values, of which one may be nil.
func (c *comparison) compare(a, b *node, p place) {
	switch {
	case a == nil:
		c.note(p, "", c.after.summary(b))
	case b == nil:
		c.note(p, c.before.summary(a), "")
	case bytes.Equal(c.before.plain(a), c.after.plain(b)):
	case a.kind == '{' && b.kind == '{':
		for _, x := range a.children {
			c.members(x, b.member(x.name), p, x.name)
		}
		for _, y := range b.children {
			if a.member(y.name) == nil {
				c.members(nil, y, p, y.name)
			}
		}
	default:
		c.note(p, c.before.summary(a), c.after.summary(b))
	}
}

// members compares two values of a member.
func (c *comparison) members(a, b *node, p place, name string) {
	at, m := c.member(p, name)
	shape := func(n *node, in *builder) *linkedart.Shape { return m.Of(in.string(n.member("type"))) }
	if (a == nil || a.kind == '[') && (b == nil || b.kind == '[') {
		for _, pair := range c.pairs(a, b) {
			here := at
			if n := pair[1]; n != nil {
				here.shape = shape(n, c.after)
			}
			c.compare(pair[0], pair[1], here)
		}
		return
	}
	if b != nil {
		at.shape = shape(b, c.after)
	}
	c.compare(a, b, at)
}

// pairs are the items of two arrays beside one another: those that are the same, and between
// these as they come.
func (c *comparison) pairs(a, b *node) [][2]*node {
	var x, y []*node
	if a != nil {
		x = a.children
	}
	if b != nil {
		y = b.children
	}
	var out [][2]*node
	rest := func(toX, toY int, x, y []*node) {
		for i := range max(toX, toY) {
			var pair [2]*node
			if i < toX {
				pair[0] = x[i]
			}
			if i < toY {
				pair[1] = y[i]
			}
			out = append(out, pair)
		}
	}
	i, j := 0, 0
	for _, same := range c.common(x, y) {
		rest(same[0]-i, same[1]-j, x[i:], y[j:])
		i, j = same[0]+1, same[1]+1
	}
	rest(len(x)-i, len(y)-j, x[i:], y[j:])
	return out
}

// common are the places of a longest common subsequence.
func (c *comparison) common(x, y []*node) [][2]int {
	texts := func(b *builder, nodes []*node) []string {
		out := make([]string, len(nodes))
		for i, n := range nodes {
			out[i] = string(b.plain(n))
		}
		return out
	}
	s, t := texts(c.before, x), texts(c.after, y)
	return history.Common(len(s), len(t), func(i, j int) bool { return s[i] == t[j] })
}

func (c *comparison) note(p place, before, after string) {
	c.out = append(c.out, html.EditDifference{Where: p.words, Before: before, After: after})
}

// plain is a value as it is written, without blanks.
func (d *document) plain(n *node) []byte {
	out, err := jsontext.AppendFormat(nil, d.raw(n), jsontext.PreserveRawStrings(true))
	if err != nil {
		return d.raw(n)
	}
	return out
}

// maxSummary is how many characters a summary has.
const maxSummary = 300

// summary is a value in short: the text or number, or what an object is called.
func (b *builder) summary(n *node) string {
	text := b.summed(n)
	if runes := []rune(text); len(runes) > maxSummary {
		text = string(runes[:maxSummary]) + "…"
	}
	return text
}

func (b *builder) summed(n *node) string {
	switch n.kind {
	case '"':
		return b.string(n)
	case '{':
		for _, name := range []string{"content", "_label", "value", "id"} {
			if m := n.member(name); m != nil {
				text := b.summed(m)
				if id := b.string(n.member("id")); id != "" && name == "_label" {
					text += " (" + id + ")"
				}
				return text
			}
		}
		if names := n.member("identified_by"); names != nil && len(names.children) > 0 {
			return b.summed(names.children[0])
		}
	case '[':
		if len(n.children) == 1 {
			return b.summed(n.children[0])
		}
		return strconv.Itoa(len(n.children)) + " × " + b.words.Text("Values")
	}
	return string(b.plain(n))
}
