package criteria

import (
	"slices"

	"vitrine/server/people/i18n"
)

// View is a way to show results: the value of the parameter view, and what it is called.
type View struct {
	Name  string
	Title i18n.Key
}

// The names of the views other than the default: lines of text without pictures, and a map of
// the places above the results.
const (
	Lines = "lines"
	Map   = "map"
)

// Views are all views; the first is the default. The slice is not to be changed.
func Views() []View { return views }

var views = []View{{"pictures", "pictures"}, {Lines, "lines"}, {Map, "map"}}

// ReadView reads the parameter view, "" for the default.
func ReadView(values []string) (string, error) {
	if len(values) == 0 {
		return "", nil
	}
	if i := slices.IndexFunc(views, func(v View) bool { return v.Name == values[0] }); i >= 0 && len(values) == 1 {
		return Criteria{}.As(values[0]).View, nil
	}
	return "", bad("The parameter view is one of pictures, lines and map.")
}

// As returns the search in another view.
func (c Criteria) As(view string) Criteria {
	if c.View = view; view == views[0].Name {
		c.View = ""
	}
	return c
}
