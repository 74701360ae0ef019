package provenance

import (
	"io/fs"
	"strings"
	"sync"
	"testing"

	ldcontext "vitrine/context"
	"vitrine/data"
	"vitrine/linkedart/reading"
	"vitrine/serialize"
	"vitrine/serialize/jsonld"
)

var processor = sync.OnceValue(func() *jsonld.Processor { return jsonld.New(ldcontext.New(nil)) })

// collection is a set of records by IRI, in order.
type collection struct {
	order   []string
	records map[string]reading.Node
}

func (c *collection) add(t testing.TB, text string) reading.Node {
	t.Helper()
	g, err := processor().Read(t.Context(), []byte(text), serialize.DecodeOptions{Base: data.Base})
	if err != nil {
		t.Fatalf("%.200s: %v", text, err)
	}
	root := reading.Read(g).Root()
	if c.records == nil {
		c.records = map[string]reading.Node{}
	}
	c.order = append(c.order, root.IRI())
	c.records[root.IRI()] = root
	return root
}

func (c *collection) lookup(iri string) reading.Node { return c.records[iri] }

// history is that of an object: of the records that mention it.
func (c *collection) history(object reading.Node) History {
	var mentions []reading.Node
	wanted := append(Groups(object), object.IRI())
	for _, iri := range c.order {
		found := false
		walk(c.records[iri], maxSearch, func(_ reading.Property, n reading.Node) bool {
			for _, w := range wanted {
				found = found || n.IRI() == w
			}
			return found
		})
		if found && iri != object.IRI() {
			mentions = append(mentions, c.records[iri])
		}
	}
	return Of(object, mentions, c.lookup)
}

// sample is the sample collection.
func sample(t testing.TB) *collection {
	t.Helper()
	c := &collection{}
	err := fs.WalkDir(data.FS, ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || !strings.HasSuffix(name, ".json") {
			return err
		}
		text, err := data.FS.ReadFile(name)
		if err == nil {
			c.add(t, string(text))
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// activity adds a provenance record from its members, without a context, id and type.
func (c *collection) activity(t testing.TB, name, members string) {
	t.Helper()
	c.add(t, `{"@context": "`+ldcontext.LinkedArt+`", "id": "provenance/`+name+`", "type": "Activity",
		"classified_as": [{"id": "`+provenanceActivity+`", "type": "Type"}], `+members+`}`)
}
