package ldcontext_test

import (
	"encoding/csv"
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/piprate/json-gold/ld"

	ldcontext "vitrine/context"

	"vitrine/serialize/jsonld/framing"
)

// definition is a term definition as the table of facts gives it.
type definition struct {
	IRI, Type, Container string
	Scoped               bool
}

// scopes maps a scope, such as "Place>attributed_by" or "" for the top, to
// what is defined there.
type scopes map[string]map[string]definition

// TestLinkedArtDefinitions compares the context document with the facts about
// the Linked Art 1.0 context, definition for definition and scope for scope.
func TestLinkedArtDefinitions(t *testing.T) {
	want := readFacts(t)
	got := scopes{}
	options := ld.NewJsonLdOptions("")
	options.DocumentLoader = framing.NewContexts(ldcontext.New(nil))
	doc, err := options.DocumentLoader.LoadDocument(ldcontext.LinkedArt)
	if err != nil {
		t.Fatal(err)
	}
	walk(t, got, "", ld.NewContext(nil, options), doc.Document.(map[string]any)["@context"].(map[string]any))

	for _, scope := range slices.Sorted(maps.Keys(want)) {
		for _, term := range slices.Sorted(maps.Keys(want[scope])) {
			if g, w := got[scope][term], want[scope][term]; g != w {
				t.Errorf("%q in scope %q: got %+v, want %+v", term, scope, g, w)
			}
		}
	}
	for scope := range got {
		for term := range got[scope] {
			if _, ok := want[scope][term]; !ok {
				t.Errorf("%q is defined in scope %q and should not be", term, scope)
			}
		}
	}
}

// walk parses the context of a scope with json-gold, records what it defines
// and goes down into the contexts of its terms.
func walk(t *testing.T, into scopes, scope string, outer *ld.Context, local map[string]any) {
	t.Helper()
	active, err := outer.Parse(local)
	if err != nil {
		t.Fatalf("scope %q: %v", scope, err)
	}
	v := active.Values
	if v.Vocab != nil || v.Base != "" || v.HasLanguage || v.Direction != "" || len(active.Protected) != 0 {
		t.Errorf("scope %q sets more than terms: %+v", scope, v)
	}
	into[scope] = map[string]definition{}
	for term := range local {
		if term == "@version" && scope == "" {
			if v.Version == nil || *v.Version != 1.1 {
				t.Errorf("@version is %v, want 1.1", v.Version)
			}
			continue
		}
		def := active.TermDefinitions[term]
		if def == nil {
			t.Errorf("%q in scope %q is no definition", term, scope)
			continue
		}
		if def.Reverse || def.Nest != "" || def.Index != "" || def.HasLanguage || def.HasDirection {
			t.Errorf("%q in scope %q has more than @id, @type, @container and @context: %+v", term, scope, def)
		}
		into[scope][term] = definition{def.ID, def.Type, strings.Join(def.Container, " "), def.HasContext}
		if def.HasContext {
			walk(t, into, strings.TrimPrefix(scope+">"+term, ">"), active, def.Context.(map[string]any))
		}
	}
}

// readFacts reads testdata/terms.tsv, in which a row stands for one definition
// in each of its scopes.
func readFacts(t *testing.T) scopes {
	t.Helper()
	f, err := os.Open("testdata/terms.tsv")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	r := csv.NewReader(f)
	r.Comma, r.LazyQuotes = '\t', true
	rows, err := r.ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	prefixes := map[string]string{}
	facts := scopes{"": {}}
	for _, row := range rows[1:] {
		term, kind, iri, value, container := row[0], row[1], row[2], row[3], row[4]
		if kind == "directive" {
			continue
		}
		if kind == "prefix" {
			prefixes[term] = iri
		}
		def := definition{IRI: absolute(prefixes, iri), Type: coercion(prefixes, value)}
		if container != "" {
			def.Container = "@" + container
		}
		for scope := range strings.SplitSeq(row[5], ",") {
			if facts[scope] == nil {
				facts[scope] = map[string]definition{}
			}
			if _, twice := facts[scope][term]; twice {
				t.Fatalf("the facts define %q twice in scope %q", term, scope)
			}
			facts[scope][term] = def
		}
	}
	for scope := range facts {
		if scope == "" {
			continue
		}
		outer, term := "", scope
		if i := strings.LastIndex(scope, ">"); i >= 0 {
			outer, term = scope[:i], scope[i+1:]
		}
		def := facts[outer][term]
		def.Scoped = true
		facts[outer][term] = def
	}
	return facts
}

func coercion(prefixes map[string]string, value string) string {
	switch value {
	case "", "literal":
		return ""
	case "id", "vocab":
		return "@" + value
	default:
		return absolute(prefixes, value)
	}
}

func absolute(prefixes map[string]string, iri string) string {
	prefix, local, found := strings.Cut(iri, ":")
	if namespace, ok := prefixes[prefix]; found && ok {
		return namespace + local
	}
	return iri
}

// TestPrefixes sees to it that the prefixes, and no other term, make compact
// IRIs.
func TestPrefixes(t *testing.T) {
	options := ld.NewJsonLdOptions("")
	options.DocumentLoader = framing.NewContexts(ldcontext.New(nil))
	active, err := ld.NewContext(nil, options).Parse(ldcontext.LinkedArt)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for term, def := range active.TermDefinitions {
		if def.Prefix != nil && *def.Prefix {
			got = append(got, term)
		}
	}
	slices.Sort(got)
	want := "archaeo crm dc dcterms dig foaf la rdf rdfs schema sci skos xsd"
	if fmt.Sprint(got) != "["+want+"]" {
		t.Errorf("prefixes are %v, want [%s]", got, want)
	}
}
