package page

import (
	"strings"
)

// data writes the record as data: how it can be had, and how it is cited.
func (m *markup) data(r *Record) {
	d := &r.Data
	m.add(`<section class="data" id="data">` + "\n<h2>")
	m.say("Data")
	m.add("</h2>\n")
	m.source(d)
	if len(d.Formats) > 0 {
		m.formats(d)
	}
	m.add(`<dl class="facts">` + "\n")
	if len(d.Cite) > 0 {
		m.add("<div><dt>")
		m.say("Cite as")
		m.add("</dt><dd")
		m.copyable()
		m.add("><span>")
		m.phrase(d.Cite)
		m.add("</span></dd></div>\n")
	}
	if d.Licence != "" {
		m.add("<div><dt>")
		m.say("Licence")
		m.add("</dt><dd>")
		m.licence(d.Licence)
		m.add("</dd></div>\n")
	}
	if len(d.Modified) > 0 {
		m.add("<div><dt>")
		m.say("Last changed")
		m.add("</dt><dd>")
		m.phrase(d.Modified)
		m.add("</dd></div>\n")
	}
	if r.IRI != "" {
		m.add("<div><dt>")
		m.say("URI")
		m.add("</dt><dd><code>")
		m.text(r.IRI)
		m.add("</code></dd></div>\n")
	}
	m.add("</dl>\n</section>\n")
}

// source writes the record as JSON-LD, or that it is too long for that.
func (m *markup) source(d *Data) {
	begin := m.b.Len()
	m.add(`<details class="source"><summary>`)
	m.say("The record as JSON-LD")
	m.add("</summary>\n" + `<section class="json" tabindex="0" aria-label="`)
	m.say("The record as JSON-LD")
	m.add(`"><pre>`)
	m.b.Grow(markedUp * len(d.Source.text))
	if marked, ok := d.Source.append(m.b.AvailableBuffer()); ok {
		m.b.Write(marked)
		m.add("</pre></section></details>\n")
		return
	}
	m.b.Truncate(begin)
	if len(d.Formats) > 0 {
		m.add(`<p class="note">`)
		m.say("The record is too long to be shown here. The formats lead to it.")
		m.add("</p>\n")
	}
}

// formats writes links to the other representations, and the commands that get them.
func (m *markup) formats(d *Data) {
	m.add("<h3>")
	m.say("Formats")
	m.add("</h3>\n" + `<ul class="formats">` + "\n")
	for _, f := range d.Formats {
		m.add("<li><a")
		m.attribute("href", address(f.Href))
		m.mediaType(f.Type)
		m.add(">")
		m.text(f.Title)
		m.add("</a></li>\n")
	}
	if href := m.link(d.Triples); href != "" {
		m.add("<li><a")
		m.attribute("href", href)
		m.add(">")
		m.say("Table of triples")
		m.add("</a></li>\n")
	}
	if href := m.link(d.Mentions); href != "" {
		m.add("<li><a")
		m.attribute("href", href)
		m.add(">")
		m.say("Quads that name it")
		m.add("</a></li>\n")
	}
	m.add("</ul>\n")
	if d.Address == "" {
		return
	}
	m.add(`<details class="commands"><summary>`)
	m.say("Commands that get them")
	m.add("</summary>\n")
	for _, f := range d.Formats {
		m.add("<p")
		m.copyable()
		m.add("><code>")
		m.command(f.Type, d.Address)
		m.add("</code></p>\n")
	}
	m.add("</details>\n")
}

// command writes the curl command that gets an address as a media type.
func (m *markup) command(mediaType, href string) {
	m.add("curl ")
	if mediaType != "" {
		m.add("-H &#39;Accept: ")
		m.quoted(mediaType)
		m.add("&#39; ")
	}
	m.add("&#39;")
	m.quoted(href)
	m.add("&#39;")
}

// quoted writes a text as it stands between the quotation marks of a shell.
func (m *markup) quoted(s string) {
	for {
		before, after, more := strings.Cut(s, "'")
		m.text(before)
		if !more {
			return
		}
		m.add(`&#39;\&#39;&#39;`)
		s = after
	}
}

// copyable writes the attributes of an element that a script adds a button to.
func (m *markup) copyable() {
	m.add(` class="copyable" data-copy="`)
	m.say("Copy")
	m.add(`" data-copied="`)
	m.say("Copied")
	m.add(`"`)
}

func (m *markup) licence(uri string) {
	href := address(uri)
	if href == "" {
		m.text(uri)
		return
	}
	m.add("<a")
	m.attribute("href", href)
	m.add(` rel="license">`)
	m.text(href)
	m.add("</a>")
}

// mediaType writes a type attribute the way that Linked Art prints it, with the profile in
// double quotes, for readers that look for just that; nothing where it is empty.
func (m *markup) mediaType(t string) {
	switch {
	case t == "":
	case strings.ContainsAny(t, "'<>&"):
		m.attribute("type", t)
	default:
		m.add(" type='", t, "'")
	}
}
