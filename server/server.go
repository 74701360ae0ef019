package server

import (
	"context"
	"errors"
	"fmt"
	"html/template"
	"log/slog"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"vitrine/linkedart/links"
	"vitrine/rdfstore"
	"vitrine/server/data/criteria"
	"vitrine/server/data/holdings"
	"vitrine/server/data/listing"
	"vitrine/server/data/resource"
	"vitrine/server/ops"
	"vitrine/server/ops/pace"
	"vitrine/server/people/describe"
	"vitrine/server/people/describe/brief"
	"vitrine/server/people/home"
	"vitrine/server/people/html"
	"vitrine/server/people/i18n"
	"vitrine/server/people/site"
	"vitrine/server/people/svgmap"
	"vitrine/server/web/address"
	"vitrine/server/web/auth"
	"vitrine/server/web/respond"
)

// maxWaiting is how many requests may wait at a semaphore; one more is refused.
const maxWaiting = 1024

// How many requests of one network may wait: of searches as many as visitors who share an
// address have at once, and of parts of pictures as many as a few viewers ask for.
const (
	waitingOfOne    = 16
	waitingScalings = 128
)

// Server answers requests. It is made by New and may be used by many
// goroutines.
type Server struct {
	config  Config
	mapper  address.Mapper
	metrics *ops.Metrics
	// openAPIText describes the interface. It is made when it is first asked for.
	openAPIText func() ([]byte, error)
	// proxies are those whose X-Forwarded fields count.
	proxies respond.Proxies
	ids     *respond.IDs
	// strictHost is the host at which browsers are to use TLS alone, empty where there is none.
	strictHost string
	// traffic is the requests, to which changes of many records give way.
	traffic *pace.Traffic

	// log has the caches follow the log of the store.
	log       *holdings.Follower
	survey    holdings.Survey
	words     i18n.Vocabulary
	languages *i18n.Languages
	pages     *html.Pages
	// introduction is the operator's own text on the front page, empty where there is none.
	introduction template.HTML
	compressor   *respond.Compressor
	atlas        *svgmap.Atlas
	describer    *describe.Describer
	maker        *resource.Maker
	offers       *resource.Offers
	site         *site.Site
	limits

	handlers
	// front shows the collection on the front page, nil where the index does not tell.
	front *home.Maker
	// router leads to all handlers, and entity is the last of its routes.
	router, entity http.Handler

	// storeHealth reports the store, nil where it has no report.
	storeHealth func() rdfstore.Health
	// progress reports the search index, nil where it has no report.
	progress Progress
	// public answers those who may not read private records, nil where there are none; and
	// parent is the server that has this one as its public.
	public, parent *Server
	// badToken answers those whose token is wrong.
	badToken http.Handler

	// ending is set when the server is about to end.
	ending atomic.Bool
}

// limits bound what is done at once.
type limits struct {
	renders *pace.Semaphore
	// searches, suggests and scalings bound how many searches are made, suggestions looked for
	// and pictures scaled at once. Crawlers ask for many, so networks share them.
	searches, suggests, scalings *pace.Shares
	counts                       *pace.Counts
	// memory bounds what requests for large records hold together.
	memory *pace.Memory
	// walks is for what reads so many records that one at a time is enough.
	walks *pace.Semaphore
}

func newLimits(renders int, memory int64) limits {
	return limits{
		renders:  pace.NewSemaphore(renders, maxWaiting),
		searches: pace.NewShares(maxQueries(), waitingOfOne),
		suggests: pace.NewShares(renders, waitingOfOne),
		scalings: pace.NewShares(maxQueries(), waitingScalings),
		walks:    pace.NewSemaphore(1, maxWaiting),
		memory:   pace.NewMemory(memory),
		counts:   pace.NewCounts(pace.NewSemaphore(renders, maxWaiting)),
	}
}

// New returns a server for the configuration. The error tells what is wrong
// with it.
func New(config Config) (*Server, error) {
	s, err := newServer(config, nil)
	if err != nil || config.Public == nil {
		return s, err
	}
	if s.public, err = newServer(publicConfig(s.config), s); err != nil {
		s.close()
		return nil, err
	}
	s.badToken = s.public.handle("token", s.refuseToken)
	return s, nil
}

// publicConfig is the configuration of what answers those who may not read private
// records: it has a view without them in place of the store, and nothing that counts
// them.
func publicConfig(c Config) Config {
	c.Store, c.Search, c.Public = c.Public.Store, c.Public.Search, nil
	c.AdminApart, c.Harvests = true, nil
	if c.DumpDir != "" {
		c.DumpDir += "-public"
	}
	return c
}

// newServer returns a server for all of a store. parent is nil, or the server that it is
// the public of.
func newServer(config Config, parent *Server) (*Server, error) {
	config, err := config.withDefaults()
	if err != nil {
		return nil, err
	}
	s := &Server{
		config:  config,
		mapper:  address.New(config.BaseURL),
		proxies: config.TrustedProxies,
		parent:  parent,
	}
	if host, ok := strings.CutPrefix(s.mapper.Origin, "https://"); ok && config.Certificate != nil {
		s.strictHost = host
	}
	if parent == nil {
		s.metrics, s.ids, s.traffic = ops.NewMetrics(), respond.NewIDs(), pace.NewTraffic()
		s.limits = newLimits(config.MaxRenders, config.RequestMemory)
	} else {
		s.metrics, s.ids, s.limits, s.traffic = parent.metrics, parent.ids, parent.limits, parent.traffic
	}
	if reporter, ok := config.Store.(rdfstore.HealthReporter); ok {
		s.storeHealth = reporter.Health
	}
	s.log = holdings.NewFollower(config.Store)
	s.config.Store = s.metrics.Measured(config.Store)
	s.survey = holdings.Survey{Store: s.config.Store, Base: s.mapper.Base}
	for _, step := range []func() error{s.readPages, s.makeSite, s.makeDescriber, s.makeMaker, s.makeHandlers} {
		if err := step(); err != nil {
			return nil, fmt.Errorf("server: %w", err)
		}
	}
	if index, ok := config.Search.(home.Index); ok {
		s.front = home.NewMaker(index, s.config.Store, s.describer, s.atlas, s.mapper)
	}
	s.openAPIText = sync.OnceValues(s.newOpenAPI)
	if parent == nil {
		s.observe()
	}
	s.entity = s.handle("entity", s.updates.Methods())
	s.router = s.routes()
	return s, nil
}

// readPages reads the words, languages and templates of pages, or has those of the parent.
func (s *Server) readPages() (err error) {
	if s.parent != nil {
		s.words, s.languages, s.pages, s.introduction = s.parent.words, s.parent.languages, s.parent.pages, s.parent.introduction
		return nil
	}
	if s.words, err = i18n.NewVocabulary(s.config.Compiler); err != nil {
		return err
	}
	if s.languages, err = i18n.All(); err != nil {
		return err
	}
	s.pages, err = html.New(html.Options{Assets: s.mapper.Service(address.Assets), Languages: s.languages, Theme: s.config.Theme})
	if err != nil {
		return err
	}
	return s.readIntroduction()
}

// makeSite makes what pages and documents are made with, but for its maker.
func (s *Server) makeSite() (err error) {
	if s.compressor, err = respond.NewCompressor(s.config.MaxRenders); err != nil {
		return err
	}
	_, suggests := s.config.Search.(listing.Suggester)
	s.site = &site.Site{
		Title: s.config.Title, Mapper: s.mapper, Proxies: s.proxies, Languages: s.languages, Pages: s.pages,
		Log:        s.log,
		Compressor: s.compressor,
		Slot:       s.slots(s.renders),
		Words:      s.words,
		Navigation: site.NewNavigation(s.survey, s.log, s.mapper.Base),
		Searches:   s.config.Search != nil, Suggests: suggests,
	}
	s.log.Add(s.site.Navigation)
	s.site.Prepare()
	return nil
}

// makeDescriber makes what describes entities in words, and its maps.
func (s *Server) makeDescriber() (err error) {
	if s.atlas = s.config.Maps; s.atlas == nil {
		if s.atlas, err = svgmap.New(); err != nil {
			return fmt.Errorf("read the base map: %w", err)
		}
	}
	s.describer = describe.New(s.describerOptions())
	return nil
}

// makeMaker makes what makes the representations of entities.
func (s *Server) makeMaker() (err error) {
	if s.maker, err = resource.NewMaker(s.makerOptions()); err != nil {
		return err
	}
	s.offers = s.maker.Offers
	return nil
}

// observe registers what the server reports of itself at any moment.
func (s *Server) observe() {
	sources := ops.Sources{Waiting: s.renders.Waiting, Cache: s.maker.CacheStats, Health: s.storeHealth, Queries: s.queries.Service.Load}
	if progress, ok := s.config.Search.(Progress); ok {
		s.progress = progress
		sources.Search = func() (uncovered, staleNames float64) { return s.behind(context.Background()) }
	}
	s.metrics.Observe(sources)
}

// ownPictures is the URI below which the service has pictures of its own, "" where it has none.
func (s *Server) ownPictures() string {
	if s.config.Pictures == nil {
		return ""
	}
	return s.mapper.ServiceURI(address.Pictures)
}

// describerOptions are those of what describes entities in words.
func (s *Server) describerOptions() describe.Options {
	c := s.config
	return describe.Options{
		Options: brief.Options{Store: c.Store, Log: s.log, Mapper: s.mapper, ImageHosts: c.ImageHosts, Pictures: s.ownPictures(), CacheBytes: max(1, c.CacheBytes/8)},
		Links:   c.Links, Licence: c.Licence, Site: c.Title, Atlas: s.atlas, Searches: c.Search != nil,
		ListOf: s.listOf, Naming: s.naming,
	}
}

// listOf is the address of all that a link of an entity leads to: of the search that finds it,
// or of the list.
func (s *Server) listOf(l *links.Link, iri string) string {
	if s.site.Searches {
		return s.mapper.Service(criteria.OfLink(l.Name, iri).Target())
	}
	return s.mapper.Local(s.maker.LinkList(l, iri).ID)
}

// naming is the same of all that names an entity by a property, or anywhere.
func (s *Server) naming(property, iri string) string {
	if s.site.Searches {
		return s.mapper.Service(criteria.Naming(property, iri).Target())
	}
	return s.mapper.Local(s.lists.MentionsOf(iri, property))
}

// makerOptions are those of what makes the representations.
func (s *Server) makerOptions() resource.Options {
	c := s.config
	return resource.Options{
		Site: s.site, Store: c.Store, Log: s.log, Formats: c.Formats, Describer: s.describer, Vocabulary: s.words,
		Alternates: s.alternates(), Contexts: c.Contexts, Compiler: c.Compiler, Links: c.Links, Licence: c.Licence,
		BaseURL: c.BaseURL, Build: s.edition(), CacheControl: c.CacheControl,
		CacheBytes: c.CacheBytes, MaxRepresentation: c.MaxRepresentation,
		PageSize: listing.PageSize, FeedPath: address.Feed, Embed: s.embed(), Edit: s.editing(), Restore: s.restoring(),
		Rendered: s.metrics.Rendered,
	}
}

// close ends the server's own goroutines and removes its files.
func (s *Server) close() {
	if s.imports != nil && s.parent == nil {
		if err := s.imports.Uploads.Close(); err != nil {
			s.config.Logger.Warn("cannot remove the files of imports", slog.Any("error", err))
		}
	}
	if err := s.dumps.Spool.Close(); err != nil {
		s.config.Logger.Warn("cannot remove the files of dumps", slog.Any("error", err))
	}
	if err := s.queries.Service.Close(); err != nil {
		s.config.Logger.Warn("cannot remove the files of answers to queries", slog.Any("error", err))
	}
	if s.public != nil {
		s.public.close()
	}
}

// ServeHTTP answers one request, for those who may read private records from all of the
// store, and for others from what is public of it.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if !auth.IsOperator(r) {
		s.traffic.Note()
	}
	if s.public == nil {
		s.answer(w, r)
		return
	}
	audience := s.updates.Access.Audience(r)
	w = respond.ForAudience(w, audience == auth.Reader)
	switch audience {
	case auth.Reader:
		s.answer(w, r)
	case auth.BadToken:
		s.badToken.ServeHTTP(w, r)
	default:
		s.public.answer(w, r)
	}
}

// refuseToken answers a request whose token is wrong.
func (s *Server) refuseToken(x *respond.Exchange, r *http.Request) error {
	_, err := s.updates.Access.Authorise(auth.Request{HTTP: r, ID: x.ID, Client: s.proxies.Client(r)}, auth.Read)
	if err == nil {
		return auth.Unknown(errors.New("the token was wrong a moment ago"))
	}
	return err
}

// answer answers one request from the server's own store. The router costs more than the
// rest of an answer from the cache, and what names an entity matches only its last route,
// so that such requests do not pass through it.
func (s *Server) answer(w http.ResponseWriter, r *http.Request) {
	if r.URL.RawPath == "" && !s.mapper.IsOwn(r.URL.Path) {
		s.entity.ServeHTTP(w, r)
		return
	}
	s.router.ServeHTTP(w, r)
}

// edition identifies the program for entity tags. Those of records that are shown with and
// without what is private have nothing in common.
func (s *Server) edition() string {
	if s.config.Build == "" || s.config.Public == nil {
		return s.config.Build
	}
	return s.config.Build + ", private records included"
}

// Holdings tells what the store has.
func (s *Server) Holdings(ctx context.Context) (holdings.Holdings, error) { return s.survey.Count(ctx) }

// GiveWay pauses after a piece of work on the store that took so long, where requests come,
// until ctx ends. It is for commands of the same machine that change
// many records.
func (s *Server) GiveWay(ctx context.Context, worked time.Duration) {
	s.traffic.GiveWay(ctx, worked)
}

// slots waits for places to do work for requests, and bounds the time for
// it.
func (s *Server) slots(m interface {
	Slot(context.Context, time.Duration) (context.Context, func(), error)
}) site.Slot {
	return func(ctx context.Context) (context.Context, func(), error) {
		return m.Slot(ctx, s.config.RenderTimeout)
	}
}
