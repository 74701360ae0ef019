package rows

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"iter"
	"strings"
)

// jsonLines yields the objects of a file that has one a line, or one after the other.
func (r *reading) jsonLines() iter.Seq2[Row, error] {
	return r.objects(func(*json.Decoder) error { return nil }, nil)
}

// json yields the objects of a list in a JSON document: that to which the path leads, the
// document itself, or the first list in it.
func (r *reading) json() iter.Seq2[Row, error] {
	return r.objects(func(d *json.Decoder) error { return toList(d, r.options.Path) }, json.Delim(']'))
}

// objects yields the values that follow the place to which begin moves, up to a token, nil for
// the end of the file.
func (r *reading) objects(begin func(*json.Decoder) error, end json.Token) iter.Seq2[Row, error] {
	return func(yield func(Row, error) bool) {
		text, file, err := r.text()
		if err != nil {
			yield(Row{}, err)
			return
		}
		defer file.Close()
		if peeked, _ := text.Peek(512); isHTML(peeked) {
			yield(Row{}, errHTML)
			return
		}
		limit := &bound{r: text}
		limit.allow(0)
		decoder := json.NewDecoder(limit)
		decoder.UseNumber()
		if err := begin(decoder); err != nil {
			yield(Row{}, err)
			return
		}
		number := 1
		for ; decoder.More(); number++ {
			limit.allow(decoder.InputOffset())
			row, err := object(decoder, number)
			var of *RowError
			if !yield(row, err) || err != nil && !errors.As(err, &of) {
				return
			}
		}
		if token, err := decoder.Token(); token != end || err != nil && (end != nil || !errors.Is(err, io.EOF)) {
			yield(Row{}, jsonError(decoder, number, err))
		}
	}
}

// jsonError says where a file goes on as JSON does not.
func jsonError(d *json.Decoder, number int, err error) error {
	switch {
	case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF):
		return fmt.Errorf("row %d, byte %d: the file is cut; export or copy it again", number, d.InputOffset())
	case err == nil:
		return fmt.Errorf("row %d, byte %d: a bracket closes nothing", number, d.InputOffset())
	}
	return fmt.Errorf("row %d, byte %d: %w", number, d.InputOffset(), err)
}

// object reads one row.
func object(d *json.Decoder, number int) (Row, error) {
	var value any
	if err := d.Decode(&value); err != nil {
		return Row{}, jsonError(d, number, err)
	}
	row, ok := value.(map[string]any)
	if !ok {
		return Row{}, &RowError{number, 0, errors.New("it is no JSON object")}
	}
	if depth(row) > maxDepth {
		return Row{}, &RowError{number, 0, fmt.Errorf("it is nested deeper than %d", maxDepth)}
	}
	return Row{Number: number, Value: row}, nil
}

// toList moves to the first element of a list: that at the path, the document itself, or
// the first list of objects that is a member of the document. A document that is one
// object without a list is a list of one.
func toList(d *json.Decoder, path string) error {
	if path == "" {
		return toFirstList(d)
	}
	for _, name := range strings.Split(path, ".") {
		if err := toMember(d, name); err != nil {
			return fmt.Errorf("the path %s: %w", path, err)
		}
	}
	if start, err := d.Token(); err != nil || start != json.Delim('[') {
		return fmt.Errorf("the path %s leads to no list", path)
	}
	return nil
}

func toFirstList(d *json.Decoder) error {
	start, err := d.Token()
	switch {
	case errors.Is(err, io.EOF):
		return errors.New("the file is empty")
	case err != nil:
		return err
	case start == json.Delim('['):
		return nil
	case start != json.Delim('{'):
		return errors.New("the document is no list and no object")
	}
	for d.More() {
		if _, err := d.Token(); err != nil {
			return err
		}
		value, err := d.Token()
		switch {
		case err != nil:
			return err
		case value == json.Delim('['):
			return nil
		case value == json.Delim('{'):
			if err := skip(d); err != nil {
				return err
			}
		}
	}
	return errors.New("the document has no list of objects; say where it is by path, such as result.items")
}

// toMember moves to the value of a member of the object that begins here.
func toMember(d *json.Decoder, name string) error {
	if start, err := d.Token(); err != nil || start != json.Delim('{') {
		return fmt.Errorf("%q stands in no object", name)
	}
	for d.More() {
		key, err := d.Token()
		if err != nil {
			return err
		}
		if key == name {
			return nil
		}
		var other json.RawMessage
		if err := d.Decode(&other); err != nil {
			return err
		}
	}
	return fmt.Errorf("there is no member %q", name)
}

// skip moves behind the object or list that was begun.
func skip(d *json.Decoder) error {
	for open := 1; open > 0; {
		token, err := d.Token()
		if err != nil {
			return err
		}
		switch token {
		case json.Delim('{'), json.Delim('['):
			open++
		case json.Delim('}'), json.Delim(']'):
			open--
		}
	}
	return nil
}

// depth returns how deep a value is nested.
func depth(value any) int {
	deepest := 0
	switch v := value.(type) {
	case map[string]any:
		for _, member := range v {
			deepest = max(deepest, depth(member))
		}
	case []any:
		for _, element := range v {
			deepest = max(deepest, depth(element))
		}
	default:
		return 0
	}
	return deepest + 1
}
