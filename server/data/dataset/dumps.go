package dataset

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"iter"
	"net/http"
	"strconv"
	"sync"
	"syscall"
	"time"

	"vitrine/rdfstore"
	"vitrine/rdfstore/graph"
	"vitrine/server/data/spool"
	"vitrine/server/people/site"
	"vitrine/server/web/respond"
)

// Dumps answers with the files that hold all that is stored.
type Dumps struct {
	Site  *site.Site
	Store DumpStore
	Files []DumpFile
	// Spool keeps files while they are made and read. Timeout bounds the time to make one,
	// and that of one client to read it; WriteTimeout is what a client has for a piece of one.
	Spool                 *spool.Folder
	Timeout, WriteTimeout time.Duration

	mu sync.Mutex
	// sums are those of the last dump of each file that was made, by its name.
	sums map[string]sum
}

// sum is what is known of a dump once it was made.
type sum struct {
	tag, sha256 string
	size        uint64
}

// DumpStore is what dumps ask of a store; rdfstore.Store says how.
type DumpStore interface {
	LastChange(ctx context.Context) (rdfstore.LogEntry, error)
	Snapshot(ctx context.Context) (rdfstore.Snapshot, error)
}

// Get answers with all that is stored, as it was at one moment. It is sent
// from a file that may still grow; what goes wrong halfway ends the connection.
func (d *Dumps) Get(x *respond.Exchange, r *http.Request, name string) error {
	for _, f := range d.Files {
		if f.Name == name {
			x.Format = f.Format.Name
			return d.send(x, r, f)
		}
	}
	return &respond.Error{Type: respond.NotFound, Detail: "There is no dump of this name.",
		Header: http.Header{"Link": {respond.LinkField(d.Site.Mapper.Prefix, "start", "text/html")}}}
}

func (d *Dumps) send(x *respond.Exchange, r *http.Request, f DumpFile) error {
	last, err := d.Store.LastChange(r.Context())
	if err != nil {
		return err
	}
	x.Header().Set("Cache-Control", "no-cache")
	if done, err := x.Unchanged(r, d.tag(f, last), respond.LastModified(last.Time)); done || err != nil {
		return err
	}
	if x.Head {
		d.describe(x.Header(), f)
		x.SetModified(respond.LastModified(last.Time))
		x.WriteHeader(http.StatusOK)
		return nil
	}
	ctx, cancel := context.WithTimeout(r.Context(), d.Timeout)
	defer cancel()
	file, at, err := d.open(ctx, f, last)
	if err != nil {
		return err
	}
	defer file.Close()
	if done, err := x.Unchanged(r, d.tag(f, at), respond.LastModified(at.Time)); done || err != nil {
		return err
	}
	return d.unmade(x.Stream(ctx, file, respond.LastModified(at.Time), d.WriteTimeout, func(h http.Header) { d.describe(h, f) }))
}

// unmade is the answer where a dump could not be made.
func (d *Dumps) unmade(err error) error {
	if errors.Is(err, spool.ErrFull) || errors.Is(err, syscall.ENOSPC) {
		return &respond.Error{Type: respond.Busy, Header: http.Header{"Retry-After": {"60"}}, Err: err,
			Detail: "There is no room for the dump at the moment."}
	}
	return err
}

// open returns a reader of the dump of the store as it is now, and the newest
// change in it. Requests for one dump share its file. Its making holds a snapshot
// of the store as long as the disk takes to write it; who reads it holds none.
func (d *Dumps) open(ctx context.Context, f DumpFile, last rdfstore.LogEntry) (*spool.Reader, rdfstore.LogEntry, error) {
	if file, ok := d.Spool.Reader(d.tag(f, last)); ok {
		return file, last, nil
	}
	if !d.Spool.Room() {
		return nil, last, errDumps
	}
	making, cancel := context.WithTimeout(context.WithoutCancel(ctx), d.Timeout)
	snapshot, err := d.Store.Snapshot(making)
	if err != nil {
		cancel()
		return nil, last, err
	}
	at := snapshot.At()
	file, made, err := d.Spool.Make(d.tag(f, at), "", cancel, func(out io.Writer) error {
		return errors.Join(d.write(out, f, at, rdfstore.Graphs(snapshot.Graphs(making, ""))), snapshot.Close())
	})
	if !made {
		_ = snapshot.Close()
		cancel()
	}
	if errors.Is(err, spool.ErrFull) {
		err = errDumps
	}
	return file, at, err
}

// write writes a dump of the store at a change, and notes its size and checksum.
func (d *Dumps) write(out io.Writer, f DumpFile, at rdfstore.LogEntry, graphs iter.Seq2[*graph.Graph, error]) error {
	digest := sha256.New()
	counted := &countingWriter{Writer: io.MultiWriter(out, digest)}
	if err := f.Write(counted, graphs); err != nil {
		return err
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.sums == nil {
		d.sums = map[string]sum{}
	}
	d.sums[f.Name] = sum{d.tag(f, at), hex.EncodeToString(digest.Sum(nil)), counted.n}
	return nil
}

// countingWriter counts what passes through it.
type countingWriter struct {
	io.Writer
	n uint64
}

func (w *countingWriter) Write(p []byte) (int, error) {
	n, err := w.Writer.Write(p)
	w.n += uint64(n)
	return n, err
}

// errDumps is the answer where no other dump can be made.
var errDumps = &respond.Error{Type: respond.Busy, Header: http.Header{"Retry-After": {"60"}},
	Detail: "Others are taking dumps now, and no more at once are allowed."}

// tag is the entity tag of a dump of the store at a change, and its key in
// the spool. It is weak: a later version may write the same records in other bytes.
func (d *Dumps) tag(f DumpFile, at rdfstore.LogEntry) string {
	return `W/"` + respond.Digest(d.Site.Mapper.Base, f.Name, strconv.FormatUint(at.Seq, 10), at.Time.UTC().Format(time.RFC3339Nano)) + `"`
}

// describe writes the part of the header that is the same for every state of a dump.
func (d *Dumps) describe(header http.Header, f DumpFile) {
	header.Set("Content-Type", f.ContentType())
	header.Set("Content-Disposition", fmt.Sprintf(`attachment; filename="%s.%s"`, d.Site.Mapper.FileName(), f.Name))
}

// Links are the dumps as the description of the data set has them, with the size and checksum of
// those that were made at the newest change.
func (d *Dumps) Links(last rdfstore.LogEntry) []Distribution {
	d.mu.Lock()
	defer d.mu.Unlock()
	var files []Distribution
	for _, f := range d.Files {
		file := Distribution{
			Name: f.Path(), URL: d.Site.Mapper.ServiceURI(f.Path()), Title: f.Title(),
			MediaType: f.Format.MediaType, Packing: f.Packing(),
		}
		if s := d.sums[f.Name]; s.tag == d.tag(f, last) {
			file.Size, file.SHA256 = s.size, s.sha256
		}
		files = append(files, file)
	}
	return files
}
