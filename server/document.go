package server

import (
	"bytes"
	"context"
	"net/http"

	"vitrine/server/coding"
	"vitrine/server/conditional"
	"vitrine/server/exchange"
	"vitrine/server/mediatype"
	"vitrine/server/negotiate"
	"vitrine/server/page"
	"vitrine/server/problem"
	"vitrine/server/represent"
)

// document is a form of one of the service's own resources.
type document struct {
	// mediaType goes without parameters.
	mediaType string
	// profile is the IRI of the form's profile, empty for none.
	profile string
	// aliases are other media types by which it may be asked for.
	aliases []string
	// cacheControl is the form's own, where it has one.
	cacheControl string
	// link is the Link field.
	link string
	// state stands for all that the bytes depend on beside the form, the language and
	// the content coding. The entity tag is made of it; where it is empty, of the bytes.
	state string
	// read returns the form with what has to be read for it, where that is put off
	// until it is known that the client does not have it.
	read  func(ctx context.Context) (document, error)
	write func(ctx context.Context, b *bytes.Buffer) error
	// compress codes the body of a form that never changes; the compressor of the server
	// where it is nil.
	compress func(coding string, body []byte) ([]byte, error)
	// page is instead of write for a page with pictures; it also returns their hosts.
	page func(ctx context.Context, b *bytes.Buffer) (imageHosts []string, err error)
}

// fullType is the media type with the profile as its parameter.
func (d document) fullType() string { return mediatype.WithProfile(d.mediaType, d.profile) }

// tag is the entity tag in a content coding, empty where it is made from the bytes.
func (d document) tag(picked string) string {
	if d.state == "" {
		return ""
	}
	return `"` + conditional.Digest(d.state, d.fullType(), picked) + `"`
}

// sendDocument answers with the form of a resource that the client likes best.
// gather reads what the resource is made of and returns its forms, the preferred
// one first. It holds a slot while that is done and the form is made, and none
// while the answer is sent.
func (s *Server) sendDocument(x *exchange.Exchange, r *http.Request, cacheControl string, gather func(context.Context) ([]document, error)) error {
	rep, err := s.makeDocument(r, cacheControl, gather)
	if err != nil {
		return err
	}
	return rep.Answer(x, r)
}

// forms is for documents of which nothing has to be read.
func forms(forms ...document) func(context.Context) ([]document, error) {
	return func(context.Context) ([]document, error) { return forms, nil }
}

func (s *Server) makeDocument(r *http.Request, cacheControl string, gather func(context.Context) ([]document, error)) (*represent.Representation, error) {
	accepted, err := s.maker.Codings(r.Header)
	if err != nil {
		return nil, err
	}
	ctx, done, err := s.slot(r.Context(), s.renders)
	if err != nil {
		return nil, err
	}
	defer done()
	forms, err := gather(ctx)
	if err != nil {
		return nil, err
	}
	form, err := s.chooseForm(r, forms, accepted)
	if err != nil {
		return nil, err
	}
	var language represent.Language
	if form.mediaType == "text/html" {
		if language, err = s.maker.Language(r); err != nil {
			return nil, err
		}
	}
	for _, c := range accepted {
		if tag := form.tag(c); tag != "" && conditional.Lists(r.Header["If-None-Match"], tag) {
			return represent.NewRepresentation(represent.Fields{CacheControl: cacheControl, ETag: tag}, c, nil), nil
		}
	}
	if form.read != nil {
		if form, err = form.read(ctx); err != nil {
			return nil, err
		}
	}
	var b bytes.Buffer
	var imageHosts []string
	if form.page != nil {
		imageHosts, err = form.page(ctx, &b)
	} else {
		err = form.write(ctx, &b)
	}
	if err != nil {
		return nil, err
	}
	body := mediatype.ASCII(form.mediaType, b.Bytes())
	picked := coding.Pick(accepted, len(body))
	if picked != negotiate.Identity {
		if form.compress == nil {
			form.compress = s.compressor.Compress
		}
		if body, err = form.compress(picked, body); err != nil {
			return nil, err
		}
	}
	f := represent.Fields{ContentType: mediatype.ContentType(form.mediaType, form.profile), CacheControl: cacheControl, Link: form.link, ETag: form.tag(picked)}
	if form.cacheControl != "" {
		f.CacheControl = form.cacheControl
	}
	if form.mediaType == "text/html" {
		f.Policy = s.pages.Policy(imageHosts)
		f.Language, f.ByLanguage = language.Wording.Code(), !language.Named
	}
	return represent.NewRepresentation(f, picked, body), nil
}

// chooseForm returns the form that the client likes best.
func (s *Server) chooseForm(r *http.Request, forms []document, accepted []string) (document, error) {
	terms := make([]negotiate.Offer, len(forms))
	for i, form := range forms {
		terms[i] = negotiate.Offer{Type: form.mediaType, Aliases: form.aliases, Profile: form.profile}
	}
	choices, err := negotiate.Accept(r.Header["Accept"], terms)
	if err != nil {
		return document{}, err
	}
	if len(choices) > 0 && len(accepted) > 0 {
		return forms[choices[0].Offer], nil
	}
	e := &problem.Error{Type: problem.NotAcceptable}
	for _, form := range forms {
		e.Available = append(e.Available, problem.Available{Type: form.fullType(), Title: form.mediaType, Href: s.proxies.Path(r)})
	}
	return document{}, e
}

// jsonDocument is a form that is a Go value as JSON.
func jsonDocument(value any) document {
	return document{mediaType: "application/json", write: func(_ context.Context, b *bytes.Buffer) error { return exchange.WriteJSON(b, value) }}
}

// listDocument is a form that is a page with a list.
func (s *Server) listDocument(l page.List) document {
	return document{mediaType: "text/html", write: func(ctx context.Context, b *bytes.Buffer) error { return s.pages.WriteList(b, l) }}
}
