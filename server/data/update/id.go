package update

import (
	"bytes"
	"slices"

	"github.com/go-json-experiment/json/jsontext"

	ldcontext "vitrine/context"
)

// withID puts an id into a JSON-LD document that has none, after its context.
// A document that is no JSON object stays as it is.
func withID(text []byte, id string) []byte {
	decoder := jsontext.NewDecoder(bytes.NewBuffer(text))
	if t, err := decoder.ReadToken(); err != nil || t.Kind() != '{' {
		return text
	}
	at, key, before, after := decoder.InputOffset(), "@id", "", ","
	if decoder.PeekKind() == '}' {
		after = ""
	}
	for decoder.PeekKind() == '"' {
		name, err := decoder.ReadToken()
		if err != nil {
			return text
		}
		is := name.String()
		value, err := decoder.ReadValue()
		if err != nil || is == "id" || is == "@id" {
			return text
		}
		if is == "@context" {
			at, before, after = decoder.InputOffset(), ",", ""
			if bytes.Contains(value, []byte(ldcontext.LinkedArt)) {
				key = "id"
			}
		}
	}
	if end, err := decoder.ReadToken(); err != nil || end.Kind() != '}' {
		return text
	}
	member, err := jsontext.AppendQuote([]byte(before+`"`+key+`":`), id)
	if err != nil {
		return text
	}
	return slices.Insert(slices.Clone(text), int(at), append(member, after...)...)
}
