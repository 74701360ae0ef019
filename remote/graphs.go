package remote

import (
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"net/http"

	"vitrine/serialize"
	"vitrine/serialize/nquads"
)

// Put replaces a graph, or makes it, section 5.3. The body is N-Triples. The error is a
// *GraphError or one of reaching the store.
func (c *GraphStore) Put(ctx context.Context, graph, body string) error {
	return c.change(ctx, request{method: http.MethodPut, graph: graph, mediaType: nTriples, body: body})
}

// Delete removes a graph, section 5.4. One that is not there is no error.
func (c *GraphStore) Delete(ctx context.Context, graph string) error {
	err := c.change(ctx, request{method: http.MethodDelete, graph: graph})
	var status *GraphError
	if errors.As(err, &status) && (status.Status == http.StatusNotFound || status.Status == http.StatusGone) {
		return nil
	}
	return err
}

func (c *GraphStore) change(ctx context.Context, r request) error {
	a, err := c.try(ctx, r)
	if err != nil {
		return err
	}
	if !done(a.status) {
		return newGraphError(r, a)
	}
	return nil
}

// done tells whether a change was made: 202 only says that it will be.
func done(status int) bool {
	return status == http.StatusOK || status == http.StatusCreated || status == http.StatusNoContent
}

// Get returns a graph as N-Triples, section 5.2; false where there is none.
func (c *GraphStore) Get(ctx context.Context, graph string) ([]byte, bool, error) {
	r := request{method: http.MethodGet, graph: graph, accept: nTriples}
	a, err := c.try(ctx, r)
	switch {
	case err != nil:
		return nil, false, err
	case a.status == http.StatusNotFound || a.status == http.StatusGone:
		return nil, false, nil
	case a.status == http.StatusNoContent:
		return nil, true, nil
	case a.status != http.StatusOK:
		return nil, false, newGraphError(r, a)
	}
	return a.body, true, nil
}

// Add adds N-Quads to the graphs that they name. It is sent once. After an error that is
// no *GraphError it is not known what was added.
func (c *GraphStore) Add(ctx context.Context, body string) error {
	if err := c.gate.Enter(ctx); err != nil {
		return err
	}
	r := request{method: http.MethodPost, mediaType: nQuads, body: body}
	ctx, cancel := context.WithTimeout(ctx, addTimeout*c.options.Timeout)
	defer cancel()
	response, err := c.send(ctx, r)
	if err != nil {
		return &UnreachableError{Tries: 1, Err: err}
	}
	defer response.Body.Close()
	if !done(response.StatusCode) {
		text, _ := io.ReadAll(io.LimitReader(response.Body, maxReason)) // the status says enough
		return newGraphError(r, &answer{response.StatusCode, response.Header, text})
	}
	return nil
}

// Names yields the name of the graph of each quad of the store, "" for the default graph, in
// the order in which the store has them: a name may come again. The error is a *GraphError
// where the store does not answer with all of its graphs.
func (c *GraphStore) Names(ctx context.Context) iter.Seq2[string, error] {
	return func(yield func(string, error) bool) {
		if err := c.gate.Enter(ctx); err != nil {
			yield("", err)
			return
		}
		ctx, cancel := context.WithTimeout(ctx, addTimeout*c.options.Timeout)
		defer cancel()
		r := request{method: http.MethodGet, accept: nQuads}
		response, err := c.send(ctx, r)
		if err != nil {
			yield("", &UnreachableError{Tries: 1, Err: err})
			return
		}
		defer response.Body.Close()
		if response.StatusCode != http.StatusOK {
			text, _ := io.ReadAll(io.LimitReader(response.Body, maxReason)) // the status says enough
			yield("", newGraphError(r, &answer{response.StatusCode, response.Header, text}))
			return
		}
		names(ctx, response.Body, yield)
	}
}

// maxQuad is the length of the longest line of N-Quads that is read, in bytes.
const maxQuad = 64 << 20

// names yields the name of the graph of each quad.
func names(ctx context.Context, r io.Reader, yield func(string, error) bool) {
	for q, err := range nquads.Read(ctx, r, maxQuad) {
		var syntax *serialize.SyntaxError
		name := ""
		switch {
		case errors.As(err, &syntax):
			err = fmt.Errorf("read the graphs of the store: %w", err)
		case err != nil:
			err = &UnreachableError{Tries: 1, Err: err}
		case q.Ctx != nil:
			name = q.Ctx.String()
		}
		if !yield(name, err) || err != nil {
			return
		}
	}
}
