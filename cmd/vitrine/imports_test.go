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
	"cmd":                  {"..."},
	"server":               {"server/...", "load", "serialize/...", "linkedart/...", "rdfstore", "rdfstore/graph", "rdfstore/iri", "rdfstore/visibility", "context", "sparql/..."},
	"server/atlas":         {"linkedart/wkt"},
	"server/certificate":   {},
	"server/collection":    {"context"},
	"server/describe":      {"linkedart/datetime", "linkedart/links", "linkedart/reading", "linkedart/wkt", "rdfstore", "server/atlas", "server/describe/...", "server/page", "server/page/triples", "server/picture", "server/web/address", "server/wording"},
	"server/overview":      {},
	"server/page":          {"server/wording"},
	"server/page/triples":  {"rdfstore/graph"},
	"server/picture":       {"linkedart/reading"},
	"server/schemaorg":     {"linkedart/datetime", "linkedart/reading", "linkedart/wkt", "server/page"},
	"server/site":          {"linkedart/reading", "rdfstore", "rdfstore/graph", "server/criteria", "server/holdings", "server/page", "server/represent", "server/vocabulary", "server/web/address", "server/web/contentneg", "server/web/respond", "server/wording"},
	"server/dataset":       {"context", "rdfstore", "rdfstore/graph", "server/describe/brief", "server/dump", "server/feed", "server/holdings", "server/page", "server/page/triples", "server/represent", "server/site", "server/spool", "server/void", "server/web/address", "server/web/contentneg", "server/web/respond", "server/wording"},
	"server/listing":       {"linkedart/links", "linkedart/reading", "rdfstore", "rdfstore/graph", "server/collection", "server/criteria", "server/describe/related", "server/pace", "server/page", "server/page/triples", "server/represent", "server/results", "server/search", "server/search/query", "server/site", "server/vocabulary", "server/web/address", "server/web/respond", "server/wording"},
	"server/entity":        {"rdfstore", "serialize", "server/represent", "server/site", "server/web/address", "server/web/auth", "server/web/contentneg", "server/web/respond", "server/write"},
	"server/query":         {"linkedart/wkt", "rdfstore", "rdfstore/graph", "serialize/nquads", "serialize/rdfxml", "serialize/turtle", "server/atlas", "server/pace", "server/page", "server/site", "server/spool", "server/web/address", "server/web/contentneg", "server/web/respond", "server/wording", "sparql", "sparql/algebra", "sparql/dataset", "sparql/result", "sparql/syntax", "sparql/value"},
	"server/criteria":      {"server/holdings", "server/search/query", "server/vocabulary", "server/web/respond", "server/wording"},
	"server/vocabulary":    {"context", "rdfstore/graph", "server/collection"},
	"server/results":       {"linkedart/reading", "rdfstore", "rdfstore/graph", "server/collection", "server/criteria", "server/describe", "server/page", "server/page/triples", "server/schemaorg", "server/search", "server/search/query", "server/vocabulary", "server/web/address", "server/wording"},
	"server/front":         {"server/atlas", "server/criteria", "server/describe", "server/overview", "server/page", "server/results", "server/search", "server/search/query", "server/web/address", "server/wording"},
	"server/wording":       {"linkedart/datetime", "linkedart/reading"},
	"server/fragments":     {"rdfstore", "rdfstore/graph", "serialize/nquads", "serialize/turtle", "server/page", "server/site", "server/web/address", "server/web/respond", "sparql/dataset"},
	"server/oidc":          {"server/web/auth"},
	"server/openapi":       {"linkedart", "linkedart/shapes"},
	"server/holdings":      {"rdfstore"},
	"server/dump":          {"rdfstore", "rdfstore/graph", "serialize", "serialize/dataset", "server/web/contentneg"},
	"server/metrics":       {"rdfstore", "server/query", "server/represent", "server/web/respond"},
	"server/represent":     {"context", "linkedart/links", "linkedart/reading", "rdfstore", "rdfstore/graph", "serialize", "serialize/jsonld", "server/collection", "server/describe", "server/describe/brief", "server/follower", "server/page", "server/page/triples", "server/schemaorg", "server/web/address", "server/web/contentneg", "server/web/respond", "server/wording"},
	"server/pace":          {"rdfstore/yield"},
	"server/write":         {"context", "linkedart", "linkedart/admission", "rdfstore", "rdfstore/graph", "serialize", "serialize/dataset", "server/mergepatch", "server/web/address", "server/web/auth", "server/web/respond"},
	"server/void":          {"rdfstore/graph"},
	"server/spool":         {},
	"server/search":        {"linkedart/reading", "linkedart/wkt", "rdfstore", "rdfstore/graph", "server/holdings", "server/pace"},
	"server/feed":          {"context", "rdfstore"},
	"control":              {"control/wire", "rdfstore", "rdfstore/graph", "rdfstore/yield"},
	"control/client":       {"control/wire", "rdfstore"},
	"control/wire":         {"rdfstore", "rdfstore/graph"},
	"harvest":              {"harvest/...", "load", "serialize", "rdfstore", "rdfstore/atomicfile", "rdfstore/filelock", "rdfstore/graph", "context"},
	"harvest/client":       {"remote/pace"},
	"harvest/activity":     {},
	"harvest/check":        {"harvest/client", "context"},
	"remote":               {"linkedart"},
	"remote/pace":          {},
	"remote/graphstore":    {"remote/pace", "serialize", "serialize/nquads"},
	"remote/issuer":        {},
	"remote/mirror":        {"remote", "remote/graphstore", "remote/pace", "harvest/activity", "rdfstore", "rdfstore/atomicfile", "rdfstore/filelock", "rdfstore/graph", "serialize", "serialize/nquads", "sparql/value"},
	"load":                 {"serialize", "serialize/dataset", "rdfstore", "rdfstore/graph"},
	"serialize":            {"serialize/...", "context", "rdfstore/graph", "rdfstore/iri", "linkedart/property", "linkedart/wkt"},
	"linkedart":            {"linkedart/...", "context", "rdfstore/iri"},
	"linkedart/property":   {},
	"linkedart/provenance": {"linkedart/reading", "linkedart/datetime"},
	"linkedart/reading":    {"linkedart", "linkedart/datetime", "linkedart/wkt", "rdfstore/graph", "serialize/jsonld/layout", "serialize/jsonld/number"},
	"linkedart/shapes":     {"linkedart"},
	"linkedart/wkt":        {},
	"linkedart/admission":  {"linkedart", "rdfstore/graph"},
	"linkedart/links":      {"rdfstore", "rdfstore/graph", "context"},
	"rdfstore":             {"rdfstore/graph"},
	"rdfstore/graph":       {"rdfstore/iri"},
	"rdfstore/iri":         {},
	"rdfstore/atomicfile":  {},
	"rdfstore/extsort":     {},
	"rdfstore/filelock":    {},
	"rdfstore/yield":       {},
	"rdfstore/boltstore":   {"rdfstore", "rdfstore/graph", "rdfstore/yield", "rdfstore/boltstore/internal/..."},
	"rdfstore/pgstore":     {"rdfstore", "rdfstore/extsort", "rdfstore/graph", "rdfstore/pgstore/internal/..."},
	"rdfstore/memstore":    {"rdfstore", "rdfstore/graph"},
	"rdfstore/transfer":    {"rdfstore", "rdfstore/extsort", "rdfstore/graph"},
	"rdfstore/visibility":  {"rdfstore", "rdfstore/graph", "rdfstore/atomicfile"},
	"rdfstore/storetest":   {"rdfstore", "rdfstore/graph", "rdfstore/memstore"},
	"context":              {"rdfstore/iri", "rdfstore/atomicfile"},
	"data":                 {},
	"sparql":               {"sparql/...", "rdfstore", "rdfstore/graph", "rdfstore/iri", "serialize/namechar", "serialize/terms"},
	"sparql/syntax":        {"sparql/internal/names", "rdfstore/graph", "rdfstore/iri", "serialize/namechar", "serialize/terms"},
	"sparql/eval":          {"sparql/plan", "sparql/algebra", "sparql/dataset", "sparql/value", "sparql/function", "rdfstore/graph"},
	"sparql/plan":          {"sparql/algebra", "sparql/dataset"},
	"sparql/algebra":       {"sparql/internal/names", "sparql/syntax", "rdfstore/graph", "serialize/terms"},
	"sparql/dataset":       {"rdfstore", "rdfstore/graph"},
	"sparql/function":      {"sparql/regex", "sparql/value", "rdfstore/graph", "rdfstore/iri"},
	"sparql/reference":     {"sparql/algebra", "sparql/function", "sparql/value", "rdfstore/graph"},
	"sparql/sparqltest":    {"sparql/algebra", "sparql/reference", "sparql/syntax", "rdfstore/graph", "serialize", "serialize/turtle"},
	"sparql/regex":         {},
	"sparql/result":        {"rdfstore/graph", "serialize/namechar", "serialize/terms"},
	"sparql/value":         {"rdfstore/graph"},

	"remote/graphstore/graphstoretest": {"rdfstore/graph", "serialize", "serialize/nquads"},

	"rdfstore/pgstore/pgstoretest": {"rdfstore/pgstore"},

	"sparql/internal/names":  {},
	"sparql/value/valuetest": {"sparql/value", "rdfstore/graph"},
	"serialize/formattest":   {"serialize/...", "rdfstore/graph"},

	"server/web/contentneg":    {},
	"server/web/respond":       {"linkedart", "server/web/address", "server/web/contentneg"},
	"server/web/auth":          {"rdfstore/atomicfile", "server/web/respond"},
	"server/web/address":       {},
	"server/follower":          {"rdfstore"},
	"server/describe/brief":    {"linkedart/datetime", "linkedart/reading", "rdfstore", "rdfstore/graph", "server/atlas", "server/follower", "server/page", "server/page/triples", "server/picture", "server/web/address", "server/wording"},
	"server/describe/summary":  {"linkedart/reading", "server/describe/brief", "server/page", "server/wording"},
	"server/describe/related":  {"linkedart/datetime", "linkedart/links", "linkedart/reading", "rdfstore/graph", "server/describe/brief", "server/page", "server/page/triples", "server/wording"},
	"server/describe/history":  {"linkedart/provenance", "linkedart/reading", "rdfstore", "rdfstore/graph", "server/describe/brief", "server/describe/placemap", "server/page", "server/wording"},
	"server/describe/placemap": {"linkedart/links", "linkedart/reading", "server/atlas", "server/describe/brief", "server/page", "server/wording"},

	"rdfstore/boltstore/internal":          {"rdfstore", "rdfstore/atomicfile", "rdfstore/extsort", "rdfstore/graph"},
	"rdfstore/boltstore/internal/table":    {"rdfstore"},
	"rdfstore/boltstore/internal/record":   {"rdfstore", "rdfstore/graph", "rdfstore/boltstore/internal/boltfile", "rdfstore/boltstore/internal/table"},
	"rdfstore/boltstore/internal/boltfile": {"rdfstore", "rdfstore/atomicfile", "rdfstore/extsort", "rdfstore/boltstore/internal/guard"},
}

// onlyIn says which outside packages are for one package alone.
var onlyIn = map[string]string{
	"go.etcd.io/bbolt":           "rdfstore/boltstore",
	"github.com/jackc/pgx":       "rdfstore/pgstore",
	"github.com/alecthomas/kong": "cmd/vitrine",
	"github.com/gorilla/mux":     "server",
	"github.com/blevesearch":     "server/search",
	"github.com/go-jose/go-jose": "server/oidc",
}

// mayDial are the packages that may open connections: harvest/client and remote to the
// hosts that the user of a command or the configuration of a server names, and
// control/client to Unix domain sockets of this machine. The server imports none of them: no
// request makes the server fetch a URL.
var mayDial = []string{"harvest/client", "control/client", "remote", "remote/graphstore", "remote/issuer"}

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

// belongsTo tells whether a folder is that of the package, below it for the package alone, or
// that of its help for tests.
func belongsTo(folder, pkg string) bool {
	return folder == pkg || strings.HasPrefix(folder, pkg+"/internal") || folder == path.Join(pkg, path.Base(pkg)+"test")
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
		if !f.test {
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
