package remote

import (
	"fmt"
	"net/http"
	"strings"
	"unicode"
)

// GraphError is an answer that is not what was asked for.
type GraphError struct {
	// Method is that of the request, and Graph the name it was about, "" for all graphs.
	Method, Graph string
	Status        int
	// Reason is the first line of what the store says, "" where it says nothing.
	Reason string
}

func (e *GraphError) Error() string {
	text := fmt.Sprintf("the graph store answers %d %s to %s", e.Status, http.StatusText(e.Status), e.Method)
	if e.Graph != "" {
		text += " of " + e.Graph
	}
	if e.Reason != "" {
		text += ": " + e.Reason
	}
	return text
}

// Refuses tells whether the store refuses this graph for what is in it, so that others
// may pass.
func (e *GraphError) Refuses() bool {
	switch e.Status {
	case http.StatusBadRequest, http.StatusRequestEntityTooLarge, http.StatusRequestURITooLong, http.StatusUnprocessableEntity:
		return e.Graph != ""
	}
	return false
}

// Passing tells whether the store may answer otherwise at another time.
func (e *GraphError) Passing() bool {
	return e.Status >= 500 || e.Status == http.StatusTooManyRequests
}

func newGraphError(r request, a *answer) *GraphError {
	return &GraphError{Method: r.method, Graph: r.graph, Status: a.status, Reason: firstLine(a.body)}
}

// maxLine bounds what is shown of an answer, in characters.
const maxLine = 200

// firstLine returns the beginning of a text, without control characters; "" for a page.
func firstLine(text []byte) string {
	line, _, _ := strings.Cut(strings.TrimSpace(string(text)), "\n")
	if strings.HasPrefix(line, "<") {
		return ""
	}
	line = strings.Map(func(r rune) rune {
		if !unicode.IsPrint(r) {
			return -1
		}
		return r
	}, line)
	if runes := []rune(line); len(runes) > maxLine {
		line = string(runes[:maxLine]) + "…"
	}
	return line
}
