package represent

import (
	"net/http"
	"net/url"
	"strings"

	"vitrine/server/people/i18n"
	"vitrine/server/web/contentneg"
)

// Language is the language of a page, and where it is from.
type Language struct {
	Wording *i18n.Wording
	// Named tells that the parameter lang named it, which the links of the page carry on;
	// otherwise it is by Accept-Language, or English.
	Named bool
}

// LanguageParameter is the parameter that names the language of a page.
const LanguageParameter = "lang"

// Language returns the language of the page for a request: the one that the parameter lang
// names, or that Accept-Language asks for, or English. A parameter that names none of the
// languages there are is as if it were not there, as RFC 9110 section 12.5.4 has a server
// rather answer in another language than not at all. The error is contentneg.ErrTooLong or
// nil; there is a language with it, too.
func (m *Maker) Language(r *http.Request) (Language, error) {
	if strings.Contains(r.URL.RawQuery, LanguageParameter) {
		if w, ok := m.Languages.Find(r.URL.Query().Get(LanguageParameter)); ok {
			return Language{w, true}, nil
		}
	}
	return m.accepted(r.Header)
}

// accepted is the language by the field Accept-Language.
func (m *Maker) accepted(h http.Header) (Language, error) {
	lines := h["Accept-Language"]
	if len(lines) == 0 {
		return Language{Wording: m.Languages.English()}, nil
	}
	i, err := m.negotiation.language(lines)
	if err != nil || i < 0 {
		return Language{Wording: m.Languages.English()}, err
	}
	return Language{Wording: m.Languages.List()[i]}, nil
}

// InLanguage is an address with the parameter that names the language with the tag.
func InLanguage(ref, tag string) string {
	address, fragment, hasFragment := strings.Cut(ref, "#")
	separator := "?"
	if strings.Contains(address, "?") {
		separator = "&"
	}
	address += separator + LanguageParameter + "=" + url.QueryEscape(tag)
	if hasFragment {
		address += "#" + fragment
	}
	return address
}

// WithoutLanguage is a query without the parameter lang; the others stay as they are
// written.
func WithoutLanguage(query string) string {
	if !strings.Contains(query, LanguageParameter) {
		return query
	}
	var kept []string
	for _, parameter := range strings.Split(query, "&") {
		name, _, _ := strings.Cut(parameter, "=")
		if unescaped, err := url.QueryUnescape(name); err != nil || unescaped != LanguageParameter {
			kept = append(kept, parameter)
		}
	}
	return strings.Join(kept, "&")
}

// languages are the tags of the pages' languages in lower case, for package negotiate.
func languages(all *i18n.Languages) []string {
	var out []string
	for _, code := range all.Codes() {
		out = append(out, strings.ToLower(code))
	}
	return out
}

// language looks up the language that the lines of an Accept-Language field ask for, -1
// for none.
func (c *negotiationCache) language(lines []string) (int, error) {
	return cached(c.languages, lines, func() (int, error) { return contentneg.Language(lines, c.tags) })
}
