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
	// Rest are the phrases that are not known.
	Rest []string
}

// Reader reads materials. Several goroutines may use it.
type Reader struct{ terms *terms.Table }

// New returns a reader. An error is a fault of the table of terms.
func New() (*Reader, error) {
	t, err := terms.New()
	return &Reader{t}, err
}

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
			if t, ok := r.find("material", phrase); ok {
				add(&out.Supports, t)
			} else {
				out.Rest = append(out.Rest, phrase)
			}
		}
	}
	return out
}

// medium reads a phrase before "on": a material, an object type with its technique, a
// technique, or "glazed earthenware", a technique and a material.
func (r *Reader) medium(out *Reading, phrase string) {
	if t, ok := r.find("material", phrase); ok {
		add(&out.Materials, t)
		return
	}
	object, isObject := r.find("object", phrase)
	technique, isTechnique := r.find("technique", phrase)
	if isObject {
		add(&out.Objects, object)
	}
	if isTechnique {
		add(&out.Techniques, technique)
	}
	if isObject || isTechnique {
		return
	}
	first, rest, _ := strings.Cut(phrase, " ")
	if technique, ok := r.terms.Find("technique", first); ok {
		if material, ok := r.find("material", rest); ok {
			add(&out.Techniques, technique)
			add(&out.Materials, material)
			return
		}
	}
	out.Rest = append(out.Rest, phrase)
}

// find looks a phrase up, as it is and without qualifiers.
func (r *Reader) find(kind, phrase string) (terms.Term, bool) {
	if t, ok := r.terms.Find(kind, phrase); ok {
		return t, true
	}
	words := slices.DeleteFunc(strings.Fields(phrase), func(w string) bool {
		return strings.Contains(qualifiers, " "+lexicon.Fold(w)+" ")
	})
	return r.terms.Find(kind, strings.Join(words, " "))
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

func add(list *[]terms.Term, t terms.Term) {
	if !slices.ContainsFunc(*list, func(o terms.Term) bool { return o.AAT == t.AAT }) {
		*list = append(*list, t)
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

// TechniqueTypes are the techniques of the production.
func (r Reading) TechniqueTypes() []entity.Entity { return entities(r.Techniques, "Type") }

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
