package respond

import (
	"net/http"
	"slices"
	"strings"
)

// ForAudience returns a ResponseWriter for an answer that depends on the token of the
// request: caches keep answers to different tokens apart (Vary, RFC 9110 section 12.5.5),
// and shared ones keep none that is private (RFC 9111 sections 3.5 and 5.2.2.7).
func ForAudience(w http.ResponseWriter, private bool) http.ResponseWriter {
	return &audienceWriter{ResponseWriter: w, private: private}
}

type audienceWriter struct {
	http.ResponseWriter
	private, begun bool
}

// WriteHeader adds the fields, once.
func (w *audienceWriter) WriteHeader(status int) {
	if !w.begun && status >= http.StatusOK {
		w.begun = true
		w.mark(w.Header())
	}
	w.ResponseWriter.WriteHeader(status)
}

func (w *audienceWriter) mark(h http.Header) {
	if !slices.Contains(h["Vary"], "*") {
		// The values may be shared with other answers.
		h["Vary"] = append(slices.Clone(h["Vary"]), "Authorization")
	}
	if w.private && !strings.Contains(strings.Join(h["Cache-Control"], ","), "no-store") {
		h["Cache-Control"] = []string{"private, no-cache"}
	}
}

// Write begins the answer where that has not been done.
func (w *audienceWriter) Write(p []byte) (int, error) {
	if !w.begun {
		w.WriteHeader(http.StatusOK)
	}
	return w.ResponseWriter.Write(p)
}

// Unwrap is for http.ResponseController.
func (w *audienceWriter) Unwrap() http.ResponseWriter { return w.ResponseWriter }
