package mapping

import (
	"maps"
	"slices"
	"strings"

	"github.com/expr-lang/expr"

	"vitrine/load/rows"
)

// ownFunctions are the functions that expressions have beside those of Expr.
func ownFunctions() map[string]func(params ...any) (any, error) {
	return map[string]func(params ...any) (any, error){
		// at(value, path) returns what is at a path, as a list.
		"at": func(params ...any) (any, error) {
			value, path := valueAndPath(params)
			return rows.Find(value, path), nil
		},
		// texts(value, path) returns the texts at a path, and below it where it leads to objects.
		"texts": func(params ...any) (any, error) {
			value, path := valueAndPath(params)
			return textsOf(rows.Find(value, path)), nil
		},
		// plain(text) returns a text without the tags and entities of HTML.
		"plain": func(params ...any) (any, error) {
			value, _ := valueAndPath(params)
			return Plain(rows.Text(value)), nil
		},
		// slug(text) returns a text as the end of an id, as the verbs make them of names.
		"slug": func(params ...any) (any, error) {
			value, _ := valueAndPath(params)
			return slug(rows.Text(value)), nil
		},
	}
}

func isOwnFunction(name string) bool { return ownFunctions()[name] != nil }

// functions has Expr know the functions.
func functions() []expr.Option {
	of := ownFunctions()
	var options []expr.Option
	for _, name := range slices.Sorted(maps.Keys(of)) {
		options = append(options, expr.Function(name, of[name]))
	}
	return options
}

// valueAndPath returns the parameters of a function; what is left out is empty.
func valueAndPath(params []any) (any, string) {
	var value any
	path := ""
	if len(params) > 0 {
		value = params[0]
	}
	if len(params) > 1 {
		path, _ = params[1].(string)
	}
	return value, path
}

// textsOf returns the texts of values: that of an object, or those of its members.
func textsOf(values []any) []any {
	texts := []any{}
	for _, value := range values {
		if text := strings.TrimSpace(rows.Text(value)); text != "" {
			texts = append(texts, text)
			continue
		}
		object, _ := value.(map[string]any)
		for _, name := range slices.Sorted(maps.Keys(object)) {
			if !strings.HasPrefix(name, "@") {
				texts = append(texts, textsOf(rows.Find(object, name))...)
			}
		}
	}
	return texts
}
