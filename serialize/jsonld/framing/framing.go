// Package framing nests the triples of a graph in the shape of a frame, by JSON-LD 1.1 Framing
// (https://www.w3.org/TR/json-ld11-framing/), in place of the flat list of nodes that RDF is.
//
// json-gold reads the triples and the frame and compacts what comes out. The matching and the
// embedding of nodes (sections 4.1 and 4.2 there) are here, since json-gold has those of an
// earlier draft, without @once, and since a frame can ask for more nodes than any machine has:
// here each node that is written is counted.
//
// A graph of triples has no named graphs, so that @graph inside of a frame means nothing.
// @included is refused, since json-gold does not compact it. The package never fetches a context.
package framing

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/knakk/rdf"
	"github.com/piprate/json-gold/ld"

	"vitrine/serialize/nquads"
)

// Limits on a frame and on what it makes.
const (
	// MaxFrame is how long the text of a frame may be, in bytes.
	MaxFrame = 64 << 10
	// MaxTriples is how many triples are framed at most.
	MaxTriples = 20_000
	// MaxNodes is how many nodes and values the result may have, those counted that are there
	// several times.
	MaxNodes = 50_000
	// MaxDepth is how deep nodes may be nested.
	MaxDepth = 64
)

// ErrFrame means that a frame is wrong.
var ErrFrame = errors.New("the frame cannot be used")

// ErrLimit means that a graph or what a frame makes of it is too large.
var ErrLimit = errors.New("framing has a limit")

// Frame is a frame that was read. It may be used by many goroutines.
type Frame struct {
	// frame is the object of the frame in expanded form, nil for one without conditions.
	frame   map[string]any
	context any
	options *ld.JsonLdOptions
}

// Read reads a frame, an object in JSON, whose relative IRIs are resolved against base. Contexts
// that it names come from the loader. The error wraps ErrFrame.
func Read(text []byte, base string, contexts ld.DocumentLoader) (f *Frame, err error) {
	if len(text) > MaxFrame {
		return nil, fmt.Errorf("%w: it has more than %d bytes", ErrFrame, MaxFrame)
	}
	var document map[string]any
	if err := json.Unmarshal(text, &document); err != nil {
		return nil, fmt.Errorf("%w: it is not a JSON object: %w", ErrFrame, err)
	}
	defer recovered(&err)
	options := ld.NewJsonLdOptions(base)
	options.DocumentLoader = contexts
	f = &Frame{options: options, context: document["@context"]}
	reading := options.Copy()
	reading.ProcessingMode = ld.JsonLd_1_1_Frame
	expanded, err := ld.NewJsonLdProcessor().Expand(ld.CloneDocument(document), reading)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrFrame, err)
	}
	switch {
	case len(expanded) == 0:
		f.frame = map[string]any{}
	case len(expanded) > 1:
		return nil, fmt.Errorf("%w: it has %d objects; give one", ErrFrame, len(expanded))
	default:
		var ok bool
		if f.frame, ok = expanded[0].(map[string]any); !ok {
			return nil, fmt.Errorf("%w: it is not an object", ErrFrame)
		}
	}
	return f, check(f.frame, 0)
}

// recovered makes a panic of json-gold an error: it has some on documents that are wrong.
func recovered(err *error) {
	if r := recover(); r != nil {
		*err = fmt.Errorf("%w: %v", ErrFrame, r)
	}
}

// Apply returns the triples in the shape of the frame, as JSON-LD with its context. The error
// wraps ErrLimit, ErrFrame or that of the context.
func (f *Frame) Apply(ctx context.Context, triples []rdf.Triple) (text []byte, err error) {
	if len(triples) > MaxTriples {
		return nil, fmt.Errorf("%w: %d triples at most are framed; ask for less", ErrLimit, MaxTriples)
	}
	defer recovered(&err)
	subjects, err := f.nodes(triples)
	if err != nil {
		return nil, err
	}
	n := &nesting{ctx: ctx, subjects: subjects, blanks: map[string]int{}}
	nodes, err := n.nest(f.frame)
	if err != nil {
		return nil, err
	}
	document, err := f.compact(nodes)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrFrame, err)
	}
	return json.Marshal(document)
}

// nodes returns the nodes of a graph by their @id, in expanded form, with its lists.
func (f *Frame) nodes(triples []rdf.Triple) (map[string]map[string]any, error) {
	quads := make([]rdf.Quad, len(triples))
	for i, t := range triples {
		quads[i] = rdf.Quad{Triple: t}
	}
	options := f.options.Copy()
	options.Format = "application/n-quads"
	document, err := ld.NewJsonLdProcessor().FromRDF(string(nquads.AppendTriples(nil, quads)), options)
	if err != nil {
		return nil, fmt.Errorf("the graph cannot be framed: %w", err)
	}
	list, _ := document.([]any)
	subjects := make(map[string]map[string]any, len(list))
	for _, item := range list {
		if node, ok := item.(map[string]any); ok {
			makeNative(node)
			subjects[textOf(node["@id"])] = node
		}
	}
	return subjects, nil
}

// compact returns nodes in the terms of the frame's context: one alone as the object, several as
// its @graph.
func (f *Frame) compact(nodes []any) (map[string]any, error) {
	options := f.options.Copy()
	options.Base = "" // so that IRIs stay absolute
	active := ld.NewContext(nil, options)
	active, err := active.Parse(ld.CloneDocument(f.context))
	if err != nil {
		return nil, err
	}
	compacted, err := ld.NewJsonLdApi().Compact(active, "", nodes, f.options.CompactArrays)
	if err != nil {
		return nil, err
	}
	document := map[string]any{}
	switch compacted := nulled(compacted).(type) {
	case map[string]any:
		document = compacted
	case []any:
		if len(compacted) > 0 {
			alias, err := active.CompactIri("@graph", nil, false, false)
			if err != nil {
				return nil, err
			}
			document[alias] = compacted
		}
	}
	if f.context != nil {
		document["@context"] = f.context
	}
	return document, nil
}

// null stands for null where a node is compacted, which removes that.
const null = "@null"

// nulled puts null in place of what stands for it, but for the items of arrays, where there is
// none then.
func nulled(value any) any {
	switch value := value.(type) {
	case map[string]any:
		for key, member := range value {
			value[key] = nulled(member)
		}
	case []any:
		for i, item := range value {
			value[i] = nulled(item)
		}
		return slices.DeleteFunc(value, func(item any) bool { return item == nil })
	case string:
		if value == null {
			return nil
		}
	}
	return value
}

// textOf returns a value that is a text, else "".
func textOf(value any) string {
	text, _ := value.(string)
	return text
}

// isBlank tells whether an @id is that of a blank node.
func isBlank(id string) bool { return strings.HasPrefix(id, "_:") }
