package control

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"iter"
	"log/slog"
	"net"
	"net/http"
	"os"
	"time"

	"github.com/knakk/rdf"

	"vitrine/control/wire"
	"vitrine/rdfstore"
)

// Store is what commands may ask of the store; rdfstore.Store says how.
type Store interface {
	Get(ctx context.Context, name rdf.IRI) (*rdfstore.Entity, error)
	Apply(ctx context.Context, changes ...rdfstore.Change) ([]rdfstore.Outcome, error)
	Entities(ctx context.Context, after string) iter.Seq2[rdf.IRI, error]
	Graphs(ctx context.Context, after string) iter.Seq2[*rdfstore.Entity, error]
	LastChange(ctx context.Context) (rdfstore.LogEntry, error)
	Changes(ctx context.Context, after uint64) iter.Seq2[rdfstore.LogEntry, error]
	Classes(ctx context.Context) ([]rdfstore.ClassCount, error)
	// Backup writes a copy of the store, which is one itself, and returns its
	// length in bytes.
	Backup(ctx context.Context, w io.Writer) (int64, error)
}

// Server answers commands. All fields are needed.
type Server struct {
	Store Store
	// Query writes the answer to a query. What a query may cost is for it to say.
	Query func(ctx context.Context, q wire.Query, out io.Writer) error
	// Statistics returns what the store holds, as something that can be JSON.
	Statistics func(ctx context.Context) (any, error)
	// GiveWay pauses after changes that took so long, until ctx ends, so that others can go
	// first. It is for the server to say when; gentle pauses are longer.
	GiveWay func(ctx context.Context, worked time.Duration, gentle bool)
	// Program is the version of the program.
	Program string
	Logger  *slog.Logger
}

// The limits on what commands do to a server.
const (
	// maxRequests is how many requests are answered at once.
	maxRequests = 16
	// maxBody is the size of the largest Apply, in bytes.
	maxBody = 1 << 30
	// patience is how long a peer may take to send or to receive anything, and how long
	// requests in progress get when the server ends.
	patience = time.Minute
)

// Serve answers the connections of l until ctx ends. Then it ends what is being
// read, and waits for what is being stored. It closes l.
func (s *Server) Serve(ctx context.Context, l net.Listener) error {
	hs := &http.Server{
		Handler:           s.handler(),
		ReadHeaderTimeout: patience,
		IdleTimeout:       patience,
		MaxHeaderBytes:    64 << 10,
		BaseContext:       func(net.Listener) context.Context { return ctx },
		ErrorLog:          slog.NewLogLogger(s.Logger.Handler(), slog.LevelDebug),
	}
	ended := make(chan error, 1)
	go func() { ended <- hs.Serve(l) }()
	select {
	case err := <-ended:
		return fmt.Errorf("serve the control socket: %w", err)
	case <-ctx.Done():
	}
	last, cancel := context.WithTimeout(context.WithoutCancel(ctx), patience)
	defer cancel()
	err := hs.Shutdown(last)
	if err != nil {
		err = fmt.Errorf("some commands were cut off after %s: %w", patience, errors.Join(err, hs.Close()))
	}
	<-ended
	return err
}

// handler returns what answers requests.
func (s *Server) handler() http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("GET "+wire.HelloPath, s.hello)
	mux.HandleFunc("GET "+wire.CountPath, s.count)
	mux.HandleFunc("GET "+wire.StatisticsPath, s.statistics)
	mux.HandleFunc("GET "+wire.RecordPath, frames(s.record))
	mux.HandleFunc("GET "+wire.RecordsPath, frames(s.records))
	mux.HandleFunc("GET "+wire.NamesPath, frames(s.names))
	mux.HandleFunc("GET "+wire.LastChangePath, frames(s.lastChange))
	mux.HandleFunc("GET "+wire.ChangesPath, frames(s.changes))
	mux.HandleFunc("GET "+wire.BackupPath, frames(s.backup))
	mux.HandleFunc("POST "+wire.QueryPath, frames(s.query))
	mux.HandleFunc("POST "+wire.ApplyPath, frames(s.apply))
	slots := make(chan struct{}, maxRequests)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		select {
		case slots <- struct{}{}:
			defer func() { <-slots }()
			mux.ServeHTTP(w, r)
		default:
			http.Error(w, fmt.Sprintf("%d commands use the server already; try again when one has ended", maxRequests), http.StatusServiceUnavailable)
		}
	})
}

// errEnding is the error of requests that the end of the server cuts off.
var errEnding = errors.New("the server is ending")

// frames answers with what write writes, and its error at the end.
func frames(write func(*http.Request, *wire.Encoder) error) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		connection := http.NewResponseController(w)
		r.Body = io.NopCloser(http.MaxBytesReader(w, &patientReader{r.Body, connection}, maxBody))
		e := wire.NewEncoder(&patientWriter{w, connection})
		err := write(r, e)
		if errors.Is(err, context.Canceled) {
			err = errEnding
		}
		if err := e.End(err); err != nil {
			panic(http.ErrAbortHandler) // the peer is gone, or must not take this for all
		}
	}
}

// patientReader reads from a peer that has to send something now and then.
type patientReader struct {
	io.ReadCloser
	connection *http.ResponseController
}

func (p *patientReader) Read(b []byte) (int, error) {
	if err := p.connection.SetReadDeadline(time.Now().Add(patience)); err != nil {
		return 0, err
	}
	n, err := p.ReadCloser.Read(b)
	if err != nil {
		// What is done with the body may take longer than its next byte.
		if failed := p.connection.SetReadDeadline(time.Time{}); failed != nil {
			return n, failed
		}
	}
	return n, err
}

// patientWriter writes to a peer that has to take something now and then, so that one
// that has stopped does not keep a state of the store forever.
type patientWriter struct {
	io.Writer
	connection *http.ResponseController
}

func (p *patientWriter) Write(b []byte) (int, error) {
	if err := p.connection.SetWriteDeadline(time.Now().Add(patience)); err != nil {
		return 0, err
	}
	return p.Writer.Write(b)
}

func (s *Server) hello(w http.ResponseWriter, _ *http.Request) {
	s.json(w, wire.Hello{Protocol: wire.Version, Program: s.Program, Process: os.Getpid()})
}

// count answers with the number of entities, which is that of the zero class.
func (s *Server) count(w http.ResponseWriter, r *http.Request) {
	classes, err := s.Store.Classes(r.Context())
	if err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
		return
	}
	n := uint64(0)
	if len(classes) > 0 {
		n = classes[0].Count
	}
	s.json(w, n)
}

func (s *Server) statistics(w http.ResponseWriter, r *http.Request) {
	value, err := s.Statistics(r.Context())
	if err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
		return
	}
	s.json(w, value)
}

func (s *Server) json(w http.ResponseWriter, value any) {
	w.Header().Set("Content-Type", "application/json")
	if err := json.NewEncoder(&patientWriter{w, http.NewResponseController(w)}).Encode(value); err != nil {
		s.Logger.Debug("an answer to a command was not sent", "error", err)
	}
}
