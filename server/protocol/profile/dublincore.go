package profile

import (
	"bytes"
	"context"
	_ "embed"
	"encoding/xml"

	"vitrine/server/data/resource"
)

//go:embed oai_dc.tsv
var dublinCoreFile string

var dublinCoreTable = tableOf("oai_dc.tsv", dublinCoreFile)

// dublinCore is Dublin Core as OAI-PMH has it, which every entity has.
func (p *Profiles) dublinCore() resource.Alternate {
	return resource.Alternate{
		Name: "oai_dc", Title: "Dublin Core", MediaType: "application/xml", Aliases: []string{"text/xml"}, Profile: "http://www.openarchives.org/OAI/2.0/oai_dc/",
		Write: func(ctx context.Context, s resource.Source) ([]byte, error) {
			said, err := p.describe(ctx, subject(s), dublinCoreTable)
			if err != nil {
				return nil, err
			}
			return dublinCoreXML(said)
		},
	}
}

// dublinCoreXML writes statements of one resource by
// http://www.openarchives.org/OAI/2.0/oai_dc.xsd.
func dublinCoreXML(said []statement) ([]byte, error) {
	var b bytes.Buffer
	b.WriteString(xml.Header + `<oai_dc:dc xmlns:oai_dc="http://www.openarchives.org/OAI/2.0/oai_dc/" xmlns:dc="http://purl.org/dc/elements/1.1/"` +
		` xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"` +
		` xsi:schemaLocation="http://www.openarchives.org/OAI/2.0/oai_dc/ http://www.openarchives.org/OAI/2.0/oai_dc.xsd">` + "\n")
	type element struct {
		name  string
		value term
	}
	seen := map[element]bool{}
	for _, s := range said {
		if seen[element{s.row.name, s.object}] {
			continue
		}
		seen[element{s.row.name, s.object}] = true
		b.WriteString("  <" + s.row.name)
		if s.object.lang != "" {
			b.WriteString(` xml:lang="` + s.object.lang + `"`)
		}
		b.WriteByte('>')
		if err := xml.EscapeText(&b, []byte(s.object.iri+s.object.text)); err != nil {
			return nil, err
		}
		b.WriteString("</" + s.row.name + ">\n")
	}
	b.WriteString("</oai_dc:dc>\n")
	return b.Bytes(), nil
}
