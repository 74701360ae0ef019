package oai

import (
	"bytes"
	"context"
	"errors"
	"time"

	"github.com/knakk/rdf"

	"vitrine/rdfstore"
	"vitrine/rdfstore/graph"
	"vitrine/server/web/address"
)

func (p *Provider) identify(ctx context.Context, b *answer, at time.Time) error {
	earliest, err := p.earliest(ctx, at)
	if err != nil {
		return err
	}
	b.element("repositoryName", p.Site.Title)
	b.element("baseURL", p.Site.Mapper.ServiceURI(address.OAI))
	b.element("protocolVersion", "2.0")
	b.element("adminEmail", p.Contact)
	b.element("earliestDatestamp", earliest.Format(seconds))
	b.element("deletedRecord", "persistent")
	b.element("granularity", "YYYY-MM-DDThh:mm:ssZ")
	b.element("compression", "gzip")
	return nil
}

func (p *Provider) listFormats(ctx context.Context, b *answer, identifier string) error {
	view, err := p.Maker.View(ctx)
	if err != nil {
		return err
	}
	var one item
	if identifier != "" {
		if one, err = p.find(ctx, identifier); err != nil {
			return err
		}
		if one.deleted {
			return &problem{noFormats, "The record was deleted."}
		}
	}
	any := false
	for _, f := range p.Formats {
		if one.entity != nil {
			if lacks, err := view.Body(ctx, one.entity, f.Offer, nil); err != nil {
				return err
			} else if lacks != "" {
				continue
			}
		}
		any = true
		b.text("<metadataFormat>\n")
		b.element("metadataPrefix", f.Name)
		b.element("schema", f.Schema)
		b.element("metadataNamespace", f.Namespace)
		b.text("</metadataFormat>\n")
	}
	if !any {
		return &problem{noFormats, "The record has none of the formats."}
	}
	return nil
}

func (p *Provider) getRecord(ctx context.Context, b *answer, a arguments) error {
	f, ok := p.format(a["metadataPrefix"])
	if !ok {
		return &problem{cannotDisseminate, "There is no such metadata format; ListMetadataFormats has all."}
	}
	one, err := p.find(ctx, a["identifier"])
	if err != nil {
		return err
	}
	view, err := p.Maker.View(ctx)
	if err != nil {
		return err
	}
	lacks, err := p.item(ctx, view, b, one, f, true)
	if err == nil && lacks != "" {
		err = &problem{cannotDisseminate, lacks}
	}
	return err
}

func (p *Provider) writeList(ctx context.Context, b *answer, a arguments) error {
	s, err := p.selected(ctx, a)
	if err != nil {
		return err
	}
	count, next, err := p.list(ctx, b, s, a["verb"] == "ListRecords")
	if err != nil {
		return err
	}
	if count == 0 && a[token] == "" {
		return &problem{noMatch, "No record is in the list."}
	}
	if next != "" || a[token] != "" {
		b.element(token, next)
	}
	return nil
}

// find returns the record of an identifier, which may be spelled as an IRI.
func (p *Provider) find(ctx context.Context, identifier string) (item, error) {
	unknown := &problem{unknownID, "No record has this identifier."}
	var was *rdfstore.DeletedError
	for _, spelling := range []string{identifier, address.IRI(identifier), address.URI(identifier)} {
		name, err := graph.IRI(spelling)
		if err != nil || len(spelling) > graph.MaxIRI {
			continue
		}
		e, err := p.Store.Get(ctx, name)
		switch {
		case err == nil:
			one := item{identifier: address.URI(e.Graph.Name.String()), at: e.Modified, entity: e}
			one.specs, err = p.specs(ctx, e.Graph.FirstClass(), e.Graph, map[rdf.IRI]bool{})
			return one, err
		case !rdfstore.IsMissing(err):
			return item{}, err
		}
		errors.As(err, &was)
	}
	if was == nil {
		return item{}, unknown
	}
	one := item{identifier: address.URI(was.Name.String()), at: was.Time, deleted: true}
	for entry, err := range p.Store.Changes(ctx, was.Version-1) {
		if err != nil {
			return one, err
		}
		one.specs, err = p.specs(ctx, entry.Class, nil, nil)
		return one, err
	}
	return one, nil
}

func (b *answer) header(one item) {
	b.text("<header")
	if one.deleted {
		b.attribute("status", "deleted")
	}
	b.text(">\n")
	b.element("identifier", one.identifier)
	b.element("datestamp", one.at.UTC().Format(seconds))
	for _, spec := range one.specs {
		b.element("setSpec", spec)
	}
	b.text("</header>\n")
}

// xmlDeclaration begins a document that stands alone.
var xmlDeclaration = []byte("<?xml ")

// record writes a record, whose body is left out of one that was deleted.
func (b *answer) record(one item, body []byte) {
	b.text("<record>\n")
	b.header(one)
	if !one.deleted {
		if bytes.HasPrefix(body, xmlDeclaration) {
			_, body, _ = bytes.Cut(body, []byte("?>"))
		}
		b.text("<metadata>")
		b.Write(body)
		b.text("</metadata>\n")
	}
	b.text("</record>\n")
}
