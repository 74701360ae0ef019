package framing_test

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/knakk/rdf"
	"github.com/piprate/json-gold/ld"

	"vitrine/serialize/jsonld/framing"
)

// suiteVariable names the folder of W3C's tests of framing, with frame-manifest.jsonld.
const suiteVariable = "VITRINE_FRAMING_SUITE"

// elsewhere are tests that json-gold passes and that do not pass here.
var elsewhere = map[string]string{
	"#t0003": "JSON-LD 1.0 alone writes an empty @graph",
	"#t0013": "a node of which nothing is said is no triple",
	"#t0047": "named graphs", "#t0048": "named graphs", "#t0050": "named graphs", "#tp049": "named graphs",
	"#t0056": "IRIs stay absolute", "#t0057": "IRIs stay absolute",
	"#tp020": "1 with the type xsd:integer is the same literal as 1",
}

// suiteTest is one entry of the manifest.
type suiteTest struct {
	ID                   string `json:"@id"`
	Input, Frame, Expect string
}

// TestSuite: whatever json-gold passes of W3C's tests by its own framing passes here from the
// triples of the input. A test without an expected document expects an error.
func TestSuite(t *testing.T) {
	folder := os.Getenv(suiteVariable)
	if folder == "" {
		t.Skipf("set %s to the folder of W3C's framing tests; make interop does", suiteVariable)
	}
	var manifest struct{ Sequence []suiteTest }
	readJSON(t, filepath.Join(folder, "frame-manifest.jsonld"), &manifest)
	passed, gold := 0, 0
	for _, test := range manifest.Sequence {
		options := ld.NewJsonLdOptions("https://w3c.github.io/json-ld-framing/tests/" + test.Input)
		options.OmitGraph = true
		err := test.check(t, folder, options, ours)
		if err == nil {
			passed++
		}
		if test.check(t, folder, options, golds) != nil {
			continue
		}
		gold++
		if err != nil && elsewhere[test.ID] == "" {
			t.Errorf("%s: %v", test.ID, err)
		}
	}
	t.Logf("of %d tests, %d pass, %d by json-gold's own framing", len(manifest.Sequence), passed, gold)
	if passed < 50 {
		t.Errorf("only %d tests pass", passed)
	}
}

// check says what is wrong with how the test is framed.
func (s suiteTest) check(t *testing.T, folder string, options *ld.JsonLdOptions, by func(*testing.T, string, suiteTest, *ld.JsonLdOptions) (any, error)) error {
	t.Helper()
	got, err := by(t, folder, s, options)
	if s.Expect == "" {
		if err == nil {
			return fmt.Errorf("no error")
		}
		return nil
	}
	if err != nil {
		return err
	}
	var want any
	readJSON(t, filepath.Join(folder, s.Expect), &want)
	if !ld.DeepCompare(got, want, false) {
		return fmt.Errorf("it is\n%v\nin place of\n%v", got, want)
	}
	return nil
}

// golds frames by json-gold, which panics on some frames.
func golds(t *testing.T, folder string, s suiteTest, options *ld.JsonLdOptions) (got any, err error) {
	t.Helper()
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("%v", r)
		}
	}()
	var input, frame any
	readJSON(t, filepath.Join(folder, s.Input), &input)
	readJSON(t, filepath.Join(folder, s.Frame), &frame)
	framed, err := ld.NewJsonLdProcessor().Frame(input, frame, options)
	if err != nil {
		return nil, err
	}
	text, err := json.Marshal(framed)
	if err != nil {
		return nil, err
	}
	return got, json.Unmarshal(text, &got)
}

// ours frames the triples of all graphs of the input.
func ours(t *testing.T, folder string, s suiteTest, options *ld.JsonLdOptions) (got any, err error) {
	t.Helper()
	var input any
	readJSON(t, filepath.Join(folder, s.Input), &input)
	lines := options.Copy()
	lines.Format = "application/n-quads"
	quads, err := ld.NewJsonLdProcessor().ToRDF(input, lines)
	if err != nil {
		return nil, err
	}
	text, _ := quads.(string)
	all, err := rdf.NewQuadDecoder(strings.NewReader(text), rdf.NQuads).DecodeAll()
	if err != nil {
		return nil, err
	}
	triples := make([]rdf.Triple, len(all))
	for i, q := range all {
		triples[i] = q.Triple
	}
	frame, err := os.ReadFile(filepath.Join(folder, s.Frame))
	if err != nil {
		t.Fatal(err)
	}
	f, err := framing.Read(frame, options.Base, options.DocumentLoader)
	if err != nil {
		return nil, err
	}
	framed, err := f.Apply(t.Context(), triples)
	if err != nil {
		return nil, err
	}
	return got, json.Unmarshal(framed, &got)
}

func readJSON(t *testing.T, path string, into any) {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(text, into); err != nil {
		t.Fatal(err)
	}
}
