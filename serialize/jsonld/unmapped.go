package jsonld

import (
	"bytes"
	"encoding/json"
	"slices"

	"github.com/go-json-experiment/json/jsontext"

	ldcontext "vitrine/context"
)

// IsUnmapped reports whether a member can be added to a record without a meaning as
// JSON-LD: the text is a record of Linked Art whose contexts do not map the name,
// and it has no such member. Contexts besides that of Linked Art are compiled by
// the compiler; where it is nil, a record with one is not for adding to.
func IsUnmapped(compiler *ldcontext.Compiler, record []byte, member string) bool {
	context, types, ok := recordHead(record, member)
	if !ok {
		return false
	}
	if string(context) == `"`+ldcontext.LinkedArt+`"` {
		return true // it has no default vocabulary
	}
	if compiler == nil || context == nil {
		return false
	}
	active, err := compiler.Compile(context)
	if err != nil {
		return false
	}
	if active, err = active.TypeScoped(nil, types...); err != nil {
		return false
	}
	return active.ExpandKey(member) == "" && slices.Contains(lastContext(context), ldcontext.LinkedArt)
}

// lastContext returns the URL of the context that counts most, where it is one.
func lastContext(context []byte) []string {
	var one string
	if json.Unmarshal(context, &one) == nil {
		return []string{one}
	}
	var several []json.RawMessage
	if json.Unmarshal(context, &several) != nil || len(several) == 0 {
		return nil
	}
	return lastContext(several[len(several)-1])
}

// recordHead reads the members of a record that say how the others are read:
// the text of its context and its types. It is false for what is no record, or
// has the member already.
func recordHead(record []byte, member string) (context []byte, types []string, ok bool) {
	decoder := jsontext.NewDecoder(bytes.NewReader(record))
	if decoder.PeekKind() != '{' {
		return nil, nil, false
	}
	_, _ = decoder.ReadToken() // the brace that is there
	plain := `"` + ldcontext.LinkedArt + `"`
	for decoder.PeekKind() == '"' {
		name, err := decoder.ReadToken()
		if err != nil {
			return nil, nil, false
		}
		key := name.String()
		value, err := decoder.ReadValue()
		switch {
		case err != nil, key == member:
			return nil, nil, false
		case key == "@context":
			if context = bytes.Clone(value); string(context) == plain {
				return context, nil, true
			}
		case key == "type" || key == "@type":
			types = typesOf(value)
		}
	}
	return context, types, true
}

func typesOf(value []byte) []string {
	var one string
	if json.Unmarshal(value, &one) == nil {
		return []string{one}
	}
	var several []string
	_ = json.Unmarshal(value, &several) // what is neither names no type
	return several
}
