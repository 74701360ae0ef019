package jsonld

import (
	"bytes"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"vitrine/serialize"
)

// Record is the text of a record in a document.
type Record struct {
	Text []byte
	// Line is where it begins, from 1, and Pointer where it stands (RFC 6901); 0 and "" for
	// a document that is one record.
	Line    int
	Pointer string
}

// Records returns the records of a document, without a byte order mark: those of an array of
// documents, each with a @context of its own, or of an object with nothing but a @context
// and a @graph of named nodes. Whatever links them, each is a record; RDF would have all of
// them in one graph (JSON-LD 1.1 API section 5.1.2), of which one entity had an address. Any
// other document is one record. The error is a *serialize.SyntaxError with the element that
// may be a record or not.
func Records(text []byte) ([]Record, error) {
	text = bytes.TrimPrefix(text, byteOrderMark)
	all, err := recordsOf(text)
	if err == nil && len(all) == 0 {
		all = []Record{{Text: text}}
	}
	return all, err
}

// recordsOf returns nil for a document that is one record.
func recordsOf(text []byte) ([]Record, error) {
	switch text = bytes.TrimLeft(text, " \t\r\n"); {
	case bytes.HasPrefix(text, []byte("[")):
		return recordsOfArray(text)
	case bytes.HasPrefix(text, []byte("{")) && bytes.Contains(text, []byte(`"@graph"`)):
		return recordsOfGraph(text)
	}
	return nil, nil
}

func recordsOfArray(text []byte) ([]Record, error) {
	items, err := items(text)
	if err != nil {
		return nil, nil // the reader of documents says what is wrong with it
	}
	var all []Record
	with := 0
	for i, item := range items {
		members, err := membersOf(item.Text)
		if err != nil {
			return nil, nil
		}
		if members["@context"] != nil {
			with++
		}
		item.Pointer = "/" + strconv.Itoa(i)
		all = append(all, item)
	}
	switch with {
	case 0:
		return nil, nil // expanded or flattened JSON-LD
	case len(items):
		return all, nil
	}
	for i, item := range items {
		if members, _ := membersOf(item.Text); members["@context"] == nil {
			return nil, &serialize.SyntaxError{Format: "jsonld", Line: item.Line, Pointer: all[i].Pointer,
				Reason: fmt.Sprintf("element %d has no @context, and others have: say what record it is or belongs to", i+1)}
		}
	}
	return nil, nil
}

func recordsOfGraph(text []byte) ([]Record, error) {
	document, err := membersOf(text)
	if err != nil || len(document) != 2 || document["@context"] == nil || document["@graph"].Kind() != '[' {
		return nil, nil
	}
	before := bytes.Index(text, document["@graph"])
	nodes, err := items(document["@graph"])
	if err != nil || before < 0 {
		return nil, nil
	}
	for i, node := range nodes {
		members, err := membersOf(node.Text)
		if err != nil || members["@context"] != nil || !isNamed(members) {
			return nil, nil
		}
		var b bytes.Buffer
		b.WriteString(`{"@context":`)
		b.Write(document["@context"])
		b.WriteByte(',')
		b.Write(node.Text[1:])
		nodes[i] = Record{Text: b.Bytes(), Line: node.Line + bytes.Count(text[:before], []byte("\n")), Pointer: "/@graph/" + strconv.Itoa(i)}
	}
	return nodes, nil
}

// isNamed says whether a node has an IRI.
func isNamed(members map[string]jsontext.Value) bool {
	for _, name := range []string{"id", "@id"} {
		var id string
		if v := members[name]; v.Kind() == '"' && json.Unmarshal(v, &id) == nil {
			return !strings.HasPrefix(id, "_:")
		}
	}
	return false
}

// items returns the objects of an array.
func items(array []byte) (all []Record, err error) {
	dec := jsontext.NewDecoder(bytes.NewBuffer(array))
	if _, err := dec.ReadToken(); err != nil {
		return nil, err
	}
	line, at := 1, 0
	for dec.PeekKind() != ']' {
		value, err := dec.ReadValue()
		if err != nil {
			return nil, err
		}
		if value.Kind() != '{' {
			return nil, errors.New("an item is no object")
		}
		start := int(dec.InputOffset()) - len(value)
		line, at = line+bytes.Count(array[at:start], []byte("\n")), start
		all = append(all, Record{Text: bytes.Clone(value), Line: line})
	}
	return all, nil
}

// membersOf returns the members of an object.
func membersOf(object []byte) (members map[string]jsontext.Value, err error) {
	err = json.Unmarshal(object, &members)
	return members, err
}
