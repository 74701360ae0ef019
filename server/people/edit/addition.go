package edit

import (
	"slices"
	"strconv"
	"strings"

	"vitrine/linkedart"
	"vitrine/server/data/jsontree"
	"vitrine/server/people/html"
)

// additions are what an object can have besides.
func (b *builder) additions(n *jsontree.Value, members []linkedart.Member, class string) []html.Option {
	var out, last []html.Option
	for _, m := range members {
		if there := n.Member(m.Name); there != nil && (!m.Many || there.Kind() != '[') {
			continue
		}
		word := b.words.Member(class, m.Name)
		switch {
		case m.Kind == linkedart.Number, m.Kind == linkedart.Moment:
		case m.Name == "_label":
			last = append(last, html.Option{Value: m.Name, Text: word})
		case m.Kind == linkedart.Text:
			out = append(out, html.Option{Value: m.Name, Text: word})
		default:
			for _, s := range m.Shapes {
				if s.Reference && s.Class != firstReference(m) {
					continue
				}
				text := word
				if len(m.Shapes) > 1 && !s.Reference {
					text += " · " + b.words.Type(s.Class)
				}
				out = append(out, html.Option{Value: m.Name + " " + s.Class, Text: text})
			}
		}
	}
	return append(out, last...)
}

// firstReference is the class of the first reference that a member takes: another one is chosen in
// its form.
func firstReference(m linkedart.Member) string {
	for _, s := range m.Shapes {
		if s.Reference {
			return s.Class
		}
	}
	return ""
}

// add adds what was chosen to the object that a pointer leads to, and returns the pointer of what
// is new; "" where nothing is.
func (b *builder) add(pointer, choice string, shapes *linkedart.Shapes) string {
	n, shape := b.find(pointer, shapes)
	name, class, _ := strings.Cut(choice, " ")
	if shape == nil {
		return ""
	}
	m, ok := shape.Member(name)
	if !ok {
		return ""
	}
	value := []byte(`""`)
	if m.Kind == linkedart.Object {
		inner := m.Of(class)
		if inner == nil {
			return ""
		}
		value = skeleton(inner, 0)
	}
	there := n.Member(name)
	switch {
	case there != nil && m.Many && there.Kind() == '[' && !there.Removed:
		there.Added = append(there.Added, jsontree.Addition{Value: value})
		left := 0
		for _, item := range there.Children {
			if !item.Removed {
				left++
			}
		}
		return pointer + "/" + name + "/" + strconv.Itoa(left)
	case there != nil && !there.Removed:
		return ""
	case m.Many:
		n.Added = append(n.Added, jsontree.Addition{Name: name, Value: slices.Concat([]byte("["), value, []byte("]"))})
		return pointer + "/" + name + "/0"
	}
	n.Added = append(n.Added, jsontree.Addition{Name: name, Value: value})
	return pointer + "/" + name
}

// find returns the object that a pointer leads to, with its shape; nil for none.
func (b *builder) find(pointer string, shapes *linkedart.Shapes) (*jsontree.Value, *linkedart.Shape) {
	n, shape := b.root.Value, shapeOf(b.root, shapes)
	var m linkedart.Member
	tokens := strings.Split(pointer, "/")[1:]
	if pointer == "" {
		tokens = nil
	}
	at := ""
	for _, token := range tokens {
		at += "/" + token
		isItem := n.Kind() == '['
		if n = b.root.At(at); n == nil || shape == nil {
			return nil, nil
		}
		if !isItem {
			m, _ = shape.Member(n.Name)
		}
		if n.Kind() != '[' {
			shape = m.Of(n.Member("type").Text())
		}
	}
	if n.Kind() != '{' {
		return nil, nil
	}
	return n, shape
}

// maxSkeleton is how deep what is required of something new goes.
const maxSkeleton = 3

// skeleton is a new object of a shape, with what is required of it empty.
func skeleton(shape *linkedart.Shape, depth int) []byte {
	var out []byte
	if slices.Contains(shape.Required, "id") {
		out = append(out, `"id":"",`...)
	}
	out = append(append(out, `"type":`...), jsontree.Quote(shape.Class)...)
	for _, name := range shape.Required {
		m, ok := shape.Member(name)
		switch {
		case !ok, depth == maxSkeleton:
		case m.Kind == linkedart.Text:
			out = append(append(append(out, ','), jsontree.Quote(name)...), `:""`...)
		case m.Kind == linkedart.Object:
			value := skeleton(m.Shapes[0], depth+1)
			if m.Many {
				value = slices.Concat([]byte("["), value, []byte("]"))
			}
			out = append(append(append(append(out, ','), jsontree.Quote(name)...), ':'), value...)
		}
	}
	return slices.Concat([]byte("{"), out, []byte("}"))
}
