package html

import (
	"bytes"
	"strings"
	"testing"
	"testing/fstest"
)

func themeOf(files map[string]string) fstest.MapFS {
	out := fstest.MapFS{}
	for name, text := range files {
		out[name] = &fstest.MapFile{Data: []byte(text)}
	}
	return out
}

// TestTheme reads a theme with all that a theme can have.
func TestTheme(t *testing.T) {
	folder := themeOf(map[string]string{
		"theme.css": ":root{--accent:#800}@font-face{font-family:x;src:url(fonts/x.woff2)}", "logo.svg": "<svg/>", "fonts/x.woff2": "font",
		"README.md": "notes", ".git/config": "x",
		"templates/header.html": `{{define "site-header"}}<p class="mine">{{.Site}} {{say "Search"}}</p>{{template "my-line" .}}{{end}}
{{define "my-line"}}<hr>{{end}}`,
		"templates/object.html": `{{define "record-object"}}{{template "heading" .}}<p>Mine: {{part .Name}}</p>{{end}}`,
	})
	pages, err := New(Options{Assets: "/-/assets/", Theme: folder})
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	if err := pages.Write(&b, ExampleRecord(Frame{Site: "A <b>Museum</b>", Home: "/"}, "object")); err != nil {
		t.Fatal(err)
	}
	text := b.String()
	checkHTML(t, text)
	sheet := pages.address("theme.css")
	for _, want := range []string{`<p class="mine">A &lt;b&gt;Museum&lt;/b&gt; Search</p><hr>`, "<p>Mine: View of a Canal</p>", `<link rel="stylesheet" href="` + sheet + `">`} {
		if !strings.Contains(text, want) {
			t.Errorf("the page lacks %s", want)
		}
	}
	if strings.Index(text, sheet) < strings.Index(text, "<style>") {
		t.Error("the sheet of the theme is before the other")
	}
	for name, mediaType := range map[string]string{"theme.css": "text/css", "fonts/x.woff2": "font/woff2", "logo.svg": "image/svg+xml"} {
		address := strings.TrimPrefix(pages.address(name), "/-/assets/")
		if asset, ok := pages.Asset(address); !ok || asset.MediaType != mediaType {
			t.Errorf("%s: %v, %v", address, asset, ok)
		}
	}
	if pages.address("README.md") != "" || pages.address("templates/header.html") != "" {
		t.Error("a file that is no asset is served")
	}
}

// TestBadTheme has one fault in each theme; the error tells where it is.
func TestBadTheme(t *testing.T) {
	const file = "templates/x.html"
	for _, test := range []struct{ name, file, text, want string }{
		{"syntax", file, "\n{{define \"heading\"}}\n{{if}}{{end}}{{end}}", "x.html:3"},
		{"not closed", file, "{{define \"heading\"}}", "x.html:1"},
		{"no such block", file, "\n{{define \"headline\"}}x{{end}}", `x.html:2: there is no block "headline"`},
		{"text outside", file, "{{define \"heading\"}}x{{end}}\n<p>", "x.html:2: there is text outside"},
		{"no such function", file, "\n\n{{define \"heading\"}}{{shout .Name}}{{end}}", `x.html:3: function "shout"`},
		{"no such field", file, "{{define \"heading\"}}\n{{.Shoe}}{{end}}", "x.html:2"},
		{"no such template", file, "{{define \"heading\"}}\n{{template \"my-shoe\" .}}{{end}}", "x.html:2"},
		{"field of an example", file, "{{define \"tree\"}}\n{{range .Broader}}{{.Shoe}}{{end}}{{end}}", "x.html:2"},
		{"a tag that is cut", file, "{{define \"heading\"}}\n<a href=\"{{end}}", "x.html"},
		{"another ending", "templates/x.txt.tmpl", "x", "x.txt.tmpl: the name of a template"},
		{"a script", "x.js", "alert(1)", "x.js: a theme has"},
		{"a program", "x.exe", "", "x.exe: a theme has"},
		{"a large template", file, strings.Repeat(" ", maxThemeTemplate+1), "x.html: it is larger than"},
		{"a large picture", "logo.png", strings.Repeat(" ", maxThemeFile+1), "logo.png: it is larger than"},
	} {
		t.Run(test.name, func(t *testing.T) {
			_, err := New(Options{Assets: "/-/assets/", Theme: themeOf(map[string]string{test.file: test.text})})
			if err == nil || !strings.Contains(err.Error(), test.want) {
				t.Errorf("the error is %v, without %q", err, test.want)
			}
		})
	}
}

// TestThemeTwice defines a block in two files.
func TestThemeTwice(t *testing.T) {
	block := `{{define "heading"}}x{{end}}`
	_, err := New(Options{Theme: themeOf(map[string]string{"templates/a.html": block, "templates/b.html": block})})
	if err == nil || !strings.Contains(err.Error(), "templates/a.html:1") || !strings.Contains(err.Error(), "templates/b.html:1") {
		t.Errorf("the error is %v", err)
	}
}

// TestThemeBlocks checks that there is a template for each block of the list.
func TestThemeBlocks(t *testing.T) {
	pages, err := New(Options{})
	if err != nil {
		t.Fatal(err)
	}
	for _, block := range themeBlocks {
		if pages.base.Lookup(block) == nil {
			t.Errorf("there is no template %s", block)
		}
	}
}

// TestThemeWithinBlocks defines blocks that others of the program's have in them.
func TestThemeWithinBlocks(t *testing.T) {
	pages, err := New(Options{Theme: themeOf(map[string]string{"templates/x.html": `{{define "cards"}}<p>{{len .}} <i>mine</i></p>{{end}}
{{define "heading"}}<h1>{{.Name.Text}}</h1>{{template "facts" .}}{{end}}{{define "figure"}}<hr>{{end}}`})})
	if err != nil {
		t.Fatal(err)
	}
	r := Record{Endpoint: "person", Name: Part{Text: "<b>"}, Pictures: []Picture{{Src: "/1.jpg"}}}
	r.Related = []CardList{{Title: "Born here", Cards: []Card{{Name: Part{Text: "Ada"}}, {Name: Part{Text: "Bea"}}}}}
	var b bytes.Buffer
	if err := pages.Write(&b, &r); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"<h1>&lt;b&gt;</h1>", "<p>2 <i>mine</i></p>", `<div class="pictures" `, ">\n<hr></div>"} {
		if !strings.Contains(b.String(), want) {
			t.Errorf("the page lacks %s:\n%s", want, b.String())
		}
	}
	if strings.Contains(b.String(), `class="card"`) {
		t.Error("the cards are not the theme's")
	}
}
