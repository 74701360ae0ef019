package control

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"time"
)

// Server answers commands. All fields are needed.
type Server struct {
	// Service answers as the service does, to the operator.
	Service http.Handler
	// Backup writes a copy of the store, which is one itself, and returns its length in
	// bytes.
	Backup func(ctx context.Context, w io.Writer) (int64, error)
	// Statistics returns what the store holds, as something that can be JSON.
	Statistics func(ctx context.Context) (any, error)
	// GiveWay pauses after a load that took so long, until ctx ends, so that requests of
	// others can go first.
	GiveWay func(ctx context.Context, worked time.Duration)
	Logger  *slog.Logger
}

// timeout is how long a peer may take to send a header or to receive a part of a copy, and
// how long requests in progress get when the server ends.
const timeout = time.Minute

// Serve answers the connections of l until ctx ends, and waits for what is in progress. It
// closes l.
func (s *Server) Serve(ctx context.Context, l net.Listener) error {
	hs := &http.Server{
		Handler:           s.handler(),
		ReadHeaderTimeout: timeout,
		IdleTimeout:       timeout,
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
	last, cancel := context.WithTimeout(context.WithoutCancel(ctx), timeout)
	defer cancel()
	err := hs.Shutdown(last)
	if err != nil {
		err = fmt.Errorf("some commands were cut off after %s: %w", timeout, errors.Join(err, hs.Close()))
	}
	<-ended
	return err
}

// handler returns what answers requests.
func (s *Server) handler() http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /-/backup", s.backup)
	mux.HandleFunc("GET /-/statistics", s.statistics)
	mux.HandleFunc("POST /-/load", s.load)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if _, pattern := mux.Handler(r); pattern != "" && r.URL.RawPath == "" {
			mux.ServeHTTP(w, r)
			return
		}
		s.Service.ServeHTTP(w, r)
	})
}

// load has the service store the records. Others go first before the answer ends and the
// peer sends more.
func (s *Server) load(w http.ResponseWriter, r *http.Request) {
	began := time.Now()
	s.Service.ServeHTTP(w, r)
	s.GiveWay(r.Context(), time.Since(began))
}

// backup sends a copy of the store. One that cannot be completed is cut off.
func (s *Server) backup(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Content-Type", "application/octet-stream")
	if _, err := s.Backup(r.Context(), &deadlineWriter{w, http.NewResponseController(w)}); err != nil {
		s.Logger.Error("a copy of the store was not completed", "error", err)
		panic(http.ErrAbortHandler)
	}
}

// deadlineWriter writes to a peer that has to take something now and then, so that one
// that has stopped does not keep a state of the store forever.
type deadlineWriter struct {
	io.Writer
	connection *http.ResponseController
}

func (p *deadlineWriter) Write(b []byte) (int, error) {
	if err := p.connection.SetWriteDeadline(time.Now().Add(timeout)); err != nil {
		return 0, err
	}
	return p.Writer.Write(b)
}

func (s *Server) statistics(w http.ResponseWriter, r *http.Request) {
	value, err := s.Statistics(r.Context())
	if err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
		return
	}
	w.Header().Set("Content-Type", "application/json")
	if err := json.NewEncoder(w).Encode(value); err != nil {
		s.Logger.Debug("an answer to a command was not sent", "error", err)
	}
}
