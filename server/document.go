package server

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"

	"vitrine/server/negotiate"
	"vitrine/server/page"
	"vitrine/server/problem"
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
	link  string
	write func(b *bytes.Buffer) error
}

// fullType is the media type with the profile as its parameter.
func (d document) fullType() string { return fullType(d.mediaType, d.profile) }

// sendDocument answers with the form of a resource that the client likes best.
func (s *Server) sendDocument(x *exchange, r *http.Request, cacheControl string, forms ...document) error {
	terms := make([]negotiate.Offer, len(forms))
	for i, form := range forms {
		terms[i] = negotiate.Offer{Type: form.mediaType, Aliases: form.aliases, Profile: form.profile}
	}
	choices, err := negotiate.Accept(r.Header["Accept"], terms)
	if err != nil {
		return err
	}
	accepted, err := s.preferences.codings(r.Header["Accept-Encoding"])
	if err != nil {
		return err
	}
	if len(choices) == 0 || len(accepted) == 0 {
		e := &problem.Error{Type: problem.NotAcceptable}
		for _, form := range forms {
			e.Available = append(e.Available, problem.Available{Type: form.fullType(), Title: form.mediaType, Href: s.requestPath(r)})
		}
		return e
	}
	form := forms[choices[0].Offer]
	var b bytes.Buffer
	if err := form.write(&b); err != nil {
		return err
	}
	body := asciiOnly(form.mediaType, b.Bytes())
	coding := pickCoding(accepted, len(body))
	if coding != negotiate.Identity {
		if body, err = s.compressor.compress(coding, body); err != nil {
			return err
		}
	}
	f := fields{contentType: contentType(form.mediaType, form.profile), cacheControl: cacheControl, link: form.link}
	if form.cacheControl != "" {
		f.cacheControl = form.cacheControl
	}
	if form.mediaType == "text/html" {
		f.policy = s.pages.Policy()
	}
	return x.send(r, newRepresentation(f, coding, body))
}

// jsonDocument is a form that is a Go value as JSON.
func jsonDocument(value any) document {
	return document{mediaType: "application/json", write: func(b *bytes.Buffer) error {
		encoder := json.NewEncoder(b)
		encoder.SetEscapeHTML(false)
		encoder.SetIndent("", "  ")
		if err := encoder.Encode(value); err != nil {
			return fmt.Errorf("encode an answer: %w", err)
		}
		return nil
	}}
}

// listDocument is a form that is a page with a list.
func (s *Server) listDocument(l page.List) document {
	return document{mediaType: "text/html", write: func(b *bytes.Buffer) error { return s.pages.WriteList(b, l) }}
}
