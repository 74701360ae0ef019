package jsonld

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"vitrine/checks/formattest"
	"vitrine/serialize"
)

// TestMessages reads the documents of steps, and one for each keyword with each
// kind of value in each place, in one pass and by the full algorithms. Whatever
// is refused or dropped has a reason without Go's notation.
func TestMessages(t *testing.T) {
	p := New(stepContexts(t))
	var documents []string
	for _, step := range steps {
		documents = append(documents, strings.ReplaceAll(step.text, `"ex:`, `"https://ex.example/`))
	}
	documents = append(documents, misused()...)
	refused := 0
	for _, text := range documents {
		for _, lenient := range []bool{false, true} {
			o := serialize.DecodeOptions{Base: testBase, Lenient: lenient, Dropped: func(l serialize.Loss) {
				formattest.Message(t, fmt.Errorf("%s: %s", l.Pointer, l.Reason))
			}}
			_, err := p.Read(context.Background(), []byte(text), o)
			formattest.Message(t, err)
			if err != nil {
				refused++
			}
			_, err = readFully(p, []byte(text), o)
			formattest.Message(t, err)
		}
	}
	if refused < 1000 {
		t.Errorf("%d documents were refused, which are too few to try the messages", refused)
	}
}

// misused returns documents that give each keyword each kind of value: in a
// context, in a term definition, in a node, in a value and beside one.
func misused() (documents []string) {
	keywords := strings.Fields("@base @container @context @direction @graph @id @import @included @index @json @language " +
		"@list @nest @none @prefix @propagate @protected @reverse @set @type @value @version @vocab @later")
	values := []string{`null`, `true`, `1`, `1.5`, `""`, `"x"`, `"_:b"`, `"@later"`, `"@id"`, `[]`, `[null]`, `[1]`, `[["x"]]`, `{}`, `{"a":null}`, `{"a":[{}]}`, `{"@value":1}`}
	places := []string{
		`{"@context":{%s},"@id":"https://ex.example/r","https://ex.example/p":"x"}`,
		`{"@context":{"p":{"@id":"https://ex.example/p",%s}},"@id":"https://ex.example/r","p":["x",1,{"y":"z"}]}`,
		`{"@id":"https://ex.example/r",%s,"https://ex.example/p":"x"}`,
		`{"@id":"https://ex.example/r","https://ex.example/p":{%s}}`,
		`{"@id":"https://ex.example/r","https://ex.example/p":{"@value":"x",%s}}`,
	}
	for _, place := range places {
		for _, keyword := range keywords {
			for _, value := range values {
				documents = append(documents, fmt.Sprintf(place, `"`+keyword+`":`+value))
			}
		}
	}
	return documents
}
