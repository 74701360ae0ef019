package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"sync"
	"sync/atomic"
	"time"

	"vitrine/checks/bench/program"
)

// asker asks a query again and again.
type asker struct {
	server  *program.Server
	query   string
	clients int
	// answered and late are how many queries were answered, and how many were not in the
	// time that the server gives them.
	answered, late atomic.Int64
}

// during asks for a time.
func (a *asker) during(ctx context.Context, long time.Duration) error {
	ctx, cancel := context.WithTimeout(ctx, long)
	defer cancel()
	var mu sync.Mutex
	var failed error
	var group sync.WaitGroup
	for range a.clients {
		group.Go(func() {
			for ctx.Err() == nil {
				if err := a.ask(ctx); err != nil && ctx.Err() == nil {
					mu.Lock()
					failed = errors.Join(failed, err)
					mu.Unlock()
					return
				}
			}
		})
	}
	group.Wait()
	return failed
}

// ask asks once.
func (a *asker) ask(ctx context.Context) error {
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, a.server.Base+"-/sparql?query="+url.QueryEscape(a.query), nil)
	if err != nil {
		return err
	}
	answer, err := http.DefaultClient.Do(request)
	if err != nil {
		return err
	}
	defer answer.Body.Close()
	text, err := io.ReadAll(answer.Body)
	if err != nil {
		return err
	}
	switch answer.StatusCode {
	case http.StatusOK:
		a.answered.Add(1)
	case http.StatusServiceUnavailable:
		a.late.Add(1)
	default:
		return fmt.Errorf("the query was answered %s: %.300s", answer.Status, text)
	}
	return nil
}
