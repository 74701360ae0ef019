package server

import (
	"context"
	"fmt"
	"log/slog"
	"net/http"
	"sync/atomic"

	"github.com/gorilla/mux"

	"vitrine/linkedart/links"
	"vitrine/rdfstore"
	"vitrine/server/access"
	"vitrine/server/address"
	"vitrine/server/atlas"
	"vitrine/server/coding"
	"vitrine/server/criteria"
	"vitrine/server/describe"
	"vitrine/server/describe/brief"
	"vitrine/server/dump"
	"vitrine/server/exchange"
	"vitrine/server/follower"
	"vitrine/server/fragments"
	"vitrine/server/front"
	"vitrine/server/harvests"
	"vitrine/server/holdings"
	"vitrine/server/metrics"
	"vitrine/server/page"
	"vitrine/server/query"
	"vitrine/server/represent"
	"vitrine/server/results"
	"vitrine/server/semaphore"
	"vitrine/server/site"
	"vitrine/server/sitemap"
	"vitrine/server/spool"
	"vitrine/server/vocabulary"
	"vitrine/server/wording"
	"vitrine/server/write"
)

// maxWaiting is how many requests may wait at a semaphore; one more is refused.
const maxWaiting = 1024

// Server answers requests. It is made by New and may be used by many
// goroutines.
type Server struct {
	config     Config
	mapper     address.Mapper
	offers     *represent.Offers
	pages      *page.Pages
	maker      *represent.Maker
	renders    *semaphore.Semaphore
	compressor *coding.Compressor
	// assets are the compressed forms of the assets.
	assets  *coding.Kept
	metrics *metrics.Metrics
	// proxies are those whose X-Forwarded fields count.
	proxies   exchange.Proxies
	ids       *exchange.IDs
	router    http.Handler
	entity    http.Handler
	access    *access.Control
	verbs     *write.Writer
	targets   *write.Targets
	survey    holdings.Survey
	words     vocabulary.Words
	languages *wording.Languages
	site      *site.Site
	describer *describe.Describer
	// log has the caches follow the log of the store.
	log       *follower.Follower
	described described
	atlas     *atlas.Atlas
	results   results.Maker
	// front shows the collection on the front page, nil where the index does not tell.
	front *front.Maker
	dumps []dump.File
	spool *spool.Folder
	// searches bounds how many searches are made at once, apart from renders
	// since they may wait for the index.
	searches *semaphore.Semaphore
	// suggests bounds how many suggestions are looked for at once.
	suggests *semaphore.Semaphore
	counts   *semaphore.Counts
	// walks is for what reads so many records that one at a time is enough.
	walks    *semaphore.Semaphore
	sitemaps *sitemap.Plan
	// fragmentNames are the IRIs of what fragments are parts of.
	fragmentNames fragments.Names
	queries       *query.Service
	// storeHealth tells of the store, nil where it does not tell.
	storeHealth func() rdfstore.Health
	// progress tells of the search index, nil where it does not tell.
	progress Progress
	// ending is set when the server is about to end.
	ending atomic.Bool
}

// New returns a server for the configuration. The error tells what is wrong
// with it.
func New(config Config) (*Server, error) {
	config, err := config.withDefaults()
	if err != nil {
		return nil, err
	}
	s := &Server{
		config:   config,
		mapper:   address.New(config.BaseURL),
		renders:  semaphore.New(config.MaxRenders, maxWaiting),
		searches: semaphore.New(config.MaxRenders, maxWaiting),
		suggests: semaphore.New(config.MaxRenders, maxWaiting),
		walks:    semaphore.New(1, maxWaiting),
		counts:   semaphore.NewCounts(semaphore.New(config.MaxRenders, maxWaiting)),
		metrics:  metrics.New(),
		proxies:  config.TrustedProxies,
		ids:      exchange.NewIDs(),
		access:   newAccess(config),
		dumps:    dump.Files(config.Formats),
	}
	if s.compressor, err = coding.New(config.MaxRenders); err != nil {
		return nil, fmt.Errorf("server: %w", err)
	}
	s.assets = coding.NewKept(s.compressor)
	if reporter, ok := config.Store.(rdfstore.HealthReporter); ok {
		s.storeHealth = reporter.Health
	}
	s.config.Store = s.metrics.Measured(config.Store)
	s.log = follower.New(s.config.Store)
	s.survey = holdings.Survey{Store: s.config.Store, Base: s.mapper.Base}
	if s.languages, err = wording.All(); err != nil {
		return nil, fmt.Errorf("server: %w", err)
	}
	if s.pages, err = page.New(page.Options{Assets: s.mapper.Service(address.Assets), Languages: s.languages, Theme: config.Theme}); err != nil {
		return nil, fmt.Errorf("server: %w", err)
	}
	s.site = s.newSite()
	s.log.Add(s.site.Navigation)
	if s.atlas = config.Maps; s.atlas == nil {
		if s.atlas, err = atlas.New(atlas.Options{}); err != nil {
			return nil, fmt.Errorf("server: read the base map: %w", err)
		}
	}
	if s.describer, err = describe.New(s.describerOptions()); err != nil {
		return nil, fmt.Errorf("server: %w", err)
	}
	if s.maker, err = represent.NewMaker(s.makerOptions()); err != nil {
		return nil, fmt.Errorf("server: %w", err)
	}
	s.offers, s.site.Maker = s.maker.Offers, s.maker
	if s.fragmentNames, err = fragmentNames(s.mapper); err != nil {
		return nil, fmt.Errorf("server: %w", err)
	}
	if s.queries, err = s.newQueries(); err != nil {
		return nil, fmt.Errorf("server: %w", err)
	}
	if err := s.makeListMakers(); err != nil {
		return nil, err
	}
	if s.spool, err = spool.Open(config.DumpDir, config.MaxDumps, config.MaxDumpBytes); err != nil {
		return nil, fmt.Errorf("server: %w", err)
	}
	s.verbs, s.targets = s.newWriter(), s.newTargets()
	s.observe()
	s.entity = s.handle("entity", s.entityMethods())
	s.router = s.routes()
	return s, nil
}

// newSite returns what pages and documents are made with, but for its maker.
func (s *Server) newSite() *site.Site {
	_, suggests := s.config.Search.(Suggester)
	return &site.Site{
		Title: s.config.Title, Mapper: s.mapper, Proxies: s.proxies, Languages: s.languages, Pages: s.pages,
		Compress:   s.compressor.Compress,
		Slot:       func(ctx context.Context) (context.Context, func(), error) { return s.slot(ctx, s.renders) },
		Navigation: site.NewNavigation(s.survey, s.log, s.mapper.Base),
		Searches:   s.config.Search != nil, Suggests: suggests,
	}
}

// makeListMakers makes what makes lists and the front page.
func (s *Server) makeListMakers() (err error) {
	if s.words, err = vocabulary.New(s.config.Compiler); err != nil {
		return fmt.Errorf("server: %w", err)
	}
	s.results = results.Maker{
		Store: s.config.Store, Describer: s.describer, Mapper: s.mapper,
		Reader: criteria.Reader{Base: s.mapper.Base, Words: s.words},
	}
	if index, ok := s.config.Search.(front.Index); ok {
		s.front = front.NewMaker(index, s.describer, s.atlas, s.mapper)
	}
	s.sitemaps = sitemap.NewPlan(s.config.Store, s.mapper.Base)
	return nil
}

// observe registers what the server tells of itself at any moment.
func (s *Server) observe() {
	sources := metrics.Sources{Waiting: s.renders.Waiting, Cache: s.maker.CacheStats, Health: s.storeHealth}
	if progress, ok := s.config.Search.(Progress); ok {
		s.progress = progress
		sources.Search = func() (uncovered, untold float64) { return s.behind(context.Background()) }
	}
	s.metrics.Observe(sources)
	if s.config.Harvests != nil {
		s.metrics.Registry.MustRegister(harvests.NewCollector(s.config.Harvests))
	}
}

// describerOptions are those of what describes entities in words.
func (s *Server) describerOptions() describe.Options {
	c := s.config
	cache := c.CacheBytes / 8
	if c.CacheBytes < 0 {
		cache = -1
	}
	return describe.Options{
		Options: brief.Options{Store: c.Store, Log: s.log, Mapper: s.mapper, ImageHosts: c.ImageHosts, CacheBytes: cache},
		Links:   c.Links, Licence: c.Licence, Site: c.Title, Atlas: s.atlas, Sources: c.Sources,
		ListOf: func(l *links.Link, iri string) string { return s.mapper.Local(s.maker.LinkList(l, iri).ID) },
	}
}

// makerOptions are those of what makes the representations.
func (s *Server) makerOptions() represent.Options {
	c := s.config
	return represent.Options{
		Store: c.Store, Log: s.log, Formats: c.Formats, Mapper: s.mapper, Pages: s.pages, Frame: s.site.FrameAt,
		Languages: s.languages, Describer: s.describer,
		Contexts: c.Contexts, Compiler: c.Compiler, Links: c.Links, LinkMode: c.LinkMode,
		BaseURL: c.BaseURL, Title: c.Title, Build: c.Build, CacheControl: c.CacheControl,
		CacheBytes: c.CacheBytes, MaxRepresentation: c.MaxRepresentation,
		PageSize: pageSize, FeedPath: address.Feed, Compressor: s.compressor,
		Slot:     func(ctx context.Context) (context.Context, func(), error) { return s.slot(ctx, s.renders) },
		Rendered: s.metrics.Rendered,
	}
}

// close ends the server's own goroutines and removes its files.
func (s *Server) close() {
	if err := s.spool.Close(); err != nil {
		s.config.Logger.Warn("cannot remove the files of dumps", slog.Any("error", err))
	}
	if err := s.queries.Close(); err != nil {
		s.config.Logger.Warn("cannot remove the files of answers to queries", slog.Any("error", err))
	}
	s.maker.Close()
	s.describer.Close()
}

// ServeHTTP answers one request. The router costs more than the rest of an
// answer from the cache, and what names an entity matches only its last route,
// so that such requests do not pass through it.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if r.URL.RawPath == "" && !s.mapper.IsOwn(r.URL.Path) {
		s.entity.ServeHTTP(w, r)
		return
	}
	s.router.ServeHTTP(w, r)
}

// Holdings tells what the store has.
func (s *Server) Holdings(ctx context.Context) (holdings.Holdings, error) { return s.survey.Count(ctx) }

// routes says what answers where. Entities come last and take the rest: their
// addresses have no pattern of their own.
func (s *Server) routes() http.Handler {
	router := mux.NewRouter().SkipClean(true).UseEncodedPath()
	for _, prefix := range s.mapper.Mounts() {
		service := prefix + address.Reserved
		get := func(path, route string, h exchange.Handler) {
			router.Path(path).Handler(s.handle(route, exchange.Methods{http.MethodGet: h}.Resource()))
		}
		get(service+"/healthz", "health", s.getHealth)
		get(service+"/readyz", "ready", s.ready(!s.config.AdminApart))
		if !s.config.AdminApart {
			get(service+"/metrics", "metrics", s.metrics.Handler())
		}
		get(service+"/search", "search", s.getSearch)
		get(service+"/search/suggest", "suggest", s.getSuggestions)
		get(service+"/"+address.Assets+"{asset:.+}", "asset", s.getAsset)
		get(service+"/contexts/", "contexts", s.getContexts)
		get(service+"/contexts/{url:.+}", "context", s.getContext)
		get(service+"/errors/", "errors", s.getErrors)
		get(service+"/errors/{code}", "error", s.getError)
		get(service+"/"+address.Feed, "feed", s.getFeed)
		get(service+"/"+address.Feed+"/page/{number}", "feed page", s.getFeedPage)
		get(service+"/"+address.Dataset, "dataset", s.getDataset)
		get(service+"/dump.{form}", "dump", s.getDump)
		get(service+"/"+address.Sitemap, "sitemap", s.getSitemap)
		get(service+"/"+address.SitemapPart+"{number:[0-9]{1,9}}.xml", "sitemap part", s.getSitemapPart)
		get(service+"/quads", "quads", s.getQuads)
		router.Path(service + "/" + address.Query).Handler(s.handle("query", s.queryMethods()))
		get(service+"/"+address.Fragments, "fragments", s.getFragments)
		get(service+"/linkset", "linkset", s.getLinkset)
		get(service+"/"+address.Mentions, "mentions", s.getMentions)
		if s.config.Links != nil {
			get(service+"/links/{name}", "links", s.getLinks)
		}
		router.Path(service + "/load").Handler(s.handle("load", s.loadMethods()))
		get(service, "nothing", s.getNothing)
		router.PathPrefix(service + "/").Handler(s.handle("nothing", s.getNothing))
		router.Path(prefix + "entity").MatcherFunc(hasID).
			Handler(s.handle("id", s.idMethods()))
		get(prefix, "home", s.getHome)
	}
	router.Path(address.WellKnownVoid).Handler(s.handle("well-known", exchange.Methods{http.MethodGet: s.getWellKnownVoid}.Resource()))
	router.PathPrefix(address.WellKnownGenid).Handler(s.handle("blank node", exchange.Methods{http.MethodGet: s.getBlankNode}.Resource()))
	router.PathPrefix("/").Handler(s.entity)
	// What has no path, such as OPTIONS *, is answered like an entity.
	router.NotFoundHandler = s.entity
	return router
}

func hasID(r *http.Request, _ *mux.RouteMatch) bool { return r.URL.Query().Has("id") }

// slot waits for a place of the semaphore to do work for a request, and bounds the
// time for it.
func (s *Server) slot(ctx context.Context, m *semaphore.Semaphore) (context.Context, func(), error) {
	return m.Slot(ctx, s.config.RenderTimeout)
}
