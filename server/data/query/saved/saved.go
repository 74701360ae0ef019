// Package saved reads the queries that an operator keeps as files, and fills in their parameters.
//
// A query is a file NAME.rq. Lines at its top that begin with #+ are a header in YAML, as grlc
// has them; the rest is SPARQL, in which $name stands for the value of a parameter and ?name for a
// variable:
//
//	#+ title: Makers of a place
//	#+ description: Who made how many works there.
//	#+ chart: works
//	#+ parameters:
//	#+   - {name: place, title: Place, type: iri, default: "https://data.museum.example/place/leiden"}
//	SELECT ?maker (COUNT(*) AS ?works) {
//	  ?work crm:P108i_was_produced_by ?p . ?p crm:P7_took_place_at $place ; crm:P14_carried_out_by ?maker
//	} GROUP BY ?maker
//
// The results have bars by the variable that chart names.
// A file NAME.frame beside it is the frame (JSON-LD 1.1 Framing) of its graph as JSON-LD. Other
// frames are for any query.
// Values become terms of RDF before they stand in the text, so that none can be anything else
// there. The package evaluates nothing.
package saved

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"regexp"
	"slices"
	"strings"

	"go.yaml.in/yaml/v4"

	"vitrine/sparql/syntax"
)

// Limits on a folder and its files.
const (
	maxFiles      = 500
	maxParameters = 20
	maxFile       = syntax.MaxText
)

// Query is a query of a folder.
type Query struct {
	// Name is that of its file, without .rq.
	Name string `yaml:"-"`
	// Title and Description are for people; the second may be empty.
	Title       string
	Description string
	// Chart is the variable whose numbers are drawn as bars beside the results, "" for none.
	Chart      string
	Parameters []Parameter
	// text is the query without its header.
	text string
}

// Parameter is what a query asks for.
type Parameter struct {
	Name string
	// Title is for people, the name where it is empty.
	Title string
	Type  Type
	// Default is the value where none is given.
	Default string
	// Choices are all values that there are, where it has some.
	Choices []string
}

// Text is the text of the query without its header.
func (q *Query) Text() string { return q.text }

// Folder is what a folder has: queries in the order of their names, and frames by theirs, of
// queries and others.
type Folder struct {
	Queries []*Query
	Frames  map[string]string
}

// Read reads a folder. The error names the file that is wrong.
func Read(folder fs.FS) (f Folder, err error) {
	f.Frames = map[string]string{}
	err = each(folder, ".frame", func(name string, text []byte) error {
		f.Frames[name] = string(bytes.TrimSpace(text))
		return nil
	})
	if err != nil {
		return f, err
	}
	err = each(folder, ".rq", func(name string, text []byte) error {
		q, err := parse(name, string(text))
		if err == nil {
			f.Queries = append(f.Queries, q)
		}
		return err
	})
	return f, err
}

// each calls do with the files of a folder that end so, in the order of their names.
func each(folder fs.FS, end string, do func(name string, text []byte) error) error {
	files, err := fs.Glob(folder, "*"+end)
	if err != nil {
		return err
	}
	if len(files) > maxFiles {
		return fmt.Errorf("the folder has %d files %s; %d at most are read", len(files), end, maxFiles)
	}
	for _, file := range files {
		name := strings.TrimSuffix(file, end)
		text, err := read(folder, file)
		switch {
		case err != nil:
		case !names.MatchString(name):
			err = errors.New("a name has small letters, digits, and - or _ between them")
		default:
			err = do(name, text)
		}
		if err != nil {
			return fmt.Errorf("%s: %w", file, err)
		}
	}
	return nil
}

// names are those that an address can have as they are.
var names = regexp.MustCompile(`^[a-z0-9]+([-_][a-z0-9]+)*$`)

// parse reads a query.
func parse(name, text string) (*Query, error) {
	header, text := divide(text)
	q := &Query{Name: name, text: strings.TrimSpace(text)}
	decoder := yaml.NewDecoder(strings.NewReader(header))
	decoder.KnownFields(true)
	if err := decoder.Decode(q); err != nil {
		return nil, fmt.Errorf("the header, which is the lines that begin with #+, cannot be read: %w", err)
	}
	if q.Title == "" {
		return nil, errors.New("the header has no title; begin the file with: #+ title: …")
	}
	return q, q.check()
}

func read(folder fs.FS, file string) ([]byte, error) {
	info, err := fs.Stat(folder, file)
	if err != nil {
		return nil, err
	}
	if info.Size() > maxFile {
		return nil, fmt.Errorf("it has %d bytes; %d at most are read", info.Size(), maxFile)
	}
	return fs.ReadFile(folder, file)
}

// divide divides a file into the YAML of its header and the query.
func divide(text string) (header, query string) {
	var b strings.Builder
	for line := range strings.Lines(text) {
		rest, ok := strings.CutPrefix(line, "#+")
		if !ok {
			break
		}
		b.WriteString(strings.TrimPrefix(rest, " "))
		text = text[len(line):]
	}
	return b.String(), text
}

// check refuses parameters that are wrong, or that the text does not use, and variables with $
// that are none.
func (q *Query) check() error {
	if len(q.Parameters) > maxParameters {
		return fmt.Errorf("it has %d parameters; %d at most are allowed", len(q.Parameters), maxParameters)
	}
	used, err := syntax.DollarVariables(q.Text())
	if err != nil {
		return err
	}
	known := map[string]bool{}
	for i := range q.Parameters {
		p := &q.Parameters[i]
		p.Title = cmp.Or(p.Title, p.Name)
		switch {
		case !names.MatchString(p.Name):
			return fmt.Errorf("a parameter is called %q; its name has small letters, digits, and _ between them", p.Name)
		case known[p.Name]:
			return fmt.Errorf("the parameter %s is there twice", p.Name)
		case reserved[p.Name]:
			return fmt.Errorf("a parameter cannot be called %s, which means something else in an address", p.Name)
		case !slices.Contains(used, p.Name):
			return fmt.Errorf("the query does not use the parameter $%s", p.Name)
		}
		known[p.Name] = true
		if _, err := p.term(p.Default); err != nil {
			return fmt.Errorf("the default of the parameter %s is wrong: %w", p.Name, err)
		}
	}
	for _, name := range used {
		if !known[name] {
			return fmt.Errorf("$%s is no parameter of the header; write ?%s for a variable", name, name)
		}
	}
	return nil
}

// reserved are the parameters of addresses that mean something on every page.
var reserved = map[string]bool{"format": true, "lang": true, "frame": true, "explain": true}
