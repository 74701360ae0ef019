package profile

import (
	"fmt"
	"strconv"
	"strings"
	"sync"

	"vitrine/linkedart/reading"
	"vitrine/linkedart/words/lexicon"
)

// table is what a profile says of an entity.
type table struct {
	// prefixes are those of its properties and classes.
	prefixes map[string]string
	// parts are those of a description, by their names: the entity itself, and what it refers to
	// that is described with it. starts are those that every description has, in order.
	parts  map[string]*part
	starts []*part
}

// part is a resource that a description has, and what is said of it.
type part struct {
	// class is the IRI of its class, "" for none. subject says which resource it is: that of the
	// entity ("."), one named within it ("#aggregation"), that of the node ("iri"), that of
	// its file ("picture"), that of the entity's manifest ("manifest"), that of the data set
	// ("dataset") or none of a name ("blank").
	class, subject string
	// of are the classes of the entities that a description begins with this part for; none stand for
	// all, if it is that of the entity or named within it.
	of []reading.Class
	// named tells that only a node with a name is described so.
	named bool
	rows  []row
}

// row says a property of a part.
type row struct {
	// property is its IRI, and name the same with a prefix.
	property, name string
	value          value
	path           path
	// one tells that there is one value at most.
	one bool
}

// value is what a node comes to as values of a property.
type value func(w *writer, n reading.Node) []term

// tableOf returns what gives the table of a file, which is read once.
func tableOf(file, text string) func() (*table, error) {
	return sync.OnceValues(func() (*table, error) {
		t, err := readTable(text)
		if err != nil {
			return nil, fmt.Errorf("read %s: %w", file, err)
		}
		return t, nil
	})
}

// readTable reads a table. A row names a part, a property, a kind of value and a path. With
// "prefix" in place of the part it binds a prefix; with "a" in place of the property it says of
// which class the part is, which resource, and between brackets the classes of the entities that are
// described so.
func readTable(text string) (*table, error) {
	t := &table{prefixes: map[string]string{}, parts: map[string]*part{}}
	for line, err := range lexicon.Rows(text, 4) {
		if err == nil {
			err = t.add(line.Cells[0], line.Cells[1], line.Cells[2], line.Cells[3])
		}
		if err != nil {
			return nil, fmt.Errorf("line %d: %w", line.Line, err)
		}
	}
	return t, nil
}

func (t *table) add(about, property, kind, where string) error {
	if about == "prefix" {
		t.prefixes[property] = kind
		return nil
	}
	p := t.part(about)
	var err error
	if property == "a" {
		where, of, _ := strings.Cut(strings.TrimSuffix(where, "]"), "[")
		for name := range strings.SplitSeq(of, "|") {
			if class, ok := classes[name]; ok {
				p.of = append(p.of, class)
			} else if of != "" {
				return fmt.Errorf("%q is no class", name)
			}
		}
		if p.subject = where; where == "." || strings.HasPrefix(where, "#") || of != "" {
			t.starts = append(t.starts, p)
		}
		if kind != "" {
			p.class, err = t.iri(kind)
		}
		return err
	}
	p.named = p.named || kind == "tagged names"
	r := row{name: property}
	if r.property, err = t.iri(property); err != nil {
		return err
	}
	kind, r.one = strings.CutPrefix(kind, "one ")
	if r.value, err = t.kind(kind); err != nil {
		return err
	}
	if r.path, err = parsePath(where); err != nil {
		return err
	}
	p.rows = append(p.rows, r)
	return nil
}

// part returns the part of a name.
func (t *table) part(name string) *part {
	if t.parts[name] == nil {
		t.parts[name] = &part{}
	}
	return t.parts[name]
}

// iri returns the IRI of a name with a prefix.
func (t *table) iri(name string) (string, error) {
	prefix, local, _ := strings.Cut(name, ":")
	namespace, ok := t.prefixes[prefix]
	if !ok {
		return "", fmt.Errorf("%q has no prefix of the table", name)
	}
	return namespace + local, nil
}

// kind returns the kind of value of a name: a text in quotation marks, "is" and an IRI, one of kinds, or a part
// that the node is described as, whose name begins with a capital.
func (t *table) kind(name string) (value, error) {
	if text, err := strconv.Unquote(name); err == nil {
		return func(*writer, reading.Node) []term { return []term{{text: text}} }, nil
	}
	if class, ok := strings.CutPrefix(name, "is "); ok {
		iri, err := t.iri(class)
		return func(*writer, reading.Node) []term { return []term{{iri: iri}} }, err
	}
	if v, ok := kinds[name]; ok {
		return v, nil
	}
	if name == "" || name[0] < 'A' || name[0] > 'Z' {
		return nil, fmt.Errorf("%q is no kind of value", name)
	}
	p := t.part(name)
	return func(w *writer, n reading.Node) []term { return w.refer(p, n) }, nil
}
