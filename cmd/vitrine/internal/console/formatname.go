package console

import (
	"strings"

	"vitrine/serialize"
)

// FormatNamed returns the format of the table with the short name, file
// extension or media type.
func FormatNamed(name string, t serialize.Table) (*serialize.Format, error) {
	for _, find := range []func(string) *serialize.Format{t.ByName, t.ByExtension, t.ByMediaType} {
		if f := find(name); f != nil {
			return f, nil
		}
	}
	return nil, Usage("the formats are "+FormatNames(t), "unknown format: %s", name)
}

func FormatNames(t serialize.Table) string {
	var names []string
	for _, f := range t {
		names = append(names, f.Name)
	}
	return strings.Join(names, ", ")
}
