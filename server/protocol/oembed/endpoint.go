// Package oembed tells other sites how to show an entity where its address is pasted into a text,
// by oEmbed 1.0 (https://oembed.com/): a photo where the record tells the size of a picture, and a
// link otherwise. No answer has HTML or scripts.
package oembed

import (
	"bytes"
	"context"
	"encoding/xml"
	"net/http"
	"net/url"
	"strconv"
	"strings"

	"vitrine/rdfstore"
	"vitrine/server/data/resource"
	"vitrine/server/people/html"
	"vitrine/server/people/i18n"
	"vitrine/server/people/site"
	"vitrine/server/web/address"
	"vitrine/server/web/respond"
)

// Endpoint answers requests for embeddings. It may be used by many goroutines.
type Endpoint struct {
	Site *site.Site
	// Entities finds entities by their addresses.
	Entities  *resource.Entities
	Describer Describer
	// PictureSize is the size of a picture of the service's own in pixels, 0 and 0 where it cannot
	// be read.
	PictureSize func(name string) (width, height int)
}

// Describer describes entities as lists show them; *describe.Describer does.
type Describer interface {
	Cards(ctx context.Context, at uint64, iris []string, w *i18n.Wording) ([]html.Card, []string, error)
}

// side is the width and height that a photo has at most where a request names none, in pixels.
const side = 1024

// response is an embedding (section 2.3.4).
type response struct {
	XMLName      xml.Name `json:"-" xml:"oembed"`
	Type         string   `json:"type" xml:"type"`
	Version      string   `json:"version" xml:"version"`
	Title        string   `json:"title,omitempty" xml:"title,omitempty"`
	AuthorName   string   `json:"author_name,omitempty" xml:"author_name,omitempty"`
	ProviderName string   `json:"provider_name" xml:"provider_name"`
	ProviderURL  string   `json:"provider_url" xml:"provider_url"`
	URL          string   `json:"url,omitempty" xml:"url,omitempty"`
	Width        int      `json:"width,omitempty" xml:"width,omitempty"`
	Height       int      `json:"height,omitempty" xml:"height,omitempty"`
}

// Get answers for the entity at the address that the parameter url names.
func (e *Endpoint) Get(x *respond.Exchange, r *http.Request) error {
	q := r.URL.Query()
	format := q.Get("format")
	if format != "" && format != "json" && format != "xml" {
		return &respond.Error{Type: respond.NotImplemented, Detail: "The parameter format is json or xml."}
	}
	width, widthOK := limit(q, "maxwidth")
	height, heightOK := limit(q, "maxheight")
	if !widthOK || !heightOK {
		return &respond.Error{Type: respond.BadRequest, Detail: "The parameters maxwidth and maxheight are numbers of pixels, from 1."}
	}
	if q.Get("url") == "" {
		return &respond.Error{Type: respond.BadRequest, Detail: "The parameter url is missing: the address of a record, percent-encoded."}
	}
	return e.Site.Send(x, r, "no-cache", func(ctx context.Context) ([]site.Document, error) {
		made, err := e.embedding(ctx, q.Get("url"), width, height)
		if err != nil {
			return nil, err
		}
		return []site.Document{document(made, format)}, nil
	})
}

// limit reads a number of pixels.
func limit(q url.Values, name string) (int, bool) {
	if !q.Has(name) {
		return side, true
	}
	n, err := strconv.Atoi(q.Get(name))
	return n, err == nil && n > 0
}

// document is an embedding in a format. The parameter decides, whatever Accept says (section 2.2).
func document(made response, format string) site.Document {
	if format != "xml" {
		out := site.JSON(made)
		out.Aliases = []string{"application/json+oembed", "text/javascript", "text/xml", "text/html"}
		return out
	}
	return site.Document{MediaType: "text/xml", Aliases: []string{"application/xml", "text/xml+oembed", "application/json", "text/html"},
		Write: func(_ context.Context, b *bytes.Buffer) error {
			b.WriteString(`<?xml version="1.0" encoding="utf-8" standalone="yes"?>` + "\n")
			return xml.NewEncoder(b).Encode(made)
		}}
}

// embedding is that of the entity at an address. The error is the answer where there is none.
func (e *Endpoint) embedding(ctx context.Context, link string, width, height int) (response, error) {
	view, err := e.Entities.View(ctx)
	if err != nil {
		return response{}, err
	}
	iri, words, err := e.locate(ctx, view, link)
	iri, err = view.InPlace(ctx, iri, err)
	if rdfstore.IsMissing(err) {
		return response{}, &respond.Error{Type: respond.NotFound, Detail: "The parameter url is not the address of a record of this service."}
	}
	if err != nil {
		return response{}, err
	}
	cards, _, err := e.Describer.Cards(ctx, view.At(), []string{iri}, words)
	if err != nil {
		return response{}, err
	}
	card := cards[0]
	out := response{
		Type: "link", Version: "1.0", Title: card.Name.Text, AuthorName: card.Note.Plain(),
		ProviderName: e.Site.Title, ProviderURL: address.URI(e.Site.Mapper.Base),
	}
	if card.Picture != nil {
		e.addPhoto(&out, *card.Picture, width, height)
	}
	return out, nil
}

// locate finds the entity whose page has an address, and the language that the address names.
func (e *Endpoint) locate(ctx context.Context, view resource.View, link string) (iri string, w *i18n.Wording, err error) {
	w = e.Site.Languages.English()
	link, _, _ = strings.Cut(link, "#")
	target, ok := strings.CutPrefix(address.URI(link), e.Site.Mapper.Absolute(""))
	if !ok || !strings.HasPrefix(target, "/") {
		return "", w, rdfstore.ErrNotFound
	}
	path, query, _ := strings.Cut(target, "?")
	values, err := url.ParseQuery(query)
	if err != nil {
		return "", w, rdfstore.ErrNotFound
	}
	if named, ok := e.Site.Languages.Find(values.Get(site.LanguageParameter)); ok {
		w = named
	}
	if id := values.Get("id"); path == e.Site.Mapper.Prefix+"entity" && id != "" {
		iri, err = view.FirstName(ctx, id)
		return iri, w, err
	}
	found, err := e.Entities.Locate(ctx, view, path, site.WithoutLanguage(query))
	return found.Name, w, err
}

// addPhoto makes an embedding that of a photo, where the picture can be had in a size that is known.
func (e *Endpoint) addPhoto(out *response, p html.Picture, width, height int) {
	full := [2]int{p.FullWidth, p.FullHeight}
	if name, own := strings.CutPrefix(p.Service, e.Site.Mapper.Service(address.Pictures)); own && full[0] == 0 {
		full[0], full[1] = e.PictureSize(name)
	}
	if full[0] == 0 || full[1] == 0 {
		return
	}
	w, h := fit(full[0], full[1], width, height)
	link := p.Full
	switch {
	case p.Service != "" && p.Version > 0 && p.Level > 0:
		link = p.Service + "/full/" + strconv.Itoa(w) + ",/0/default.jpg"
	case w != full[0] || h != full[1]:
		return
	}
	if strings.HasPrefix(link, "/") {
		link = e.Site.Mapper.Absolute(link)
	}
	out.Type, out.URL, out.Width, out.Height = "photo", address.URI(link), w, h
}

// fit is the size of a picture within a width and a height; it never grows.
func fit(w, h, width, height int) (int, int) {
	if w > width {
		w, h = width, max(1, int(int64(h)*int64(width)/int64(w)))
	}
	if h > height {
		w, h = max(1, int(int64(w)*int64(height)/int64(h))), height
	}
	return w, h
}

// Link leads from the page of an entity to its embedding.
func Link(m address.Mapper, iri string) string {
	return m.ServiceURI(address.OEmbed) + "?url=" + url.QueryEscape(address.URI(m.Public(iri)))
}
