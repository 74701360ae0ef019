package site

import (
	"bytes"
	"cmp"
	"context"
	"net/http"
	"time"

	"vitrine/server/people/html"
	"vitrine/server/web/contentneg"
	"vitrine/server/web/respond"
)

// Document is a form of one of the service's own resources.
type Document struct {
	// MediaType goes without parameters.
	MediaType string
	// Profile is the IRI of the form's profile, empty for none.
	Profile string
	// Aliases are other media types by which it may be asked for.
	Aliases []string
	// CacheControl is the form's own, where it has one.
	CacheControl string
	// Link is the Link field.
	Link string
	// State stands for all that the bytes depend on beside the form, the language and
	// the content coding. The entity tag is made of it; where it is empty, of the bytes.
	State string
	// Read returns the form with what has to be read for it, where that is put off
	// until it is known that the client does not have it.
	Read  func(ctx context.Context) (Document, error)
	Write func(ctx context.Context, b *bytes.Buffer) error
	// Page is instead of Write for a page with pictures; it also returns their hosts.
	Page func(ctx context.Context, b *bytes.Buffer) (imageHosts []string, err error)
}

// FullType is the media type with the profile as its parameter.
func (d Document) FullType() string { return contentneg.WithProfile(d.MediaType, d.Profile) }

func (d Document) isPage() bool { return d.MediaType == "text/html" }

// tag is the entity tag in a content coding, empty where it is made from the bytes.
func (d Document) tag(picked string) string {
	if d.State == "" {
		return ""
	}
	return `"` + respond.Digest(d.State, d.FullType(), picked) + `"`
}

// Gather reads what a resource is made of and returns its forms, the preferred one first.
type Gather func(context.Context) ([]Document, error)

// Forms is for documents of which nothing has to be read.
func Forms(forms ...Document) Gather {
	return func(context.Context) ([]Document, error) { return forms, nil }
}

// Send answers with the form of a resource that the client likes best. It holds a slot
// while that is gathered and made, and none while the answer is sent.
func (s *Site) Send(x *respond.Exchange, r *http.Request, cacheControl string, gather Gather) error {
	rep, err := s.Make(r, cacheControl, gather)
	if err != nil {
		return err
	}
	return rep.Answer(x, r)
}

// Make returns what Send answers with.
func (s *Site) Make(r *http.Request, cacheControl string, gather Gather) (*respond.Representation, error) {
	accepted, err := s.Compressor.Accepted(r.Header)
	if err != nil {
		return nil, err
	}
	ctx, done, err := s.Slot(r.Context())
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
	var language Language
	if form.isPage() {
		if language, err = s.Language(r); err != nil {
			return nil, err
		}
	}
	picked := accepted[0]
	if tag := form.tag(picked); tag != "" && respond.Evaluate(r.Header, respond.OfTag(tag, time.Time{}), true) != respond.Proceed {
		return respond.NewRepresentation(respond.Fields{CacheControl: cacheControl, ETag: tag}, picked, nil), nil
	}
	if form.Read != nil {
		if form, err = form.Read(ctx); err != nil {
			return nil, err
		}
	}
	form.CacheControl = cmp.Or(form.CacheControl, cacheControl)
	return s.makeForm(ctx, form, picked, language)
}

// makeForm makes the representation of one form.
func (s *Site) makeForm(ctx context.Context, form Document, picked string, language Language) (*respond.Representation, error) {
	body, imageHosts, err := form.body(ctx)
	if err != nil {
		return nil, err
	}
	if picked != contentneg.Identity {
		if body, err = s.Compressor.Compress(picked, body); err != nil {
			return nil, err
		}
	}
	f := respond.Fields{
		ContentType: contentneg.ContentType(form.MediaType, form.Profile), CacheControl: form.CacheControl,
		Link: form.Link, ETag: form.tag(picked),
	}
	if form.isPage() {
		f.Policy = s.Pages.Policy(imageHosts, nil)
		f.Language, f.ByLanguage = language.Wording.Code(), !language.Named
	}
	return respond.NewRepresentation(f, picked, body), nil
}

// body returns the body, and the hosts of its pictures.
func (d Document) body(ctx context.Context) (body []byte, imageHosts []string, err error) {
	var b bytes.Buffer
	if d.Page != nil {
		imageHosts, err = d.Page(ctx, &b)
	} else {
		err = d.Write(ctx, &b)
	}
	return contentneg.ASCII(d.MediaType, b.Bytes()), imageHosts, err
}

// chooseForm returns the form that the client likes best.
func (s *Site) chooseForm(r *http.Request, forms []Document, accepted []string) (Document, error) {
	terms := make([]contentneg.Offer, len(forms))
	for i, form := range forms {
		terms[i] = contentneg.Offer{Type: form.MediaType, Aliases: form.Aliases, Profile: form.Profile}
	}
	choices, err := contentneg.Accept(r.Header["Accept"], terms)
	if err != nil {
		return Document{}, err
	}
	if len(choices) > 0 && len(accepted) > 0 {
		return forms[choices[0].Offer], nil
	}
	e := &respond.Error{Type: respond.NotAcceptable}
	for _, form := range forms {
		e.Available = append(e.Available, respond.Available{Type: form.FullType(), Title: form.MediaType, Href: s.Proxies.Path(r)})
	}
	return Document{}, e
}

// JSON is a form that is a Go value as JSON.
func JSON(value any) Document {
	return Document{MediaType: "application/json", Write: func(_ context.Context, b *bytes.Buffer) error { return respond.WriteJSON(b, value) }}
}

// List is a form that is a page with a list.
func (s *Site) List(l html.List) Document {
	return Document{MediaType: "text/html", Write: func(ctx context.Context, b *bytes.Buffer) error { return s.Pages.Write(b, &l) }}
}

// Immutable is the Cache-Control of what never changes under its address.
const Immutable = "public, max-age=31536000, immutable"
