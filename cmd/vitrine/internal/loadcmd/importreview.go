package loadcmd

import (
	"bytes"
	"path/filepath"

	"vitrine/cmd/vitrine/internal/console"
	"vitrine/load/mapping"
	"vitrine/rdfstore/atomicfile"
)

// writeReview writes what words were taken for beside the mapping, where that names a file.
func (c *ImportCommand) writeReview(a *console.App, m *mapping.Mapping) error {
	if m.ReviewFile == "" {
		return nil
	}
	name := filepath.Join(filepath.Dir(c.Mapping), m.ReviewFile)
	var text bytes.Buffer
	if err := m.WriteReview(&text); err != nil {
		return err
	}
	if err := atomicfile.Write(name, text.Bytes(), 0o644); err != nil {
		return err
	}
	a.Say("wrote what words were taken for to %s; ids that you edit in it count from the next import on", name)
	return nil
}
