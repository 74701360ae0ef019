package main

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// mayImport says which of Vitrine's packages the packages of each folder may
// depend on; of several folders the longest that fits counts. An entry that ends
// in /... stands for the folder and all below it.
var mayImport = map[string][]string{
	"cmd":                          {"..."},
	"server":                       {"server/...", "load", "load/history", "serialize/...", "linkedart/...", "rdfstore", "rdfstore/graph", "rdfstore/iri", "rdfstore/private", "context", "sparql/..."},
	"server/people/svgmap":         {"linkedart/wkt", "rdfstore/lru"},
	"server/data/collection":       {"context"},
	"server/people/describe":       {"server/data/history", "linkedart/datetime", "linkedart/links", "linkedart/reading", "linkedart/wkt", "rdfstore", "server/people/svgmap", "server/people/describe/...", "server/people/html", "server/people/describe/brief", "server/web/address", "server/people/i18n", "rdfstore/graph"},
	"server/people/home":           {"linkedart/reading", "rdfstore", "server/people/results", "server/people/svgmap", "server/data/criteria", "server/people/describe", "server/people/html", "server/data/search", "server/data/search/query", "server/web/address", "server/people/i18n"},
	"server/people/html":           {"server/people/i18n", "rdfstore/graph"},
	"server/people/describe/brief": {"linkedart/reading", "linkedart/datetime", "rdfstore", "rdfstore/graph", "server/people/svgmap", "server/data/holdings", "server/people/html", "server/web/address", "server/people/i18n", "linkedart/links", "rdfstore/lru"},
	"server/people/cite":           {},
	"server/people/schemaorg":      {"server/people/cite", "linkedart/datetime", "linkedart/reading", "linkedart/wkt", "server/people/html"},
	"server/people/site":           {"linkedart/reading", "rdfstore", "rdfstore/graph", "server/data/criteria", "server/data/holdings", "server/people/html", "server/people/i18n", "server/web/address", "server/web/contentneg", "server/web/respond"},
	"server/data/dataset":          {"context", "rdfstore", "rdfstore/graph", "server/people/describe/brief", "server/data/holdings", "server/people/html", "server/data/resource", "server/people/site", "server/data/spool", "server/web/address", "server/web/contentneg", "server/web/respond", "server/people/i18n", "serialize", "serialize/dataset"},
	"server/data/listing":          {"linkedart/links", "linkedart/reading", "rdfstore", "rdfstore/graph", "server/data/collection", "server/data/criteria", "server/people/describe", "server/ops/pace", "server/people/html", "server/data/resource", "server/people/results", "server/data/search", "server/data/search/query", "server/people/site", "server/people/i18n", "server/web/address", "server/web/respond"},
	"server/data/query/saved":      {"rdfstore/graph", "serialize/terms", "sparql/syntax"},
	"server/data/query":            {"server/data/query/saved", "linkedart/wkt", "rdfstore", "rdfstore/graph", "serialize/jsonld", "serialize/jsonld/framing", "serialize/nquads", "serialize/rdfxml", "serialize/turtle", "server/people/svgmap", "server/people/describe/brief", "server/ops/pace", "server/people/html", "server/people/site", "server/data/spool", "server/web/address", "server/web/contentneg", "server/web/respond", "server/people/i18n", "sparql", "sparql/algebra", "sparql/dataset", "sparql/result", "sparql/syntax", "sparql/value"},
	"server/data/criteria":         {"server/data/holdings", "server/data/search/query", "server/people/i18n", "server/web/respond"},
	"server/people/i18n":           {"context", "rdfstore/graph", "server/data/collection", "linkedart/datetime", "linkedart/reading", "linkedart/words/lexicon", "linkedart/words/terms"},
	"server/people/results":        {"linkedart/reading", "rdfstore", "rdfstore/graph", "server/data/collection", "server/data/criteria", "server/people/describe", "server/people/html", "server/people/schemaorg", "server/data/search", "server/data/search/query", "server/people/i18n", "server/people/svgmap", "server/web/address"},
	"server/data/fragments":        {"rdfstore", "rdfstore/graph", "serialize/nquads", "serialize/turtle", "server/people/html", "server/people/site", "server/web/address", "server/web/respond", "sparql/dataset"},
	"server/openapi":               {"linkedart"},
	"server/data/holdings":         {"rdfstore"},
	"server/data/history":          {"rdfstore", "rdfstore/graph", "rdfstore/iri", "server/data/jsontree"},
	"server/data/jsontree":         {},
	"server/data/resource":         {"server/people/cite", "context", "linkedart/links", "linkedart/reading", "rdfstore", "rdfstore/graph", "serialize", "serialize/jsonld", "server/data/collection", "server/data/history", "server/data/holdings", "server/ops/pace", "server/people/describe", "server/people/describe/brief", "server/people/html", "server/people/i18n", "server/people/schemaorg", "server/people/site", "server/web/address", "server/web/contentneg", "server/web/respond", "rdfstore/lru"},
	"server/ops":                   {"rdfstore", "server/data/query", "server/data/resource", "server/web/respond"},
	"server/ops/pace":              {"rdfstore", "rdfstore/yield"},
	"server/data/update":           {"context", "linkedart", "linkedart/admission", "rdfstore", "rdfstore/graph", "rdfstore/yield", "serialize", "serialize/dataset", "server/data/jsontree", "server/data/resource", "server/ops/pace", "server/web/address", "server/web/auth", "server/web/contentneg", "server/web/respond"},
	"server/data/spool":            {},
	"server/protocol":              {"linkedart/links", "linkedart/reading", "linkedart/words/lexicon", "rdfstore", "rdfstore/graph", "serialize/...", "server/data/...", "server/ops/pace", "server/people/...", "server/web/...", "sparql/..."},
	"server/data/pictures":         {"rdfstore/lru", "server/ops/pace", "server/people/site", "server/web/address", "server/web/contentneg", "server/web/respond"},
	"server/data/search":           {"linkedart/reading", "linkedart/wkt", "linkedart/words/dates", "linkedart/words/places", "linkedart/words/terms", "rdfstore", "rdfstore/graph", "server/data/holdings", "server/ops/pace", "rdfstore/lru", "rdfstore/filelock"},
	"control":                      {},
	"harvest":                      {"harvest/...", "load", "serialize", "rdfstore", "rdfstore/atomicfile", "rdfstore/filelock", "rdfstore/graph", "context", "remote"},
	"harvest/client":               {"remote"},
	"harvest/activity":             {},
	"harvest/check":                {"harvest/client", "context"},
	"remote":                       {"linkedart"},
	"remote/mirror":                {"remote", "harvest/activity", "rdfstore", "rdfstore/atomicfile", "rdfstore/filelock", "rdfstore/graph", "serialize", "serialize/nquads"},
	"load":                         {"serialize", "serialize/dataset", "rdfstore", "rdfstore/graph"},
	"load/rows":                    {},
	"load/mapping":                 {"linkedart/provtext", "linkedart/words/...", "load/rows", "rdfstore/lru"},
	"load/draft":                   {"linkedart/words/...", "load/rows", "load/mapping"},
	"load/history":                 {"linkedart/words/entity", "load", "rdfstore", "rdfstore/filelock", "rdfstore/graph", "rdfstore/iri", "serialize", "serialize/jsonld"},
	"load/convert":                 {"load", "load/mapping", "load/rows", "rdfstore/extsort"},
	"load/rml":                     {"load/rows", "rdfstore/graph", "rdfstore/iri", "serialize/nquads", "serialize/turtle"},
	"serialize":                    {"serialize/...", "context", "rdfstore/graph", "rdfstore/iri", "linkedart", "linkedart/wkt"},
	"linkedart":                    {"linkedart/...", "context", "rdfstore/iri"},
	"linkedart/provenance":         {"linkedart/reading", "linkedart/datetime"},
	"linkedart/reading":            {"linkedart", "linkedart/datetime", "linkedart/wkt", "rdfstore/graph", "serialize/jsonld", "serialize/jsonld/layout"},
	"linkedart/wkt":                {},
	"linkedart/provtext":           {"linkedart/words/..."},
	"linkedart/words":              {"linkedart/words/...", "linkedart/datetime"},
	"linkedart/admission":          {"linkedart", "rdfstore/graph"},
	"linkedart/links":              {"rdfstore", "rdfstore/graph", "context"},
	"rdfstore":                     {"rdfstore/graph"},
	"rdfstore/graph":               {"rdfstore/iri"},
	"rdfstore/codec":               {"rdfstore", "rdfstore/graph"},
	"rdfstore/states":              {"rdfstore", "rdfstore/codec"},
	"rdfstore/iri":                 {},
	"rdfstore/atomicfile":          {},
	"rdfstore/extsort":             {},
	"rdfstore/filelock":            {},
	"rdfstore/lru":                 {},
	"rdfstore/yield":               {},
	"rdfstore/boltstore":           {"rdfstore", "rdfstore/states", "rdfstore/codec", "rdfstore/graph", "rdfstore/yield", "rdfstore/boltstore/internal/...", "rdfstore/lru"},
	"rdfstore/pgstore":             {"rdfstore/lru", "rdfstore", "rdfstore/states", "rdfstore/codec", "rdfstore/extsort", "rdfstore/graph", "rdfstore/pgstore/internal/..."},
	"rdfstore/storecopy":           {"rdfstore", "rdfstore/codec", "rdfstore/extsort", "rdfstore/graph"},
	"rdfstore/private":             {"rdfstore", "rdfstore/graph", "rdfstore/atomicfile"},
	"context":                      {"rdfstore/iri", "rdfstore/atomicfile"},
	"data":                         {},
	"sparql":                       {"sparql/...", "rdfstore", "rdfstore/graph", "rdfstore/iri", "serialize/terms"},
	"sparql/syntax":                {"rdfstore/graph", "rdfstore/iri", "serialize/terms"},
	"sparql/eval":                  {"sparql/plan", "sparql/algebra", "sparql/dataset", "sparql/value", "sparql/function", "rdfstore/codec", "rdfstore/extsort", "rdfstore/graph"},
	"sparql/plan":                  {"sparql/algebra", "sparql/dataset"},
	"sparql/algebra":               {"sparql/syntax", "rdfstore/graph", "serialize/terms"},
	"sparql/dataset":               {"rdfstore", "rdfstore/codec", "rdfstore/graph", "rdfstore/lru"},
	"sparql/function":              {"linkedart/wkt", "sparql/regex", "sparql/value", "rdfstore/graph", "rdfstore/iri"},
	"sparql/regex":                 {},
	"sparql/result":                {"rdfstore/graph", "serialize/terms"},
	"sparql/value":                 {"rdfstore/graph"},

	"server/web/contentneg":             {"rdfstore/lru"},
	"server/web/respond":                {"linkedart", "server/web/address", "server/web/contentneg"},
	"server/web/auth":                   {"rdfstore/atomicfile", "server/web/respond"},
	"server/web/address":                {},
	"server/people/session":             {"server/people/html", "server/people/i18n", "server/people/site", "server/web/auth", "server/web/respond"},
	"server/people/edit":                {"context", "linkedart", "linkedart/reading", "linkedart/words/dates", "rdfstore", "rdfstore/graph", "rdfstore/iri", "server/data/jsontree", "server/data/resource", "server/data/update", "server/ops/pace", "server/people/describe", "server/people/html", "server/people/i18n", "server/people/session", "server/people/site", "server/web/address", "server/web/auth", "server/web/respond"},
	"server/people/importpages":         {"linkedart", "linkedart/reading", "load", "load/convert", "load/draft", "load/history", "load/mapping", "load/rows", "rdfstore", "rdfstore/atomicfile", "rdfstore/graph", "rdfstore/iri", "server/data/update", "server/people/describe", "server/people/describe/brief", "server/people/html", "server/people/i18n", "server/people/session", "server/people/site", "server/web/address", "server/web/auth", "server/web/respond"},
	"server/people/describe/provenance": {"linkedart/provenance", "linkedart/reading", "rdfstore", "rdfstore/graph", "server/people/describe/brief", "server/people/html", "server/people/i18n"},

	"rdfstore/boltstore/internal":          {"rdfstore/lru", "rdfstore", "rdfstore/states", "rdfstore/codec", "rdfstore/atomicfile", "rdfstore/extsort", "rdfstore/graph"},
	"rdfstore/boltstore/internal/table":    {"rdfstore"},
	"rdfstore/boltstore/internal/record":   {"rdfstore", "rdfstore/codec", "rdfstore/graph", "rdfstore/boltstore/internal/boltfile", "rdfstore/boltstore/internal/table"},
	"rdfstore/boltstore/internal/boltfile": {"rdfstore", "rdfstore/atomicfile", "rdfstore/extsort"},
}

// onlyIn says which outside packages are for one package alone.
var onlyIn = map[string]string{
	"go.etcd.io/bbolt":           "rdfstore/boltstore",
	"github.com/jackc/pgx":       "rdfstore/pgstore",
	"github.com/alecthomas/kong": "cmd/vitrine",
	"github.com/gorilla/mux":     "server",
	"github.com/blevesearch":     "server/data/search",
	"github.com/go-jose/go-jose": "server/web/auth",
}

// mayDial are the packages that may open connections, to the hosts that the user of a command
// or the configuration of a server names, and to the control socket of this machine. The server imports none of them: no
// request makes the server fetch a URL.
var mayDial = []string{"harvest/client", "remote"}

// dialing are the names by which a package could open a connection.
var dialing = map[string][]string{
	"net":                             {"Dial", "DialTimeout", "Dialer", "DialTCP", "DialUDP", "DialUnix", "DialIP", "DefaultResolver", "Resolver", "LookupHost", "LookupIP", "LookupAddr"},
	"net/http":                        {"Get", "Head", "Post", "PostForm", "Client", "DefaultClient", "Transport", "DefaultTransport", "NewRequest", "NewRequestWithContext"},
	"crypto/tls":                      {"Dial", "DialWithDialer", "Dialer", "Client"},
	"net/rpc":                         {"Dial", "DialHTTP"},
	"net/smtp":                        {"Dial", "SendMail"},
	"os/exec":                         {"Command", "CommandContext"},
	"github.com/piprate/json-gold/ld": {"NewDefaultDocumentLoader", "NewCachingDocumentLoader", "NewRFC7324CachingDocumentLoader"},
}

// sourceFile is one Go file of the module.
type sourceFile struct {
	// folder is that of the file, with slashes, from the root of the module.
	folder, name string
	test         bool
	syntax       *ast.File
}

// imports returns the paths that the file imports, by the name they have in it.
func (f sourceFile) imports() map[string]string {
	out := map[string]string{}
	for _, spec := range f.syntax.Imports {
		importPath, _ := strconv.Unquote(spec.Path.Value)
		name := path.Base(importPath)
		if spec.Name != nil {
			name = spec.Name.Name
		}
		out[name+" "+importPath] = importPath
	}
	return out
}

// sourceFiles parses the module.
func sourceFiles(t *testing.T) []sourceFile {
	t.Helper()
	var files []sourceFile
	err := fs.WalkDir(os.DirFS("../.."), ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if entry.IsDir() {
			base := path.Base(name)
			if name != "." && (strings.HasPrefix(base, ".") || base == "testdata" || base == "node_modules") {
				return fs.SkipDir
			}
			return nil
		}
		if path.Ext(name) != ".go" {
			return nil
		}
		syntax, err := parser.ParseFile(token.NewFileSet(), filepath.Join("../..", filepath.FromSlash(name)), nil, parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		files = append(files, sourceFile{path.Dir(name), name, strings.HasSuffix(name, "_test.go"), syntax})
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}

func TestImportsPointOneWay(t *testing.T) {
	for _, f := range sourceFiles(t) {
		if f.test {
			continue
		}
		owner, allowed := dependenciesOf(f.folder)
		if owner == "" {
			continue // checks: programs that look on from outside
		}
		for _, importPath := range f.imports() {
			inside, ours := strings.CutPrefix(importPath, "vitrine/")
			if ours && !fits(inside, allowed) && !strings.HasPrefix(inside, owner+"/") {
				t.Errorf("%s imports %s, which %s must not", f.name, importPath, owner)
			}
			for outside, only := range onlyIn {
				if (importPath == outside || strings.HasPrefix(importPath, outside+"/")) && !belongsTo(f.folder, only) {
					t.Errorf("%s imports %s, which is for %s alone", f.name, importPath, only)
				}
			}
		}
	}
}

// belongsTo tells whether a folder is that of the package, or below it for the package alone.
func belongsTo(folder, pkg string) bool {
	return folder == pkg || strings.HasPrefix(folder, pkg+"/internal")
}

// dependenciesOf returns what the packages of the folder may depend on, and the
// entry of mayImport that says so: the longest that the folder is in.
func dependenciesOf(folder string) (owner string, allowed []string) {
	for candidate := folder; candidate != "."; candidate = path.Dir(candidate) {
		if allowed, ok := mayImport[candidate]; ok {
			return candidate, allowed
		}
	}
	return "", nil
}

// fits tells whether one of the patterns stands for the package.
func fits(pkg string, patterns []string) bool {
	return slices.ContainsFunc(patterns, func(pattern string) bool {
		prefix, below := strings.CutSuffix(pattern, "...")
		return pkg == strings.TrimSuffix(pattern, "/...") || below && strings.HasPrefix(pkg, prefix)
	})
}

func TestNothingDialsOut(t *testing.T) {
	for _, f := range sourceFiles(t) {
		owner, _ := dependenciesOf(f.folder)
		if f.test || owner == "" || slices.Contains(mayDial, f.folder) {
			continue
		}
		imports := f.imports()
		ast.Inspect(f.syntax, func(n ast.Node) bool {
			selector, ok := n.(*ast.SelectorExpr)
			if !ok {
				return true
			}
			pkg, ok := selector.X.(*ast.Ident)
			if !ok {
				return true
			}
			for importPath, names := range dialing {
				if imports[pkg.Name+" "+importPath] != "" && slices.Contains(names, selector.Sel.Name) {
					t.Errorf("%s uses %s.%s, which could open a connection", f.name, importPath, selector.Sel.Name)
				}
			}
			return true
		})
	}
}

func TestNoInit(t *testing.T) {
	for _, f := range sourceFiles(t) {
		for _, decl := range f.syntax.Decls {
			if function, ok := decl.(*ast.FuncDecl); ok && function.Recv == nil && function.Name.Name == "init" {
				t.Errorf("%s has an init function; pass in what it sets up", f.name)
			}
		}
	}
}

// TestDependenciesHaveALine checks that docs/dependencies.md says what each
// library that we import is for.
func TestDependenciesHaveALine(t *testing.T) {
	page, err := os.ReadFile("../../docs/dependencies.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range sourceFiles(t) {
		for _, importPath := range f.imports() {
			if host, _, _ := strings.Cut(importPath, "/"); !strings.Contains(host, ".") {
				continue // the standard library's, or ours
			}
			if !hasLine(string(page), importPath) {
				t.Errorf("%s imports %s, of which docs/dependencies.md says nothing", f.name, importPath)
			}
		}
	}
}

// hasLine tells whether the page's table names the module of the package.
func hasLine(page, importPath string) bool {
	for module := importPath; module != "."; module = path.Dir(module) {
		if strings.Contains(page, "\n| `"+module+"` |") {
			return true
		}
	}
	return false
}

// hasRow tells whether docs/architecture.md has a row for a package: not for the parts of the
// package above, for those of one kind of word, and for those that test and measure alone.
func hasRow(folder string) bool {
	isPart := strings.Contains(folder, "/internal/") && !strings.HasPrefix(folder, "cmd/")
	return !isPart && !strings.HasPrefix(folder, "linkedart/words/") && !strings.HasPrefix(folder, "checks/")
}

// TestArchitectureListsEveryPackage compares the first column of the table in
// docs/architecture.md with the folders that hold Go files.
func TestArchitectureListsEveryPackage(t *testing.T) {
	page, err := os.ReadFile("../../docs/architecture.md")
	if err != nil {
		t.Fatal(err)
	}
	listed := map[string]bool{}
	for _, line := range strings.Split(string(page), "\n") {
		if folder, rest, ok := strings.Cut(strings.TrimPrefix(line, "| `"), "` |"); ok && strings.HasPrefix(line, "| `") && strings.Count(rest, "|") == 2 {
			listed[folder] = true
		}
	}
	packages := map[string]bool{}
	for _, f := range sourceFiles(t) {
		if !f.test && hasRow(f.folder) {
			packages[f.folder] = true
		}
	}
	for folder := range packages {
		if !listed[folder] {
			t.Errorf("docs/architecture.md has no row for the package `%s`", folder)
		}
	}
	for folder := range listed {
		if !packages[folder] {
			t.Errorf("docs/architecture.md has a row for `%s`, which is no package", folder)
		}
	}
}
