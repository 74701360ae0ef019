package edit

import (
	"context"
	"errors"
	"net/http"
	"net/url"
	"strings"
	"unicode"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/google/uuid"

	ldcontext "vitrine/context"
	"vitrine/linkedart"
	"vitrine/rdfstore"
	"vitrine/rdfstore/graph"
	"vitrine/server/data/jsontree"
	"vitrine/server/data/update"
	"vitrine/server/people/html"
	"vitrine/server/web/address"
	"vitrine/server/web/respond"
)

// state is a record while it is edited.
type state struct {
	// of is the name of the record; the record itself says that of a new one.
	of string
	// version is the entity tag of what it was made from, "" for a new record.
	version string
	// base is what it was made from, and text what it is now.
	base, text []byte
	message    string
	// draft tells the draft that has it, "" for none, and with those that were shown as published
	// together with it.
	draft, with string
}

func (s *state) isNew() bool { return s.version == "" }

// noRecord is what a new record is made from: what all of them have is no change.
const noRecord = `{"@context":"` + ldcontext.LinkedArt + `"}`

// current returns the record with a URI as it is now. The errors are answers, or those of the store.
func (p *Pages) current(ctx context.Context, iri string) (*state, error) {
	view, err := p.Writer.View(ctx)
	if err != nil {
		return nil, err
	}
	d, err := view.ByID(ctx, "of", iri)
	if err != nil {
		return nil, err
	}
	name, err := graph.IRI(d.IRI)
	if err != nil {
		return nil, err
	}
	e, err := p.Writer.Entities.Store.Get(ctx, name)
	if err != nil {
		return nil, err
	}
	if d, err = p.Writer.Describe(ctx, e); err != nil {
		return nil, err
	}
	text, err := p.Writer.Patchable(ctx, e)
	if err != nil {
		return nil, err
	}
	if len(text) > maxText {
		return nil, tooLarge()
	}
	record, ok := p.Writer.Maker.Record(d)
	if !ok {
		return nil, &respond.Error{Type: respond.NotFound}
	}
	return &state{of: d.IRI, version: p.Writer.Maker.Tag(record), base: text, text: text}, nil
}

// tooLarge is the answer to a record that is beyond the bounds of a form.
func tooLarge() error {
	return &respond.Error{Type: respond.ContentTooLarge, Detail: "The record is too large for this form. Change it by a program, with PUT or PATCH."}
}

// isProvenance is what stands for a record of provenance in place of its class.
const isProvenance = "Provenance"

// template returns a new record of a class: with the id, which is relative to the base, or one of
// our making.
func (p *Pages) template(class, id string) (*state, error) {
	kinds := ""
	endpoint, ok := linkedart.EndpointOf([]string{class}, nil)
	if class == isProvenance {
		endpoint, ok = linkedart.EndpointNamed("provenance")
		class, kinds = "Activity", `,"classified_as":[{"id":"`+linkedart.Provenance+`","type":"Type","_label":"Provenance Activity"}]`
	}
	if !ok {
		return nil, &respond.Error{Type: respond.BadRequest, Detail: "The parameter class is one of " + strings.Join(newClasses(), ", ") + "."}
	}
	if id == "" {
		minted, err := uuid.NewV7()
		if err != nil {
			return nil, err
		}
		id = endpoint.Name + "/" + minted.String()
	}
	if !strings.Contains(id, "://") {
		id = p.Site.Mapper.Base + strings.TrimPrefix(id, "/")
	}
	text := `{"@context":"` + ldcontext.LinkedArt + `","id":` + string(jsontree.Quote(id)) + `,"type":"` + class + `","_label":""` + kinds +
		`,"identified_by":[{"type":"Name","content":""}]}`
	return &state{of: id, text: []byte(text), base: []byte(noRecord)}, nil
}

// newClasses are what new records can be.
func newClasses() []string {
	var out []string
	for _, e := range linkedart.Endpoints() {
		if e.Name == "provenance" {
			out = append(out, isProvenance)
			continue
		}
		out = append(out, e.Classes...)
	}
	return out
}

// stateOf returns what a form carries.
func stateOf(form url.Values) (*state, error) {
	s := &state{
		of: form.Get("of"), version: form.Get("version"), draft: form.Get("draft"), with: form.Get("with"),
		base: []byte(oneNewline(form.Get("base"))), text: []byte(oneNewline(form.Get("text"))),
		message: message(form.Get("message")),
	}
	if len(s.text) > maxText || len(s.base) > maxText {
		return nil, tooLarge()
	}
	return s, nil
}

// message is what says why a change is made, on one line. The writer refuses one that is too long.
func message(text string) string {
	isBetween := func(r rune) bool { return unicode.IsSpace(r) || unicode.IsControl(r) }
	return strings.Join(strings.FieldsFunc(strings.ToValidUTF8(text, ""), isBetween), " ")
}

// isMissing tells whether there is no record, or none any more.
func isMissing(err error) bool {
	var answer *respond.Error
	return rdfstore.IsMissing(err) || errors.As(err, &answer) && answer.Type == respond.NotFound
}

// carried is what the next form carries.
func (p *Pages) carried(s *state, key string) html.EditForm {
	return html.EditForm{
		Address: p.address(""), Key: key, Of: s.of, Href: p.Site.Mapper.Href(s.of), Text: string(s.text), Base: string(s.base),
		Version: s.version, Message: s.message, Draft: s.draft,
	}
}

// indented is the text with its lines broken and every value as it is written.
func indented(text []byte) []byte {
	out, err := jsontext.AppendFormat(nil, text, jsontext.Multiline(true), jsontext.WithIndent("  "), jsontext.PreserveRawStrings(true))
	if err != nil {
		return text
	}
	return out
}

// put is the request that stores a state, as one of a client that has a token.
func (s *state) put(r *http.Request) *http.Request {
	out := r.Clone(r.Context())
	out.Method, out.ContentLength = http.MethodPut, int64(len(s.text))
	out.Header = http.Header{"Content-Type": {"application/ld+json"}, "If-Match": {s.version}}
	if s.isNew() {
		delete(out.Header, "If-Match")
		out.Header.Set("If-None-Match", "*")
	}
	if s.message != "" {
		out.Header.Set(update.Message, s.message)
	}
	return out
}

// address is that of a page of this package.
func (p *Pages) address(rest string) string { return p.Site.Mapper.Service(address.Edit + rest) }

// Address returns where the record with a URI is corrected.
func Address(m address.Mapper, iri string) string {
	return m.Service(address.Edit + "?of=" + url.QueryEscape(iri))
}

// member is a member of a record, "" where the text has none that is a string.
func member(text []byte, name string) string {
	d, err := parseDocument(text)
	if err != nil {
		return ""
	}
	return d.Member(name).Text()
}
