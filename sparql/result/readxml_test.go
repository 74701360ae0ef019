package result

import (
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/knakk/rdf"

	"vitrine/rdfstore/graph"
)

// Readers read documents of at most so many bytes, by the name of the format. CSV has none,
// since it does not say what its terms are. The error wraps ErrSyntax or ErrTooLarge, or is one
// of the reader.
var Readers = map[string]func(r io.Reader, limit int64) (*Results, error){"json": ReadJSON, "xml": ReadXML, "tsv": ReadTSV}

// xmlDocument is a document of SPARQL Query Results XML.
type xmlDocument struct {
	XMLName xml.Name `xml:"http://www.w3.org/2005/sparql-results# sparql"`
	Head    *struct {
		Variables []struct {
			Name string `xml:"name,attr"`
		} `xml:"variable"`
	} `xml:"head"`
	Boolean *string `xml:"boolean"`
	Results *struct {
		Results []struct {
			Bindings []xmlBinding `xml:"binding"`
		} `xml:"result"`
	} `xml:"results"`
}

type xmlBinding struct {
	Name    string  `xml:"name,attr"`
	URI     *string `xml:"uri"`
	BNode   *string `xml:"bnode"`
	Literal *struct {
		Lang     string `xml:"http://www.w3.org/XML/1998/namespace lang,attr"`
		Datatype string `xml:"datatype,attr"`
		Text     string `xml:",chardata"`
	} `xml:"literal"`
}

// ReadXML reads a document of SPARQL Query Results XML of at most limit bytes.
func ReadXML(r io.Reader, limit int64) (*Results, error) {
	const format = "SPARQL results in XML"
	var doc xmlDocument
	decoder := xml.NewDecoder(&limited{r, limit})
	if err := decoder.Decode(&doc); err != nil {
		return nil, syntax(format, err)
	}
	if err := nothingMore(decoder); err != nil {
		return nil, syntax(format, err)
	}
	switch {
	case doc.Head == nil:
		return nil, syntax(format, errors.New("it has no <head>"))
	case (doc.Boolean == nil) == (doc.Results == nil):
		return nil, syntax(format, errors.New("it has not just one of <results> and <boolean>"))
	case doc.Boolean != nil:
		return xmlBoolean(format, strings.TrimSpace(*doc.Boolean))
	}
	return doc.solutions(format)
}

// nothingMore tells whether the document ends here, but for white space, comments
// and processing instructions.
func nothingMore(d *xml.Decoder) error {
	for {
		token, err := d.Token()
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
		switch token := token.(type) {
		case xml.StartElement:
			return errors.New("something follows </sparql>")
		case xml.CharData:
			if strings.TrimSpace(string(token)) != "" {
				return errors.New("something follows </sparql>")
			}
		}
	}
}

func xmlBoolean(format, text string) (*Results, error) {
	if text != "true" && text != "false" {
		return nil, syntax(format, fmt.Errorf("<boolean> has %q, and not true or false", text))
	}
	return &Results{IsBoolean: true, Boolean: text == "true"}, nil
}

func (doc *xmlDocument) solutions(format string) (*Results, error) {
	out := &Results{}
	for _, variable := range doc.Head.Variables {
		out.Variables = append(out.Variables, variable.Name)
	}
	at, err := columns(format, out.Variables)
	if err != nil {
		return nil, err
	}
	for n, result := range doc.Results.Results {
		row := make([]rdf.Term, len(at))
		for _, binding := range result.Bindings {
			i, ok := at[binding.Name]
			if !ok || row[i] != nil {
				return nil, place(format, n, binding.Name, errors.New("the variable is not one of the head, or is bound twice"))
			}
			if row[i], err = binding.term(); err != nil {
				return nil, place(format, n, binding.Name, err)
			}
		}
		out.Solutions = append(out.Solutions, row)
	}
	return out, nil
}

// term returns the term that a binding has (section 2.3.1). White space around IRIs
// and labels is layout, since they have none.
func (b xmlBinding) term() (rdf.Term, error) {
	switch {
	case b.URI != nil && b.BNode == nil && b.Literal == nil:
		return graph.IRI(strings.TrimSpace(*b.URI))
	case b.BNode != nil && b.URI == nil && b.Literal == nil:
		return graph.Blank(strings.TrimSpace(*b.BNode))
	case b.Literal != nil && b.URI == nil && b.BNode == nil:
		return literal(b.Literal.Text, b.Literal.Lang, b.Literal.Datatype)
	}
	return nil, errors.New("a binding has not just one of <uri>, <bnode> and <literal>")
}
