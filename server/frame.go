package server

import (
	"context"
	"net/http"

	"vitrine/server/criteria"
	"vitrine/server/page"
	"vitrine/server/represent"
	"vitrine/server/wording"
)

// frame is what a page of the service's own has around it, with a title of ours.
func (s *Server) frame(r *http.Request, title wording.Key, args ...any) page.Frame {
	return s.frameTitled(r, s.wording(r).Text(title, args...))
}

// frameTitled is what a page of the service's own has around it, with any title. It follows
// the log; where that fails, the navigation is what it was last.
func (s *Server) frameTitled(r *http.Request, title string) page.Frame {
	view, err := s.maker.View(r.Context())
	if err != nil {
		return s.problemFrame(r, title)
	}
	return s.frameFor(s.reader(r, view), title)
}

// frameFor is what a page of the service's own has around it, for a request that has
// followed the log.
func (s *Server) frameFor(reader reader, title string) page.Frame {
	r := reader.request
	return s.frameAt(r.Context(), reader.at, title, s.pageAddress(r), s.language(r))
}

// problemFrame is what an error page has around it. It asks the store for nothing.
func (s *Server) problemFrame(r *http.Request, title string) page.Frame {
	l := s.language(r)
	f := s.bareFrame(title, s.pageAddress(r), l)
	f.Navigation = s.lastNavigation(l.Wording)
	return f
}

// pageAddress is the address of a page without the parameter that names the language.
func (s *Server) pageAddress(r *http.Request) string {
	href := s.proxies.Path(r)
	if query := represent.WithoutLanguage(r.URL.RawQuery); query != "" {
		href += "?" + query
	}
	return href
}

// frameAt is what every page has around it: href is its address, without the parameter
// that names the language, and at the entry of the log that was followed.
func (s *Server) frameAt(ctx context.Context, at uint64, title, href string, l represent.Language) page.Frame {
	f := s.bareFrame(title, href, l)
	f.Navigation = s.navigation(ctx, at, l.Wording)
	return f
}

// bareFrame is a frame without its navigation.
func (s *Server) bareFrame(title, href string, l represent.Language) page.Frame {
	f := page.Frame{
		Site: s.config.Title, Home: s.mapper.Prefix, Title: title, Search: s.searchForm(criteria.Criteria{}),
		Wording: l.Wording, Carried: l.Named,
	}
	f.Footer = []page.Link{
		{Href: s.mapper.Service(datasetPath), Title: l.Wording.Text("About the data")},
		{Href: s.mapper.Service(feedPath), Title: l.Wording.Text("Changes")},
	}
	for _, w := range s.languages.List() {
		address := represent.InLanguage(href, w.Code())
		f.Languages = append(f.Languages, page.Language{Tag: w.Code(), Name: w.Name(), Href: address, Current: w == l.Wording})
		f.Links = append(f.Links, page.Link{Rel: "alternate", Href: s.mapper.Absolute(address), Lang: w.Code()})
	}
	f.Links = append(f.Links, page.Link{Rel: "alternate", Href: s.mapper.Absolute(href), Lang: "x-default"})
	f.Head = represent.SiteHead(f)
	return f
}

// language is the language of a page for the request, English where Accept-Language
// cannot be read.
func (s *Server) language(r *http.Request) represent.Language {
	l, _ := s.maker.Language(r)
	return l
}

// wording are the words of a page for the request.
func (s *Server) wording(r *http.Request) *wording.Wording { return s.language(r).Wording }
