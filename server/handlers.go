package server

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"runtime"
	"time"

	ldcontext "vitrine/context"
	"vitrine/linkedart"
	"vitrine/linkedart/words/dates"
	"vitrine/rdfstore"
	"vitrine/rdfstore/graph"
	"vitrine/serialize/jsonld/framing"
	"vitrine/server/data/criteria"
	"vitrine/server/data/dataset"
	"vitrine/server/data/fragments"
	"vitrine/server/data/listing"
	"vitrine/server/data/pictures"
	"vitrine/server/data/query"
	"vitrine/server/data/resource"
	"vitrine/server/data/spool"
	"vitrine/server/data/update"
	"vitrine/server/people/edit"
	"vitrine/server/people/importpages"
	"vitrine/server/people/results"
	"vitrine/server/web/address"
	"vitrine/server/web/auth"
	"vitrine/server/web/respond"
	"vitrine/sparql"
)

// handlers are what answers; each says in its package what for.
type handlers struct {
	// entities reads entities, and updates changes them.
	entities    *resource.Entities
	updates     *update.Writer
	lists       *listing.Lists
	description *dataset.Description
	dumps       *dataset.Dumps
	feed        *dataset.Feed
	sitemaps    *dataset.Sitemaps
	fragments   *fragments.Endpoint
	queries     *query.Endpoint
	pictures    *pictures.Service
	// imports are the pages that import files, nil where they are off.
	imports *importpages.Pages
	// edits are the pages on which records are corrected, nil where they are off.
	edits *edit.Pages
}

// The number of answers to queries that are kept while they are sent, and what bounds
// them together.
const (
	maxAnswers     = 256
	maxAnswerBytes = 2 << 30
)

// What queries may put on disk of their rows, all and one.
const (
	maxRowBytes  = 4 << 30
	maxRowsOfOne = 2 << 30
)

// makeHandlers makes what answers.
func (s *Server) makeHandlers() error {
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
	s.updates = s.newWriter()
	s.makeDataset(dumps)
	if s.fragments, err = s.newFragments(names); err != nil {
		return errors.Join(err, dumps.Close(), answers.Close())
	}
	if s.queries, err = s.newQueries(names, answers); err == nil {
		err = s.queries.Service.Check(s.config.Saved.Queries)
	}
	if err != nil {
		err = fmt.Errorf("the saved queries cannot be used: %w", err)
		return errors.Join(err, dumps.Close(), answers.Close())
	}
	if s.imports, err = s.newImports(); err != nil {
		return errors.Join(err, dumps.Close(), answers.Close())
	}
	if s.edits, err = s.newEdits(); err != nil {
		return errors.Join(err, dumps.Close(), answers.Close())
	}
	s.pictures = s.newPictures()
	return nil
}

// newPictures returns what serves the pictures of a folder. Those who may not read private records
// have the pictures that other records name.
func (s *Server) newPictures() *pictures.Service {
	if s.parent != nil {
		return s.parent.pictures.For(s.isNamed)
	}
	return pictures.New(pictures.Options{
		Folder: s.config.Pictures, Site: s.site, Build: s.edition(), Memory: s.config.PictureMemory,
		Slot: s.slots(s.scalings),
	})
}

// isNamed tells whether a record names an IRI.
func (s *Server) isNamed(ctx context.Context, iri string) (bool, error) {
	name, err := graph.IRI(iri)
	if err != nil {
		return false, nil // no record can
	}
	for _, err := range s.config.Store.Match(ctx, rdfstore.Pattern{Object: name}, "") {
		return err == nil, err
	}
	return false, nil
}

// newImports returns the pages that import files, nil where they are off. Both audiences have
// the same files.
func (s *Server) newImports() (*importpages.Pages, error) {
	if s.config.Imports == nil {
		return nil, nil
	}
	p := &importpages.Pages{Site: s.site, Writer: s.updates, Describer: s.describer, GiveWay: s.GiveWay}
	if s.parent != nil {
		p.Uploads = s.parent.imports.Uploads
		return p, nil
	}
	o := *s.config.Imports
	o.Spool, o.Logger = s.config.DumpDir, s.config.Logger
	var err error
	p.Uploads, err = importpages.Open(o)
	return p, err
}

// newEdits returns the pages on which records are corrected, nil where they are off.
func (s *Server) newEdits() (*edit.Pages, error) {
	if s.config.Edits == nil {
		return nil, nil
	}
	p := &edit.Pages{Site: s.site, Writer: s.updates, Describer: s.describer, Words: s.words, Store: s.config.Edits.Store}
	if s.site.Searches {
		p.Suggest = s.sharing(s.lists.SuggestRecords)
	}
	if s.parent != nil {
		p.Whole, p.Shapes, p.Dates, p.Drafts = s.parent.edits, s.parent.edits.Shapes, s.parent.edits.Dates, s.parent.edits.Drafts
		return p, nil
	}
	var err error
	if p.Shapes, err = linkedart.NewShapes(); err != nil {
		return nil, err
	}
	if p.Dates, err = dates.New(dates.Defaults()); err != nil {
		return nil, err
	}
	p.Drafts = &edit.Drafts{Base: s.mapper.ServiceURI(address.Drafts) + "/", Use: s.config.Edits.Drafts}
	return p, nil
}

// editing returns the addresses of the forms that correct entities, nil where they are off.
func (s *Server) editing() func(iri string) string {
	if s.config.Edits == nil {
		return nil
	}
	return func(iri string) string { return edit.Address(s.mapper, iri) }
}

// restoring returns the addresses of the pages that restore entities, nil where they are off.
func (s *Server) restoring() func(iri string, version uint64) string {
	if s.config.Edits == nil {
		return nil
	}
	return func(iri string, version uint64) string { return edit.RestoreAddress(s.mapper, iri, version) }
}

// newFragments returns the endpoint of fragments. Both audiences have the same places
// where pages begin.
func (s *Server) newFragments(names fragments.Names) (*fragments.Endpoint, error) {
	public := s.config.Public
	if s.parent != nil {
		public = s.parent.config.Public
	}
	e := &fragments.Endpoint{Site: s.site, Store: s.config.Store, Names: names, Digest: s.maker.Digest}
	if public == nil || public.PlaceKey == nil {
		return e, nil
	}
	var err error
	e.Places, err = fragments.NewPlaces(public.PlaceKey)
	return e, err
}

func (s *Server) newEntities() *resource.Entities {
	return &resource.Entities{
		Maker: s.maker, Absent: s.answerAbsent,
		Memory: s.memory, HeavyTimeout: s.config.LoadTimeout, SendTimeout: s.config.WriteTimeout,
	}
}

// answerAbsent answers for a path that names no entity with the list of those whose names
// begin with it.
func (s *Server) answerAbsent(x *respond.Exchange, r *http.Request, view resource.View, path string, missing error) error {
	return s.lists.Below(x, r, view, path, missing)
}

func (s *Server) newLists() *listing.Lists {
	shared := *s.site
	shared.Slot = s.slots(s.searches)
	return &listing.Lists{
		Site: s.site, Shared: &shared, Maker: s.maker, Store: s.config.Store, Survey: s.survey, Counts: s.counts,
		Links: s.config.Links, LinkList: s.maker.LinkList, Index: s.config.Search,
		Describer: s.describer, Words: s.words,
		Results: results.Maker{
			Store: s.config.Store, Describer: s.describer, Atlas: s.atlas, Mapper: s.mapper,
			Reader: criteria.Reader{Base: s.mapper.Base, Words: s.words},
		},
		Searches: s.slots(s.searches), Suggests: s.slots(s.suggests), Timeout: s.config.RenderTimeout,
	}
}

// makeDataset makes what answers for all of the data; the spool is that of dumps.
func (s *Server) makeDataset(files *spool.Folder) {
	c := s.config
	s.dumps = &dataset.Dumps{
		Site: s.site, Store: c.Store, Files: dataset.DumpFiles(c.Formats),
		Spool: files, Timeout: c.DumpTimeout, WriteTimeout: c.WriteTimeout,
	}
	s.feed = &dataset.Feed{Site: s.site, Log: c.Store, Dumps: s.dumps, Rights: c.Licence, Class: s.words.Class}
	s.description = &dataset.Description{
		Site: s.site, Store: c.Store, Offers: s.offers, Survey: s.survey, Dumps: s.dumps, Feed: s.feed,
		Licence: c.Licence, Publisher: c.Publisher, Statement: c.Statement, Protocols: s.services(),
	}
	s.sitemaps = &dataset.Sitemaps{
		Site: s.site, Store: c.Store, Build: s.edition(),
	}
}

// newQueries returns what answers queries; the spool is that of answers.
func (s *Server) newQueries(names fragments.Names, answers *spool.Folder) (*query.Endpoint, error) {
	c, endpoint := s.config, s.mapper.ServiceURI(address.Query)
	contexts := c.Contexts
	if contexts == nil {
		contexts = ldcontext.New(nil)
	}
	loader := framing.NewContexts(contexts)
	frames, err := query.ReadFrames(c.Saved.Frames, endpoint, loader)
	if err != nil {
		return nil, err
	}
	options := names.Options()
	if c.Search != nil {
		options.Search = s.lists
	}
	return &query.Endpoint{
		Context: s.queryContext(), Names: s.queryNames(),
		Saved: c.Saved.Queries,
		Site:  s.site, Store: c.Store, Describer: s.describer, Atlas: s.atlas,
		Dataset: names.Dataset.String(), Union: names.Union.String(),
		Service: &query.Service{
			Snapshot:   c.Store.Snapshot,
			Names:      options,
			Endpoint:   endpoint,
			Contexts:   loader,
			Frames:     frames,
			Scheduler:  query.NewScheduler(maxQueries(), maxWaiting),
			Processors: runtime.GOMAXPROCS(0),
			Timeout:    c.QueryTimeout,
			Limits: sparql.Limits{
				Memory: c.QueryMemory, Pool: sparql.NewPool(c.TotalQueryMemory), Rows: c.MaxResults,
				Scratch: &sparql.Scratch{Create: s.dumps.Spool.Create, Pool: sparql.NewPool(maxRowBytes), Most: maxRowsOfOne},
			},
			Answers: answers, WriteTimeout: c.WriteTimeout, Digest: s.maker.Digest, Codings: s.compressor.Accepted,
		},
	}, nil
}

// newAccess returns what decides who may write.
func newAccess(c Config) *auth.Control {
	return &auth.Control{
		Tokens: c.Tokens, Origins: c.WriteOrigins, TLS: c.Certificate != nil,
		Logger: c.Logger, AuditLog: c.AuditLog, Now: time.Now,
	}
}

// newWriter returns what answers requests that write. Those who may write a record may know of
// it, so that they write to all of the store.
func (s *Server) newWriter() *update.Writer {
	w := &update.Writer{
		Entities: s.entities, Store: s.config.Store, Access: newAccess(s.config),
		Validator: s.config.Validator, Checking: s.config.Checking,
		RequirePreconditions: s.config.RequirePreconditions,
		MaxBody:              s.config.MaxBody, MaxLoad: s.config.MaxLoad,
		AuditLog: s.config.AuditLog, Logger: s.config.Logger,
	}
	if o := s.offers.Record(); o != nil {
		w.Record = o.Format
	}
	if s.parent != nil {
		w.Store, w.Access, w.Public = s.parent.config.Store, s.parent.updates.Access, s.parent.config.Public.Store.Public
	}
	return w
}
