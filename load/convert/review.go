package convert

import (
	"encoding/csv"
	"io"
	"strconv"

	"vitrine/load/mapping"
)

// WriteReview writes what the words of the rows were taken for, as CSV. A person edits ids in
// it, and the next conversion by the mapping goes by them.
func WriteReview(w io.Writer, m *mapping.Mapping) error {
	out := csv.NewWriter(w)
	if err := out.Write(mapping.ReviewColumns); err != nil {
		return err
	}
	matched, counts := m.Review()
	for _, of := range matched {
		if err := out.Write([]string{of.Kind, of.Text, strconv.Itoa(counts[of]), of.ID, of.Label, string(of.How)}); err != nil {
			return err
		}
	}
	out.Flush()
	return out.Error()
}
