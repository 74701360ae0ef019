package loadcmd

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"vitrine/cmd/vitrine/internal/console"
	"vitrine/load/convert"
	"vitrine/load/history"
	"vitrine/load/rml"
)

// isRML tells whether the mapping is one in RML.
func (c *ImportCommand) isRML() bool { return strings.HasSuffix(strings.ToLower(c.Mapping), ".ttl") }

// runRML makes the records by a mapping in RML, and stores or shows them. The files are those
// that the mapping names, beside it.
func (c *ImportCommand) runRML(a *console.App) error {
	if c.Preview > 0 {
		return console.Usage("write the quads with vitrine load into a store of its own, and look at it", "--preview is for mappings in YAML")
	}
	past, err := history.Open(c.Mapping)
	if err != nil {
		return err
	}
	defer past.Close()
	name, err := c.convertedByRML(a, past.IDs())
	if err != nil {
		return err
	}
	defer os.Remove(name)
	return c.store(a, &convert.Result{}, name, past)
}

// convertedByRML writes the records to a file of N-Quads, of which it returns the path.
func (c *ImportCommand) convertedByRML(a *console.App, ids io.Writer) (string, error) {
	text, err := os.Open(c.Mapping)
	if err != nil {
		return "", err
	}
	defer text.Close()
	m, err := rml.Parse(a.Ctx, text, string(c.BaseURL))
	if err != nil {
		return "", fmt.Errorf("%s: %w", c.Mapping, err)
	}
	folder, err := os.OpenRoot(filepath.Dir(c.Mapping))
	if err != nil {
		return "", err
	}
	defer folder.Close()
	file, err := os.CreateTemp("", "vitrine-import-*.nq")
	if err != nil {
		return "", err
	}
	out, names := bufio.NewWriterSize(file, 1<<16), bufio.NewWriter(ids)
	open := func(path string) (io.ReadCloser, error) { return folder.Open(path) }
	err = m.WriteRecords(a.Ctx, out, string(c.BaseURL), open, func(name string) error {
		_, err := fmt.Fprintln(names, name)
		return err
	})
	if err = errors.Join(err, out.Flush(), names.Flush(), file.Close()); err != nil {
		return "", errors.Join(fmt.Errorf("%s: %w", c.Mapping, err), os.Remove(file.Name()))
	}
	return file.Name(), nil
}
