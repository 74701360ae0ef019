package site

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

// Language is the language of the page for a request: the one that the parameter lang names, or
// that Accept-Language asks for, or English. A parameter that names none of the languages there
// are is as if it were not there, as RFC 9110 section 12.5.4 has a server rather answer in another
// language than not at all. The error is contentneg.ErrTooLong or nil; there is a language with it,
// too.
func (s *Site) Language(r *http.Request) (Language, error) {
	if strings.Contains(r.URL.RawQuery, LanguageParameter) {
		if w, ok := s.Languages.Find(r.URL.Query().Get(LanguageParameter)); ok {
			return Language{w, true}, nil
		}
	}
	return s.AcceptedLanguage(r.Header)
}

// AcceptedLanguage is the language by the field Accept-Language.
func (s *Site) AcceptedLanguage(h http.Header) (Language, error) {
	lines := h["Accept-Language"]
	if len(lines) == 0 {
		return Language{Wording: s.Languages.English()}, nil
	}
	i, err := s.accepted.Get(lines, func() (int, error) { return contentneg.Language(lines, s.tags) })
	if err != nil || i < 0 {
		return Language{Wording: s.Languages.English()}, err
	}
	return Language{Wording: s.Languages.List()[i]}, nil
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
