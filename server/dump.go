package server

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"strconv"
	"time"

	"github.com/gorilla/mux"

	"vitrine/rdfstore"
	"vitrine/server/conditional"
	"vitrine/server/dump"
	"vitrine/server/exchange"
	"vitrine/server/problem"
	"vitrine/server/spool"
	"vitrine/server/weblink"
)

// getDump answers with all that is stored, as it was at one moment. It is sent
// from a file that may still grow; what goes wrong halfway ends the connection.
func (s *Server) getDump(x *exchange.Exchange, r *http.Request) error {
	for _, d := range s.dumps {
		if d.Name == mux.Vars(r)["form"] {
			x.Format = d.Format.Name
			return s.sendDump(x, r, d)
		}
	}
	return &problem.Error{Type: problem.NotFound, Detail: "There is no dump of this name.",
		Header: http.Header{"Link": {weblink.Field(s.mapper.Prefix, "start", "text/html")}}}
}

func (s *Server) sendDump(x *exchange.Exchange, r *http.Request, d dump.File) error {
	last, err := s.config.Store.LastChange(r.Context())
	if err != nil {
		return err
	}
	if done, err := s.sameDump(x, r, d, last); done || err != nil {
		return err
	}
	if x.Head {
		s.describeDump(x, d, last)
		x.WriteHeader(http.StatusOK)
		return nil
	}
	ctx, cancel := context.WithTimeout(r.Context(), s.config.DumpTimeout)
	defer cancel()
	file, at, err := s.openDump(ctx, d, last)
	if err != nil {
		return err
	}
	defer file.Close()
	if done, err := s.sameDump(x, r, d, at); done || err != nil {
		return err
	}
	s.describeDump(x, d, at)
	return s.streamDump(ctx, x, r, file)
}

// openDump returns a reader of the dump of the store as it is now, and the newest
// change in it. Requests for one dump share its file. Its making holds a snapshot
// of the store as long as the disk takes to write it; who reads it holds none.
func (s *Server) openDump(ctx context.Context, d dump.File, last rdfstore.LogEntry) (*spool.Reader, rdfstore.LogEntry, error) {
	if file, ok := s.spool.Reader(s.dumpTag(d, last)); ok {
		return file, last, nil
	}
	if !s.spool.Room() {
		return nil, last, errDumps
	}
	making, cancel := context.WithTimeout(context.WithoutCancel(ctx), s.config.DumpTimeout)
	w, err := dump.Snapshot(making, s.config.Store)
	if err != nil {
		cancel()
		return nil, last, err
	}
	file, made, err := s.spool.Make(s.dumpTag(d, w.At), cancel, func(out io.Writer) error {
		defer w.Stop()
		return d.Write(out, w.Graphs)
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
var errDumps = &problem.Error{Type: problem.Busy, Header: http.Header{"Retry-After": {"60"}},
	Detail: "Others are taking dumps now, and no more at once are allowed."}

// dumpTag is the entity tag of a dump of the store at a change, and its key in
// the spool. It is weak: a later version may write the same records in other bytes.
func (s *Server) dumpTag(d dump.File, at rdfstore.LogEntry) string {
	return `W/"` + conditional.Digest(s.mapper.Base, d.Name, strconv.FormatUint(at.Seq, 10), at.Time.UTC().Format(time.RFC3339Nano)) + `"`
}

// sameDump evaluates the preconditions of a request for a dump of the store at
// a change, the zero entry where it is empty. It is true where the client has
// that dump, and is told so.
func (s *Server) sameDump(x *exchange.Exchange, r *http.Request, d dump.File, at rdfstore.LogEntry) (bool, error) {
	etag := s.dumpTag(d, at)
	x.Header().Set("Cache-Control", "no-cache")
	x.Header().Set("Etag", etag)
	switch conditional.Evaluate(r.Header, conditional.OfTag(etag, conditional.LastModified(at.Time)), true) {
	case conditional.Failed:
		return false, &problem.Error{Type: problem.Precondition}
	case conditional.NotModified:
		x.WriteHeader(http.StatusNotModified)
		return true, nil
	}
	return false, nil
}

// describeDump writes the rest of the header of a dump.
func (s *Server) describeDump(x *exchange.Exchange, d dump.File, at rdfstore.LogEntry) {
	header := x.Header()
	header.Set("Content-Type", d.ContentType())
	header.Set("Content-Disposition", fmt.Sprintf(`attachment; filename="%s.%s"`, s.mapper.FileName(), d.Name))
	if modified := conditional.LastModified(at.Time); !modified.IsZero() {
		if modified.After(x.Started) {
			modified = x.Started
		}
		header.Set("Last-Modified", modified.UTC().Format(http.TimeFormat))
	}
}

// streamDump sends the body, following the file where it still grows.
func (s *Server) streamDump(ctx context.Context, x *exchange.Exchange, r *http.Request, file *spool.Reader) error {
	err := x.Stream(ctx, file, nil, s.config.WriteTimeout)
	var aborted *exchange.AbortError
	if errors.As(err, &aborted) {
		s.config.Logger.LogAttrs(context.WithoutCancel(r.Context()), slog.LevelInfo, "a dump was cut off",
			slog.String("request", x.ID), slog.Any("error", err))
		panic(http.ErrAbortHandler)
	}
	return err // cuts the answer off, and is logged
}
