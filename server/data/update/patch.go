package update

import (
	"bytes"
	"context"
	"errors"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/knakk/rdf"

	"vitrine/rdfstore"
	"vitrine/rdfstore/graph"
	"vitrine/server/data/jsontree"
	"vitrine/server/web/respond"
)

// patch changes a JSON text.
type patch interface {
	Apply(text []byte) ([]byte, error)
}

// parsePatch reads a JSON Merge Patch or a JSON Patch. The error is an answer, or that of ctx.
func (w *Writer) parsePatch(ctx context.Context, format string, text []byte) (patch, error) {
	_, done, err := w.Slot(ctx)
	if err != nil {
		return nil, err
	}
	defer done()
	if format == jsonPatch {
		return w.parseOperations(text)
	}
	merge, err := parseMergePatch(text)
	switch {
	case err == nil:
		return merge, nil
	case errors.Is(err, jsontree.ErrTooMany):
		return nil, &respond.Error{Type: respond.ContentTooLarge, Detail: "The patch is beyond a limit: " + err.Error() + ".", Err: err}
	}
	return nil, malformedPatch(text, err)
}

// malformedPatch is the answer to a patch that is not JSON.
func malformedPatch(text []byte, err error) error {
	var syntactic *jsontext.SyntacticError
	if !errors.As(err, &syntactic) {
		return &respond.Error{Type: respond.Malformed, Detail: "The patch is not JSON: " + err.Error() + "."}
	}
	before := text[:min(max(syntactic.ByteOffset, 0), int64(len(text)))]
	at := respond.Position{Line: 1 + bytes.Count(before, []byte("\n")), Column: len(before) - bytes.LastIndexByte(before, '\n'), Pointer: string(syntactic.JSONPointer)}
	return &respond.Error{Type: respond.Malformed, Detail: "The patch is not JSON: " + syntactic.Err.Error() + ".", At: at}
}

// patched returns the Linked Art JSON of an entity with a patch applied, and what that
// removes.
func (w *Writer) patched(ctx context.Context, e *rdfstore.Entity, p patch) (out []byte, removed []Removal, err error) {
	ctx, done, err := w.Slot(ctx)
	if err != nil {
		return nil, nil, err
	}
	defer done()
	text, err := w.Patchable(ctx, e)
	if err != nil {
		return nil, nil, err
	}
	out, err = p.Apply(text)
	switch {
	case errors.Is(err, jsontree.ErrTooMany):
		return nil, nil, &respond.Error{Type: respond.ContentTooLarge, Detail: "The description has too many values to be patched. Replace it by PUT.", Err: err}
	case err != nil:
		return nil, nil, err
	case int64(len(out)) > w.MaxBody && len(out) > len(text):
		return nil, nil, tooLong(w.MaxBody)
	}
	removed, err = removedBy(text, out)
	return out, removed, err
}

// Patchable returns the Linked Art JSON of an entity. It refuses one of which
// that JSON does not say all.
func (w *Writer) Patchable(ctx context.Context, e *rdfstore.Entity) ([]byte, error) {
	text, err := w.Text(ctx, e.Graph)
	if err != nil {
		return nil, err
	}
	if e.Graph.Source.Layout != nil {
		return text, nil // it came as this JSON
	}
	again, err := w.parse(ctx, w.Record, text, Target{Names: []rdf.IRI{e.Graph.Name}})
	alike := false
	if err == nil {
		alike, err = graph.Compare(ctx, again.Triples, e.Graph.Triples, maxCompareSteps)
	}
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	if !alike {
		return nil, &respond.Error{Type: respond.Conflict, Err: err,
			Detail: "The description came as RDF that its Linked Art JSON does not wholly express, or of which that cannot be told, so a change of that JSON might lose something. Replace the description by PUT."}
	}
	return text, nil
}

// patch changes the entity by a JSON Merge Patch (RFC 7396) or a JSON Patch (RFC 6902) of its
// Linked Art JSON.
func (w *Writer) patch(ctx context.Context, q *Request) (*Result, error) {
	p, err := w.parsePatch(ctx, q.Format.Name, q.Body)
	if err != nil {
		return nil, err
	}
	var d *draft
	var removed []Removal
	done, err := one(w.change(ctx, proposal{request: q, name: q.Target.Names[0], present: true, pinned: true, from: func(current *rdfstore.Entity) (rdfstore.Change, error) {
		text, gone, err := w.patched(ctx, current, p)
		if err != nil {
			return rdfstore.Change{}, err
		}
		removed = gone
		if d, err = w.draft(ctx, w.Record, text, q.Target); err != nil {
			return rdfstore.Change{}, err
		}
		return rdfstore.Change{Put: d.graph}, nil
	}}))
	if err != nil {
		return nil, err
	}
	done.Findings, done.Removed = d.findings, removed
	return done, nil
}
