package edit

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"vitrine/linkedart"
	"vitrine/linkedart/reading"
	"vitrine/server/data/jsontree"
	"vitrine/server/people/describe"
	"vitrine/server/people/html"
	"vitrine/server/people/i18n"
)

// Bounds on forms.
const (
	// maxFields is how many fields a form has.
	maxFields = 3000
	// maxDepth is how deep its parts are nested; what is deeper stays as it is.
	maxDepth = 12
	// longText is the length from which a text has a field of several lines.
	longText = 80
)

// What the names of the fields of a form begin with; the JSON Pointer of the value follows.
const (
	valueField = "v"
	dateField  = "d"
	addField   = "a"
)

// field is a field of a form, and the value that it is of.
type field struct {
	name string
	// value is what the field shows.
	value string
	kind  linkedart.Kind
	// in is the object or array that has the value, and n the value; nil for a member that is
	// not there, which would be called member.
	in, n    *jsontree.Value
	member   string
	required bool
	// span tells that the field takes the date of the time span n, in words.
	span bool
}

// builder makes the form of a document.
type builder struct {
	root  *jsontree.Document
	words describe.Terms
	// isNew tells that the record is not there yet, so that its URI can be chosen.
	isNew bool
	// added is the pointer of what was added just now.
	added string
	// typed are the values that were sent and not understood, and faults what is said of them,
	// by the names of their fields.
	typed, faults map[string]string
	// findings are those that have no place yet.
	findings []linkedart.Finding

	fields []field
}

// shapeOf returns the shape of a record; nil where the tables have none.
func shapeOf(d *jsontree.Document, shapes *linkedart.Shapes) *linkedart.Shape {
	class := d.Member("type").Text()
	var kinds []string
	if types := d.Member("classified_as"); types != nil {
		for _, kind := range types.Children {
			kinds = append(kinds, kind.Member("id").Text())
		}
	}
	endpoint, ok := linkedart.EndpointOf([]string{class}, kinds)
	if !ok {
		return nil
	}
	shape, _ := shapes.Record(endpoint.Name, class)
	return shape
}

// form makes the form of the whole document. The error is errTooLarge.
func (b *builder) form(shape *linkedart.Shape) (*html.EditBlock, error) {
	block := b.block(b.root.Value, shape, "", b.words.Type(shape.Class), 0)
	if len(b.fields) > maxFields {
		return nil, errTooLarge
	}
	block.Remove = ""
	return &block, nil
}

// block makes the part of the form for an object.
func (b *builder) block(n *jsontree.Value, shape *linkedart.Shape, pointer, title string, depth int) html.EditBlock {
	block := html.EditBlock{ID: pointer, Title: title, IsNew: pointer != "" && pointer == b.added, Remove: pointer}
	isReference := shape.Reference || slices.Contains(shape.Required, "id") && pointer != ""
	if id := n.Member("id"); id != nil && (pointer != "" && isReference || pointer == "" && b.isNew) {
		in := b.input(field{n: id, in: n, required: true, member: "id"}, pointer+"/id", shape)
		if pointer != "" {
			in.Classes = shape.Class
		}
		block.Inputs = append(block.Inputs, in)
	}
	members := shape.Members()
	for i, child := range n.Children {
		if child.Name == "id" || child.Name == "type" || child.Name == "@context" {
			continue
		}
		m, known := shape.Member(child.Name)
		if at := below(pointer, child, i); !known || depth == maxDepth || !b.member(&block, n, child, m, shape, at, depth) {
			block.Kept = append(block.Kept, b.words.Member(shape.Class, child.Name))
		}
	}
	for _, m := range members {
		if n.Member(m.Name) == nil && isOffered(m, isReference || pointer == "") {
			block.Inputs = append(block.Inputs, b.input(field{in: n, member: m.Name, kind: m.Kind}, pointer+"/"+m.Name, shape))
		}
	}
	if shape.Class == "TimeSpan" {
		in := b.input(field{n: n, span: true}, pointer, shape)
		block.Inputs = append([]html.EditInput{in}, block.Inputs...)
	}
	if !isReference {
		block.Add = b.additions(n, members, shape.Class)
	}
	block.Findings = b.take(func(at string) bool { return at == pointer || strings.HasPrefix(at, pointer+"/") })
	return block
}

// isOffered tells whether a member that is not there has a field all the same.
func isOffered(m linkedart.Member, isReference bool) bool {
	return m.Kind == linkedart.Moment || m.Kind == linkedart.Number || m.Name == "_label" && isReference
}

// member adds the value of a member to the part of its object. It is false for a value that the
// form does not know.
func (b *builder) member(block *html.EditBlock, in, n *jsontree.Value, m linkedart.Member, shape *linkedart.Shape, pointer string, depth int) bool {
	title := b.words.Member(shape.Class, m.Name)
	if n.Kind() != '[' {
		return b.value(block, in, n, m, shape, pointer, title, depth)
	}
	if !slices.ContainsFunc(n.Children, func(item *jsontree.Value) bool { return b.isKnown(item, m) }) {
		return false
	}
	for i, item := range n.Children {
		at := below(pointer, item, i)
		said := title
		if len(n.Children) > 1 {
			said += " " + strconv.Itoa(i+1)
		}
		if !b.isKnown(item, m) || !b.value(block, n, item, m, shape, at, said, depth) {
			block.Kept = append(block.Kept, said)
		}
	}
	return true
}

// isKnown tells whether a value is one that the tables have.
func (b *builder) isKnown(n *jsontree.Value, m linkedart.Member) bool {
	switch m.Kind {
	case linkedart.Object:
		return n.Kind() == '{' && m.Of(n.Member("type").Text()) != nil
	case linkedart.Number:
		return n.Kind() == '0'
	}
	return n.Kind() == '"' && isShowable(n.Text())
}

// isShowable tells whether a field of a form gives a text back as it was.
func isShowable(text string) bool {
	return !strings.ContainsFunc(text, func(r rune) bool { return r < ' ' && r != '\n' && r != '\t' || r == 0x7f || r == 0xFFFD })
}

func (b *builder) value(block *html.EditBlock, in, n *jsontree.Value, m linkedart.Member, shape *linkedart.Shape, pointer, title string, depth int) bool {
	if !b.isKnown(n, m) {
		return false
	}
	if m.Kind != linkedart.Object {
		f := field{n: n, in: in, kind: m.Kind, member: m.Name, required: slices.Contains(shape.Required, m.Name)}
		input := b.input(f, pointer, shape)
		input.Label = title
		block.Inputs = append(block.Inputs, input)
		return true
	}
	inner := m.Of(n.Member("type").Text())
	if len(m.Shapes) > 1 && !inner.Reference {
		title += " · " + b.words.Type(inner.Class)
	}
	part := b.block(n, inner, pointer, title, depth+1)
	part.Open = isOpen(&part, m.Name, depth)
	if part.Glimpse = glimpse(&part); inner.Class == "TimeSpan" {
		part.Glimpse = cmp.Or(b.date(n), part.Glimpse)
	}
	if len(m.Shapes) > 1 && inner.Reference {
		part.Inputs = b.withClasses(part.Inputs, n, m, pointer)
	}
	block.Blocks = append(block.Blocks, part)
	return true
}

// date is the date of a time span in words, "" where it has none.
func (b *builder) date(n *jsontree.Value) string {
	moment := func(member string) (m reading.Moment) {
		if text := n.Member(member).Text(); text != "" {
			m = reading.MomentOf(text)
		}
		return m
	}
	return i18n.Plain(b.words.Date(reading.TimeSpan{
		BeginOfTheBegin: moment("begin_of_the_begin"), EndOfTheBegin: moment("end_of_the_begin"),
		BeginOfTheEnd: moment("begin_of_the_end"), EndOfTheEnd: moment("end_of_the_end"),
	}))
}

// withClasses adds the choice of the class of a reference to its fields, and has records of all
// of them suggested.
func (b *builder) withClasses(inputs []html.EditInput, n *jsontree.Value, m linkedart.Member, pointer string) []html.EditInput {
	var options []html.Option
	var classes []string
	class := n.Member("type").Text()
	for _, s := range m.Shapes {
		if s.Reference {
			classes = append(classes, s.Class)
			options = append(options, html.Option{Value: s.Class, Text: b.words.Type(s.Class), Chosen: s.Class == class})
		}
	}
	for i := range inputs {
		if inputs[i].Classes != "" {
			inputs[i].Classes = strings.Join(classes, " ")
		}
	}
	in := b.input(field{n: n.Member("type"), in: n, required: true, member: "type"}, pointer+"/type", m.Of(class))
	in.Options = options
	return append(inputs, in)
}

// input makes a field, and notes what it is of.
func (b *builder) input(f field, pointer string, shape *linkedart.Shape) html.EditInput {
	f.name = valueField + pointer
	in := html.EditInput{Label: b.words.Member(shape.Class, f.member)}
	switch {
	case f.span:
		f.name = dateField + pointer
		in.Label, in.Note = b.words.Text("Date in words"), b.words.Text("For example “c. 1911” or “1895–98”. It replaces the dates below, if it is understood.")
	case f.n != nil && f.n.Kind() == '"':
		f.value = f.n.Text()
	case f.n != nil:
		f.value = string(f.n.Raw)
	}
	if f.kind == linkedart.Moment && f.value == "" {
		in.Note = b.words.Text("Such as %s", "1911-01-01T00:00:00Z")
	}
	in.ID, in.Name, in.Value = f.name, f.name, f.value
	if typed, ok := b.typed[f.name]; ok {
		in.Value, in.Fault = typed, b.faults[f.name]
	}
	if f.kind == linkedart.Text && (len(in.Value) > longText || strings.Contains(in.Value, "\n") || f.member == "content" && !strings.HasPrefix(pointer, "/identified_by")) {
		in.Lines = min(2+len(in.Value)/longText+strings.Count(in.Value, "\n"), 16)
	}
	if f.member == "id" || f.member == "type" {
		in.Lines = 0
	}
	in.Findings = b.take(func(at string) bool { return at == pointer && !f.span })
	b.fields = append(b.fields, f)
	return in
}

// take returns the findings about places, which are shown once.
func (b *builder) take(here func(pointer string) bool) []html.EditFinding {
	var out []html.EditFinding
	b.findings = slices.DeleteFunc(b.findings, func(f linkedart.Finding) bool {
		if here(f.Pointer) {
			out = append(out, said(f, b.words.Wording))
			return true
		}
		return false
	})
	return out
}

// said is a finding as pages show it.
func said(f linkedart.Finding, w *i18n.Wording) html.EditFinding {
	out := html.EditFinding{Level: w.Text("Warning"), Rule: f.Rule, Message: f.Message}
	if f.Level == linkedart.Error {
		out.Level = w.Text("Error")
	}
	if f.Fix != "" {
		out.Message += " → " + f.Fix
	}
	return out
}
