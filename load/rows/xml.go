package rows

import (
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"iter"
	"slices"
	"strings"

	"golang.org/x/text/encoding/htmlindex"
)

// xml yields the elements of an XML document that are rows: those to which the path leads,
// or the children of the document element, or that itself where it is no list of one kind.
//
// An element with nothing but text is the text. Any other is an object: attributes as @name,
// elements by their local names, several of one name as a list, and the text as #text. The
// fields of MuseumPlus are by the names that it gives them.
func (r *reading) xml() iter.Seq2[Row, error] {
	return func(yield func(Row, error) bool) {
		file, err := r.open()
		if err != nil {
			yield(Row{}, err)
			return
		}
		defer file.Close()
		limit := &bound{r: file}
		limit.allow(0)
		decoder := xml.NewDecoder(limit)
		decoder.CharsetReader = charset
		x := &elements{decoder: decoder, bound: limit, path: strings.Split(r.options.Path, "/")}
		if r.options.Path == "" {
			if x.path, err = r.rowPath(); err != nil {
				yield(Row{}, err)
				return
			}
		}
		if err := x.read(nil, yield); err != nil && !errors.Is(err, errEnough) {
			yield(Row{}, err)
		}
	}
}

// maxFirstElements is how many elements HasNamespace looks at.
const maxFirstElements = 50

// HasNamespace tells whether one of the first elements of an XML file is of a namespace.
func HasNamespace(source Source, namespace string) (bool, error) {
	r := &reading{source: source}
	file, err := r.open()
	if err != nil {
		return false, err
	}
	defer file.Close()
	limit := &bound{r: file}
	limit.allow(0)
	decoder := xml.NewDecoder(limit)
	decoder.CharsetReader = charset
	for n := 0; n < maxFirstElements; {
		token, err := decoder.Token()
		if errors.Is(err, io.EOF) {
			return false, nil
		}
		if err != nil {
			return false, fmt.Errorf("%s: %w", source.Name, err)
		}
		if start, ok := token.(xml.StartElement); ok {
			if start.Name.Space == namespace {
				return true, nil
			}
			n++
		}
	}
	return false, nil
}

// charset decodes a document in the encoding that it declares.
func charset(label string, text io.Reader) (io.Reader, error) {
	as, err := htmlindex.Get(label)
	if err != nil {
		return nil, fmt.Errorf("the encoding %q is not known", label)
	}
	return as.NewDecoder().Reader(text), nil
}

// elements is the reading of the rows of one XML document.
type elements struct {
	decoder *xml.Decoder
	bound   *bound
	// path are the names that lead to a row, the last ones of those that are open.
	path   []string
	number int
}

// errEnough means that no more rows are wanted.
var errEnough = errors.New("enough rows")

// read reads the elements below those that are open, and yields those that are rows.
func (x *elements) read(open []string, yield func(Row, error) bool) error {
	for {
		token, err := x.decoder.Token()
		if errors.Is(err, io.EOF) && len(open) == 0 {
			return nil
		}
		if err != nil {
			return fmt.Errorf("line %d: %w", x.line(), err)
		}
		switch t := token.(type) {
		case xml.EndElement:
			return nil
		case xml.StartElement:
			if strings.EqualFold(t.Name.Local, "html") && len(open) == 0 {
				return errHTML
			}
			if err := x.element(append(open, t.Name.Local), t, yield); err != nil {
				return err
			}
		}
	}
}

// element reads one element, as a row or on the way to rows.
func (x *elements) element(open []string, start xml.StartElement, yield func(Row, error) bool) error {
	if !x.isRow(open) {
		if len(open) > maxDepth {
			return fmt.Errorf("line %d: elements are nested deeper than %d", x.line(), maxDepth)
		}
		return x.read(open, yield)
	}
	line := x.line()
	x.bound.allow(x.decoder.InputOffset())
	x.number++
	value, err := x.value(start, 1)
	if err != nil {
		return fmt.Errorf("row %d (line %d): %w", x.number, line, err)
	}
	row, ok := value.(map[string]any)
	if !ok {
		row = map[string]any{"#text": value}
	}
	if !yield(Row{Number: x.number, Line: line, Value: row}, nil) {
		return errEnough
	}
	return nil
}

// isRow tells whether the element that is open is a row: one of the path, which may begin
// anywhere.
func (x *elements) isRow(open []string) bool {
	n := len(open) - len(x.path)
	return n >= 0 && slices.EqualFunc(open[n:], x.path, func(name, of string) bool { return of == name || of == anyElement })
}

// value reads an element to its end.
func (x *elements) value(start xml.StartElement, depth int) (any, error) {
	if depth > maxDepth {
		return nil, fmt.Errorf("elements are nested deeper than %d", maxDepth)
	}
	object := map[string]any{}
	for _, a := range start.Attr {
		if a.Name.Space != "xmlns" && a.Name.Local != "xmlns" {
			object["@"+a.Name.Local] = a.Value
		}
	}
	var text strings.Builder
	for {
		token, err := x.decoder.Token()
		if err != nil {
			return nil, err
		}
		switch t := token.(type) {
		case xml.StartElement:
			child, err := x.value(t, depth+1)
			if err != nil {
				return nil, err
			}
			name, child := field(t, child)
			add(object, name, child)
		case xml.CharData:
			text.Write(t)
		case xml.EndElement:
			return element(object, strings.TrimSpace(text.String())), nil
		}
	}
}

// museumPlus is the namespace of the exports of MuseumPlus RIA, in which each field is an element
// of one name, has its own as an attribute, and its value in a further element.
const museumPlus = "http://www.zetcom.com/ria/ws/module"

// museumPlusValues are the elements of MuseumPlus that stand for one that they hold.
var museumPlusValues = map[string]string{
	"systemField": "value", "dataField": "value", "virtualField": "value", "formattedValue": "#text",
	"vocabularyReference": "vocabularyReferenceItem", "vocabularyReferenceItem": "formattedValue",
	"repeatableGroup": "repeatableGroupItem", "moduleReference": "moduleReferenceItem",
}

// field returns what an element is called in its row, and its value there.
func field(of xml.StartElement, value any) (string, any) {
	name := of.Name.Local
	inner, ok := museumPlusValues[name]
	if of.Name.Space != museumPlus || !ok {
		return name, value
	}
	if object, ok := value.(map[string]any); ok {
		value = object[inner]
	}
	for _, a := range of.Attr {
		if a.Name.Local == "name" && !strings.HasSuffix(name, "Item") {
			name = a.Value
		}
	}
	return name, value
}

// element returns the value of an element: a text, or an object.
func element(object map[string]any, text string) any {
	if len(object) == 0 {
		return text
	}
	if text != "" {
		object["#text"] = text
	}
	return object
}

// add adds an element to an object. The second of a name makes a list of them.
func add(object map[string]any, name string, value any) {
	switch before := object[name].(type) {
	case nil:
		object[name] = value
	case []any:
		object[name] = append(before, value)
	default:
		object[name] = []any{before, value}
	}
}

func (x *elements) line() int {
	line, _ := x.decoder.InputPos()
	return line
}
