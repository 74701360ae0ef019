package server

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"log/slog"
	"net/http"
	"strconv"
	"sync/atomic"
	"time"

	"vitrine/server/address"
)

// requestIDs makes ids that no other run of the server makes.
type requestIDs struct {
	run  string
	next atomic.Uint64
}

func newRequestIDs() *requestIDs {
	var run [6]byte
	// Read never fails (crypto/rand since Go 1.24).
	_, _ = rand.Read(run[:])
	return &requestIDs{run: hex.EncodeToString(run[:]) + "-"}
}

func (ids *requestIDs) make() string {
	return ids.run + strconv.FormatUint(ids.next.Add(1), 36)
}

// requestID returns the id under which a request is known: the client's own if
// it is harmless, or a new one.
func (s *Server) requestID(r *http.Request) string {
	if values := r.Header["X-Request-Id"]; len(values) == 1 && isHarmless(values[0]) {
		return values[0]
	}
	return s.ids.make()
}

// isHarmless tells whether an id can stand in a log and a header.
func isHarmless(id string) bool {
	if len(id) == 0 || len(id) > 64 {
		return false
	}
	for i := 0; i < len(id); i++ {
		if !address.IsUnreserved(id[i]) {
			return false
		}
	}
	return true
}

// logRequest counts and logs an answered request.
func (s *Server) logRequest(x *exchange, r *http.Request) {
	took := time.Since(x.started)
	s.metrics.answered(x, took)
	log := s.config.AccessLog
	if log == nil || !log.Enabled(r.Context(), slog.LevelInfo) {
		return
	}
	log.LogAttrs(context.WithoutCancel(r.Context()), slog.LevelInfo, "request",
		slog.String("request", x.id),
		slog.String("client", s.client(r)),
		slog.String("method", r.Method),
		slog.String("target", r.RequestURI),
		slog.String("host", r.Host),
		slog.Int("status", x.status),
		slog.Int64("bytes", x.bytes),
		slog.Duration("took", took),
		slog.String("format", x.format),
		slog.String("agent", r.UserAgent()))
}
