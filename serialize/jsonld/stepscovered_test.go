package jsonld

import (
	"go/ast"
	"go/parser"
	"go/token"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// algorithms are the sections of JSON-LD 1.1 API that hold the steps which the
// comments of a function number: those of its file, unless it has its own.
var algorithms = map[string]struct {
	section   string
	functions map[string]string
}{
	"../../context/process.go":    {section: "4.1.2"},
	"../../context/define.go":     {section: "4.2.2"},
	"../../context/expandiri.go":  {section: "5.2.2"},
	"expand/expansion.go":         {section: "5.1.2"},
	"expand/expansionnode.go":     {section: "5.1.2"},
	"expand/expansionproperty.go": {section: "5.1.2"},
	"expand/valueexpansion.go":    {section: "5.3.2"},
	"expand/nodemap.go":           {section: "7.2.2", functions: map[string]string{"blank": "7.4.2"}},
	"expand/deserialize.go":       {section: "8.1.2", functions: map[string]string{"object": "8.2.2", "literal": "8.2.2", "list": "8.4.2"}},
}

var (
	numbersOnly = regexp.MustCompile(`^// (\d+(?:\.\d+)*(?:, \d+(?:\.\d+)*)*)(?:$|[.:] )`)
	isStep      = regexp.MustCompile(`(?:is|part of) steps? (\d+(?:\.\d+)*)`)
)

// stepsInCode returns the steps that the comments of a file number, such as
// "5.1.2 13.4.7.1".
func stepsInCode(t *testing.T, file, section string, functions map[string]string) []string {
	t.Helper()
	set := token.NewFileSet()
	parsed, err := parser.ParseFile(set, file, nil, parser.ParseComments)
	if err != nil {
		t.Fatal(err)
	}
	var out []string
	for _, declaration := range parsed.Decls {
		f, ok := declaration.(*ast.FuncDecl)
		if !ok {
			continue
		}
		in := section
		if own := functions[f.Name.Name]; own != "" {
			in = own
		}
		if found := isStep.FindStringSubmatch(f.Doc.Text()); found != nil {
			out = append(out, in+" "+found[1])
		}
		for _, group := range parsed.Comments {
			if group.Pos() < f.Body.Pos() || group.End() > f.Body.End() {
				continue
			}
			if found := numbersOnly.FindStringSubmatch(group.List[0].Text); found != nil {
				for number := range strings.SplitSeq(found[1], ", ") {
					out = append(out, in+" "+number)
				}
			}
		}
	}
	return out
}

// TestStepsHaveCases: each step that a comment in the code numbers has a row in
// steps, for itself or for a part of it; and no row is for a step that no
// comment names.
func TestStepsHaveCases(t *testing.T) {
	var cases, numbered []string
	for _, step := range steps {
		for number := range strings.SplitSeq(step.numbers, ", ") {
			cases = append(cases, step.section+" "+number)
		}
	}
	for file, algorithm := range algorithms {
		numbered = append(numbered, stepsInCode(t, file, algorithm.section, algorithm.functions)...)
	}
	slices.Sort(numbered)
	for _, step := range slices.Compact(numbered) {
		if !slices.ContainsFunc(cases, func(c string) bool { return c == step || strings.HasPrefix(c, step+".") }) {
			t.Errorf("section %s has no case", step)
		}
	}
	for _, c := range cases {
		if !slices.ContainsFunc(numbered, func(step string) bool {
			return c == step || strings.HasPrefix(c, step+".") || strings.HasPrefix(step, c+".")
		}) {
			t.Errorf("section %s, which has a case, is in no comment of the code", c)
		}
	}
}
