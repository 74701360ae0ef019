package server

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/http"
	"path"
	"slices"

	"github.com/knakk/rdf"

	"vitrine/load/history"
	"vitrine/rdfstore"
	"vitrine/server/data/criteria"
	"vitrine/server/data/dataset"
	"vitrine/server/data/holdings"
	"vitrine/server/people/describe/brief"
	"vitrine/server/people/home"
	"vitrine/server/people/html"
	"vitrine/server/people/i18n"
	"vitrine/server/people/results"
	"vitrine/server/people/site"
	"vitrine/server/web/address"
	"vitrine/server/web/respond"
)

// getHome answers at the base URL: with the entity of that name if there is
// one, else with the front page.
func (s *Server) getHome(x *respond.Exchange, r *http.Request) error {
	view, err := s.maker.View(r.Context())
	if err != nil {
		return err
	}
	if err := s.entities.Named(x, r, view, s.mapper.Base); !rdfstore.IsMissing(err) {
		return err
	}
	reader := s.site.Reader(r, view.At())
	form := site.Document{MediaType: "text/html", Link: respond.LinkField(s.mapper.Service(address.Dataset), "describedby", "")}
	form.Page = func(ctx context.Context, b *bytes.Buffer) ([]string, error) {
		data, err := s.homePage(ctx, reader)
		if err != nil {
			return nil, err
		}
		if data.Programs.Example != "" {
			data.Programs.Example = s.proxies.Origin(r) + data.Programs.Example
		}
		return data.ImageHosts, s.pages.Write(b, &data)
	}
	return s.site.Send(x, r, "no-cache", site.Forms(form))
}

// readIntroduction reads the introduction of the front page, a file of the theme.
func (s *Server) readIntroduction() error {
	if s.config.Theme == nil {
		return nil
	}
	for _, name := range []string{"introduction.md", "introduction.html"} {
		file, err := s.config.Theme.Open(name)
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			return fmt.Errorf("open the introduction: %w", err)
		}
		text, err := io.ReadAll(io.LimitReader(file, home.MaxIntroduction+1))
		if err = errors.Join(err, file.Close()); err != nil {
			return fmt.Errorf("read the introduction: %w", err)
		}
		if s.introduction, err = home.Introduction(name, text); err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
	}
	return nil
}

// homePage is the front page. What there is to be seen comes from the index; without it
// there are the numbers of records.
func (s *Server) homePage(ctx context.Context, reader site.Reader) (html.Overview, error) {
	w := reader.Words
	data := html.Overview{Frame: s.site.FrameFor(reader, s.config.Title), Introduction: s.introduction}
	data.Links = append(data.Links, html.Link{Rel: "describedby", Href: s.mapper.Service(address.Dataset)})
	counts, err := s.survey.Count(ctx)
	if err != nil {
		return data, err
	}
	data.Programs.Base, data.Programs.Others = counts.Base, counts.Others
	for _, b := range counts.Bases {
		data.Programs.Bases = append(data.Programs.Bases, html.BaseCount(b))
	}
	data.Total = w.Text("%d records", counts.Under+counts.Others)
	if counts.Under+counts.Others == 0 {
		data.Begin = &html.Begin{}
		if s.imports != nil {
			data.Begin.Import = s.mapper.Service(address.Import)
		}
	}
	if err := s.describeSite(ctx, &data); err != nil {
		return data, err
	}
	kinds, err := s.kinds(ctx, reader)
	if err != nil {
		return data, err
	}
	data.Kinds, data.MoreKinds = site.Split(kinds)
	if counts.IsAggregate() && s.site.Searches {
		data.Publishers = s.publishers(counts)
	}
	if s.front != nil {
		if err := s.front.Show(ctx, &data, reader.At, w); err != nil {
			return data, err
		}
	}
	return data, s.addPrograms(ctx, &data.Programs, w)
}

// kinds are the lists of the sections, each with its number of records, but for those of the runs of
// imports.
func (s *Server) kinds(ctx context.Context, reader site.Reader) ([]html.KindCount, error) {
	sections, err := s.site.Navigation.Sections(ctx, reader.At)
	if err != nil {
		return nil, err
	}
	var out []html.KindCount
	for _, section := range sections {
		if section.Endpoint == history.Endpoint {
			continue
		}
		total := section.Count
		if section.Endpoint != "" {
			prefix := s.mapper.Base + section.Endpoint
			total, err = s.counts.Total(ctx, prefix, func(ctx context.Context) (uint64, error) {
				return s.config.Store.CountNames(ctx, prefix)
			})
			if err != nil {
				return nil, err
			}
		}
		label, list := s.site.Section(section, reader.Words)
		label = cmp.Or(label, section.Endpoint, brief.ClassName(section.Class, reader.Words))
		out = append(out, html.KindCount{Label: html.Part{Text: label, Href: list}, Count: total})
	}
	return out, nil
}

// publishers are those whose records the service has, each with how many.
func (s *Server) publishers(h holdings.Holdings) []html.KindCount {
	own, _ := holdings.BaseOf(h.Base)
	bases := slices.Clone(h.Bases)
	if i := slices.IndexFunc(bases, func(b holdings.BaseCount) bool { return b.Base == own }); i >= 0 {
		bases[i].Count += h.Under
	} else if h.Under > 0 {
		bases = append(bases, holdings.BaseCount{Base: own, Count: h.Under})
	}
	var out []html.KindCount
	for _, b := range bases {
		list := s.mapper.Service(criteria.Criteria{Values: map[string][]string{"publisher": {b.Base}}}.Target())
		out = append(out, html.KindCount{Label: html.Part{Text: results.PublisherName(b.Base), Href: list}, Count: b.Count})
	}
	return out
}

// addPrograms adds what the front page says to those who write programs.
func (s *Server) addPrograms(ctx context.Context, p *html.Programs, w *i18n.Wording) (err error) {
	classes, err := s.config.Store.Classes(ctx)
	if err != nil {
		return err
	}
	for _, c := range classes {
		if c.Class != (rdf.IRI{}) {
			p.Classes = append(p.Classes, html.Count{Class: brief.ClassName(c.Class.String(), w), Count: c.Count})
		}
	}
	if p.Example, err = s.example(ctx); err != nil {
		return err
	}
	for _, o := range s.offers.List {
		p.Formats = append(p.Formats, html.Format{Title: o.Title, Name: o.Name, Type: o.FullType(), Suffix: o.Suffix})
	}
	p.Services = []html.Link{
		{Href: s.mapper.Service(address.Dataset), Title: w.Text("Description of the data set: size, licence, formats and files")},
		{Href: s.mapper.Service(address.Feed), Title: w.Text("Change feed, for harvesters")},
		{Href: s.mapper.Service(address.Query), Title: w.Text("SPARQL queries")},
		{Href: s.mapper.Service(address.Fragments), Title: w.Text("Pattern fragments, for query clients")},
		{Href: s.mapper.Service("contexts/"), Title: w.Text("JSON-LD contexts")},
		{Href: s.mapper.Service("errors/"), Title: w.Text("Problem types")},
		{Href: s.mapper.Service("healthz"), Title: w.Text("Health")},
		{Href: s.mapper.Service("readyz"), Title: w.Text("Readiness")},
	}
	for _, d := range s.dumps.Files {
		p.Services = append(p.Services, html.Link{Href: s.mapper.Service(d.Path()), Type: d.ContentType(), Title: dumpTitle(d, w)})
	}
	return nil
}

// dumpTitle is a file of all records in words.
func dumpTitle(d dataset.DumpFile, w *i18n.Wording) string {
	if d.Packing() == "" {
		return w.Text("Everything, as %s", d.Format.Title)
	}
	return w.Text("Everything, as %s, packed (%s)", d.Format.Title, path.Ext(d.Name))
}

// example returns the address of some entity, or "".
func (s *Server) example(ctx context.Context) (string, error) {
	iri, err := s.survey.Next(ctx, s.mapper.Base)
	if err != nil || iri == "" {
		return "", err
	}
	return s.mapper.Href(iri), nil
}
