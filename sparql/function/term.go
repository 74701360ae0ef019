package function

import (
	"github.com/google/uuid"
	"github.com/knakk/rdf"

	"vitrine/rdfstore/graph"
	"vitrine/rdfstore/iri"
	"vitrine/sparql/value"
)

func str(v value.Value) (value.Value, error) {
	if v.Kind() == value.IRI || v.Kind().IsLiteral() {
		return value.NewString(v.Text()), nil
	}
	return value.Value{}, value.ErrType
}

func lang(v value.Value) (value.Value, error) {
	if !v.Kind().IsLiteral() {
		return value.Value{}, value.ErrType
	}
	return value.NewString(v.Lang()), nil
}

func datatype(v value.Value) (value.Value, error) {
	iri, ok := v.Datatype()
	if !ok {
		return value.Value{}, value.ErrType
	}
	return value.Of(iri), nil
}

// toIRI is IRI and URI: a string is resolved against the base IRI.
func toIRI(ctx *Context, args []value.Value) (value.Value, error) {
	v := args[0]
	if v.Kind() == value.IRI {
		return v, nil
	}
	if v.Kind() != value.String {
		return value.Value{}, value.ErrType
	}
	text, err := iri.Resolve(ctx.base, v.Text())
	if err != nil {
		return value.Value{}, value.ErrRange
	}
	made, err := graph.ParseIRI(text)
	if err != nil {
		return value.Value{}, value.ErrRange
	}
	return value.Of(made), nil
}

func bnode(ctx *Context, args []value.Value) (value.Value, error) {
	if len(args) == 0 {
		return ctx.newBlank(), nil
	}
	if args[0].Kind() != value.String {
		return value.Value{}, value.ErrType
	}
	label := args[0].Text()
	if _, ok := ctx.blanks[label]; !ok {
		if ctx.blanks == nil {
			ctx.blanks = map[string]value.Value{}
		}
		ctx.blanks[label] = ctx.newBlank()
	}
	return ctx.blanks[label], nil
}

func strdt(text, datatype value.Value) (value.Value, error) {
	if text.Kind() != value.String || datatype.Kind() != value.IRI {
		return value.Value{}, value.ErrType
	}
	iri := datatype.Term().(rdf.IRI)
	if iri == graph.LangString {
		return value.Value{}, value.ErrRange // it needs a language tag
	}
	return value.Of(graph.Typed(text.Text(), iri)), nil
}

func strlang(text, tag value.Value) (value.Value, error) {
	if text.Kind() != value.String || tag.Kind() != value.String {
		return value.Value{}, value.ErrType
	}
	return tagged(text.Text(), tag.Text())
}

func newUUID(ctx *Context, _ []value.Value) (value.Value, error) {
	id, err := uuid.NewRandomFromReader(ctx.source())
	if err != nil {
		return value.Value{}, err
	}
	made, err := graph.IRI(id.URN())
	return value.Of(made), err
}

func strUUID(ctx *Context, _ []value.Value) (value.Value, error) {
	id, err := uuid.NewRandomFromReader(ctx.source())
	return value.NewString(id.String()), err
}
