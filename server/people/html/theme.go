package html

import (
	"bytes"
	"errors"
	"fmt"
	"html/template"
	"io"
	"io/fs"
	"path"
	"slices"
	"strconv"
	"strings"
	"text/template/parse"
)

// Limits of a theme: how many files it has, and how large they are in bytes.
const (
	maxThemeFiles    = 200
	maxThemeFile     = 4 << 20
	maxThemeTemplate = 256 << 10
	maxThemeBytes    = 32 << 20
)

// themeTemplates is the folder of a theme's templates; all other files are assets.
const themeTemplates = "templates/"

// themeBlocks are the templates that a theme may define anew. docs/pages.md says what
// they are given.
var themeBlocks = []string{
	"theme-head", "site-header", "site-footer", "navigation", "search", "languages", "pager",
	"record-object", "record-person", "record-group", "record-place", "record-provenance", "record-event",
	"record-concept", "record-set", "record-text", "record-visual", "record-abstract", "record-digital", "record-other",
	"heading", "pictures", "figure", "facts", "statements", "names", "identifiers", "equivalents", "within", "map",
	"tree", "sections", "related", "cards", "provenance", "data", "histogram", "programs",
}

// ownPrefix begins the names of the templates that a theme has for itself.
const ownPrefix = "my-"

// theme is what an operator adds to the pages.
type theme struct {
	bundle bundle
	trees  []*parse.Tree
}

// readTheme reads a theme: its assets and, in the folder templates, its templates, which
// may use the functions. The error names the file, and of a template the line.
func readTheme(folder fs.FS, prefix string, functions map[string]any) (*theme, error) {
	t := &theme{}
	files := map[string]Asset{}
	defined := map[string]string{}
	count, total := 0, 0
	err := fs.WalkDir(folder, ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if strings.HasPrefix(path.Base(name), ".") && name != "." {
			if entry.IsDir() {
				return fs.SkipDir
			}
			return nil
		}
		if entry.IsDir() || isNote(name) {
			return nil
		}
		text, err := readLimited(folder, name)
		if err != nil {
			return err
		}
		count, total = count+1, total+len(text)
		if count > maxThemeFiles || total > maxThemeBytes {
			return fmt.Errorf("there are more than %d files or %d bytes", maxThemeFiles, maxThemeBytes)
		}
		if strings.HasPrefix(name, themeTemplates) {
			return t.define(name, string(text), functions, defined)
		}
		mediaType := mediaTypes[strings.ToLower(path.Ext(name))]
		if mediaType == "" || mediaType == mediaTypes[".js"] {
			return fmt.Errorf("%s: a theme has style sheets, pictures and fonts (%s), and templates in %s", name, themeExtensions(), themeTemplates)
		}
		files[name] = Asset{mediaType, text}
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("read the theme: %w", err)
	}
	t.bundle = newBundle(prefix, files)
	return t, nil
}

// isNote tells whether a file is for those who work on the theme, or for the front page.
func isNote(name string) bool {
	extension := strings.ToLower(path.Ext(name))
	return extension == ".md" || extension == ".txt" || path.Base(name) == "LICENSE" || name == "introduction.html"
}

func themeExtensions() string {
	var out []string
	for extension := range mediaTypes {
		if extension != ".js" {
			out = append(out, extension)
		}
	}
	slices.Sort(out)
	return strings.Join(out, " ")
}

// readLimited reads a regular file that is not too large.
func readLimited(folder fs.FS, name string) ([]byte, error) {
	file, err := folder.Open(name)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	info, err := file.Stat()
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() {
		return nil, fmt.Errorf("%s: it is no regular file", name)
	}
	most := maxThemeFile
	if strings.HasPrefix(name, themeTemplates) {
		most = maxThemeTemplate
	}
	text, err := io.ReadAll(io.LimitReader(file, int64(most)+1))
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	if len(text) > most {
		return nil, fmt.Errorf("%s: it is larger than %d bytes", name, most)
	}
	return text, nil
}

// define takes the templates that a file defines. defined says where each was.
func (t *theme) define(name, text string, functions map[string]any, defined map[string]string) error {
	if path.Ext(name) != ".html" {
		return fmt.Errorf("%s: the name of a template ends in .html", name)
	}
	trees, err := parse.Parse(name, text, "", "", functions, builtins)
	if err != nil {
		return err
	}
	for block, tree := range trees {
		if block == name {
			if !parse.IsEmptyTree(tree.Root) {
				return fmt.Errorf("%s: there is text outside of a definition: write {{define \"site-header\"}}…{{end}}", where(tree))
			}
			continue
		}
		if !slices.Contains(themeBlocks, block) && !strings.HasPrefix(block, ownPrefix) {
			return fmt.Errorf("%s: there is no block %q: define one of %s, or one for yourself whose name begins with %s", where(tree), block, strings.Join(themeBlocks, ", "), ownPrefix)
		}
		if at, ok := defined[block]; ok {
			return fmt.Errorf("%s: the block %q is defined in %s too", where(tree), block, at)
		}
		defined[block] = where(tree)
		t.trees = append(t.trees, tree)
	}
	return nil
}

// builtins are the names of the functions that every template has.
var builtins = map[string]any{
	"and": 0, "call": 0, "html": 0, "index": 0, "js": 0, "len": 0, "not": 0, "or": 0, "print": 0, "printf": 0,
	"println": 0, "slice": 0, "urlquery": 0, "eq": 0, "ge": 0, "gt": 0, "le": 0, "lt": 0, "ne": 0,
}

// where is the file and the line at which a template begins with something.
func where(tree *parse.Tree) string {
	for _, node := range tree.Root.Nodes {
		location, _ := tree.ErrorContext(node) // file:line:column
		file, rest, _ := strings.Cut(location, ":")
		line, err := strconv.Atoi(strings.SplitN(rest, ":", 2)[0])
		text, isText := node.(*parse.TextNode)
		if err != nil || isText && len(bytes.TrimSpace(text.Text)) == 0 {
			continue
		}
		if isText {
			blank := len(text.Text) - len(bytes.TrimLeft(text.Text, " \t\r\n"))
			line += bytes.Count(text.Text[:blank], []byte("\n"))
		}
		return fmt.Sprintf("%s:%d", file, line)
	}
	return tree.ParseName
}

// checkAlone checks that each template of a theme is well formed by itself, such as that
// it ends no tag that it has not begun.
func (p *Pages) checkAlone(t *theme) error {
	for _, tree := range t.trees {
		set, err := p.base.Clone()
		if err != nil {
			return fmt.Errorf("copy the page templates: %w", err)
		}
		var fault *template.Error
		if err := set.ExecuteTemplate(io.Discard, tree.Name, nil); errors.As(err, &fault) {
			return fmt.Errorf("read the theme: %s: the block %q: %w", where(tree), tree.Name, err)
		}
	}
	return nil
}

// tryOut writes the pages that have all blocks between them, full and empty, so that a template
// that fails does so at the start.
func (p *Pages) tryOut() error {
	frame := Frame{Site: "Museum", Home: "/", Title: "Example", Search: &Search{Action: "/-/search"},
		Languages: []Language{{Tag: "en", Name: "English", Href: "?lang=en", Current: true}}, Navigation: []Link{{Href: "/object/", Title: "Objects"}},
		Footer: []Link{{Href: "/-/dataset", Title: "Data"}}}
	var faults []error
	for _, endpoint := range []string{"object", "person", "group", "place", "provenance", "event", "concept", "set", "text", "visual", "abstract", "digital", ""} {
		faults = append(faults, p.Write(io.Discard, ExampleRecord(frame, endpoint)), p.Write(io.Discard, &Record{Frame: frame, Endpoint: endpoint}))
	}
	faults = append(faults,
		p.Write(io.Discard, new(exampleOverview(frame))), p.Write(io.Discard, &Overview{Frame: frame}),
		p.Write(io.Discard, new(exampleResults(frame))), p.Write(io.Discard, &Results{Frame: frame}), p.Write(io.Discard, &List{Frame: frame}))
	for _, fault := range faults {
		if fault != nil {
			return fmt.Errorf("try the theme with an example: %w", errors.Unwrap(fault))
		}
	}
	return nil
}
