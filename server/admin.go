package server

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/http/pprof"
	"time"

	"vitrine/server/web/respond"
)

// adminPage is what an admin listener answers at its root.
const adminPage = `/-/healthz       whether the process is running
/-/readyz        whether it accepts requests, and what is amiss with the store and with harvests
/-/metrics       metrics for Prometheus
/-/stats         what the store holds and the space it takes, as JSON; looks at every page of it
/debug/pprof/    profiles, for go tool pprof
`

// Statistics writes what the store holds, as JSON.
type Statistics func(ctx context.Context, w io.Writer) error

// Admin answers what is for the operator alone: metrics, profiles, statistics and the
// details of health. It asks for no token, so it is served at an address that only the
// operator reaches.
func (s *Server) Admin(statistics Statistics) http.Handler {
	mux := http.NewServeMux()
	get := func(path, route string, h respond.Handler) {
		mux.Handle(path, s.handle(route, respond.Methods{http.MethodGet: h}.Resource()))
	}
	get("/-/healthz", "admin health", s.getHealth)
	get("/-/readyz", "admin ready", s.ready(true))
	get("/-/metrics", "admin metrics", s.metrics.Handler())
	get("/-/stats", "admin stats", s.getStatistics(statistics))
	get("/{$}", "admin", func(x *respond.Exchange, r *http.Request) error { return s.sendText(x, r, adminPage) })
	get("/", "admin nothing", func(*respond.Exchange, *http.Request) error { return &respond.Error{Type: respond.NotFound} })
	mux.HandleFunc("/debug/pprof/", pprof.Index)
	mux.HandleFunc("/debug/pprof/cmdline", pprof.Cmdline)
	mux.HandleFunc("/debug/pprof/profile", pprof.Profile)
	mux.HandleFunc("/debug/pprof/symbol", pprof.Symbol)
	mux.HandleFunc("/debug/pprof/trace", pprof.Trace)
	return mux
}

// getStatistics answers with the statistics, one request at a time, since they look at
// every page of the store.
func (s *Server) getStatistics(statistics Statistics) respond.Handler {
	return func(x *respond.Exchange, r *http.Request) error {
		ctx, done, err := s.slots(s.walks)(r.Context())
		if err != nil {
			return err
		}
		defer done()
		x.Header().Set("Content-Type", "application/json")
		x.Header().Set("Cache-Control", "no-store")
		return statistics(ctx, x)
	}
}

// ServeAdmin answers the connections of l, those of an admin listener, until ctx ends. It
// closes l.
func (s *Server) ServeAdmin(ctx context.Context, l net.Listener, statistics Statistics) error {
	hs := &http.Server{
		Handler: s.Admin(statistics), ReadHeaderTimeout: s.config.HeaderTimeout, ReadTimeout: readTimeout,
		IdleTimeout: idleTimeout, MaxHeaderBytes: libraryHeader(maxHeader),
		ErrorLog: slog.NewLogLogger(s.config.Logger.Handler(), slog.LevelDebug),
	}
	s.config.Logger.Info("serving metrics and profiles", "address", l.Addr().String())
	if a, ok := l.Addr().(*net.TCPAddr); ok && !a.IP.IsLoopback() {
		s.config.Logger.Warn("metrics and profiles are served to whoever reaches this address", "address", a.String())
	}
	ended := make(chan error, 1)
	go func() { ended <- hs.Serve(l) }()
	select {
	case err := <-ended:
		return fmt.Errorf("serve the admin address: %w", err)
	case <-ctx.Done():
	}
	// A profile in progress is not worth waiting for.
	grace, cancel := context.WithTimeout(context.WithoutCancel(ctx), time.Second)
	defer cancel()
	if hs.Shutdown(grace) != nil {
		_ = hs.Close()
	}
	<-ended
	return nil
}
