package draft

import (
	_ "embed"

	"vitrine/load/rows"
)

// LIDO is the mapping of LIDO 1.0 and 1.1, as YAML.
//
//go:embed lido.yaml
var LIDO string

// lidoNamespace is that of LIDO 1.0 and 1.1.
const lidoNamespace = "http://www.lido-schema.org"

// IsLIDO tells whether a file has LIDO records, which may be within those of a harvest.
func IsLIDO(file rows.Source) (bool, error) {
	if rows.FormatOf(file.Name) != "xml" {
		return false, nil
	}
	return rows.HasNamespace(file, lidoNamespace)
}
