package oai

import (
	"bytes"
	"context"
	"encoding/xml"
	"errors"
	"maps"
	"slices"
	"time"

	"vitrine/rdfstore"
	"vitrine/server/web/address"
)

const namespace = "http://www.openarchives.org/OAI/2.0/"

// document writes the answer to a request. The error is none of the protocol.
func (p *Provider) document(ctx context.Context, b *bytes.Buffer, a arguments, wrong *problem) error {
	at, err := p.responseDate(ctx)
	if err != nil {
		return err
	}
	out := &answer{b}
	if wrong == nil {
		p.begin(out, a, at)
		out.text("<" + a["verb"] + ">\n")
		if err := p.write(ctx, out, a, at); err != nil && !errors.As(err, &wrong) {
			return err
		}
		out.text("</" + a["verb"] + ">\n")
	}
	if wrong != nil {
		if b.Reset(); wrong.code == badVerb || wrong.code == badArgument {
			a = nil
		}
		p.begin(out, a, at)
		out.text("<error")
		out.attribute("code", wrong.code)
		out.text(">")
		out.escaped(wrong.text)
		out.text("</error>\n")
	}
	out.text("</OAI-PMH>\n")
	return nil
}

// begin writes the beginning of a document, with the arguments that it answers.
func (p *Provider) begin(out *answer, a arguments, at time.Time) {
	out.text(xml.Header + `<OAI-PMH xmlns="` + namespace + `" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:schemaLocation="` +
		namespace + " " + namespace + `OAI-PMH.xsd">` + "\n")
	out.element("responseDate", at.Format(seconds))
	out.text("<request")
	for _, name := range slices.Sorted(maps.Keys(a)) {
		out.attribute(name, a[name])
	}
	out.text(">")
	out.escaped(p.Site.Mapper.ServiceURI(address.OAI))
	out.text("</request>\n")
}

// write writes what is within the element of the verb.
func (p *Provider) write(ctx context.Context, b *answer, a arguments, at time.Time) error {
	switch a["verb"] {
	case "Identify":
		return p.identify(ctx, b, at)
	case "ListMetadataFormats":
		return p.listFormats(ctx, b, a["identifier"])
	case "ListSets":
		err := p.listSets(ctx, b, rdfstore.Cursor(a[token]))
		if errors.Is(err, rdfstore.ErrCursor) {
			err = &problem{badToken, "The resumption token is none of this repository."}
		}
		return err
	case "GetRecord":
		return p.getRecord(ctx, b, a)
	}
	return p.writeList(ctx, b, a)
}

// answer is an XML document that is being written.
type answer struct{ *bytes.Buffer }

func (b *answer) text(s string) { b.WriteString(s) }

// escaped writes text of an element or an attribute.
func (b *answer) escaped(s string) { _ = xml.EscapeText(b, []byte(s)) } // a buffer takes all

func (b *answer) attribute(name, value string) {
	b.text(" " + name + `="`)
	b.escaped(value)
	b.text(`"`)
}

func (b *answer) element(name, text string) {
	b.text("<" + name + ">")
	b.escaped(text)
	b.text("</" + name + ">\n")
}
