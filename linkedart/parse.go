package linkedart

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"github.com/go-json-experiment/json/jsontext"
)

// maxDepth bounds how deep the values of a record are nested.
const maxDepth = 100

var errDepth = fmt.Errorf("values are nested more than %d deep", maxDepth)

// parse reads the record into the values that the schema engine takes: maps,
// slices, strings, json.Number and bool. Of a key that stands twice the last
// value is kept, and the fault noted. It returns false where there is no JSON
// to check.
func (c *check) parse(record []byte) (any, bool) {
	dec := jsontext.NewDecoder(bytes.NewBuffer(record), jsontext.AllowDuplicateNames(true))
	c.source = string(record)
	value, err := c.parseValue(dec, 0)
	if err == nil {
		if _, end := dec.ReadToken(); end == nil {
			err = errors.New("there is more after the JSON value")
		} else if end != io.EOF {
			err = end
		}
	}
	if err == nil {
		return value, true
	}
	pointer := string(dec.StackPointer())
	if errors.Is(err, errDepth) {
		c.add("too-deep", pointer, err.Error(), "a record with less nesting")
		return nil, false
	}
	reason, offset := err.Error(), dec.InputOffset()
	var syntactic *jsontext.SyntacticError
	if errors.As(err, &syntactic) {
		pointer, reason, offset = string(syntactic.JSONPointer), syntactic.Err.Error(), syntactic.ByteOffset
	} else if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		reason = "the text ends too early"
	}
	line, column := position(record, offset)
	c.add("json", pointer, fmt.Sprintf("line %d, column %d: %s", line, column, reason), "one JSON text in UTF-8")
	return nil, false
}

// position counts lines, and columns in bytes, from 1.
func position(text []byte, offset int64) (line, column int) {
	before := text[:min(max(offset, 0), int64(len(text)))]
	return 1 + bytes.Count(before, []byte("\n")), len(before) - bytes.LastIndexByte(before, '\n')
}

func (c *check) parseValue(dec *jsontext.Decoder, depth int) (any, error) {
	if dec.PeekKind() == '"' {
		return c.parseString(dec)
	}
	token, err := dec.ReadToken()
	if err != nil {
		return nil, err
	}
	switch token.Kind() {
	case '0':
		return json.Number(token.String()), nil
	case 't', 'f':
		return token.Bool(), nil
	case '{', '[':
		if depth >= maxDepth {
			return nil, errDepth
		}
		if token.Kind() == '{' {
			return c.parseObject(dec, depth+1)
		}
		return c.parseArray(dec, depth+1)
	default:
		return nil, nil
	}
}

// parseString returns a string, which is a part of the text of the record unless something in
// it is escaped.
func (c *check) parseString(dec *jsontext.Decoder) (string, error) {
	quoted, err := dec.ReadValue()
	if err != nil {
		return "", err
	}
	if bytes.IndexByte(quoted, '\\') < 0 {
		end := int(dec.InputOffset()) - 1
		return c.source[end-len(quoted)+2 : end], nil
	}
	text, err := jsontext.AppendUnquote(nil, quoted)
	return string(text), err
}

func (c *check) parseArray(dec *jsontext.Decoder, depth int) (any, error) {
	items := []any{}
	for dec.PeekKind() != ']' {
		item, err := c.parseValue(dec, depth)
		if err != nil {
			return nil, err
		}
		items = append(items, item)
	}
	_, err := dec.ReadToken()
	return items, err
}

func (c *check) parseObject(dec *jsontext.Decoder, depth int) (any, error) {
	members := make(map[string]any, 8)
	for dec.PeekKind() != '}' {
		key, err := c.parseString(dec)
		if err != nil {
			return nil, err
		}
		if _, twice := members[key]; twice {
			c.add("duplicate-key", string(dec.StackPointer()),
				fmt.Sprintf("the key %s stands more than once in this object", quote(key)),
				"the key once; several values stand in one array")
		}
		outer := c.inContext
		c.inContext = outer || key == "@context"
		value, err := c.parseValue(dec, depth)
		if err != nil {
			return nil, err
		}
		c.inContext = outer
		if id, ok := value.(string); ok && key == "id" && !c.inContext {
			value = c.resolved(id)
		}
		members[key] = value
	}
	_, err := dec.ReadToken()
	return members, err
}
