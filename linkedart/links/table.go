package links

import (
	"crypto/sha256"
	_ "embed"
	"encoding/hex"
	"fmt"
	"slices"
	"strings"

	"github.com/knakk/rdf"

	ldcontext "vitrine/context"
	"vitrine/rdfstore/graph"
)

// engine stands in the version of the derivation for the code that compiles and
// walks paths. It changes when the same table would give other relations.
const engine = "1"

// The data: the links in the order in which records list them, those with a wider
// one, and the properties whose values may have a record of their own.
var (
	//go:embed links.tsv
	linksFile string
	//go:embed wider.tsv
	widerFile string
	//go:embed junctions.tsv
	junctionsFile string
)

// Link is one link.
type Link struct {
	// Name is the link's name without prefix, such as "personBornAtPlace".
	Name string
	// On are the classes of the records that have the link.
	On []rdf.IRI
	// Returns are the classes of the records that it leads to.
	Returns []rdf.IRI
	// Path leads from a record to the results, in the notation of docs/links.md.
	Path string

	route route
	// wider is the link of the same records that has all results of this one; nil for
	// none.
	wider *Link
}

// Applies reports whether records of the classes have the link.
func (l *Link) Applies(classes []rdf.IRI) bool {
	return slices.ContainsFunc(classes, func(class rdf.IRI) bool { return slices.Contains(l.On, class) })
}

// Table holds the links. It is read-only and may be used by many goroutines.
type Table struct {
	version  string
	links    []*Link
	byName   map[string]*Link
	alphabet *alphabet
	segments []segment
	// byFirst are the segments that can begin with a step of the property.
	byFirst [][]int
}

// New returns the table of Linked Art's links. The names of classes are those
// of Linked Art's context, which the set has to have.
func New(contexts *ldcontext.Set) (*Table, error) {
	scope, err := ldcontext.NewCompiler(contexts).Compile([]byte(`"` + ldcontext.LinkedArt + `"`))
	if err != nil {
		return nil, fmt.Errorf("links: %w", err)
	}
	t, err := build(linksFile, junctionsFile, func(class string) (rdf.IRI, error) {
		term := scope.Term(class)
		if term == nil || term.Predicate == (rdf.IRI{}) {
			return rdf.IRI{}, fmt.Errorf("%q is no term of the context", class)
		}
		return term.Predicate, nil
	})
	if err != nil {
		return nil, err
	}
	return t, t.widen(widerFile)
}

// widen reads which links have a wider one.
func (t *Table) widen(text string) error {
	rows, err := readRows("wider.tsv", text, 2)
	if err != nil {
		return err
	}
	for _, row := range rows {
		narrow, wide := t.byName[row[0]], t.byName[row[1]]
		if narrow == nil || wide == nil {
			return fmt.Errorf("wider.tsv: %s or %s is no link", row[0], row[1])
		}
		narrow.wider = wide
	}
	return nil
}

// build makes a table of the two files. The classes are named by terms.
func build(links, junctions string, class func(term string) (rdf.IRI, error)) (*Table, error) {
	digest := sha256.Sum256([]byte(engine + "\n" + junctions + "\n" + links))
	t := &Table{version: "links " + hex.EncodeToString(digest[:8]), byName: map[string]*Link{}, alphabet: newAlphabet()}
	places, err := readJunctions(junctions)
	if err != nil {
		return nil, err
	}
	rows, err := readRows("links.tsv", links, 4)
	if err != nil {
		return nil, err
	}
	cutter := &cutter{byKey: map[string]int{}}
	for _, row := range rows {
		l, err := t.link(row, class, places, cutter)
		if err != nil {
			return nil, fmt.Errorf("links.tsv: %s: %w", row[0], err)
		}
		t.links = append(t.links, l)
		t.byName[l.Name] = l
	}
	t.segments = cutter.segments
	t.byFirst = make([][]int, len(t.alphabet.properties))
	for i, s := range t.segments {
		for _, property := range s.first {
			t.byFirst[property] = append(t.byFirst[property], i)
		}
	}
	return t, nil
}

// link reads one row.
func (t *Table) link(row []string, class func(string) (rdf.IRI, error), junctions map[string]bool, c *cutter) (*Link, error) {
	if t.byName[row[0]] != nil {
		return nil, fmt.Errorf("there are two links of this name")
	}
	l := &Link{Name: row[0], Path: row[3]}
	var err error
	if l.On, err = each(row[1], class); err != nil {
		return nil, err
	}
	if l.Returns, err = each(row[2], class); err != nil {
		return nil, err
	}
	tree, err := parsePath(l.Path)
	if err != nil {
		return nil, err
	}
	m, err := compile(tree, t.alphabet, junctions)
	if err != nil {
		return nil, err
	}
	l.route, err = c.cut(m)
	return l, err
}

// each resolves terms with commas between them.
func each(terms string, class func(string) (rdf.IRI, error)) ([]rdf.IRI, error) {
	var out []rdf.IRI
	for _, term := range strings.Split(terms, ",") {
		iri, err := class(term)
		if err != nil {
			return nil, err
		}
		out = append(out, iri)
	}
	return out, nil
}

// readJunctions returns the IRIs of the properties that are junctions.
func readJunctions(text string) (map[string]bool, error) {
	rows, err := readRows("junctions.tsv", text, 2)
	if err != nil {
		return nil, err
	}
	names := prefixes()
	out := map[string]bool{}
	for _, row := range rows {
		prefix, local, _ := strings.Cut(row[0], ":")
		iri, err := graph.IRI(names[prefix] + local)
		if err != nil {
			return nil, fmt.Errorf("junctions.tsv: %s: %w", row[0], err)
		}
		out[iri.String()] = true
	}
	return out, nil
}

// readRows returns the fields of each line after the first.
func readRows(file, text string, fields int) ([][]string, error) {
	var rows [][]string
	for i, line := range strings.Split(strings.TrimSuffix(text, "\n"), "\n") {
		row := strings.Split(line, "\t")
		if len(row) != fields {
			return nil, fmt.Errorf("%s: line %d has %d fields, not %d", file, i+1, len(row), fields)
		}
		if i > 0 {
			rows = append(rows, row)
		}
	}
	return rows, nil
}

// All returns the links in the order in which records list them. The caller
// must not change them.
func (t *Table) All() []*Link { return slices.Clone(t.links) }

// Link returns the link with the name, such as "personBornAtPlace".
func (t *Table) Link(name string) (*Link, bool) {
	l, ok := t.byName[name]
	return l, ok
}
