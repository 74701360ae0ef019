package iiif

import (
	"cmp"
	"slices"
	"strings"
	"unicode"

	"vitrine/linkedart/reading"
	"vitrine/server/people/html"
	"vitrine/server/people/i18n"
)

// page is what an entity's page says in a language.
type page struct {
	html.Record
	words *i18n.Wording
}

// text is a text with its language, "" where that is the language of the page or not known.
type text struct{ text, lang string }

// texts says in each language what get returns of its page. What a page says in another language
// than its own, such as a name that has no translation, is in that language. Where all pages say
// the same in a language that none of them knows, it is in none.
func texts(pages []page, get func(page) []text) languageMap {
	said := make([]saying, len(pages))
	for i, p := range pages {
		said[i] = sayingOf(get(p))
	}
	if out := inOne(said); out != nil {
		return out
	}
	out, own := languageMap{}, languageMap{}
	for i, one := range said {
		if len(one.texts) == 0 {
			continue
		}
		own[pages[i].words.Code()] = one.texts
		lang := cmp.Or(one.lang, pages[i].words.Code())
		if other, ok := out[lang]; ok && !slices.Equal(other, one.texts) {
			out = nil
		}
		if out != nil {
			out[lang] = one.texts
		}
	}
	if out == nil {
		return own
	}
	return out
}

// saying are texts, and the language of all of them, "" where it is not known or not one.
type saying struct {
	texts []string
	lang  string
}

func sayingOf(all []text) saying {
	var out saying
	for i, t := range slices.DeleteFunc(all, func(t text) bool { return t.text == "" }) {
		out.texts = append(out.texts, plain(t.text))
		if i == 0 {
			out.lang = t.lang
		} else if t.lang != out.lang {
			out.lang = ""
		}
	}
	return out
}

// inOne is what all pages say alike; nil where they do not.
func inOne(said []saying) languageMap {
	lang := ""
	for _, one := range said {
		if !slices.Equal(one.texts, said[0].texts) {
			return nil
		}
		lang = cmp.Or(lang, one.lang)
	}
	if len(said[0].texts) == 0 {
		return nil
	}
	return languageMap{cmp.Or(lang, "none"): said[0].texts}
}

// plain is a text that no viewer takes for HTML, which begins with < and ends with > (section 4.5).
func plain(text string) string {
	text = strings.TrimSpace(text)
	if strings.HasPrefix(text, "<") && strings.HasSuffix(text, ">") {
		return text + " "
	}
	return text
}

// ofPart and ofPhrase are texts of a page.
func ofPart(p html.Part) text { return text{p.Text, p.Lang} }

func ofPhrase(p html.Phrase) text {
	out := text{text: p.Plain()}
	for i, part := range slices.DeleteFunc(slices.Clone(p), func(part html.Part) bool { return !strings.ContainsFunc(part.Text, unicode.IsLetter) }) {
		if i > 0 && part.Lang != out.lang {
			return text{text: out.text}
		}
		out.lang = part.Lang
	}
	return out
}

// fact is what a page says of something. Facts of pages in several languages are the same where
// their keys are.
type fact struct {
	key, name string
	values    []text
}

// metadata are the facts of the pages, one pair each, in the order of the first page.
func metadata(pages []page) []pair {
	var keys []string
	said := make([]map[string]fact, len(pages))
	for i, p := range pages {
		said[i] = map[string]fact{}
		for _, f := range factsOf(p) {
			if _, ok := said[i][f.key]; ok {
				continue
			}
			if said[i][f.key] = f; !slices.Contains(keys, f.key) && !isTitle(pages, f.key) {
				keys = append(keys, f.key)
			}
		}
	}
	at := map[*i18n.Wording]map[string]fact{}
	for i, p := range pages {
		at[p.words] = said[i]
	}
	out := make([]pair, 0, len(keys))
	for _, key := range keys {
		p := pair{
			Label: texts(pages, func(p page) []text { return []text{{text: at[p.words][key].name}} }),
			Value: texts(pages, func(p page) []text { return at[p.words][key].values }),
		}
		if len(p.Label) > 0 && len(p.Value) > 0 {
			out = append(out, p)
		}
	}
	return out
}

// isTitle tells whether a fact is the name that all pages begin with.
func isTitle(pages []page, key string) bool {
	return !slices.ContainsFunc(pages, func(p page) bool { return key != nameKey+p.Name.Text })
}

// nameKey begins the keys of names.
const nameKey = "name "

// factsOf are the facts of a page: what the entity is, its other names, what the record says, its
// numbers, and the texts about it.
func factsOf(p page) []fact {
	var out []fact
	kind := fact{key: "kind", name: p.words.Property(reading.ClassifiedAs)}
	for _, k := range p.Kinds {
		kind.values = append(kind.values, ofPart(k))
	}
	out = append(out, kind)
	names := append(slices.Clone(p.OtherNames), html.Named{Value: p.Name})
	out = append(out, named(nameKey, p.words.Class(reading.ClassName), names)...)
	times := map[string]string{}
	for _, f := range p.Facts {
		times[f.Property] += "'"
		one := fact{key: f.Property + times[f.Property], name: f.Name}
		for _, value := range f.Values {
			one.values = append(one.values, ofPhrase(value))
		}
		out = append(out, one)
	}
	out = append(out, named("number ", p.words.Class(reading.ClassIdentifier), p.Identifiers)...)
	for _, s := range p.Statements {
		content := strings.Join(s.Paragraphs, "\n\n")
		out = append(out, fact{key: "text " + content, name: s.Kind.Text, values: []text{{content, s.Lang}}})
	}
	return out
}

// named are names or numbers, each by its kind or by what it is.
func named(key, what string, list []html.Named) []fact {
	var out []fact
	for _, n := range list {
		name := cmp.Or(n.Kind.Plain(), what)
		out = append(out, fact{key: key + n.Value.Text, name: name, values: []text{ofPart(n.Value)}})
	}
	return out
}
