package server

import (
	"net/http"
	"strings"

	"github.com/gorilla/mux"

	"vitrine/server/web/address"
	"vitrine/server/web/respond"
)

// routes says what answers where. Entities come last and take the rest: their
// addresses have no pattern of their own.
func (s *Server) routes() http.Handler {
	router := mux.NewRouter().SkipClean(true).UseEncodedPath()
	for _, prefix := range s.mapper.Mounts() {
		m := mount{s, router, prefix + address.Reserved + "/"}
		s.routeState(m)
		s.routeSite(m)
		s.routeLists(m)
		s.routeDataset(m)
		s.routePatterns(m)
		m.get("linkset", "linkset", s.entities.Linkset)
		s.routeVersions(m)
		m.all("load", "load", s.updates.LoadMethods())
		s.routeImports(m)
		s.routeEdits(m)
		s.routeProtocols(m)
		router.Path(prefix + address.Reserved).Handler(s.handle("nothing", respond.Methods{http.MethodGet: s.getNothing}.Resource()))
		router.PathPrefix(m.prefix).Handler(s.handle("nothing", s.getNothing))
		router.Path(prefix + "entity").MatcherFunc(hasID).
			Handler(s.handle("id", s.updates.IDMethods()))
		router.Path(prefix).Handler(s.handle("home", respond.Methods{http.MethodGet: s.getHome}.Resource()))
	}
	router.Path(address.WellKnownVoid).Handler(s.handle("well-known", respond.Methods{http.MethodGet: s.description.WellKnown}.Resource()))
	router.PathPrefix(address.WellKnownGenid).Handler(s.handle("blank node", respond.Methods{http.MethodGet: s.fragments.BlankNode}.Resource()))
	router.Path(address.Robots).Handler(s.handle("robots", respond.Methods{http.MethodGet: s.sitemaps.Robots}.Resource()))
	router.PathPrefix("/").Handler(s.entity)
	// What has no path, such as OPTIONS *, is answered like an entity.
	router.NotFoundHandler = s.entity
	return router
}

func hasID(r *http.Request, _ *mux.RouteMatch) bool { return r.URL.Query().Has("id") }

// mount is a place below which the service's own resources are.
type mount struct {
	server *Server
	router *mux.Router
	prefix string
}

// get has h answer GET requests for a path; route names it in the log and in metrics.
func (m mount) get(path, route string, h respond.Handler) {
	m.all(path, route, respond.Methods{http.MethodGet: h}.Resource())
}

// all has h answer all requests for a path.
func (m mount) all(path, route string, h respond.Handler) {
	m.router.Path(m.prefix + path).Handler(m.server.handle(route, h))
}

// variable is a handler that gets a variable of the path.
func variable(name string, h func(x *respond.Exchange, r *http.Request, value string) error) respond.Handler {
	return func(x *respond.Exchange, r *http.Request) error { return h(x, r, mux.Vars(r)[name]) }
}

// routeState leads to what the server says of its own state.
func (s *Server) routeState(m mount) {
	m.get("healthz", "health", s.getHealth)
	m.get("readyz", "ready", s.ready(!s.config.AdminApart))
	if !s.config.AdminApart {
		m.get("metrics", "metrics", s.metrics.Handler())
	}
}

// routeSite leads to what pages, records and errors refer to.
func (s *Server) routeSite(m mount) {
	m.get(address.Assets+"{asset:.+}", "asset", s.getAsset)
	m.get(address.Pictures+"{picture}", "picture service", variable("picture", s.pictures.Base))
	m.get(address.Pictures+"{picture}"+address.PictureFile, "picture", variable("picture", s.pictures.File))
	m.get(address.Pictures+"{picture}/info.json", "picture info", variable("picture", s.pictures.Info))
	m.get(address.Pictures+"{picture}/{region}/{size}/{rotation}/{quality}", "picture size", s.sharing(func(x *respond.Exchange, r *http.Request) error {
		of := mux.Vars(r)
		return s.pictures.Image(x, r, of["picture"], [4]string{of["region"], of["size"], of["rotation"], of["quality"]})
	}))
	m.get(address.Contexts, "contexts", s.getContexts)
	m.get(address.Contexts+"{url:.+}", "context", s.getContext)
	m.get(address.OpenAPI, "openapi", s.getOpenAPI)
	m.get(address.Errors, "errors", s.getErrors)
	m.get(address.Errors+"{code}", "error", s.getError)
}

// routeLists leads to lists of entities.
func (s *Server) routeLists(m mount) {
	m.get(address.Search, "search", s.sharing(s.lists.Search))
	m.get(address.Suggest, "suggest", s.sharing(s.lists.Suggest))
	m.get(address.Mentions, "mentions", s.lists.Mentions)
	if s.config.Links != nil {
		m.get(address.Links+"{name}", "links", s.lists.FollowLink)
	}
}

// routeDataset leads to what is about all of the data.
func (s *Server) routeDataset(m mount) {
	m.get(address.About, "about", s.getAbout)
	m.get(address.Dataset, "dataset", s.description.Get)
	m.get("dump.{form}", "dump", variable("form", s.dumps.Get))
	m.get(address.Feed, "feed", s.feed.Collection)
	m.get(address.Feed+"/page/{number}", "feed page", variable("number", s.feed.Page))
	m.get(address.Sitemap, "sitemap", s.sitemaps.Index)
	m.get(address.SitemapPart+"{number:[0-9]{1,9}}.xml", "sitemap part", variable("number", s.sitemaps.Part))
}

// routeImports leads to the pages that import files, where they are on.
func (s *Server) routeImports(m mount) {
	if s.imports == nil {
		return
	}
	id := func(r *http.Request) string { return mux.Vars(r)["id"] }
	m.all(address.Import, "import", s.imports.Start())
	m.all(address.Import+"/token", "import token", s.imports.Token())
	m.all(address.Import+"/file", "import file", s.imports.Files())
	m.all(address.Import+"/{id}", "import mapping", s.imports.File(id))
	m.all(address.Import+"/{id}/report", "import report", s.imports.Report(id))
}

// routeEdits leads to the pages on which records are corrected, where they are on.
func (s *Server) routeEdits(m mount) {
	if s.edits == nil {
		return
	}
	m.all(address.Edit, "edit", s.edits.Form())
	m.all(address.Edit+"/token", "edit token", s.edits.Token())
	m.all(address.Edit+"/suggest", "edit suggest", s.edits.Suggestions())
	m.all(address.Edit+"/model", "edit model", s.edits.Model())
	m.all(address.NewRecord, "new record", s.edits.New())
	id := func(r *http.Request) string { return mux.Vars(r)["id"] }
	m.all(address.Drafts, "drafts", s.edits.List())
	m.all(address.Drafts+"/{id}", "draft", s.edits.One(id))
	m.all(address.Drafts+"/{id}/publish", "draft publication", s.edits.Publication(id))
}

// toQueries redirects to where queries are answered, with the method and the query.
func (s *Server) toQueries(x *respond.Exchange, r *http.Request) error {
	return x.Redirect(s.mapper.Service(address.Query), r.URL.RawQuery)
}

// routePatterns leads to what is asked of the data.
func (s *Server) routePatterns(m mount) {
	m.get(address.Fragments, "fragments", s.fragments.Fragments)
	m.all(address.Query, "query", s.sharing(s.queries.Methods()))
	m.all(strings.TrimSuffix(address.SavedQuery, "/"), "queries", respond.Methods{http.MethodGet: s.toQueries, http.MethodPost: s.toQueries}.Resource())
	if len(s.config.Saved.Queries) > 0 {
		m.get(address.SavedQuery, "saved queries", s.queries.ListSaved)
		m.get(address.SavedQuery+"{name}", "saved query", s.sharing(variable("name", s.queries.AnswerSaved)))
	}
}
