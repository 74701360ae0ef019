package ldcontext_test

import (
	"context"
	"errors"
	"testing"

	ldcontext "vitrine/context"
)

// FuzzCompile: no context makes the algorithms panic or run on. Each refusal
// has a code of the standard or is about an unknown context, and what an active
// context compacts it expands again.
func FuzzCompile(f *testing.F) {
	for _, text := range []string{
		`null`, `"https://linked.art/ns/v1/linked-art.json"`, `[null,{"@vocab":"http://v.example/","@base":"x/../y","@language":"nl"}]`,
		`{"@version":1.1,"@protected":true,"a":"b:c","b":{"@id":"http://b.example/","@prefix":true},"d":{"@reverse":"a","@container":"@set"}}`,
		`{"p":{"@id":"http://p.example/","@type":"@vocab","@container":["@set","@type"],"@context":{"@propagate":false,"q":null}}}`,
		`{"@import":"https://linked.art/ns/v1/linked-art.json","T":{"@id":"x:T","@context":"https://linked.art/ns/v1/linked-art.json"}}`,
		`{"a":"b:x","b":"a:y"}`, `{"./x":{"@type":"@id"},"@type":{"@container":"@set"},"k":"@later"}`,
		`{"i":{"@id":"x:i","@container":"@index","@index":"i","@nest":"@nest","@direction":"rtl","@language":null}}`,
	} {
		f.Add([]byte(text))
	}
	compiler := ldcontext.NewCompiler(ldcontext.New(nil))
	f.Fuzz(func(t *testing.T, text []byte) {
		if len(text) > 1<<13 {
			return
		}
		meter := ldcontext.NewMeter(context.Background())
		active, err := compiler.CompileFor(meter, text, "https://data.museum.example/x")
		if err != nil {
			var coded *ldcontext.Error
			if !errors.As(err, &coded) && !errors.Is(err, ldcontext.ErrUnknown) {
				t.Fatalf("%T: %v", err, err)
			}
			return
		}
		for _, key := range active.Keys() {
			iri := active.ExpandKey(key)
			if name := active.CompactIRI(iri); iri != "" && !active.Term(key).Reverse && active.ExpandKey(name) != iri {
				t.Fatalf("%q is compacted to %q, which is %q", iri, name, active.ExpandKey(name))
			}
			if _, err := active.PropertyScoped(meter, active.Term(key)); err != nil {
				continue
			}
			if _, err := active.TypeScoped(meter, key); err != nil {
				continue
			}
		}
	})
}
