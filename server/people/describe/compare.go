package describe

import (
	"strings"

	"vitrine/server/people/html"
	"vitrine/server/people/i18n"
)

// Compare returns what the page of one state of an entity says and that of another does not, in the
// order of the pages. A value with another one of its kind in its place is one that changed.
func Compare(before, after *html.Record, w *i18n.Wording) []html.Difference {
	old, now := said(before, w), said(after, w)
	gone, come := old.without(now), now.without(old)
	var labels []string
	for _, list := range [][]claim{gone, come} {
		for _, s := range list {
			labels = append(labels, s.label)
		}
	}
	var out []html.Difference
	done := map[string]bool{}
	for _, label := range labels {
		if done[label] {
			continue
		}
		done[label] = true
		before, after := values(gone, label), values(come, label)
		for i := range max(len(before), len(after)) {
			d := html.Difference{What: label}
			if i < len(before) {
				d.Before = before[i]
			}
			if i < len(after) {
				d.After = after[i]
			}
			out = append(out, d)
		}
	}
	return out
}

// claim is a value on a page, with what it is.
type claim struct {
	label string
	value html.Phrase
}

// claims are what a page says, in its order.
type claims []claim

// said is what a page says that the record itself says.
func said(r *html.Record, w *i18n.Wording) claims {
	var out claims
	add := func(label string, values ...html.Phrase) {
		for _, v := range values {
			if len(v) > 0 {
				out = append(out, claim{label, v})
			}
		}
	}
	part := func(p html.Part) html.Phrase { return html.Phrase{p} }
	add(w.Text("Name"), part(r.Name))
	for _, kind := range r.Kinds {
		add(w.Text("Kind"), part(kind))
	}
	for _, n := range r.OtherNames {
		add(w.Text("Other names"), html.InBrackets(html.InBrackets(part(n.Value), n.Kind), n.Note))
	}
	for _, n := range r.Identifiers {
		add(w.Text("Identifiers"), html.InBrackets(html.InBrackets(part(n.Value), n.Kind), n.Note))
	}
	for _, f := range r.Facts {
		add(f.Name, f.Values...)
	}
	for _, s := range r.Statements {
		for _, paragraph := range s.Paragraphs {
			add(s.Kind.Text, part(html.Part{Text: paragraph, Lang: s.Lang}))
		}
	}
	for _, whole := range r.Within {
		add(w.Text("Part of"), part(whole))
	}
	if r.Tree != nil {
		for _, chain := range r.Tree.Broader {
			for _, concept := range chain {
				add(w.Text("Broader concepts"), part(concept))
			}
		}
	}
	for _, e := range r.Equivalents {
		add(w.Text("Elsewhere on the web"), part(e.Link))
	}
	for _, p := range r.Pictures {
		add(w.Text("Pictures"), part(html.Part{Text: p.Src}))
	}
	addSections(r.Sections, "", add)
	return out
}

// addSections adds what sections say, below the kinds of those that they are in: a title goes on with
// a value after a colon.
func addSections(sections []html.Section, above string, add func(string, ...html.Phrase)) {
	for _, s := range sections {
		kind, value, _ := strings.Cut(s.Title.Text, ":")
		title := above
		if kind = strings.TrimSpace(kind); kind != "" {
			title += kind + ": "
		}
		if value = strings.TrimSpace(value); value != "" {
			add(above+kind, html.Phrase{{Text: value, Lang: s.Title.Lang}})
		}
		for _, f := range s.Facts {
			add(title+f.Name, f.Values...)
		}
		addSections(s.Sections, title, add)
	}
}

// key tells claims apart that say something else or lead elsewhere.
func (s claim) key() string {
	text := s.label
	for _, p := range s.value {
		text += "\x00" + p.Text + "\x00" + p.Lang + "\x00" + p.IRI
	}
	return text
}

// without are the claims that others do not have, as often as those have them.
func (s claims) without(others claims) (out claims) {
	left := make(map[string]int, len(others))
	for _, o := range others {
		left[o.key()]++
	}
	for _, one := range s {
		if key := one.key(); left[key] > 0 {
			left[key]--
		} else {
			out = append(out, one)
		}
	}
	return out
}

// values are those with a label.
func values(list []claim, label string) (out []html.Phrase) {
	for _, s := range list {
		if s.label == label {
			out = append(out, s.value)
		}
	}
	return out
}
