package server

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
)

// Serve answers the connections of l until ctx ends. Then it takes no more,
// gives the answers in progress ShutdownTimeout to finish, and returns nil, or
// an error if some had to be cut off. l is closed in any case.
func (s *Server) Serve(ctx context.Context, l net.Listener) error {
	hs := &http.Server{
		Handler:                      s,
		DisableGeneralOptionsHandler: true,
		ReadHeaderTimeout:            s.config.HeaderTimeout,
		ReadTimeout:                  readTimeout,
		WriteTimeout:                 s.config.WriteTimeout,
		IdleTimeout:                  idleTimeout,
		// The limit itself is checked by admit, whose answers are problems like
		// all others. This one bounds what the library keeps of a request.
		MaxHeaderBytes: libraryHeader(maxHeader),
		ErrorLog:       slog.NewLogLogger(s.config.Logger.Handler(), slog.LevelDebug),
		TLSConfig:      &tls.Config{MinVersion: tls.VersionTLS12, GetCertificate: s.config.Certificate},
	}
	s.updates.Access.WarnListener(l.Addr())
	ended := make(chan error, 1)
	go func() {
		if s.config.Certificate != nil {
			ended <- hs.ServeTLS(l, "", "")
		} else {
			ended <- hs.Serve(l)
		}
	}()
	defer s.close()
	select {
	case err := <-ended:
		return fmt.Errorf("serve: %w", err)
	case <-ctx.Done():
	}
	s.ending.Store(true)
	if s.public != nil {
		s.public.ending.Store(true)
	}
	grace, cancel := context.WithTimeout(context.WithoutCancel(ctx), s.config.ShutdownTimeout)
	defer cancel()
	err := hs.Shutdown(grace)
	if err != nil {
		err = fmt.Errorf("some answers were cut off after %s: %w", s.config.ShutdownTimeout, errors.Join(err, hs.Close()))
	}
	<-ended
	return err
}

// libraryHeader is the size of the largest header that the HTTP library takes, where
// max is that of the largest that is answered. It lets pass what is beyond max by
// little enough that it does no harm.
func libraryHeader(max int) int { return 4 * max }
