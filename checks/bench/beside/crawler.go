package main

import (
	"context"
	"fmt"
	"html"
	"io"
	"math/rand/v2"
	"net/http"
	"regexp"
	"sync"
	"sync/atomic"
	"time"

	"vitrine/checks/bench/program"
)

// crawler walks the facets of searches with many clients, each of which asks once a second.
type crawler struct {
	server  *program.Server
	clients int
	targets []string
	// answered and refused are how many requests were answered 200 and 429.
	answered, refused atomic.Int64
}

// maxFacets bounds the searches that crawlers walk.
const maxFacets = 2000

// facetLink is a link of a page of results to another search.
var facetLink = regexp.MustCompile(`href="/(-/search\?[^"]*)"`)

// find follows links from a search until there are enough searches.
func (c *crawler) find(ctx context.Context) error {
	c.targets = []string{"-/search?class=HumanMadeObject"}
	known := map[string]bool{c.targets[0]: true}
	for i := 0; i < len(c.targets) && len(c.targets) < maxFacets; i++ {
		_, page, err := c.get(ctx, c.targets[i])
		if err != nil {
			return err
		}
		for _, found := range facetLink.FindAllStringSubmatch(page, -1) {
			if target := html.UnescapeString(found[1]); !known[target] {
				known[target] = true
				c.targets = append(c.targets, target)
			}
		}
	}
	return nil
}

// during crawls for a time.
func (c *crawler) during(ctx context.Context, long time.Duration) error {
	ctx, cancel := context.WithTimeout(ctx, long)
	defer cancel()
	var group sync.WaitGroup
	failed := make(chan error, c.clients)
	for range c.clients {
		group.Go(func() {
			wait := time.Duration(rand.Int64N(int64(time.Second)))
			for {
				select {
				case <-ctx.Done():
					return
				case <-time.After(wait):
				}
				began := time.Now()
				status, _, err := c.get(ctx, c.targets[rand.IntN(len(c.targets))])
				switch {
				case ctx.Err() != nil:
					return
				case err != nil:
					failed <- err
					return
				case status == http.StatusTooManyRequests:
					c.refused.Add(1)
				default:
					c.answered.Add(1)
				}
				wait = max(0, time.Second-time.Since(began))
			}
		})
	}
	group.Wait()
	close(failed)
	return <-failed
}

// get asks for a page as a browser does.
func (c *crawler) get(ctx context.Context, target string) (status int, page string, err error) {
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, c.server.Base+target, nil)
	if err != nil {
		return 0, "", err
	}
	request.Header.Set("Accept", "text/html")
	answer, err := http.DefaultClient.Do(request)
	if err != nil {
		return 0, "", err
	}
	defer answer.Body.Close()
	text, err := io.ReadAll(answer.Body)
	if err == nil && answer.StatusCode != http.StatusOK && answer.StatusCode != http.StatusTooManyRequests && answer.StatusCode != http.StatusNotFound {
		err = fmt.Errorf("%s was answered %s: %.300s", target, answer.Status, text)
	}
	return answer.StatusCode, string(text), err
}
