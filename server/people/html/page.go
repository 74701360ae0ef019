// Package html writes the HTML that people see: the page of an entity, the
// front page, lists and error pages. A page is one valid HTML document
// (https://html.spec.whatwg.org/) in one language. It needs nothing from elsewhere but
// the pictures that it shows: the style sheet and the scripts are assets of this
// package, and it says the same without them. Every text in it is escaped, by
// html/template or, within a line, by markup (markup.go).
//
// Pages of triples show what a graph holds in rows: each property in the words of its IRI
// with its values, and nodes that have no page of their own in place.
//
// The package knows neither the store nor HTTP; the caller says in words what a page shows
// and where each link leads.
package html

import (
	"embed"
	"fmt"
	"html/template"
	"io"
	"io/fs"
	"strings"
	"sync"

	"vitrine/server/people/i18n"
)

//go:embed templates
var templates embed.FS

// Options say what pages are made of.
type Options struct {
	// Assets is the path under which the assets are served, with a slash at its end:
	// "/-/assets/".
	Assets string
	// Theme is a folder with an operator's own look; nil for none.
	Theme fs.FS
	// Languages are those of the pages; those in the program where it is nil.
	Languages *i18n.Languages
}

// Pages holds the templates and the assets. It may be used by many goroutines.
type Pages struct {
	base *template.Template
	// bundles are the assets, a theme's before those of this package.
	bundles []bundle
	// sheet is the element of the style sheet, and sheetSource what Policy says of it.
	sheet       template.HTML
	sheetSource string
	// english is the language of a page that has none.
	english *i18n.Wording

	lock sync.Mutex
	// localizers are what writes the pages of a language.
	localizers map[locale]*localizer
}

// New reads the templates and the assets.
func New(o Options) (*Pages, error) {
	p := &Pages{localizers: map[locale]*localizer{}}
	var err error
	if o.Languages == nil {
		if o.Languages, err = i18n.All(); err != nil {
			return nil, fmt.Errorf("read the languages of the pages: %w", err)
		}
	}
	p.english = o.Languages.English()
	own, err := ownAssets(o.Assets)
	if err != nil {
		return nil, err
	}
	p.bundles = []bundle{own}
	p.base = template.New("").Funcs(p.localizer(p.english, false).functions())
	if p.base, err = p.base.ParseFS(templates, "templates/*.html"); err != nil {
		return nil, fmt.Errorf("parse the page templates: %w", err)
	}
	if o.Theme != nil {
		if err := p.applyTheme(o); err != nil {
			return nil, err
		}
	}
	p.setSheet()
	return p, nil
}

// applyTheme adds a theme to the pages, and tries it.
func (p *Pages) applyTheme(o Options) error {
	t, err := readTheme(o.Theme, o.Assets, p.localizer(p.english, false).functions())
	if err != nil {
		return err
	}
	p.bundles = append([]bundle{t.bundle}, p.bundles...)
	for _, tree := range t.trees {
		if _, err := p.base.AddParseTree(tree.Name, tree); err != nil {
			return fmt.Errorf("read the theme: %w", err)
		}
	}
	if err := p.checkAlone(t); err != nil {
		return err
	}
	return p.tryOut()
}

// maxLocalizers bounds the number of languages that the templates are kept in.
const maxLocalizers = 64

// in returns what writes pages in the language of a page. The functions of its templates
// are those of the language, so that a template says a text without naming the language.
func (p *Pages) in(f *Frame) (*localizer, error) {
	w := f.Wording
	if w == nil {
		w = p.english
	}
	of := locale{w.Tag(), f.Carried}
	p.lock.Lock()
	defer p.lock.Unlock()
	if s, ok := p.localizers[of]; ok {
		return s, nil
	}
	set, err := p.base.Clone()
	if err != nil {
		return nil, fmt.Errorf("copy the page templates: %w", err)
	}
	s := p.localizer(w, f.Carried)
	s.set = set.Funcs(s.functions())
	if len(p.localizers) < maxLocalizers {
		p.localizers[of] = s
	}
	return s, nil
}

// Policy is the Content-Security-Policy of a page that shows pictures of hosts, and whose script
// asks image services of hosts what they do; each is a host name with or without a scheme and a
// port.
func (p *Pages) Policy(imageHosts, serviceHosts []string) string {
	return "default-src 'none'; script-src 'self'; style-src 'self'" + p.sheetSource + "; font-src 'self'; connect-src 'self'" + hostSources(serviceHosts) +
		"; img-src 'self'" + hostSources(imageHosts) + "; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
}

// hostSources are hosts as the policy names them, each after a blank.
func hostSources(hosts []string) string {
	out := ""
	for _, host := range hosts {
		if source := hostSource(host); source != "" {
			out += " " + source
		}
	}
	return out
}

// hostSource returns a host as the policy names it; empty for what would not be one
// (Content Security Policy Level 3, section 2.3.1).
func hostSource(host string) string {
	bare := strings.TrimPrefix(strings.TrimPrefix(host, "https://"), "http://")
	if bare == "" || len(bare) > 300 {
		return ""
	}
	for _, r := range bare {
		switch {
		case r >= 'a' && r <= 'z', r >= 'A' && r <= 'Z', r >= '0' && r <= '9', r == '-', r == '.', r == ':':
		default:
			return ""
		}
	}
	return host
}

// Write writes a page.
func (p *Pages) Write(w io.Writer, page Page) error {
	s, err := p.in(page.frame())
	if err != nil {
		return err
	}
	if err := s.set.ExecuteTemplate(w, page.template(), page); err != nil {
		return fmt.Errorf("write the page %s: %w", page.template(), err)
	}
	return nil
}
