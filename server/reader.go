package server

import (
	"net/http"
	"net/url"

	"golang.org/x/text/language"

	"vitrine/server/page"
	"vitrine/server/wording"
)

// reader is the one who asked for a page: the language that it is in.
type reader struct {
	words *wording.Wording
	// carried tells that the language was asked for with the parameter lang.
	carried bool
	// others are the languages of the page.
	others []page.Language
}

// maxAccepted is the length of the longest Accept-Language field that is read, in bytes.
const maxAccepted = 1000

// reader returns the language of a page: that of the parameter lang, or the one that
// Accept-Language likes best, or English.
func (s *Server) reader(r *http.Request) reader {
	values, err := url.ParseQuery(r.URL.RawQuery)
	if err != nil {
		values = url.Values{}
	}
	var out reader
	out.words, out.carried = s.languages.Find(values.Get("lang"))
	if !out.carried {
		out.words = s.languages.English()
		if accepted := r.Header.Get("Accept-Language"); accepted != "" && len(accepted) <= maxAccepted {
			if tags, _, err := language.ParseAcceptLanguage(accepted); err == nil {
				out.words = s.languages.Match(tags...)
			}
		}
	}
	for _, w := range s.languages.List() {
		values.Set("lang", w.Code())
		out.others = append(out.others, page.Language{
			Tag: w.Code(), Name: w.Name(), Href: s.proxies.Path(r) + "?" + values.Encode(), Current: w.Code() == out.words.Code(),
		})
	}
	return out
}

// apply puts the language into the frame of a page.
func (r reader) apply(f *page.Frame) {
	f.Wording, f.Carried, f.Languages = r.words, r.carried, r.others
}
