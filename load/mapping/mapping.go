package mapping

import (
	"errors"
	"fmt"
	"io"
	"maps"
	"path"
	"slices"
	"strings"

	"go.yaml.in/yaml/v4"

	"vitrine/load/rows"
)

// maxBytes bounds the text of a mapping.
const maxBytes = 4 << 20

// Mapping is a mapping that was read.
type Mapping struct {
	Sources []*Source
	// ReviewFile is the name of the file with what words were taken for, "" for none.
	ReviewFile string

	review *review
	// classes are those of the records that templates make.
	classes map[string]bool
}

// Source says what the rows of a file become.
type Source struct {
	// Pattern is the name of the file, as path.Match takes it.
	Pattern string
	// Options say how the file is read.
	Options rows.Options
	// Joins are other files, of which rows are joined to those of this one.
	Joins []Join
	// Columns are those that the records use, with the line of the mapping where each is
	// first used.
	Columns map[string]int

	records []*objectNode
	readers *readers
}

// Join joins the row of another file whose column Key has the value of the column On.
// Its columns are used as Name.column.
type Join struct {
	Name, File, Key, On string
	Options             rows.Options
}

// Record is a record that a row makes.
type Record struct {
	// ID is its id, which may be relative to the base.
	ID string
	// Shared tells that other rows may make the record, too, as that of a person.
	Shared bool
	Value  *Object
}

// Parse reads a mapping. name is for messages; open opens the files of tables that stand
// beside it. An error about a place is an *Error.
func Parse(name string, text []byte, open func(name string) (io.ReadCloser, error)) (*Mapping, error) {
	if len(text) > maxBytes {
		return nil, fmt.Errorf("%s: the mapping is longer than %d MiB", name, maxBytes>>20)
	}
	var document yaml.Node
	if err := yaml.Unmarshal(text, &document); err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	if len(document.Content) == 0 || document.Content[0].Kind != yaml.MappingNode {
		return nil, fmt.Errorf("%s: a mapping is an object with sources", name)
	}
	p := &mappingParser{name: name, open: open, tables: map[string]map[string]node{}, columns: map[string]*yaml.Node{}, classes: map[string]bool{}}
	return p.mapping(document.Content[0])
}

// mapping reads the whole mapping.
func (p *mappingParser) mapping(n *yaml.Node) (*Mapping, error) {
	m := &Mapping{classes: p.classes}
	members, err := p.members(n, append(settingNames, "review", "tables", "sources")...)
	if err != nil {
		return nil, err
	}
	options, err := p.dateOptions(members)
	if err != nil {
		return nil, err
	}
	if m.review, err = newReview(); err != nil {
		return nil, err
	}
	if at := members["review"]; at != nil {
		m.ReviewFile = at.Value
		if err := p.review(at, m.review); err != nil {
			return nil, err
		}
	}
	if at := members["tables"]; at != nil {
		if err := p.readTables(at); err != nil {
			return nil, err
		}
	}
	readers, err := newReaders(options, m.review)
	if err != nil {
		return nil, err
	}
	inTables := p.columns
	if at := members["sources"]; at == nil || at.Kind != yaml.SequenceNode || len(at.Content) == 0 {
		return nil, p.fail(n, "the mapping has no list of sources")
	}
	for _, at := range members["sources"].Content {
		p.columns = maps.Clone(inTables)
		source, err := p.source(at)
		if err != nil {
			return nil, err
		}
		source.readers = readers
		m.Sources = append(m.Sources, source)
	}
	return m, nil
}

// readTables reads the tables for $map.
func (p *mappingParser) readTables(at *yaml.Node) error {
	if at.Kind != yaml.MappingNode {
		return p.fail(at, "tables is an object of tables by their names")
	}
	for i := 0; i < len(at.Content); i += 2 {
		var err error
		if p.tables[at.Content[i].Value], err = p.table(at.Content[i+1]); err != nil {
			return err
		}
	}
	return nil
}

// source reads what the rows of one file become.
func (p *mappingParser) source(n *yaml.Node) (*Source, error) {
	members, err := p.members(n, append(optionNames, "file", "join", "records")...)
	if err != nil {
		return nil, err
	}
	s := &Source{Pattern: "*", Columns: map[string]int{}}
	if at := members["file"]; at != nil {
		if s.Pattern = at.Value; s.Pattern == "" {
			return nil, p.fail(at, "file is the name of a file, in which * stands for any letters")
		}
		if _, err := path.Match(s.Pattern, ""); err != nil {
			return nil, p.fail(at, "%w", err)
		}
	}
	if s.Options, err = p.options(members); err != nil {
		return nil, err
	}
	if at := members["join"]; at != nil {
		if s.Joins, err = p.joins(at); err != nil {
			return nil, err
		}
	}
	at := members["records"]
	if at == nil || at.Kind != yaml.SequenceNode || len(at.Content) == 0 {
		return nil, p.fail(n, "the source has no list of records")
	}
	for _, record := range at.Content {
		made, err := p.record(record)
		if err != nil {
			return nil, err
		}
		s.records = append(s.records, made)
	}
	for column, at := range p.columns {
		s.Columns[column] = at.Line
	}
	return s, nil
}

// record reads the template of a record.
func (p *mappingParser) record(n *yaml.Node) (*objectNode, error) {
	made, err := p.node(n, "")
	if err != nil {
		return nil, err
	}
	o, ok := made.(*objectNode)
	if !ok || !o.has("id") || !o.has("type") || o.ref != nil {
		return nil, p.fail(n, "a record is an object with id and type")
	}
	p.noteClass(o)
	return o, nil
}

// optionNames are the members of a source that say how its file is read.
var optionNames = []string{"format", "encoding", "delimiter", "quotes", "path", "sheet"}

func (p *mappingParser) options(members map[string]*yaml.Node) (rows.Options, error) {
	text := func(name string) string {
		if at := members[name]; at != nil {
			return at.Value
		}
		return ""
	}
	o := rows.Options{Format: text("format"), Encoding: text("encoding"), Path: text("path"), Sheet: text("sheet")}
	if at := members["delimiter"]; at != nil {
		of := []rune(strings.ReplaceAll(at.Value, `\t`, "\t"))
		if len(of) != 1 {
			return o, p.fail(at, "the delimiter is one character")
		}
		o.Delimiter = of[0]
	}
	if at := members["quotes"]; at != nil {
		if o.LooseQuotes = at.Value == "loose"; !o.LooseQuotes && at.Value != "strict" {
			return o, p.fail(at, "quotes is strict or loose")
		}
	}
	return o, nil
}

func (p *mappingParser) joins(n *yaml.Node) ([]Join, error) {
	if n.Kind != yaml.MappingNode {
		return nil, p.fail(n, "join is an object: a name, and the file, key and on of it")
	}
	var joins []Join
	for i := 0; i < len(n.Content); i += 2 {
		members, err := p.members(n.Content[i+1], append(optionNames, "file", "key", "on")...)
		if err != nil {
			return nil, err
		}
		j := Join{Name: n.Content[i].Value}
		if j.Options, err = p.options(members); err != nil {
			return nil, err
		}
		for name, to := range map[string]*string{"file": &j.File, "key": &j.Key, "on": &j.On} {
			if members[name] == nil {
				return nil, p.fail(n.Content[i], "the join %q has no %s", j.Name, name)
			}
			*to = members[name].Value
		}
		p.use(members["on"])(j.On)
		joins = append(joins, j)
	}
	return joins, nil
}

// members returns the members of an object that may have these.
func (p *mappingParser) members(n *yaml.Node, names ...string) (map[string]*yaml.Node, error) {
	if n.Kind != yaml.MappingNode {
		return nil, p.fail(n, "an object is wanted here, with %s", strings.Join(names, ", "))
	}
	members := map[string]*yaml.Node{}
	for i := 0; i < len(n.Content); i += 2 {
		key := n.Content[i]
		if !slices.Contains(names, key.Value) {
			return nil, p.fail(key, "%q has no place here; there are %s", key.Value, strings.Join(names, ", "))
		}
		members[key.Value] = n.Content[i+1]
	}
	return members, nil
}

// For returns the source for a file by its name without folders, nil where there is none.
func (m *Mapping) For(name string) *Source {
	for _, s := range m.Sources {
		if ok, _ := path.Match(s.Pattern, path.Base(name)); ok {
			return s
		}
	}
	return nil
}

// Records makes the records of a row. unclear is told of each value that is not
// understood. A fault of the row is a *Fault; the row then has no records.
func (s *Source) Records(row rows.Row, unclear func(Unclear)) ([]Record, error) {
	of := &run{row: row, unclear: unclear, readers: s.readers}
	at := &scope{value: row.Value, run: of}
	for _, record := range s.records {
		value, is, err := record.eval(at)
		if err != nil {
			return nil, err
		}
		if is == empty && record.condition == nil && record.each == nil {
			return nil, fault(record.line, errors.New("the columns of the id are empty"))
		}
		if is == empty {
			continue
		}
		made, ok := value.(several)
		if !ok {
			made = several{value}
		}
		for _, value := range made {
			object, ok := value.(*Object)
			if !ok || object.text("id") == "" {
				return nil, fault(record.line, errors.New("the columns of the id are empty"))
			}
			of.add(object, false)
		}
	}
	return of.records, nil
}

// Missing returns the columns that the mapping uses and a table has not, with their lines.
func (s *Source) Missing(columns []string) map[string]int {
	missing := map[string]int{}
	for column, line := range s.Columns {
		name, _, _ := strings.Cut(column, ".")
		isJoin := slices.ContainsFunc(s.Joins, func(j Join) bool { return j.Name == name })
		if !isJoin && !slices.Contains(columns, column) && column != "item" {
			missing[column] = line
		}
	}
	return missing
}

// Unused returns the columns of a table that the mapping does not use.
func (s *Source) Unused(columns []string) []string {
	var unused []string
	for _, column := range columns {
		if _, ok := s.Columns[column]; !ok {
			unused = append(unused, column)
		}
	}
	return unused
}
