package i18n

import (
	"go/ast"
	"go/constant"
	"go/parser"
	"go/token"
	"go/types"
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"text/template/parse"

	"vitrine/server/web/respond"
)

// root is that of the module.
const root = "../../.."

// TestTranslations fails for a key of the program that has no translation, for a
// translation that no key asks for, and for two translations of one key.
func TestTranslations(t *testing.T) {
	used := map[string]string{}
	(&program{t: t, used: used}).read()
	readTemplates(t, used)
	readTableOfNames(t, used)
	for _, p := range respond.ErrorTypes() {
		for _, text := range append([]string{p.Title, p.Detail}, p.Fixes...) {
			used[text] = "server/web/respond"
		}
	}
	if len(used) < 10 {
		t.Fatalf("only %d keys were found in the program", len(used))
	}
	for _, own := range selfNames {
		code := own.tag.String()
		translated := readTranslations(t, code, used)
		if code == "en" {
			continue
		}
		for _, key := range slices.Sorted(maps.Keys(used)) {
			if !translated[key] {
				t.Errorf("%s: %s: no translation of %q", used[key], code, key)
			}
		}
	}
}

// readTranslations returns the keys of a language's catalogues.
func readTranslations(t *testing.T, code string, used map[string]string) map[string]bool {
	names, err := fs.Glob(files, "catalogue/"+code+"/*.json")
	if err != nil {
		t.Fatal(err)
	}
	first := map[string]translation{}
	translated := map[string]bool{}
	for _, name := range names {
		translations, err := readFile(files, name)
		if err != nil {
			t.Fatal(err)
		}
		for key, translation := range translations {
			if used[key] == "" {
				t.Errorf("%s: nothing uses %q", name, key)
			}
			if code == "en" && translation.forms == nil {
				t.Errorf("%s: English needs no translation of %q but plural forms", name, key)
			}
			if other, twice := first[key]; twice && (other.text != translation.text || !maps.Equal(other.forms, translation.forms)) {
				t.Errorf("%s: %q has another translation in another file", name, key)
			}
			first[key], translated[key] = translation, true
		}
	}
	return translated
}

// program finds the keys in the Go files: every constant that is a Key. The packages of
// the server and all of ours that they import are type-checked from their sources, and
// other packages are taken as empty, with the errors that this leads to.
type program struct {
	t    *testing.T
	used map[string]string
	seen map[string]*types.Package
}

func (p *program) read() {
	p.seen = map[string]*types.Package{}
	err := filepath.WalkDir(filepath.Join(root, "server"), func(name string, entry fs.DirEntry, err error) error {
		if err != nil || !entry.IsDir() {
			return err
		}
		if entry.Name() == "testdata" {
			return fs.SkipDir
		}
		folder, err := filepath.Rel(root, name)
		if err != nil {
			return err
		}
		_, err = p.Import("vitrine/" + filepath.ToSlash(folder))
		return err
	})
	if err != nil {
		p.t.Fatal(err)
	}
}

// Import type-checks a package of the server.
func (p *program) Import(importPath string) (*types.Package, error) {
	if known, ok := p.seen[importPath]; ok {
		return known, nil
	}
	folder, ours := strings.CutPrefix(importPath, "vitrine/")
	if !ours {
		empty := types.NewPackage(importPath, path.Base(importPath))
		empty.MarkComplete()
		p.seen[importPath] = empty
		return empty, nil
	}
	set := token.NewFileSet()
	var syntax []*ast.File
	names, err := filepath.Glob(filepath.Join(root, filepath.FromSlash(folder), "*.go"))
	if err != nil {
		return nil, err
	}
	for _, name := range names {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		file, err := parser.ParseFile(set, name, nil, parser.SkipObjectResolution)
		if err != nil {
			return nil, err
		}
		syntax = append(syntax, file)
	}
	info := &types.Info{Types: map[ast.Expr]types.TypeAndValue{}}
	config := types.Config{Importer: p, Error: func(error) {}}
	checked, _ := config.Check(importPath, set, syntax, info) // what is missing is no matter here
	p.seen[importPath] = checked
	p.keep(set, info)
	if strings.HasPrefix(folder, "server") {
		p.keepUnresolved(set, syntax)
	}
	return checked, nil
}

// keep takes the constants that are keys.
func (p *program) keep(set *token.FileSet, info *types.Info) {
	for expression, value := range info.Types {
		named, ok := value.Type.(*types.Named)
		if !ok || value.Value == nil || value.Value.Kind() != constant.String || constant.StringVal(value.Value) == "" {
			continue
		}
		// A provenance.Key is said by the pages as it is.
		if from := named.Obj().Pkg(); named.Obj().Name() == "Key" && from != nil && (from.Path() == "vitrine/server/people/i18n" || from.Path() == "vitrine/linkedart/provenance") {
			p.used[constant.StringVal(value.Value)] = set.Position(expression.Pos()).String()
		}
	}
}

// keepUnresolved takes the first arguments of calls of a method Text or Say, since the
// type of what has the method may be from a package that was not read.
func (p *program) keepUnresolved(set *token.FileSet, syntax []*ast.File) {
	for _, file := range syntax {
		ast.Inspect(file, func(node ast.Node) bool {
			call, ok := node.(*ast.CallExpr)
			if !ok || len(call.Args) == 0 {
				return true
			}
			method, ok := call.Fun.(*ast.SelectorExpr)
			if !ok || method.Sel.Name != "Text" && method.Sel.Name != "Say" {
				return true
			}
			if x, ok := method.X.(*ast.Ident); ok && x.Name == "page" { // page.Text makes a phrase
				return true
			}
			if literal, ok := call.Args[0].(*ast.BasicLit); ok && literal.Kind == token.STRING {
				value := constant.MakeFromLiteral(literal.Value, literal.Kind, 0)
				p.used[constant.StringVal(value)] = set.Position(literal.Pos()).String()
			}
			return true
		})
	}
}

// readTableOfNames takes the names of the table, but not the symbols, which have no translation.
func readTableOfNames(t *testing.T, used map[string]string) {
	t.Helper()
	names, err := readNames()
	if err != nil {
		t.Fatal(err)
	}
	for of, words := range names {
		if (of.kind == "unit" || of.kind == "currency") && words.many == "" {
			continue
		}
		used[string(words.one)] = "names.tsv"
		if words.many != "" {
			used[string(words.many)] = "names.tsv"
		}
	}
}

// readTemplates takes the texts that templates say: {{.Say "Born here"}}.
func readTemplates(t *testing.T, used map[string]string) {
	t.Helper()
	err := filepath.WalkDir(filepath.Join(root, "server"), func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || path.Ext(name) != ".html" {
			return err
		}
		text, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		tree := parse.New(name)
		tree.Mode = parse.SkipFuncCheck
		trees := map[string]*parse.Tree{}
		if _, err := tree.Parse(string(text), "", "", trees); err != nil {
			return err
		}
		for _, defined := range trees {
			sayings(defined.Root, func(key string) { used[key] = name })
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

// sayings yields the keys below a node of a template.
func sayings(node parse.Node, yield func(string)) {
	switch n := node.(type) {
	case *parse.ListNode:
		if n == nil {
			return
		}
		for _, child := range n.Nodes {
			sayings(child, yield)
		}
	case *parse.ActionNode:
		sayings(n.Pipe, yield)
	case *parse.TemplateNode:
		sayings(n.Pipe, yield)
	case *parse.IfNode:
		branch(&n.BranchNode, yield)
	case *parse.WithNode:
		branch(&n.BranchNode, yield)
	case *parse.RangeNode:
		branch(&n.BranchNode, yield)
	case *parse.PipeNode:
		if n == nil {
			return
		}
		for _, command := range n.Cmds {
			sayings(command, yield)
		}
	case *parse.CommandNode:
		for i, argument := range n.Args {
			sayings(argument, yield)
			if text, ok := argument.(*parse.StringNode); ok && i == 1 && isSay(n.Args[0]) {
				yield(text.Text)
			}
		}
	}
}

func branch(n *parse.BranchNode, yield func(string)) {
	sayings(n.Pipe, yield)
	sayings(n.List, yield)
	sayings(n.ElseList, yield)
}

// isSay tells whether a word of a template calls Say or Text of anything.
func isSay(node parse.Node) bool {
	var names []string
	switch n := node.(type) {
	case *parse.FieldNode:
		names = n.Ident
	case *parse.VariableNode:
		names = n.Ident
	case *parse.ChainNode:
		names = n.Field
	case *parse.IdentifierNode:
		names = []string{n.Ident}
	}
	return len(names) > 0 && slices.Contains([]string{"Say", "say", "Text"}, names[len(names)-1])
}

// TestSayings has the ways in which a template may say something.
func TestSayings(t *testing.T) {
	tree := parse.New("x")
	tree.Mode = parse.SkipFuncCheck
	trees := map[string]*parse.Tree{}
	const text = `{{.Say "a"}}{{$.Say "b %d" .Count}}{{if .X}}{{.Frame.Say "c"}}{{else}}{{say "d"}}{{end}}` +
		`{{range .Y}}{{template "z" ($.Say "e")}}{{end}}{{with $.Say "f"}}{{.}}{{end}}{{.Other "no"}}`
	if _, err := tree.Parse(text, "", "", trees); err != nil {
		t.Fatal(err)
	}
	var found []string
	sayings(trees["x"].Root, func(key string) { found = append(found, key) })
	if want := []string{"a", "b %d", "c", "d", "e", "f"}; !slices.Equal(found, want) {
		t.Errorf("found %q, want %q", found, want)
	}
}
