package site

import (
	"context"
	"net/http"

	"vitrine/server/data/criteria"
	"vitrine/server/people/html"
	"vitrine/server/people/i18n"
	"vitrine/server/web/address"
)

// Frame is what a page of the service's own has around it, with a title of ours.
func (s *Site) Frame(r *http.Request, title i18n.Key, args ...any) html.Frame {
	return s.FrameTitled(r, s.Wording(r).Text(title, args...))
}

// FrameTitled is what a page of the service's own has around it, with any title. It follows
// the log; where that fails, the navigation is what it was last.
func (s *Site) FrameTitled(r *http.Request, title string) html.Frame {
	at, err := s.Log.Follow(r.Context())
	if err != nil {
		return s.problemFrame(r, title)
	}
	return s.FrameFor(s.Reader(r, at), title)
}

// FrameFor is what a page of the service's own has around it, for a request that has
// followed the log.
func (s *Site) FrameFor(reader Reader, title string) html.Frame {
	r := reader.Request
	return s.FrameAt(r.Context(), reader.At, title, s.pageAddress(r), s.language(r))
}

// problemFrame is what an error page has around it. It asks the store for nothing.
func (s *Site) problemFrame(r *http.Request, title string) html.Frame {
	l := s.language(r)
	f := s.bareFrame(title, s.pageAddress(r), l)
	f.Navigation, f.More = s.lastNavigation(l.Wording)
	return f
}

// pageAddress is the address of a page without the parameter that names the language.
func (s *Site) pageAddress(r *http.Request) string {
	href := s.Proxies.Path(r)
	if query := WithoutLanguage(r.URL.RawQuery); query != "" {
		href += "?" + query
	}
	return href
}

// FrameAt is what every page has around it: href is its address, without the parameter
// that names the language, and at the entry of the log that was followed.
func (s *Site) FrameAt(ctx context.Context, at uint64, title, href string, l Language) html.Frame {
	f := s.bareFrame(title, href, l)
	f.Navigation, f.More = s.navigation(ctx, at, l.Wording)
	return f
}

// moreLinks is about how many links a frame has besides those to its languages.
const moreLinks = 24

// bareFrame is a frame without its navigation.
func (s *Site) bareFrame(title, href string, l Language) html.Frame {
	f := html.Frame{
		Site: s.Title, Home: s.Mapper.Prefix, Title: title, Search: s.SearchForm(criteria.Criteria{}),
		Wording: l.Wording, Carried: l.Named,
	}
	f.Footer = []html.Link{
		{Href: s.Mapper.Service(address.About), Title: l.Wording.Text("About the data")},
		{Href: s.Mapper.Service(address.Feed), Title: l.Wording.Text("Changes")},
	}
	all := s.Languages.List()
	f.Languages = make([]html.Language, 0, len(all))
	f.Links = make([]html.Link, 0, len(all)+moreLinks)
	for _, w := range all {
		there := InLanguage(href, w.Code())
		f.Languages = append(f.Languages, html.Language{Tag: w.Code(), Name: w.Name(), Locale: w.Locale(), Href: there, Current: w == l.Wording})
		f.Links = append(f.Links, html.Link{Rel: "alternate", Href: s.Mapper.Absolute(there), Lang: w.Code()})
	}
	f.Links = append(f.Links, html.Link{Rel: "alternate", Href: s.Mapper.Absolute(href), Lang: "x-default"})
	f.Head = head(f)
	return f
}

// head is what programs read in the head of any page: what kind it is, and its
// languages.
func head(f html.Frame) html.Head {
	h := html.Head{Kind: "website"}
	for _, l := range f.Languages {
		if l.Current {
			h.Locale = l.Locale
		} else {
			h.OtherLocales = append(h.OtherLocales, l.Locale)
		}
	}
	return h
}
