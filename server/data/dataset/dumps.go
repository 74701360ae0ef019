package dataset

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"strconv"
	"syscall"
	"time"

	"vitrine/rdfstore"
	"vitrine/server/data/dump"
	"vitrine/server/data/spool"
	"vitrine/server/data/void"
	"vitrine/server/people/site"
	"vitrine/server/web/respond"
)

// Dumps answers with the files that hold all that is stored (package dump).
type Dumps struct {
	Site  *site.Site
	Store DumpStore
	Files []dump.File
	// Spool keeps files while they are made and read. Timeout bounds the time to make one,
	// and that of one client to read it; Patience is what a client has for a piece of one.
	Spool             *spool.Folder
	Timeout, Patience time.Duration
	Logger            *slog.Logger
}

// DumpStore is what dumps ask of a store; rdfstore.Store says how.
type DumpStore interface {
	LastChange(ctx context.Context) (rdfstore.LogEntry, error)
	dump.Source
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

func (d *Dumps) send(x *respond.Exchange, r *http.Request, f dump.File) error {
	last, err := d.Store.LastChange(r.Context())
	if err != nil {
		return err
	}
	if done, err := d.same(x, r, f, last); done || err != nil {
		return err
	}
	if x.Head {
		d.describe(x, f, last)
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
	if done, err := d.same(x, r, f, at); done || err != nil {
		return err
	}
	// What cannot be made has an answer of its own, as long as nothing is sent.
	begun := make([]byte, 32<<10)
	n, err := file.Read(ctx, begun)
	if err != nil && !errors.Is(err, io.EOF) {
		x.Header().Del("Etag")
		return d.unmade(err)
	}
	d.describe(x, f, at)
	return d.stream(ctx, x, r, file, begun[:n])
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
func (d *Dumps) open(ctx context.Context, f dump.File, last rdfstore.LogEntry) (*spool.Reader, rdfstore.LogEntry, error) {
	if file, ok := d.Spool.Reader(d.tag(f, last)); ok {
		return file, last, nil
	}
	if !d.Spool.Room() {
		return nil, last, errDumps
	}
	making, cancel := context.WithTimeout(context.WithoutCancel(ctx), d.Timeout)
	w, err := dump.Snapshot(making, d.Store)
	if err != nil {
		cancel()
		return nil, last, err
	}
	file, made, err := d.Spool.Make(d.tag(f, w.At), "", cancel, func(out io.Writer) error {
		defer w.Stop()
		return f.Write(out, w.Graphs)
	})
	if !made {
		w.Stop()
		cancel()
	}
	if errors.Is(err, spool.ErrFull) {
		err = errDumps
	}
	return file, w.At, err
}

// errDumps is the answer where no other dump can be made.
var errDumps = &respond.Error{Type: respond.Busy, Header: http.Header{"Retry-After": {"60"}},
	Detail: "Others are taking dumps now, and no more at once are allowed."}

// tag is the entity tag of a dump of the store at a change, and its key in
// the spool. It is weak: a later version may write the same records in other bytes.
func (d *Dumps) tag(f dump.File, at rdfstore.LogEntry) string {
	return `W/"` + respond.Digest(d.Site.Mapper.Base, f.Name, strconv.FormatUint(at.Seq, 10), at.Time.UTC().Format(time.RFC3339Nano)) + `"`
}

// same evaluates the preconditions of a request for a dump of the store at
// a change, the zero entry where it is empty. It is true where the client has
// that dump, and is told so.
func (d *Dumps) same(x *respond.Exchange, r *http.Request, f dump.File, at rdfstore.LogEntry) (bool, error) {
	etag := d.tag(f, at)
	x.Header().Set("Cache-Control", "no-cache")
	x.Header().Set("Etag", etag)
	switch respond.Evaluate(r.Header, respond.OfTag(etag, respond.LastModified(at.Time)), true) {
	case respond.Failed:
		return false, &respond.Error{Type: respond.Precondition}
	case respond.NotModified:
		x.WriteHeader(http.StatusNotModified)
		return true, nil
	}
	return false, nil
}

// describe writes the rest of the header of a dump.
func (d *Dumps) describe(x *respond.Exchange, f dump.File, at rdfstore.LogEntry) {
	header := x.Header()
	header.Set("Content-Type", f.ContentType())
	header.Set("Content-Disposition", fmt.Sprintf(`attachment; filename="%s.%s"`, d.Site.Mapper.FileName(), f.Name))
	if modified := respond.LastModified(at.Time); !modified.IsZero() {
		if modified.After(x.Started) {
			modified = x.Started
		}
		header.Set("Last-Modified", modified.UTC().Format(http.TimeFormat))
	}
}

// stream sends the body, of which a part is read, following the file where it still grows.
func (d *Dumps) stream(ctx context.Context, x *respond.Exchange, r *http.Request, file *spool.Reader, begun []byte) error {
	err := x.Stream(ctx, file, begun, d.Patience)
	var aborted *respond.AbortError
	if errors.As(err, &aborted) {
		d.Logger.LogAttrs(context.WithoutCancel(r.Context()), slog.LevelInfo, "a dump was cut off",
			slog.String("request", x.ID), slog.Any("error", err))
		panic(http.ErrAbortHandler)
	}
	return err // cuts the answer off, and is logged
}

// Links are the dumps as the description of the data set has them.
func (d *Dumps) Links() []void.File {
	var files []void.File
	for _, f := range d.Files {
		files = append(files, void.File{
			Name: f.Path(), URL: d.Site.Mapper.ServiceURI(f.Path()), Title: f.Title(),
			MediaType: f.Format.MediaType, Packing: f.Packing(),
		})
	}
	return files
}
