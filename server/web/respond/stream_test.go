package respond

import (
	"context"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"
)

// body is a body that notes how much of it was sent when it
// was given back.
type body struct {
	rest     *strings.Reader
	size     int64
	complete bool
	sent     *httptest.ResponseRecorder
	closedAt int
}

func (b *body) Read(_ context.Context, p []byte) (int, error) { return b.rest.Read(p) }
func (b *body) Size() (int64, bool)                           { return b.size, b.complete }
func (b *body) Close()                                        { b.closedAt = b.sent.Body.Len() }

// TestStreamGivesBack makes sure that a body whose length the client knows is given back before
// the client has the last of it.
func TestStreamGivesBack(t *testing.T) {
	long := strings.Repeat("a", 2*pieceSize+1)
	for name, test := range map[string]struct {
		text     string
		complete bool
		closedAt int
	}{
		"empty":             {"", true, 0},
		"in one piece":      {"abc", true, 0},
		"in several pieces": {long, true, 2 * pieceSize},
		"still growing":     {long, false, -1},
	} {
		t.Run(name, func(t *testing.T) {
			w := httptest.NewRecorder()
			b := &body{strings.NewReader(test.text), int64(len(test.text)), test.complete, w, -1}
			x := &Exchange{ResponseWriter: w}
			if err := x.Stream(t.Context(), b, time.Time{}, time.Hour, func(http.Header) {}); err != nil {
				t.Fatal(err)
			}
			if text, _ := io.ReadAll(w.Body); string(text) != test.text {
				t.Errorf("%d bytes were sent", len(text))
			}
			if b.closedAt != test.closedAt {
				t.Errorf("it was given back after %d bytes, want %d", b.closedAt, test.closedAt)
			}
		})
	}
}
