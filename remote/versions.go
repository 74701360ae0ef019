package remote

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"
)

// Version is a version of a record, as TimeMaps tell of it (docs/versions.md).
type Version struct {
	Version uint64    `json:"version"`
	Time    time.Time `json:"datetime"`
	// Change is what happened: created, updated or deleted.
	Change string `json:"change"`
	// Purged tells that the past states were removed.
	Purged    bool   `json:"purged,omitempty"`
	Successor string `json:"successor,omitempty"`
	Author    string `json:"author,omitempty"`
	Message   string `json:"message,omitempty"`
}

// maxTimeMaps bounds the TimeMaps that are read for one record.
const maxTimeMaps = 100_000

// Versions returns the versions of the record with the URI, newest first, as its TimeMaps have
// them (RFC 7089 section 5), to the second. The error is a *StatusError with 404 if there are none.
func (c *Client) Versions(ctx context.Context, uri string) (versions []Version, err error) {
	target := "-/timemap?" + url.Values{"of": {uri}}.Encode()
	for range maxTimeMaps {
		var text bytes.Buffer
		header := http.Header{"Accept": {"application/json"}}
		c.authorise(header)
		if err := c.copy(ctx, &text, target, header); err != nil {
			return nil, err
		}
		var page struct {
			Mementos  struct{ List []Version }
			Deletions []Version
			Older     string `json:"older_uri"`
		}
		if err := json.Unmarshal(text.Bytes(), &page); err != nil {
			return nil, fmt.Errorf("the service answers with a TimeMap that cannot be read: %w", err)
		}
		some := append(page.Mementos.List, page.Deletions...)
		slices.SortFunc(some, func(a, b Version) int { return int(b.Version) - int(a.Version) })
		versions = append(versions, some...)
		if page.Older == "" {
			return versions, nil
		}
		// The service may call itself by another name than it was asked by.
		_, query, _ := strings.Cut(page.Older, "?")
		target = "-/timemap?" + query
	}
	return nil, fmt.Errorf("the TimeMaps of %s do not end", uri)
}
