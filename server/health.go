package server

import (
	"context"
	"fmt"
	"math"
	"net/http"
	"time"

	"vitrine/rdfstore"
	"vitrine/server/web/respond"
)

// getHealth answers as long as the process serves at all.
func (s *Server) getHealth(x *respond.Exchange, r *http.Request) error {
	return s.sendText(x, r, "ok\n")
}

// ready answers 200 while requests should be sent here: the store answers, no other version
// of the program has taken it over, and the server is not about to end. With details, the answer says what is amiss with
// the store and with harvests, and how far the search index is behind.
func (s *Server) ready(details bool) respond.Handler {
	return func(x *respond.Exchange, r *http.Request) error {
		if s.ending.Load() {
			return &respond.Error{Type: respond.Unavailable, Detail: "The service is ending."}
		}
		for _, of := range []*Server{s, s.parent} {
			if err := of.answering(r.Context()); err != nil {
				return err
			}
		}
		text := "ready\n"
		if details && s.storeHealth != nil {
			text += storeText(s.storeHealth())
		}
		if details && s.progress != nil {
			text += s.searchText(r.Context())
		}
		if details && s.config.Harvests != nil {
			for _, line := range s.config.Harvests() {
				text += line + "\n"
			}
		}
		return s.sendText(x, r, text)
	}
}

// answerTime is how long the store may take to say that it answers: whoever asks for the
// readiness of a service rarely waits longer.
const answerTime = 2 * time.Second

// answering returns the problem of a store that does not answer, or that another version of
// the program has taken over; that of no server has none.
func (s *Server) answering(ctx context.Context) error {
	if s == nil {
		return nil
	}
	ctx, cancel := context.WithTimeout(ctx, answerTime)
	defer cancel()
	if _, err := s.config.Store.LastChange(ctx); err != nil {
		return &respond.Error{Type: respond.Unavailable, Detail: "The store does not answer.", Err: err}
	}
	if s.storeHealth == nil {
		return nil
	}
	if err := s.storeHealth().Superseded; err != nil {
		return &respond.Error{Type: respond.Unavailable, Err: err,
			Detail: "Another version of the program has derived the links of the store anew. Send requests to the servers of that version."}
	}
	return nil
}

// Progress tells how far an index is behind the store; *search.Index does.
type Progress interface {
	// Covered is the number of the last change that the index covers, and StaleNames how many
	// changes come after the last of which the names are followed.
	Covered() uint64
	StaleNames() uint64
	// Full says whether the index has stopped for want of room.
	Full() bool
}

// behind is how many changes the search index does not cover, and how many of those that
// it covers it does not follow names of.
func (s *Server) behind(ctx context.Context) (uncovered, staleNames float64) {
	covered := s.progress.Covered()
	last, err := s.config.Store.LastChange(ctx)
	if err != nil {
		return math.NaN(), float64(s.progress.StaleNames())
	}
	return float64(last.Seq - min(covered, last.Seq)), float64(s.progress.StaleNames())
}

// searchText says how far the search index is behind.
func (s *Server) searchText(ctx context.Context) (text string) {
	uncovered, staleNames := s.behind(ctx)
	if s.progress.Full() {
		text += "the search index has no room on its disk\n"
	}
	if uncovered > 0 {
		text += fmt.Sprintf("the search index does not cover the last %.0f changes yet\n", uncovered)
	}
	if staleNames > 0 {
		text += fmt.Sprintf("the search index does not follow the names in the last %.0f changes yet\n", staleNames)
	}
	return text
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
func (s *Server) sendText(x *respond.Exchange, r *http.Request, text string) error {
	f := respond.Fields{ContentType: "text/plain; charset=utf-8", CacheControl: "no-store"}
	return respond.NewRepresentation(f, "identity", []byte(text)).Answer(x, r)
}
