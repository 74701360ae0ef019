// Package geojson writes entities with a geometry as GeoJSON (RFC 7946): one
// Feature, whose geometry is what crm:P168_place_is_defined_by says of the
// entity in Well-Known Text (OGC 06-103r4, section 7).
//
// The Feature is a view for maps. It has the entity's URI, labels and classes,
// and is not read back.
//
// A geometry is taken as WGS 84 in longitude and latitude, the one reference
// system of GeoJSON and the one that Linked Art data uses. A graph for which
// that cannot be true, or whose geometry does not parse, is not written, and
// Format.Applies tells. Nothing is dropped from a geometry or guessed.
package geojson

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"github.com/knakk/rdf"
	"github.com/twpayne/go-geom"
	"github.com/twpayne/go-geom/encoding/geojson"

	"vitrine/rdfstore/graph"
	"vitrine/serialize"
)

// ErrNoGeometry is wrapped by the errors about graphs without a geometry that
// GeoJSON can hold.
var ErrNoGeometry = errors.New("no geometry for GeoJSON")

// GeoJSON is the format. It is written only, and only for graphs whose entity
// has a geometry.
func GeoJSON() *serialize.Format {
	return &serialize.Format{
		Name:       "geojson",
		Title:      "GeoJSON",
		MediaType:  "application/geo+json",
		Aliases:    []string{"application/vnd.geo+json"},
		Extensions: []string{"geojson"},
		Applies: func(g *graph.Graph) bool {
			_, err := geometry(g)
			return err == nil
		},
		NewEncoder: func(w io.Writer) serialize.Encoder { return &encoder{w: w} },
	}
}

type encoder struct {
	w     io.Writer
	began bool
}

// feature is RFC 7946 section 3.2.
type feature struct {
	Type       string            `json:"type"`
	ID         string            `json:"id"`
	Geometry   *geojson.Geometry `json:"geometry"`
	Properties properties        `json:"properties"`
}

// properties have a string where there is one value and an array where there
// are several.
type properties struct {
	Label any    `json:"label,omitempty"`
	Type  any    `json:"type,omitempty"`
	URL   string `json:"url"`
}

// Encode writes the Feature. The error wraps ErrNoGeometry where the graph has
// no geometry to write.
func (e *encoder) Encode(g *graph.Graph) error {
	if e.began {
		return fmt.Errorf("geojson: %w", serialize.ErrOneGraph)
	}
	if err := g.Check(); err != nil {
		return fmt.Errorf("graph %s: %w", g.Name, err)
	}
	shape, err := geometry(g)
	if err != nil {
		return fmt.Errorf("graph %s: %w", g.Name, err)
	}
	encoded, err := geojson.Encode(shape)
	if err != nil {
		return fmt.Errorf("graph %s: %w: %w", g.Name, ErrNoGeometry, err)
	}
	e.began = true
	var classes []string
	for _, class := range g.Classes() {
		classes = append(classes, class.String())
	}
	out := json.NewEncoder(e.w)
	out.SetEscapeHTML(false)
	return out.Encode(feature{
		Type:       "Feature",
		ID:         g.Name.String(),
		Geometry:   encoded,
		Properties: properties{Label: oneOrAll(texts(g, graph.Label)), Type: oneOrAll(classes), URL: g.Name.String()},
	})
}

// Close does nothing: a Feature is complete once it is written.
func (e *encoder) Close() error { return nil }

// texts returns the literals that the entity has as values of the predicate.
func texts(g *graph.Graph, predicate rdf.IRI) []string {
	var out []string
	for _, t := range g.Triples {
		if l, ok := t.Obj.(rdf.Literal); ok && t.Subj == rdf.Subject(g.Name) && t.Pred == rdf.Predicate(predicate) {
			out = append(out, l.String())
		}
	}
	return out
}

func oneOrAll(values []string) any {
	switch len(values) {
	case 0:
		return nil
	case 1:
		return values[0]
	default:
		return values
	}
}

// geometry returns the geometry of the entity: a collection where it has
// several.
func geometry(g *graph.Graph) (geom.T, error) {
	definedBy, err := graph.IRI("http://www.cidoc-crm.org/cidoc-crm/P168_place_is_defined_by")
	if err != nil {
		return nil, err
	}
	values := texts(g, definedBy)
	if len(values) == 0 {
		return nil, fmt.Errorf("%w: the entity has no crm:P168_place_is_defined_by", ErrNoGeometry)
	}
	var parts []geom.T
	for _, value := range values {
		part, err := parse(value)
		if err != nil {
			return nil, fmt.Errorf("%w: %w", ErrNoGeometry, err)
		}
		parts = append(parts, flat(part)...)
	}
	if len(parts) == 1 {
		return parts[0], nil
	}
	collection := geom.NewGeometryCollection()
	if err := collection.Push(parts...); err != nil {
		return nil, fmt.Errorf("%w: %w", ErrNoGeometry, err)
	}
	return collection, nil
}

// flat takes collections apart, which should not be nested (RFC 7946 section
// 3.1.8).
func flat(t geom.T) []geom.T {
	collection, ok := t.(*geom.GeometryCollection)
	if !ok {
		return []geom.T{t}
	}
	var parts []geom.T
	for _, part := range collection.Geoms() {
		parts = append(parts, flat(part)...)
	}
	return parts
}
