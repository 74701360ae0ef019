package profile

import (
	"slices"
	"strings"
	"unicode/utf8"

	"vitrine/linkedart/reading"
	"vitrine/server/people/i18n"
	"vitrine/server/people/schemaorg"
	"vitrine/server/web/address"
)

// kinds are the kinds of values that tables name.
var kinds = map[string]value{
	"name":        func(w *writer, n reading.Node) []term { return first(w.names(n)) },
	"names":       (*writer).names,
	"other names": (*writer).otherNames,
	"text":        (*writer).content,
	"identifier":  (*writer).identifiers,
	"uri":         (*writer).uri,
	"date":        func(_ *writer, n reading.Node) []term { return []term{{text: schemaorg.Date(n)}} },
	"language":    func(w *writer, n reading.Node) []term { return []term{{text: w.language(w.own(n))}} },
	"media type":  (*writer).mediaTypes,
	"size":        (*writer).sizes,
	"publisher":   func(w *writer, _ reading.Node) []term { return []term{w.Publisher} },
	"page": func(w *writer, n reading.Node) []term {
		return []term{{iri: address.WithFormat(address.URI(n.IRI()), "html")}}
	},
	"picture":      func(_ *writer, n reading.Node) []term { return []term{{iri: pictureOf(n)}} },
	"tagged names": func(w *writer, n reading.Node) []term { return tagged(w.names(n)) },
	"tagged text":  func(w *writer, n reading.Node) []term { return tagged(w.content(n)) },
	"whole size":   (*writer).wholeSize,
	"day":          day,
	"modified":     modified,
	"thumbnail":    thumbnail,
	"licence":      func(w *writer, n reading.Node) []term { return []term{{iri: w.licence(n)}} },
}

func first(values []term) []term { return values[:min(1, len(values))] }

// names are what an entity is called, in each language once: by the names that its record
// prefers, or by its first name, or by its label.
func (w *writer) names(n reading.Node) []term {
	preferred, others := w.split(n)
	if len(preferred) == 0 {
		preferred = others[:min(1, len(others))]
	}
	var out []term
	for _, name := range preferred {
		value := w.text(name)
		if value.text != "" && !slices.ContainsFunc(out, func(t term) bool { return t.lang == value.lang }) {
			out = append(out, value)
		}
	}
	if len(out) == 0 {
		out = []term{{text: clean(w.own(n).Label())}}
	}
	return out
}

// otherNames are the names of an entity that names does not have.
func (w *writer) otherNames(n reading.Node) []term {
	taken := w.names(n)
	preferred, others := w.split(n)
	var out []term
	for _, name := range append(preferred, others...) {
		if value := w.text(name); !slices.Contains(taken, value) && !slices.Contains(out, value) {
			out = append(out, value)
		}
	}
	return out
}

// split are the names of an entity that are classified as primary, and the others.
func (w *writer) split(n reading.Node) (preferred, others []reading.Name) {
	names := w.own(n).Names()
	i := slices.IndexFunc(names, func(n reading.Name) bool {
		return !slices.ContainsFunc(n.Kinds, func(kind reading.Node) bool { return kind.IRI() == reading.PrimaryName })
	})
	if i < 0 {
		i = len(names)
	}
	return slices.Clip(names[:i]), names[i:]
}

// text is a text of a record with its language.
func (w *writer) text(n reading.Name) term {
	return term{text: clean(n.Content), lang: n.Language(func(string) string {
		for _, concept := range n.Languages {
			if tag := w.language(concept); tag != "" {
				return tag
			}
		}
		return ""
	})}
}

// content is what a text says.
func (w *writer) content(n reading.Node) []term {
	var out []term
	for _, l := range n.Literals(reading.Content) {
		out = append(out, w.text(reading.Name{Content: l.String(), Tag: l.Lang(), Languages: n.Nodes(reading.Language)}))
	}
	return out
}

func (w *writer) identifiers(n reading.Node) []term {
	var out []term
	for _, identifier := range w.own(n).Identifiers() {
		out = append(out, term{text: clean(identifier.Content)})
	}
	return out
}

// uri is the address of a resource.
func (w *writer) uri(n reading.Node) []term {
	if iri := n.IRI(); iri != "" {
		return []term{{iri: address.URI(iri)}}
	}
	return nil
}

func (w *writer) mediaTypes(n reading.Node) []term {
	var out []term
	for _, l := range n.Literals(reading.Format) {
		out = append(out, term{text: clean(l.String())})
	}
	return out
}

// sizes are the dimensions of an entity in English, each with what it is the size of.
func (w *writer) sizes(n reading.Node) []term {
	english := w.Languages.English()
	var out []term
	for _, d := range n.Dimensions() {
		unit := i18n.Unit{IRIs: []string{d.Unit.IRI()}}
		if own := w.own(d.Unit); !own.IsZero() {
			for _, same := range own.Nodes(reading.Equivalent) {
				unit.IRIs = append(unit.IRIs, same.IRI())
			}
			for _, name := range first(w.names(d.Unit)) {
				unit.Name, unit.Lang = name.text, name.lang
			}
		}
		var said []string
		for _, words := range english.Size(d, unit) {
			said = append(said, words.Text)
		}
		size := strings.Join(said, " ")
		for _, kind := range d.Node.Kinds() {
			for _, name := range first(w.names(kind)) {
				if size != "" && name.text != "" {
					size = name.text + ": " + size
				}
			}
			break
		}
		if size != "" {
			out = append(out, term{text: clean(size), lang: "en"})
		}
	}
	return out
}

// clean is a text with a replacement character for what XML 1.0 (section 2.2) has no character for.
func clean(text string) string {
	return strings.Map(func(r rune) rune {
		if r < ' ' && r != '\t' && r != '\n' && r != '\r' || r == 0xFFFE || r == 0xFFFF {
			return utf8.RuneError
		}
		return r
	}, strings.ToValidUTF8(text, string(utf8.RuneError)))
}
