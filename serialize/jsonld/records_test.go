package jsonld_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	ldcontext "vitrine/context"
	"vitrine/serialize"
	"vitrine/serialize/jsonld"
)

const (
	context1 = `"@context":"https://linked.art/ns/v1/linked-art.json",`
	object1  = `"id":"https://x.example/object/1","type":"HumanMadeObject","produced_by":{"type":"Production","carried_out_by":[{"id":"https://x.example/person/1","type":"Person"}]}}`
	person1  = `"id":"https://x.example/person/1","type":"Person","_label":"P"}`
)

// TestRecordsOfDocument reads documents of several records, which refer to each other, and
// others that look alike and are one.
func TestRecordsOfDocument(t *testing.T) {
	format := jsonld.New(ldcontext.New(nil)).LinkedArt()
	cases := []struct {
		name, text string
		want       string
	}{
		{"array", "[{" + context1 + object1 + ",\n{" + context1 + person1 + "]", "object/1 person/1"},
		{"array of one", "[{" + context1 + person1 + "]", "person/1"},
		{"byte order mark", "\ufeff{" + context1 + person1, "person/1"},
		{"byte order mark before an array", "\ufeff[{" + context1 + object1 + ",{" + context1 + person1 + "]", "object/1 person/1"},
		{"graph", "{" + context1 + `"@graph":[{` + object1 + ",{" + person1 + "]}", "object/1 person/1"},
		{"graph of one", "{" + context1 + `"@graph":[{` + person1 + "]}", "person/1"},
		{"a faulty record", "{" + context1 + `"@graph":[{` + object1 + ",\n{\"id\":\"https://x.example/person/2\",\"zzz\":1},\n{" + person1 + "]}",
			"object/1 refused:2:/@graph/1/zzz person/1"},
		{"context missing", "[{" + context1 + object1 + ",\n{" + person1 + "]", "refused:2:/1"},
		{"expanded", `[{"@id":"https://x.example/person/1","@type":["http://www.cidoc-crm.org/cidoc-crm/E21_Person"]}]`, "person/1"},
		{"flattened", `[{"@id":"https://x.example/person/1","http://www.cidoc-crm.org/cidoc-crm/P1_is_identified_by":[{"@id":"_:b0"}]},{"@id":"_:b0","@type":["http://www.cidoc-crm.org/cidoc-crm/E41_Appellation"]}]`, "person/1"},
		{"graph with a blank node", "{" + context1 + `"@graph":[{"id":"https://x.example/person/1","type":"Person","identified_by":[{"id":"_:b0"}]},{"id":"_:b0","type":"Name","content":"P"}]}`, "person/1"},
		{"empty array", "[]", "refused:0:"},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			var got []string
			for g, err := range format.Decode(context.Background(), strings.NewReader(c.text), serialize.DecodeOptions{}) {
				var record *serialize.RecordError
				var syntax *serialize.SyntaxError
				switch {
				case err == nil:
					got = append(got, strings.TrimPrefix(g.Name.String(), "https://x.example/"))
				case errors.As(err, &record) && errors.As(err, &syntax):
					got = append(got, fmt.Sprintf("refused:%d:%s", record.Line, syntax.Pointer))
				case errors.As(err, &syntax):
					got = append(got, fmt.Sprintf("refused:%d:%s", syntax.Line, syntax.Pointer))
				default:
					got = append(got, "refused:0:")
				}
			}
			if text := strings.Join(got, " "); text != c.want {
				t.Errorf("read %s, want %s", text, c.want)
			}
		})
	}
}
