package formattest

import (
	"fmt"
	"strings"

	"github.com/knakk/rdf"

	"vitrine/rdfstore/graph"
)

// Subject is the entity that the graphs of this package describe.
var Subject = IRI("https://museum.example/object/1")

// IRI returns the IRI s, which must be one.
func IRI(s string) rdf.IRI {
	iri, err := graph.IRI(s)
	if err != nil {
		panic(err) // a mistake in a test
	}
	return iri
}

// Blank returns the blank node number n.
func Blank(n int) rdf.Blank {
	b, err := graph.Blank(fmt.Sprint("n", n))
	if err != nil {
		panic(err) // a mistake in a test
	}
	return b
}

// Tagged returns a language-tagged string, whose tag must be one.
func Tagged(s, tag string) rdf.Literal {
	l, err := graph.Tagged(s, tag)
	if err != nil {
		panic(err) // a mistake in a test
	}
	return l
}

// Builder makes a graph about Subject.
type Builder struct{ triples []rdf.Triple }

// NewBuilder returns a builder of an empty graph.
func NewBuilder() *Builder { return &Builder{} }

// Add adds a triple.
func (b *Builder) Add(s rdf.Subject, p string, o rdf.Object) *Builder {
	b.triples = append(b.triples, rdf.Triple{Subj: s, Pred: IRI(p), Obj: o})
	return b
}

// Graph returns the graph, each triple once.
func (b *Builder) Graph() *graph.Graph {
	return &graph.Graph{Name: Subject, Triples: graph.Dedup(b.triples)}
}

const ex = "https://museum.example/"

// Graphs returns graphs that show the odd corners of RDF 1.1, by name.
func Graphs() map[string]*graph.Graph {
	graphs := map[string]*graph.Graph{}
	add := func(name string, b *Builder) { graphs[name] = b.Graph() }
	for name, l := range literals() {
		add("literal: "+name, NewBuilder().Add(Subject, ex+"p", l))
	}
	for name, iri := range iris() {
		add("IRI: "+name, NewBuilder().Add(Subject, ex+"p", IRI(iri)).Add(IRI(iri), ex+"q", IRI(iri)).Add(Subject, ex+"d", graph.Typed("x", IRI(iri))))
		add("predicate: "+name, NewBuilder().Add(Subject, iri, graph.String("x")))
	}
	add("no triples", NewBuilder())
	for name, b := range blanks() {
		add("blank nodes: "+name, b)
	}
	for name, b := range lists() {
		add("lists: "+name, b)
	}
	return graphs
}

func literals() map[string]rdf.Literal {
	return map[string]rdf.Literal{
		"empty":            graph.String(""),
		"quotes":           graph.String(`"'""'''"""''''`),
		"one quote":        graph.String(`"`),
		"backslashes":      graph.String(`\ \\ \n \u0041 \"`),
		"trailing slash":   graph.String(`C:\`),
		"white space":      graph.String(" \t\n\r\n\r "),
		"form feed":        graph.String("a\fb\bc\vd"),
		"NUL":              graph.String("a\x00b"),
		"escape and DEL":   graph.String("\x1b[0m\x7f"),
		"C1 controls":      graph.String("\u0080\u0085\u009f"),
		"separators":       graph.String("a\u2028b\u2029c"),
		"byte order mark":  graph.String("\ufeffa\ufeff"),
		"replacement":      graph.String("\ufffd"),
		"non-characters":   graph.String("\ufffe\uffff\U0001ffff"),
		"beyond the BMP":   graph.String("𝄞 🖼 \U0010ffff"),
		"combining":        graph.String("e\u0301"),
		"right to left":    graph.String("אבג \u202eabc"),
		"markup":           graph.String("<p a='b'>&amp; ]]> <![CDATA[</p>"),
		"comment":          graph.String("# <!-- -- -->"),
		"tag":              Tagged("Vase", "en"),
		"tag of two":       Tagged("colour", "en-gb"),
		"tag of three":     Tagged("花瓶", "zh-hans-cn"),
		"private tag":      Tagged("x", "x-museum-1"),
		"tagged controls":  Tagged("a\"\\\n\r\t\x01b", "de-ch-1996"),
		"integer":          graph.Typed("42", graph.XSDInteger),
		"integer, signed":  graph.Typed("+042", graph.XSDInteger),
		"integer, huge":    graph.Typed(strings.Repeat("9", 400), graph.XSDInteger),
		"integer, bad":     graph.Typed("forty-two", graph.XSDInteger),
		"integer, spaced":  graph.Typed(" 42 ", graph.XSDInteger),
		"decimal":          graph.Typed("-1.50", graph.XSDDecimal),
		"decimal, no dot":  graph.Typed("1", graph.XSDDecimal),
		"decimal, end dot": graph.Typed("1.", graph.XSDDecimal),
		"decimal, dot":     graph.Typed(".5", graph.XSDDecimal),
		"double":           graph.Typed("8.800000000000001E0", graph.XSDDouble),
		"double, small e":  graph.Typed("1e-7", graph.XSDDouble),
		"double, no e":     graph.Typed("1.5", graph.XSDDouble),
		"double, INF":      graph.Typed("-INF", graph.XSDDouble),
		"boolean":          graph.Typed("true", graph.XSDBoolean),
		"boolean, 1":       graph.Typed("1", graph.XSDBoolean),
		"boolean, upper":   graph.Typed("True", graph.XSDBoolean),
		"dateTime":         graph.Typed("-0044-03-15T00:00:00Z", IRI("http://www.w3.org/2001/XMLSchema#dateTime")),
		"JSON":             graph.Typed(`{"a":["\n",null]}`, graph.JSON),
		"XML":              graph.Typed(`<b xmlns="x:y">a</b>`, IRI("http://www.w3.org/1999/02/22-rdf-syntax-ns#XMLLiteral")),
		"own datatype":     graph.Typed("x\ny", IRI("urn:museum:type")),
	}
}

func iris() map[string]string {
	return map[string]string{
		"plain":              ex + "place/2",
		"crm class":          "http://www.cidoc-crm.org/cidoc-crm/E22_Human-Made_Object",
		"crm property":       "http://www.cidoc-crm.org/cidoc-crm/P1_is_identified_by",
		"crm root":           "http://www.cidoc-crm.org/cidoc-crm/",
		"crm path":           "http://www.cidoc-crm.org/cidoc-crm/a/b",
		"aat":                "http://vocab.getty.edu/aat/300033618",
		"aat root":           "http://vocab.getty.edu/aat/",
		"rdf:type":           graph.Type.String(),
		"rdf:nil":            graph.Nil.String(),
		"rdf:li":             "http://www.w3.org/1999/02/22-rdf-syntax-ns#li",
		"rdf:_1":             "http://www.w3.org/1999/02/22-rdf-syntax-ns#_1",
		"rdf:Description":    "http://www.w3.org/1999/02/22-rdf-syntax-ns#Description",
		"rdf:RDF":            "http://www.w3.org/1999/02/22-rdf-syntax-ns#RDF",
		"rdf:about":          "http://www.w3.org/1999/02/22-rdf-syntax-ns#about",
		"xml namespace":      "http://www.w3.org/XML/1998/namespacelang",
		"xmlns namespace":    "http://www.w3.org/2000/xmlns/a",
		"its namespace":      "http://www.w3.org/2005/11/itsdir",
		"dots":               "http://vocab.getty.edu/aat/a.b.",
		"leading dot":        "http://vocab.getty.edu/aat/.a",
		"leading dash":       "http://vocab.getty.edu/aat/-a",
		"dot segments":       ex + "a/../b/./c",
		"percent":            ex + "a%20b%2Fc%C3%A9",
		"local percent":      "http://vocab.getty.edu/aat/a%20b",
		"local reserved":     "http://vocab.getty.edu/aat/a~b!c$d&e'f(g)h*i+j,k;l=m@n",
		"local colon":        "http://vocab.getty.edu/aat/a:b:",
		"local, not ASCII":   "http://vocab.getty.edu/aat/é花",
		"not ASCII":          "https://müséum.example/größe/花?q=é#ß",
		"beyond the BMP":     ex + "𝄞",
		"query and fragment": ex + "a?b=c&d='e'#f/g?h",
		"urn":                "urn:uuid:6e8bc430-9c3a-11d9-9669-0800200c9a66",
		"scheme only":        "x:",
		"mailto":             "mailto:a@museum.example",
		"ends with digits":   "urn:isbn:9783161484100",
		"ends with slash":    ex + "a/",
		"ends with hash":     ex + "a#",
		"brackets":           "http://[::1]:8080/a",
	}
}

func blanks() map[string]*Builder {
	p, q := ex+"p", ex+"q"
	return map[string]*Builder{
		"empty one":       NewBuilder().Add(Subject, p, Blank(0)),
		"nested":          NewBuilder().Add(Subject, p, Blank(0)).Add(Blank(0), q, Blank(1)).Add(Blank(1), q, graph.String("x")),
		"alike":           NewBuilder().Add(Subject, p, Blank(0)).Add(Subject, p, Blank(1)).Add(Blank(0), q, graph.String("x")).Add(Blank(1), q, graph.String("x")),
		"used twice":      NewBuilder().Add(Subject, p, Blank(0)).Add(Subject, q, Blank(0)).Add(Blank(0), q, graph.String("x")),
		"twice the same":  NewBuilder().Add(Blank(1), p, Blank(0)).Add(Subject, p, Blank(0)).Add(Subject, q, Blank(1)),
		"itself":          NewBuilder().Add(Subject, p, Blank(0)).Add(Blank(0), q, Blank(0)),
		"cycle":           NewBuilder().Add(Subject, p, Blank(0)).Add(Blank(0), q, Blank(1)).Add(Blank(1), q, Blank(0)),
		"loose cycle":     NewBuilder().Add(Subject, p, graph.String("x")).Add(Blank(0), q, Blank(1)).Add(Blank(1), q, Blank(2)).Add(Blank(2), q, Blank(0)),
		"loose":           NewBuilder().Add(Subject, p, graph.String("x")).Add(Blank(0), q, graph.String("y")).Add(Blank(0), p, Blank(1)),
		"with a class":    NewBuilder().Add(Subject, p, Blank(0)).Add(Blank(0), graph.Type.String(), IRI(ex+"C")).Add(Blank(0), graph.Label.String(), graph.String("x")),
		"back to root":    NewBuilder().Add(Subject, p, Blank(0)).Add(Blank(0), q, Subject),
		"as a class":      NewBuilder().Add(Subject, graph.Type.String(), Blank(0)),
		"root comes last": NewBuilder().Add(IRI(ex+"z"), p, graph.String("x")).Add(Subject, p, IRI(ex+"z")),
		"root twice":      NewBuilder().Add(Subject, p, graph.String("x")).Add(IRI(ex+"z"), p, graph.String("x")).Add(Subject, q, Subject),
		"deep":            chain(400),
		"very deep":       chain(600),
		"empty graph ID":  NewBuilder().Add(Blank(0), p, Blank(1)).Add(Subject, p, graph.String("x")),
		"strange labels":  strangeLabels(),
	}
}

// chain nests n blank nodes.
func chain(n int) *Builder {
	b := NewBuilder().Add(Subject, ex+"p", Blank(0))
	for i := range n {
		b.Add(Blank(i), ex+"depth", graph.String(fmt.Sprint(i))).Add(Blank(i), ex+"p", Blank(i+1))
	}
	return b
}

func strangeLabels() *Builder {
	b := NewBuilder()
	for _, label := range []string{"b0", "a b", "ü", "-", "a.", "x:y", "<", "N0123456789abcdef0123456789abcdef"} {
		node, err := graph.Blank(label)
		if err != nil {
			panic(err) // a mistake in a test
		}
		b.Add(Subject, ex+"p", node).Add(Subject, ex+"q", node).Add(node, ex+"label", graph.String(label))
	}
	return b
}

func lists() map[string]*Builder {
	p, first, rest := ex+"p", graph.First.String(), graph.Rest.String()
	item := func(b *Builder, n int) *Builder { return b.Add(Blank(n), first, graph.String(fmt.Sprint(n))) }
	two := func() *Builder {
		return item(item(NewBuilder().Add(Subject, p, Blank(0)), 0).Add(Blank(0), rest, Blank(1)), 1).Add(Blank(1), rest, graph.Nil)
	}
	return map[string]*Builder{
		"empty":           NewBuilder().Add(Subject, p, graph.Nil),
		"two items":       two(),
		"as subject":      item(NewBuilder().Add(Blank(0), p, Subject).Add(Subject, p, graph.String("x")), 0).Add(Blank(0), rest, graph.Nil),
		"two firsts":      two().Add(Blank(1), first, graph.String("again")),
		"two rests":       two().Add(Blank(1), rest, Blank(2)),
		"no first":        NewBuilder().Add(Subject, p, Blank(0)).Add(Blank(0), rest, graph.Nil),
		"no rest":         item(NewBuilder().Add(Subject, p, Blank(0)), 0),
		"own property":    two().Add(Blank(1), p, graph.String("x")),
		"shared tail":     two().Add(Subject, ex+"q", Blank(1)),
		"circular":        item(item(NewBuilder().Add(Subject, p, Blank(0)), 0).Add(Blank(0), rest, Blank(1)), 1).Add(Blank(1), rest, Blank(0)),
		"rest is an IRI":  item(NewBuilder().Add(Subject, p, Blank(0)), 0).Add(Blank(0), rest, IRI(ex+"tail")),
		"rest a literal":  item(NewBuilder().Add(Subject, p, Blank(0)), 0).Add(Blank(0), rest, graph.String("tail")),
		"list in a list":  NewBuilder().Add(Subject, p, Blank(0)).Add(Blank(0), first, Blank(1)).Add(Blank(0), rest, graph.Nil).Add(Blank(1), first, graph.Nil).Add(Blank(1), rest, graph.Nil),
		"of blank nodes":  NewBuilder().Add(Subject, p, Blank(0)).Add(Blank(0), first, Blank(2)).Add(Blank(0), rest, graph.Nil).Add(Blank(2), ex+"q", graph.String("x")),
		"item twice":      NewBuilder().Add(Subject, p, Blank(0)).Add(Blank(0), first, Blank(2)).Add(Blank(0), rest, Blank(1)).Add(Blank(1), first, Blank(2)).Add(Blank(1), rest, graph.Nil).Add(Blank(2), ex+"q", graph.String("x")),
		"holds its owner": NewBuilder().Add(Subject, p, Blank(0)).Add(Blank(0), first, Blank(0)).Add(Blank(0), rest, graph.Nil),
		"long":            longList(500),
	}
}

func longList(n int) *Builder {
	b := NewBuilder().Add(Subject, ex+"p", Blank(0))
	for i := range n {
		b.Add(Blank(i), graph.First.String(), graph.Typed(fmt.Sprint(i), graph.XSDInteger))
		if i < n-1 {
			b.Add(Blank(i), graph.Rest.String(), Blank(i+1))
		}
	}
	return b.Add(Blank(n-1), graph.Rest.String(), graph.Nil)
}
