package server

import (
	"context"
	"errors"
	"net/http"
	"runtime"
	"time"

	"vitrine/rdfstore"
	"vitrine/rdfstore/graph"
	"vitrine/server/data/criteria"
	"vitrine/server/data/dataset"
	"vitrine/server/data/dump"
	"vitrine/server/data/entity"
	"vitrine/server/data/fragments"
	"vitrine/server/data/listing"
	"vitrine/server/data/query"
	"vitrine/server/data/represent"
	"vitrine/server/data/spool"
	"vitrine/server/data/write"
	"vitrine/server/people/results"
	"vitrine/server/web/address"
	"vitrine/server/web/auth"
	"vitrine/server/web/respond"
	"vitrine/sparql"
)

// rooms are what answers; each says in its package what for.
type rooms struct {
	entities    *entity.Entities
	lists       *listing.Lists
	description *dataset.Description
	dumps       *dataset.Dumps
	feed        *dataset.Feed
	sitemaps    *dataset.Sitemaps
	fragments   *fragments.Endpoint
	queries     *query.Endpoint
}

// The number of answers to queries that are kept while they are sent, and what bounds
// them together.
const (
	maxAnswers     = 256
	maxAnswerBytes = 2 << 30
)

// makeRooms makes what answers.
func (s *Server) makeRooms() error {
	names, err := fragments.NewNames(s.mapper.ServiceURI(address.Dataset)+"#data", s.mapper.ServiceURI(""), s.mapper.Base, s.mapper.Origin+address.WellKnownGenid)
	if err != nil {
		return err
	}
	dumps, err := spool.Open(s.config.DumpDir, s.config.MaxDumps, maxDumpBytes)
	if err != nil {
		return err
	}
	answers, err := spool.Open("", maxAnswers, maxAnswerBytes)
	if err != nil {
		return errors.Join(err, dumps.Close())
	}
	s.entities, s.lists = s.newEntities(), s.newLists()
	s.makeDataset(dumps)
	if s.fragments, err = s.newFragments(names); err != nil {
		return errors.Join(err, dumps.Close(), answers.Close())
	}
	s.queries = s.newQueries(names, answers)
	return nil
}

// newFragments returns the endpoint of fragments. Both audiences are told in the same way
// where pages begin.
func (s *Server) newFragments(names fragments.Names) (*fragments.Endpoint, error) {
	public := s.config.Public
	if s.whole != nil {
		public = s.whole.config.Public
	}
	e := &fragments.Endpoint{Site: s.site, Store: s.config.Store, Names: names, Digest: s.maker.Digest}
	if public == nil || public.PlaceKey == nil {
		return e, nil
	}
	var err error
	e.Places, err = fragments.NewPlaces(public.PlaceKey)
	return e, err
}

func (s *Server) newEntities() *entity.Entities {
	entities := &entity.Entities{
		Site: s.site, Maker: s.maker, Access: newAccess(s.config), Verbs: s.newWriter(),
		Absent: s.answerAbsent, Logger: s.config.Logger,
		Memory: s.memory, HeavyTimeout: s.config.LoadTimeout, SendTimeout: s.config.WriteTimeout,
	}
	if s.whole != nil {
		entities.Access = s.whole.entities.Access
		entities.Seen = s.whole.config.Public.Store.Public
	}
	return entities
}

// answerAbsent answers for a path that names no entity with the list of those whose names
// begin with it.
func (s *Server) answerAbsent(x *respond.Exchange, r *http.Request, view represent.View, path string, missing error) error {
	return s.lists.Below(x, r, view, path, missing)
}

func (s *Server) newLists() *listing.Lists {
	return &listing.Lists{
		Site: s.site, Store: s.config.Store, Survey: s.survey, Counts: s.counts,
		Links: s.config.Links, LinkList: s.maker.LinkList, Index: s.config.Search,
		Describer: s.describer, Words: s.words,
		Results: results.Maker{
			Store: s.config.Store, Describer: s.describer, Mapper: s.mapper,
			Reader: criteria.Reader{Base: s.mapper.Base, Words: s.words},
		},
		Searches: s.slots(s.searches), Suggests: s.slots(s.suggests), Timeout: s.config.RenderTimeout,
	}
}

// makeDataset makes what answers for all of the data; the spool is that of dumps.
func (s *Server) makeDataset(files *spool.Folder) {
	c := s.config
	s.dumps = &dataset.Dumps{
		Site: s.site, Store: c.Store, Files: dump.Files(c.Formats),
		Spool: files, Timeout: c.DumpTimeout, Patience: c.WriteTimeout, Logger: c.Logger,
	}
	s.feed = &dataset.Feed{Site: s.site, Log: c.Store, Dumps: s.dumps, Rights: c.Licence, Class: s.words.Class}
	s.description = &dataset.Description{
		Site: s.site, Store: c.Store, Offers: s.offers, Survey: s.survey, Dumps: s.dumps, Feed: s.feed,
		Licence: c.Licence, Publisher: c.Publisher,
	}
	s.sitemaps = &dataset.Sitemaps{
		Site: s.site, Store: c.Store, Build: s.edition(),
	}
}

// newQueries returns what answers queries; the spool is that of answers.
func (s *Server) newQueries(names fragments.Names, answers *spool.Folder) *query.Endpoint {
	c, endpoint := s.config, s.mapper.ServiceURI(address.Query)
	return &query.Endpoint{
		Site: s.site, Store: c.Store, Describer: s.describer, Atlas: s.atlas,
		Dataset: names.Dataset.String(), Union: names.Union.String(),
		Service: &query.Service{
			Snapshot:   c.Store.Snapshot,
			Names:      names.Options(),
			Endpoint:   endpoint,
			Scheduler:  query.NewScheduler(maxQueries(), maxWaiting),
			Client:     s.site.Proxies.Client,
			Processors: runtime.GOMAXPROCS(0),
			Timeout:    c.QueryTimeout,
			Limits:     sparql.Limits{Memory: c.QueryMemory, Pool: sparql.NewPool(c.TotalQueryMemory), Rows: c.MaxResults},
			Answers:    answers, WriteTimeout: c.WriteTimeout, Digest: s.maker.Digest, Codings: s.maker.Codings,
		},
	}
}

// newAccess returns what decides who may write.
func newAccess(c Config) *auth.Control {
	return &auth.Control{
		Tokens: c.Tokens, Origins: c.WriteOrigins, TLS: c.Certificate != nil,
		Logger: c.Logger, AuditLog: c.AuditLog, Now: time.Now,
	}
}

// newWriter returns what carries out requests that write. Those who may write a record may
// know of it, so that they write to all of the store.
func (s *Server) newWriter() *write.Writer {
	w := &write.Writer{
		Store: s.config.Store, Formats: s.config.Formats, Mapper: s.mapper,
		Class:     s.words.Class,
		Validator: s.config.Validator, Checking: s.config.Checking,
		RequirePreconditions: s.config.RequirePreconditions,
		MaxBody:              s.config.MaxBody, MaxLoad: s.config.MaxLoad, Memory: s.memory,
		AuditLog: s.config.AuditLog,
		Slot:     s.slots(s.renders),
		Text:     s.recordText,
		Holds:    holds,
	}
	if o := s.offers.Record(); o != nil {
		w.Record = o.Format
	}
	if s.whole != nil {
		w.Store, w.Holds = s.whole.config.Store, s.holdsSeen
	}
	return w
}

// holdsSeen evaluates the preconditions of a request to write, by whoever saw the entity as
// the public does, or got its entity tag in the answer to a change.
func (s *Server) holdsSeen(ctx context.Context, h http.Header, stored *rdfstore.Entity) (bool, error) {
	if !write.IsConditional(h) {
		return true, nil
	}
	current := represent.Current(stored)
	asSeen := represent.Current(nil)
	if stored != nil {
		seen, shown, err := s.whole.config.Public.Store.Public(ctx, stored)
		if err != nil {
			return false, err
		}
		if shown {
			asSeen = represent.Current(seen)
		}
	}
	either := respond.Current{Modified: current.Modified, Matches: func(lines []string, strong bool) bool {
		return current.Matches(lines, strong) || asSeen.Matches(lines, strong)
	}}
	return respond.Evaluate(h, either, false) == respond.Proceed, nil
}

// recordText returns a graph as its Linked Art JSON.
func (s *Server) recordText(ctx context.Context, g *graph.Graph) ([]byte, error) {
	text, err := s.maker.RecordText(ctx, g)
	if errors.Is(err, represent.ErrTooLarge) {
		return nil, write.TooLong(s.config.MaxRepresentation)
	}
	return text, err
}

// holds evaluates the preconditions of a request to write.
func holds(_ context.Context, h http.Header, stored *rdfstore.Entity) (bool, error) {
	return !write.IsConditional(h) || respond.Evaluate(h, represent.Current(stored), false) == respond.Proceed, nil
}
