package linkedart

import (
	"maps"
	"mime"
	"regexp"
	"slices"
	"strings"

	"golang.org/x/text/language"

	ldcontext "vitrine/context"
	"vitrine/rdfstore/iri"
)

// entityID checks the id of an object, the record's own aside.
func (c *check) entityID(object map[string]any, at *place, active *ldcontext.ActiveContext) {
	id, ok := object["id"].(string)
	if !ok || at == nil {
		return
	}
	idAt := at.member("id")
	switch fault := checkIRI(id); {
	case id == "":
		c.fault("iri", idAt, "an empty id is that of the record itself", "an absolute IRI")
		return
	case strings.HasPrefix(id, "_:"):
		c.fault("blank-id", idAt, "a blank node label is not kept", "an absolute IRI, or no id")
		return
	case isPrefixed(id, active):
		c.fault("prefixed-id", idAt, quote(id)+" is written with a prefix", "the IRI in full"+expanded(id))
		return
	case fault != "":
		c.fault("iri", idAt, quote(id)+" is not an absolute IRI: "+fault, "an absolute IRI, percent-encoded where needed")
		return
	}
	c.vocabulary(id, idAt)
	c.label(object, id, at)
	c.exists(object, id, idAt)
}

// service is where the service itself is below a base. What is there, such as a picture, is no
// entity.
const service = "-/"

// exists looks up a reference to an entity inside the base.
func (c *check) exists(object map[string]any, id string, at *place) {
	lookup, base := c.v.options.Exists, c.v.options.Base
	if lookup == nil || base == "" || !strings.HasPrefix(id, base) || strings.HasPrefix(id[len(base):], service) || strings.Contains(id, "#") || id == c.id || !isReference(object) {
		return
	}
	found, asked := c.known[id]
	if !asked {
		found = lookup(id)
		if c.known == nil {
			c.known = map[string]bool{}
		}
		c.known[id] = found
	}
	if !found {
		c.add("reference-missing", at.pointer(), "there is no entity "+quote(id)+" yet", "add it, or check the id")
		if last := &c.findings[len(c.findings)-1]; last.Rule == "reference-missing" {
			last.Reference = strings.Clone(id) // not where there are too many findings already
		}
	}
}

// isReference reports whether the object only points to an entity.
func isReference(object map[string]any) bool {
	for key := range object {
		switch key {
		case "id", "type", "_label", "equivalent", "notation", "classified_as", "_complete":
		default:
			return false
		}
	}
	return true
}

// isHTTP reports whether the text begins like an absolute HTTP(S) URI.
func isHTTP(text string) bool {
	rest, ok := strings.CutPrefix(text, "https://")
	if !ok {
		rest, ok = strings.CutPrefix(text, "http://")
	}
	return ok && rest != "" && rest[0] != '/'
}

// checkIRI says what keeps the text from being an absolute IRI (RFC 3987
// section 2.2), or one of HTTP from having a host; "" where nothing does.
func checkIRI(text string) string {
	if err := iri.Check(text); err != nil {
		_, reason, _ := strings.Cut(err.Error(), ">: ")
		return reason
	}
	scheme, _, _ := strings.Cut(text, ":")
	if (scheme == "http" || scheme == "https") && !isHTTP(text) {
		return "it has no host"
	}
	return ""
}

// vocabularyPrefixes gives for usual prefixes of vocabularies, none of them
// terms of the context, what they stand for.
var vocabularyPrefixes = map[string]string{
	"aat":  "http://vocab.getty.edu/aat/",
	"ulan": "http://vocab.getty.edu/ulan/",
	"tgn":  "http://vocab.getty.edu/tgn/",
	"wd":   "http://www.wikidata.org/entity/",
	"viaf": "http://viaf.org/viaf/",
	"gnd":  "https://d-nb.info/gnd/",
}

// isPrefixed reports whether the id is a compact IRI: of a prefix of the context,
// or of one in common use.
func isPrefixed(id string, active *ldcontext.ActiveContext) bool {
	prefix, rest, ok := strings.Cut(id, ":")
	if !ok || strings.HasPrefix(rest, "//") {
		return false
	}
	if _, ok := vocabularyPrefixes[prefix]; ok {
		return true
	}
	if active == nil {
		return false
	}
	t := active.Term(prefix)
	return t != nil && strings.Contains(t.IRI, ":")
}

// expanded writes a prefixed id in full, for a message.
func expanded(id string) string {
	prefix, rest, _ := strings.Cut(id, ":")
	if full, ok := vocabularyPrefixes[prefix]; ok {
		return ": " + quote(full+rest)
	}
	return ""
}

// labelledTerms returns the URIs of concepts by their labels.
func labelledTerms(terms map[string][]string) map[string][]string {
	out := map[string][]string{}
	for _, id := range slices.Sorted(maps.Keys(terms)) {
		for _, word := range terms[id] {
			out[plainLabel(word)] = append(out[plainLabel(word)], id)
		}
	}
	return out
}

// plainLabel returns a label without its qualifier, its letter case and a plural s.
func plainLabel(label string) string {
	label, _, _ = strings.Cut(label, " (")
	return strings.TrimSuffix(strings.ToLower(strings.TrimSpace(label)), "s")
}

// label reports the label of a well-known concept that is the name of another one.
func (c *check) label(object map[string]any, id string, at *place) {
	words := c.v.options.Terms[id]
	label, ok := object["_label"].(string)
	if !ok || len(words) == 0 || slices.Contains(words, label) {
		return
	}
	others := c.v.labelled[plainLabel(label)]
	if len(others) > 0 && !slices.Contains(others, id) {
		c.add("label-concept", at.member("_label").pointer(), quote(label)+" is the name of another concept; "+id+" is "+quote(words[0]), quote(words[0])+", or the id "+others[0])
	}
}

// getty matches the ids of the Getty vocabularies, and the pages about them.
var getty = regexp.MustCompile(`^(https?)://vocab\.getty\.edu/(page/)?(aat|ulan|tgn)/([0-9][^/#?-]*)`)

// gettyNumbers are the forms of the vocabularies' numbers.
var gettyNumbers = map[string]*regexp.Regexp{
	"aat":  regexp.MustCompile(`^300\d{6}$`),
	"ulan": regexp.MustCompile(`^500\d{6}$`),
	"tgn":  regexp.MustCompile(`^\d{7}$`),
}

// vocabulary checks an id in one of the Getty vocabularies.
func (c *check) vocabulary(id string, at *place) {
	if !strings.Contains(id, "vocab.getty.edu") {
		return
	}
	if number, ok := strings.CutPrefix(id, "http://vocab.getty.edu/aat/300"); ok && len(number) == 6 && strings.Trim(number, "0123456789") == "" {
		return // as nearly all are; the expressions take a while
	}
	m := getty.FindStringSubmatch(id)
	if m == nil {
		return
	}
	scheme, page, vocabulary, number := m[1], m[2], m[3], m[4]
	right := "http://vocab.getty.edu/" + vocabulary + "/" + number
	switch {
	case !gettyNumbers[vocabulary].MatchString(number):
		want := map[string]string{"aat": "300 and six digits", "ulan": "500 and six digits", "tgn": "seven digits"}[vocabulary]
		c.add("vocabulary-id", at.pointer(), quote(number)+" is not a number of the vocabulary "+strings.ToUpper(vocabulary), want)
	case page != "":
		c.add("vocabulary-page", at.pointer(), quote(id)+" names a web page", quote(right))
	case scheme == "https":
		c.add("vocabulary-page", at.pointer(), quote(id)+" is not the id of the concept, which begins with http:", quote(right))
	}
}

// language checks the notations of a language.
func (c *check) language(object map[string]any, at *place) {
	values, isArray := object["notation"].([]any)
	if !isArray {
		if text, ok := object["notation"].(string); ok {
			c.languageTag(text, at.member("notation"))
		}
		return
	}
	for i, value := range values {
		if text, ok := value.(string); ok {
			c.languageTag(text, at.member("notation").at(i))
		}
	}
}

// languageTag checks that the tag is well formed (BCP 47, RFC 5646 section
// 2.2.9). Whether its subtags are registered is not asked.
func (c *check) languageTag(tag string, at *place) {
	const longest = 100
	if len(tag) <= longest && !strings.Contains(tag, "_") {
		_, err := language.Parse(tag)
		if _, unregistered := err.(language.ValueError); err == nil || unregistered {
			return
		}
	}
	c.add("language-tag", at.pointer(), quote(tag)+" is not a well-formed language tag", `a tag such as "nl" or "pt-BR"`)
}

// mediaType checks a format (RFC 9110 section 8.3.1).
func (c *check) mediaType(text string, at *place) {
	kind, _, err := mime.ParseMediaType(text)
	if text != "" && (err != nil || !strings.Contains(kind, "/")) {
		c.add("media-type", at.pointer(), quote(text)+" is not a media type", `a media type such as "text/html"`)
	}
}

// assignedProperty checks which property an assignment is about: a term of the
// class of the entity that it stands in, or an IRI.
func (c *check) assignedProperty(object map[string]any, at entityAt) {
	text, ok := object["assigned_property"].(string)
	if !ok || at.holder == nil {
		return
	}
	if t := at.holder.Term(text); t != nil && t.IRI != "" {
		return
	}
	if strings.Contains(text, ":") && checkIRI(text) == "" {
		return
	}
	c.add("assigned-property", at.place.member("assigned_property").pointer(), quote(text)+" is not a property of the entity that the assignment is about", "a term of the context, or an IRI")
}
