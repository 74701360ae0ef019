package server

import (
	"bytes"
	"errors"
	"io"
	"slices"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	ldcontext "vitrine/context"
	"vitrine/server/problem"
)

// jsonValue is a JSON value whose members keep their order, which a map would
// lose: a record that is changed comes back in the order it had.
type jsonValue struct {
	// raw is the text of a value that is no object.
	raw jsontext.Value
	// members are those of an object.
	members []jsonMember
	object  bool
}

type jsonMember struct {
	name  string
	value *jsonValue
}

// parsePatch reads a JSON Merge Patch. The error is an answer.
func parsePatch(text []byte) (*jsonValue, error) {
	v, err := parseJSON(text)
	var syntactic *jsontext.SyntacticError
	switch {
	case err == nil:
		return v, nil
	case errors.As(err, &syntactic):
		before := text[:min(max(syntactic.ByteOffset, 0), int64(len(text)))]
		at := problem.Position{Line: 1 + bytes.Count(before, []byte("\n")), Column: len(before) - bytes.LastIndexByte(before, '\n'), Pointer: string(syntactic.JSONPointer)}
		return nil, &problem.Error{Type: problem.Malformed, Detail: "The patch is not JSON: " + syntactic.Err.Error() + ".", At: at}
	default:
		return nil, &problem.Error{Type: problem.Malformed, Detail: "The patch is not JSON: " + err.Error() + "."}
	}
}

// parseJSON reads one JSON text. A name that stands twice in an object is an
// error.
func parseJSON(text []byte) (*jsonValue, error) {
	decoder := jsontext.NewDecoder(bytes.NewReader(text))
	v, err := readJSON(decoder)
	if errors.Is(err, io.EOF) {
		err = errors.New("the text ends too early")
	}
	if err != nil {
		return nil, err
	}
	if _, err := decoder.ReadToken(); err != io.EOF {
		return nil, errors.New("there is more after the JSON value")
	}
	return v, nil
}

// readJSON reads the next value. The decoder bounds how deep values are nested.
func readJSON(decoder *jsontext.Decoder) (*jsonValue, error) {
	if decoder.PeekKind() != '{' {
		raw, err := decoder.ReadValue()
		return &jsonValue{raw: raw.Clone()}, err
	}
	if _, err := decoder.ReadToken(); err != nil {
		return nil, err
	}
	v := &jsonValue{object: true}
	for decoder.PeekKind() != '}' {
		name, err := decoder.ReadToken()
		if err != nil {
			return nil, err
		}
		m := jsonMember{name: name.String()}
		if m.value, err = readJSON(decoder); err != nil {
			return nil, err
		}
		v.members = append(v.members, m)
	}
	_, err := decoder.ReadToken()
	return v, err
}

// appendTo appends the value as JSON text without white space between tokens.
func (v *jsonValue) appendTo(dst []byte) []byte {
	if !v.object {
		return append(dst, v.raw...)
	}
	dst = append(dst, '{')
	for i, m := range v.members {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst, _ = jsontext.AppendQuote(dst, m.name) // a name that was read is valid UTF-8
		dst = m.value.appendTo(append(dst, ':'))
	}
	return append(dst, '}')
}

// apply returns the text with the patch applied. Text that is no JSON, which
// the server does not write, counts as empty.
func (v *jsonValue) apply(text []byte) []byte {
	target, err := parseJSON(text)
	if err != nil {
		target = &jsonValue{}
	}
	return mergePatch(target, v).appendTo(nil)
}

// mergePatch is RFC 7396 section 2. Members that are new come last. The target
// is used up.
func mergePatch(target, patch *jsonValue) *jsonValue {
	if !patch.object {
		return patch
	}
	out := &jsonValue{object: true, members: target.members}
	for _, m := range patch.members {
		i := slices.IndexFunc(out.members, func(o jsonMember) bool { return o.name == m.name })
		switch {
		case !m.value.object && m.value.raw.Kind() == 'n':
			if i >= 0 {
				out.members = slices.Delete(out.members, i, i+1)
			}
		case i >= 0:
			out.members[i].value = mergePatch(out.members[i].value, m.value)
		default:
			out.members = append(out.members, jsonMember{m.name, mergePatch(&jsonValue{}, m.value)})
		}
	}
	return out
}

// withID puts an id into a JSON-LD document that has none, after its context.
// A document that is no JSON object stays as it is.
func withID(text []byte, id string) []byte {
	v, err := parseJSON(text)
	if err != nil || !v.object {
		return text
	}
	at, key := 0, "@id"
	for i, m := range v.members {
		switch m.name {
		case "id", "@id":
			return text
		case "@context":
			at = i + 1
			if strings.Contains(string(m.value.appendTo(nil)), ldcontext.LinkedArt) {
				key = "id"
			}
		}
	}
	raw, err := jsontext.AppendQuote(nil, id)
	if err != nil {
		return text
	}
	v.members = slices.Insert(v.members, at, jsonMember{key, &jsonValue{raw: raw}})
	return v.appendTo(nil)
}
