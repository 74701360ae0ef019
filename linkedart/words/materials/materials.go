// Package materials reads what things are made of and how, as museums write it: "oil on
// canvas", "ink and watercolor on paper", "etching and aquatint on paper", "Öl auf Leinwand",
// "glazed earthenware". What it knows are the materials, techniques and object types of
// linkedart/words/terms; what is after "on" is the support.
//
// The text always stays, as a statement; a word that is not known is listed as the rest, and
// the others are still found. Words for colours and for kinds of paper are left out before a
// phrase is looked up, so that "brown ink" is ink; another phrase is found as a whole or not
// at all.
package materials

import (
	"slices"
	"strings"
	"unicode/utf8"

	"vitrine/linkedart/words/entity"
	"vitrine/linkedart/words/lexicon"
	"vitrine/linkedart/words/terms"
)

// Reading is what a text says.
type Reading struct {
	// Text is the text as it was.
	Text string
	// Materials are what it is made with, Supports what these are on.
	Materials, Supports []terms.Term
	Techniques          []terms.Term
	// Objects are object types, such as etching, that the text names.
	Objects []terms.Term
	// Found are the phrases that are known, with their terms.
	Found []Found
	// Rest are the phrases that are not known.
	Rest []string
}

// Found is a phrase and the term that it is for.
type Found struct {
	Text string
	Term terms.Term
	How  terms.Match
}

// Finder finds the term of a kind that a word is for, such as a terms.Table.
type Finder interface {
	Match(kind, word string) (terms.Term, terms.Match)
}

// Reader reads materials. Several goroutines may use it.
type Reader struct{ terms Finder }

// New returns a reader that knows the terms of a finder.
func New(f Finder) *Reader { return &Reader{f} }

// MaxText is how many bytes of text are read; a longer text is a statement alone.
const MaxText = 1000

// supportWords stand before the support, and listWords between the members of a list.
var (
	supportWords = []string{" on ", " auf ", " sur ", " op ", " sobre ", " su "}
	listWords    = []string{" and ", " und ", " et ", " en ", " y ", " e ", " with ", " mit ", " avec ", " met ", " con ", " over ", ", ", ";", " & ", "+", "\n"}
)

// qualifiers are words of a phrase that do not change what it is: colours, kinds of paper.
const qualifiers = " black white red brown blue green yellow gray grey pink gold-colored colored coloured color colour schwarz schwarze schwarzer weiss weisse rot rote roter braun braune brauner blau blaue noir noire blanc blanche rouge brun brune bleu bleue zwart zwarte wit witte rood rode bruin bruine negro negra blanco rojo roja marron nero nera bianco rosso rossa bruno bruna light dark cream buff wove laid tracing handmade japanese chinese prepared heavy thin fine "

// Read reads a text.
func (r *Reader) Read(text string) Reading {
	out := Reading{Text: text}
	if len(text) > MaxText || !utf8.ValidString(text) {
		return out
	}
	plain := strings.TrimRight(strings.TrimSpace(text), ".")
	for clause := range strings.SplitSeq(plain, ";") {
		medium, support := clause, ""
		for _, word := range supportWords {
			// The last is the support: "gouache on paper on board" is mounted.
			if before, after, ok := strings.Cut(clause, word); ok && len(before) < len(medium) {
				medium, support = before, after
			}
		}
		for _, phrase := range phrases(medium) {
			r.medium(&out, phrase)
		}
		for _, word := range supportWords {
			support = strings.ReplaceAll(support, word, ", ")
		}
		for _, phrase := range phrases(support) {
			if !r.find(&out, &out.Supports, "material", phrase) {
				out.Rest = append(out.Rest, phrase)
			}
		}
	}
	return out
}

// medium reads a phrase before "on": a material, an object type with its technique, a
// technique, or "glazed earthenware", a technique and a material.
func (r *Reader) medium(out *Reading, phrase string) {
	if r.find(out, &out.Materials, "material", phrase) {
		return
	}
	isObject := r.find(out, &out.Objects, "object", phrase)
	isTechnique := r.find(out, &out.Techniques, "technique", phrase)
	if isObject || isTechnique {
		return
	}
	first, rest, _ := strings.Cut(phrase, " ")
	if technique, how := r.terms.Match("technique", first); how != terms.None {
		if r.find(out, &out.Materials, "material", rest) {
			add(out, &out.Techniques, Found{first, technique, how})
			return
		}
	}
	out.Rest = append(out.Rest, phrase)
}

// find adds the term of a phrase to a list, as it is or without qualifiers. It is false for a
// phrase that is not known.
func (r *Reader) find(out *Reading, list *[]terms.Term, kind, phrase string) bool {
	t, how := r.terms.Match(kind, phrase)
	if how == terms.None {
		words := slices.DeleteFunc(strings.Fields(phrase), func(w string) bool {
			return strings.Contains(qualifiers, " "+lexicon.Fold(w)+" ")
		})
		t, how = r.terms.Match(kind, strings.Join(words, " "))
	}
	if how == terms.None {
		return false
	}
	add(out, list, Found{phrase, t, how})
	return true
}

// phrases are the members of a list.
func phrases(list string) []string {
	all := []string{list}
	for _, word := range listWords {
		var next []string
		for _, p := range all {
			next = append(next, strings.Split(p, word)...)
		}
		all = next
	}
	out := all[:0]
	for _, p := range all {
		if p = strings.Trim(p, " ,.()"); p != "" {
			out = append(out, p)
		}
	}
	return out
}

func add(out *Reading, list *[]terms.Term, f Found) {
	out.Found = append(out.Found, f)
	if !slices.ContainsFunc(*list, func(o terms.Term) bool { return o.IRI() == f.Term.IRI() }) {
		*list = append(*list, f.Term)
	}
}

// support is the concept of a support, a part of the object.
var support = entity.Type("300014844", "Support")

// Statement is the text as a statement of materials.
func (r Reading) Statement() entity.Entity {
	return entity.Statement(r.Text, entity.Type("300435429", "Material Statement"))
}

// MadeOf are the materials that are no support.
func (r Reading) MadeOf() []entity.Entity { return entities(r.Materials, "Material") }

// Support is the part of the object that the materials are on; false without one.
func (r Reading) Support() (entity.Entity, bool) {
	return entity.Entity{
		Type: "HumanMadeObject", Label: "Support", ClassifiedAs: []entity.Entity{support}, MadeOf: entities(r.Supports, "Material"),
	}, len(r.Supports) > 0
}

func entities(list []terms.Term, class string) []entity.Entity {
	var out []entity.Entity
	for _, t := range list {
		out = append(out, t.Entity(class))
	}
	return out
}
