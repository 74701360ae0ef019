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

// versionsFormat is the format of dumps of versions.
const versionsFormat = "versions"

// versions writes all versions of a store. One that a server of this machine has open is copied
// into the folder for temporary files.
func (c *DumpCommand) versions(a *console.App, r *storeopen.Dependencies, service *remote.Client) (err error) {
	from := c.Shared()
	if service != nil {
		defer func() { err = storeopen.Closing(service, err) }()
	}
	switch {
	case c.Recover:
		return console.Usage("leave --recover out, or choose another format", "--recover writes records as they are now")
	case service != nil && !service.IsLocal():
		return console.Usage("use it where the server runs: vitrine dump --db FILE --format versions", "--format versions needs the store itself, not a server elsewhere")
	case service != nil:
		var dir string
		if dir, err = os.MkdirTemp("", "vitrine-dump-"); err != nil {
			return err
		}
		defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
		from = storeopen.SharedFlag{DB: filepath.Join(dir, "copy.db")}
		if _, err := storeopen.Backup(a.Ctx, service.Backup, from.DB); err != nil {
			return err
		}
	}
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
