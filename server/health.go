package server

import (
	"net/http"
	"time"

	"vitrine/rdfstore"
	"vitrine/server/exchange"
	"vitrine/server/problem"
	"vitrine/server/represent"
)

// getHealth answers as long as the process serves at all.
func (s *Server) getHealth(x *exchange.Exchange, r *http.Request) error {
	return s.sendText(x, r, "ok\n")
}

// getReady answers 200 while requests should be sent here: the store answers
// and the server is not about to end.
func (s *Server) getReady(x *exchange.Exchange, r *http.Request) error {
	if s.ending.Load() {
		return &problem.Error{Type: problem.Unavailable, Detail: "The service is ending."}
	}
	if _, err := s.config.Store.LastChange(r.Context()); err != nil {
		return &problem.Error{Type: problem.Unavailable, Detail: "The store does not answer.", Err: err}
	}
	text := "ready\n"
	if s.storeHealth != nil {
		text += storeText(s.storeHealth())
	}
	return s.sendText(x, r, text)
}

// storeText says what is amiss with a store that still answers. Why, the log says.
func storeText(h rdfstore.Health) (text string) {
	if h.NotWritable != nil {
		text += "the store takes no writes since " + h.NotWritableSince.UTC().Format(time.RFC3339) + "; see the log\n"
	}
	if h.Background != nil {
		text += "the store cannot flush since " + h.BackgroundSince.UTC().Format(time.RFC3339) + "; see the log\n"
	}
	return text
}

// sendText answers with a word for a machine, never cached.
func (s *Server) sendText(x *exchange.Exchange, r *http.Request, text string) error {
	f := represent.Fields{ContentType: "text/plain; charset=utf-8", CacheControl: "no-store"}
	return represent.NewRepresentation(f, "identity", []byte(text)).Answer(x, r)
}
