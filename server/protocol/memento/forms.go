package memento

import (
	"bytes"
	"time"

	"vitrine/rdfstore"
	"vitrine/server/data/history"
	"vitrine/server/web/respond"
)

// linkFormat is the media type of TimeMaps (RFC 6690, RFC 7089 section 5).
const linkFormat = "application/link-format"

// writeLinks writes the TimeMap as links.
func (t *timeMap) writeLinks(b *bytes.Buffer) {
	list := []respond.Link{
		{Rel: "original timegate", Href: t.original},
		{Rel: "self", Href: t.uri, Type: linkFormat},
	}
	if t.older != "" {
		list = append(list, respond.Link{Rel: "timemap next", Href: t.older, Type: linkFormat})
	}
	states := t.states()
	for i, e := range states {
		rel := "memento"
		if i == 0 && t.before == 0 {
			rel = "last " + rel
		}
		if i == len(states)-1 && t.older == "" {
			rel = "first " + rel
		}
		list = append(list, respond.Link{Rel: rel, Href: t.state(e.Seq), Datetime: history.Moment(e.Time)})
	}
	for i, l := range list {
		if i > 0 {
			b.WriteString(",\n")
		}
		b.WriteString(l.Field())
	}
	b.WriteByte('\n')
}

// states are the versions that are no deletions.
func (t *timeMap) states() (out []rdfstore.LogEntry) {
	for _, e := range t.entries {
		if e.Kind != rdfstore.Deleted {
			out = append(out, e)
		}
	}
	return out
}

// document is a TimeMap as JSON, in the form of Memento aggregators
// (http://timetravel.mementoweb.org/guide/api/#timemap-json), with what is known of each version.
type document struct {
	Original string            `json:"original_uri"`
	TimeGate string            `json:"timegate_uri"`
	TimeMap  map[string]string `json:"timemap_uri"`
	Mementos struct {
		List []version `json:"list"`
	} `json:"mementos"`
	// Deletions are the versions without a state, and Older is the URI of the TimeMap of older
	// versions.
	Deletions []version `json:"deletions,omitempty"`
	Older     string    `json:"older_uri,omitempty"`
}

// version is a version in a document.
type version struct {
	Time      string `json:"datetime"`
	URI       string `json:"uri,omitempty"`
	Version   uint64 `json:"version"`
	Change    string `json:"change"`
	Purged    bool   `json:"purged,omitempty"`
	Author    string `json:"author,omitempty"`
	Message   string `json:"message,omitempty"`
	Successor string `json:"successor,omitempty"`
}

func (t *timeMap) asJSON() document {
	d := document{Original: t.original, TimeGate: t.original, Older: t.older,
		TimeMap: map[string]string{"link_format": t.uri, "json_format": t.uri}}
	d.Mementos.List = []version{}
	for _, e := range t.entries {
		v := version{Time: history.Moment(e.Time).Format(time.RFC3339), Version: e.Seq, Change: e.Kind.String(), Purged: e.Purged,
			Author: e.Author, Message: e.Message, Successor: e.Successor.String()}
		if e.Kind == rdfstore.Deleted {
			d.Deletions = append(d.Deletions, v)
			continue
		}
		v.URI = t.state(e.Seq)
		d.Mementos.List = append(d.Mementos.List, v)
	}
	return d
}
