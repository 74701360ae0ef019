// Package formats lists every format that Vitrine reads and writes. Adding a
// format takes a package below serialize and one line here.
package formats

import (
	"vitrine/serialize"
	"vitrine/serialize/geojson"
	"vitrine/serialize/jsonld"
	"vitrine/serialize/nquads"
	"vitrine/serialize/rdfxml"
	"vitrine/serialize/turtle"
)

// All returns the formats, one line each, in the order in which the server
// prefers them where a client has no preference of its own.
func All(p *jsonld.Processor) serialize.Table {
	return serialize.Table{
		p.LinkedArt(),
		p.Expanded(),
		p.Compacted(),
		p.Flattened(),
		turtle.Turtle(),
		nquads.NTriples(),
		nquads.NQuads(),
		turtle.TriG(),
		rdfxml.RDFXML(),
		geojson.GeoJSON(),
		p.Lines(),
	}
}
