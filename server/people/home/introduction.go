package home

import (
	"bytes"
	"errors"
	"fmt"
	"html/template"
	"path/filepath"
	"strings"
	"unicode/utf8"

	"github.com/microcosm-cc/bluemonday"
	"github.com/yuin/goldmark"
)

// MaxIntroduction is the size of the largest introduction, in bytes.
const MaxIntroduction = 256 << 10

// ErrIntroduction is wrapped by errors about an introduction.
var ErrIntroduction = errors.New("the introduction cannot be used")

// Introduction returns the text of a file of the operator's as HTML for the front page.
// The name says what the file is: Markdown (.md, .markdown) or HTML (.html, .htm).
// Raw HTML in Markdown is left out, and of HTML all that could run, load or style
// anything. The error wraps ErrIntroduction.
func Introduction(name string, text []byte) (template.HTML, error) {
	switch {
	case len(text) > MaxIntroduction:
		return "", fmt.Errorf("%w: it has more than %d bytes", ErrIntroduction, MaxIntroduction)
	case !utf8.Valid(text):
		return "", fmt.Errorf("%w: it is not UTF-8", ErrIntroduction)
	}
	// A browser would take the byte order mark for a part of the text.
	text = bytes.TrimPrefix(text, []byte("\ufeff"))
	switch strings.ToLower(filepath.Ext(name)) {
	case ".md", ".markdown":
		var b bytes.Buffer
		if err := goldmark.Convert(text, &b); err != nil {
			return "", fmt.Errorf("%w: %w", ErrIntroduction, err)
		}
		text = b.Bytes()
	case ".html", ".htm":
	default:
		return "", fmt.Errorf("%w: its name ends neither in .md nor in .html", ErrIntroduction)
	}
	// The heading of the page is the name of the service. In what was sanitised, a less-than
	// sign begins a tag.
	clean := lower.Replace(string(policy().SanitizeBytes(text)))
	return template.HTML(clean), nil
}

// lower makes the first level of headings the second.
var lower = strings.NewReplacer("<h1", "<h2", "</h1>", "</h2>")

// policy says what may stand in an introduction: text with its structure, links, and
// pictures of this host, which the Content-Security-Policy allows.
func policy() *bluemonday.Policy {
	p := bluemonday.NewPolicy()
	p.AllowStandardURLs()
	p.AllowURLSchemes("http", "https", "mailto")
	p.RequireNoFollowOnLinks(false)
	p.AllowAttrs("href").OnElements("a")
	p.AllowAttrs("src", "alt", "width", "height").OnElements("img")
	p.AllowAttrs("lang").Matching(bluemonday.Paragraph).Globally()
	p.AllowAttrs("dir").Matching(bluemonday.Direction).Globally()
	p.AllowElements("p", "br", "hr", "h1", "h2", "h3", "h4", "ul", "ol", "li", "dl", "dt", "dd", "blockquote", "q", "cite",
		"em", "strong", "i", "b", "u", "s", "small", "sub", "sup", "abbr", "code", "pre", "span", "div", "section",
		"figure", "figcaption", "time")
	return p
}
