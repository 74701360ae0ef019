package report

import (
	"cmp"
	"encoding/json"
	"net/url"
	"path/filepath"
	"strings"

	"vitrine/linkedart"
)

// sarif writes a log with one run (SARIF 2.1.0 sections 3.13 and 3.14): the
// rules first, then a result for each finding (section 3.27).
type sarif struct {
	*base
	// begun means that the head is written, results that one result is.
	begun, results bool
	// index is the place of each rule among those of the tool.
	index map[string]int
}

type message struct {
	Text string `json:"text"`
}

// descriptor is a reportingDescriptor (section 3.49).
type descriptor struct {
	ID     string  `json:"id"`
	Short  message `json:"shortDescription"`
	Config struct {
		Level linkedart.Level `json:"level"`
	} `json:"defaultConfiguration"`
	Properties map[string]string `json:"properties"`
}

type driver struct {
	Name    string       `json:"name"`
	Version string       `json:"version,omitempty"`
	Rules   []descriptor `json:"rules"`
}

type result struct {
	RuleID    string          `json:"ruleId"`
	RuleIndex *int            `json:"ruleIndex,omitempty"`
	Level     linkedart.Level `json:"level"`
	Message   message         `json:"message"`
	Locations []location      `json:"locations"`
}

type location struct {
	Physical struct {
		Artifact struct {
			URI string `json:"uri"`
		} `json:"artifactLocation"`
		Region struct {
			StartLine int `json:"startLine"`
		} `json:"region"`
	} `json:"physicalLocation"`
	Logical []logical `json:"logicalLocations"`
}

type logical struct {
	Name string `json:"fullyQualifiedName"`
}

func (s *sarif) item(r Result, f linkedart.Finding) error {
	if err := s.begin(); err != nil {
		return err
	}
	text, err := json.Marshal(s.result(r, f))
	if err != nil {
		return err
	}
	before := ",\n"
	if !s.results {
		before = "\n"
	}
	s.results = true
	s.out.WriteString(before)
	_, err = s.out.Write(text)
	return err
}

// begin writes the head of the log, once.
func (s *sarif) begin() error {
	if s.begun {
		return nil
	}
	s.begun = true
	s.index = map[string]int{}
	tool := driver{Name: "vitrine", Version: s.options.Version}
	for i, r := range linkedart.Rules() {
		s.index[r.ID] = i
		d := descriptor{ID: r.ID, Short: message{r.Title}, Properties: map[string]string{"source": r.Source}}
		d.Config.Level = r.Level(s.options.Reading)
		tool.Rules = append(tool.Rules, d)
	}
	text, err := json.Marshal(tool)
	if err != nil {
		return err
	}
	s.out.WriteString(`{"$schema": "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json", "version": "2.1.0",` + "\n" + `"runs": [{"tool": {"driver": `)
	s.out.Write(text)
	_, err = s.out.WriteString("},\n" + `"results": [`)
	return err
}

func (s *sarif) Close() error {
	if err := s.begin(); err != nil {
		return err
	}
	s.out.WriteString("\n]}]}\n")
	return s.out.Flush()
}

func (s *sarif) result(r Result, f linkedart.Finding) result {
	text := f.Message
	if f.Fix != "" {
		text += "; right: " + f.Fix
	}
	pointer := cmp.Or(f.Pointer, "(record)")
	var index *int
	if i, ok := s.index[f.Rule]; ok { // a finding need not be a validator's
		index = &i
	}
	at := location{Logical: []logical{{pointer}}}
	at.Physical.Artifact.URI, at.Physical.Region.StartLine = fileURI(r.Path), max(r.Line, 1)
	return result{RuleID: f.Rule, RuleIndex: index, Level: f.Level, Message: message{text}, Locations: []location{at}}
}

// fileURI writes a path as a URI reference (section 3.4.3). The address of a
// record that was harvested is one.
func fileURI(path string) string {
	if strings.HasPrefix(path, "https://") || strings.HasPrefix(path, "http://") {
		return path
	}
	u := url.URL{Path: filepath.ToSlash(path)}
	if filepath.IsAbs(path) {
		u.Scheme = "file"
	}
	return u.String()
}
