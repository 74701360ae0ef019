package readcmd

import (
	"bufio"
	"encoding/json"
	"errors"
	"io"
	"iter"
	"os"
	"path/filepath"

	"vitrine/cmd/vitrine/internal/console"
	"vitrine/cmd/vitrine/internal/storeopen"
	"vitrine/rdfstore"
	"vitrine/rdfstore/boltstore"
	"vitrine/rdfstore/extsort"
	"vitrine/rdfstore/graph"
	"vitrine/rdfstore/storecopy"
	"vitrine/remote"
)

// dumpedVersion is a line of a dump of versions: an entry of the log with the state that it made.
type dumpedVersion struct {
	URI string `json:"uri"`
	remote.Version
	// Record is the state, none where it is not kept, and of a deletion.
	Record json.RawMessage `json:"record,omitempty"`
}

// memoryOfVersions is what a dump of versions takes for sorting, in bytes.
const memoryOfVersions = 64 << 20

// servedVersions writes all versions of a store that a server of this machine has open, from a copy
// in the folder for temporary files.
func (c *DumpCommand) servedVersions(a *console.App, r *storeopen.Dependencies, served *remote.Client) (err error) {
	dir, err := os.MkdirTemp("", "vitrine-dump-")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	copied := filepath.Join(dir, "copy.db")
	if _, err := storeopen.Backup(a.Ctx, served, copied); err != nil {
		return err
	}
	return c.versions(a, r, storeopen.SharedFlag{DB: copied})
}

// versions writes all versions of a store that no server has open.
func (c *DumpCommand) versions(a *console.App, r *storeopen.Dependencies, from storeopen.SharedFlag) error {
	store, err := from.Opened(a.Ctx, boltstore.Options{ReadOnly: true})
	if err != nil {
		return err
	}
	source, err := storecopy.Open(a.Ctx, store, extsort.Folder("", "vitrine-dump-"), memoryOfVersions)
	if err == nil {
		out := bufio.NewWriterSize(a.Stdout, 1<<16)
		text := func(g *graph.Graph) ([]byte, error) { return r.Processor.Append(nil, g) }
		err = storeopen.Closing(source, errors.Join(writeVersions(out, source.Histories(a.Ctx), text), out.Flush()))
	}
	return storeopen.Closing(store, err)
}

// writeVersions writes histories, an entry of the log a line.
func writeVersions(w io.Writer, histories iter.Seq2[rdfstore.History, error], text func(*graph.Graph) ([]byte, error)) error {
	lines := json.NewEncoder(w)
	lines.SetEscapeHTML(false)
	for h, err := range histories {
		if err != nil {
			return err
		}
		states := statesOf(h)
		next, stop := iter.Pull2(states)
		err := writeHistory(lines, h.Entries, next, text)
		stop()
		if err != nil {
			return err
		}
	}
	return nil
}

// statesOf yields the states of a history, the present one last.
func statesOf(h rdfstore.History) iter.Seq2[*rdfstore.Entity, error] {
	return func(yield func(*rdfstore.Entity, error) bool) {
		if h.States != nil {
			for e, err := range h.States {
				if !yield(e, err) {
					return
				}
			}
		}
		if h.Entity != nil {
			yield(h.Entity, nil)
		}
	}
}

// writeHistory writes the entries about a name with their states, which come in the same order.
func writeHistory(lines *json.Encoder, entries []rdfstore.LogEntry, next func() (*rdfstore.Entity, error, bool), text func(*graph.Graph) ([]byte, error)) error {
	state, err, more := next()
	for _, e := range entries {
		if err != nil {
			return err
		}
		v := dumpedVersion{URI: e.Name.String(), Version: version(e)}
		if more && state.Version == e.Seq {
			if v.Record, err = text(state.Graph); err != nil {
				return err
			}
			state, err, more = next()
		}
		if err := lines.Encode(v); err != nil {
			return err
		}
	}
	return err
}
