package edit

import (
	"cmp"
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/knakk/rdf"

	"vitrine/rdfstore"
	"vitrine/rdfstore/graph"
	"vitrine/server/web/respond"
)

// maxDrafts bounds how many drafts there are.
const maxDrafts = 500

// Draft is a change that waits: a record with what it was made from.
type Draft struct {
	// ID is its name, and Of the URI at which it is published.
	ID string `json:"id"`
	Of string `json:"of"`
	// Label is that of the record, for lists.
	Label string `json:"label,omitempty"`
	// Version is the entity tag of what it was made from, "" for a new record.
	Version string `json:"version,omitempty"`
	// Base is what it was made from, and Text what it is now.
	Base    string `json:"base,omitempty"`
	Text    string `json:"text,omitempty"`
	Message string `json:"message,omitempty"`
	// By is the name of the token that kept it last.
	By    string    `json:"by"`
	Saved time.Time `json:"saved"`
	// stored is the version of the draft itself.
	stored uint64
}

// state is the draft as it is edited.
func (d *Draft) state() *state {
	return &state{of: d.Of, version: d.Version, base: []byte(d.Base), text: []byte(d.Text), message: d.Message, draft: d.Handle()}
}

// Handle tells the draft, and its state, in forms.
func (d *Draft) Handle() string { return d.ID + " " + strconv.FormatUint(d.stored, 10) }

// Drafts are the changes that wait, each a record of a store of its own beside that of the records,
// so that they are in no list, search, feed, count or dump of these. They may be used by many goroutines, and
// by many servers where the store may.
type Drafts struct {
	// Base is what the names of drafts begin with.
	Base string
	// Use does work on the store.
	Use DraftStore
}

// DraftStore does work on the store of the drafts, which need not be open before and after, and is
// made where it is to be. The error wraps rdfstore.ErrNotFound where there is none.
type DraftStore func(ctx context.Context, make bool, work func(rdfstore.Store) error) error

// name is the name of the record of a draft. The error is the answer to an id that is none.
func (d *Drafts) name(id string) (rdf.IRI, error) {
	if id == "" || strings.Trim(id, "abcdefghijklmnopqrstuvwxyz234567") != "" || len(id) > 64 {
		return rdf.IRI{}, noDraft()
	}
	return graph.IRI(d.Base + id)
}

func noDraft() error {
	return &respond.Error{Type: respond.NotFound, Detail: "There is no such draft. It may have been published or discarded."}
}

// content is the property of a draft that has all of it, as JSON.
const content = "http://www.w3.org/1999/02/22-rdf-syntax-ns#value"

// read returns the draft that a record is.
func (d *Drafts) read(e *rdfstore.Entity) (*Draft, error) {
	out := &Draft{}
	err := errors.New("it is not one")
	if t := e.Graph.Triples; len(t) == 1 && t[0].Pred.String() == content {
		err = json.Unmarshal([]byte(t[0].Obj.String()), out)
	}
	if err != nil {
		return nil, fmt.Errorf("read the draft %s: %w", e.Graph.Name, err)
	}
	out.ID, out.stored = strings.TrimPrefix(e.Graph.Name.String(), d.Base), e.Version
	return out, nil
}

// Get returns the draft with an id. The error is an answer where there is none.
func (d *Drafts) Get(ctx context.Context, id string) (out *Draft, err error) {
	name, err := d.name(id)
	if err != nil {
		return nil, err
	}
	err = d.Use(ctx, false, func(s rdfstore.Store) error {
		e, err := s.Get(ctx, name)
		if err == nil {
			out, err = d.read(e)
		}
		return err
	})
	if rdfstore.IsMissing(err) {
		err = noDraft()
	}
	return out, err
}

// All returns the drafts without their texts, the newest first.
func (d *Drafts) All(ctx context.Context) (out []*Draft, err error) {
	err = d.each(ctx, func(one *Draft) {
		one.Base, one.Text = "", ""
		out = append(out, one)
	})
	slices.SortFunc(out, func(a, b *Draft) int { return cmp.Or(b.Saved.Compare(a.Saved), cmp.Compare(a.ID, b.ID)) })
	return out, err
}

// each looks at the drafts one by one.
func (d *Drafts) each(ctx context.Context, look func(*Draft)) error {
	err := d.Use(ctx, false, func(s rdfstore.Store) error {
		for e, err := range s.Graphs(ctx, "") {
			if err != nil {
				return err
			}
			one, err := d.read(e)
			if err != nil {
				return err
			}
			look(one)
		}
		return nil
	})
	if errors.Is(err, rdfstore.ErrNotFound) {
		return nil
	}
	return err
}

// Keep keeps a draft: a new one, or in place of the one that a handle tells. The error is an
// answer where that was changed meanwhile, or where there are too many.
func (d *Drafts) Keep(ctx context.Context, draft Draft, handle string) (*Draft, error) {
	hold := rdfstore.Precondition{Absent: true}
	draft.ID = strings.ToLower(rand.Text())
	if handle != "" {
		draft.ID, hold = told(handle)
	}
	text, err := json.Marshal(draft)
	if err != nil {
		return nil, fmt.Errorf("write a draft: %w", err)
	}
	name, err := d.name(draft.ID)
	if err != nil {
		return nil, err
	}
	b := graph.Builder{}
	b.Text(name, content, string(text))
	err = d.Use(ctx, true, func(s rdfstore.Store) error {
		if handle == "" {
			if n, err := s.CountNames(ctx, d.Base); err != nil || n >= maxDrafts {
				return cmp.Or(err, tooMany)
			}
		}
		done, err := s.Apply(ctx, rdfstore.Change{Put: &graph.Graph{Name: name, Triples: b.Triples}, If: hold})
		if err == nil {
			draft.stored = done[0].Version
		}
		return err
	})
	return &draft, changed(errors.Join(b.Err, err))
}

// tooMany is the answer to one draft too many.
var tooMany error = &respond.Error{Type: respond.Conflict, Detail: fmt.Sprintf("There are %d drafts, and no more are kept. Publish or discard some.", maxDrafts)}

// told returns the draft that a handle tells, and that it is as it was.
func told(handle string) (id string, hold rdfstore.Precondition) {
	id, number, _ := strings.Cut(handle, " ")
	version, err := strconv.ParseUint(number, 10, 64)
	if err != nil || version == 0 {
		version = math.MaxUint64 // of no record
	}
	return id, rdfstore.Precondition{Version: version}
}

// changed is the answer where a draft is not as it was.
func changed(err error) error {
	if errors.Is(err, rdfstore.ErrPrecondition) || rdfstore.IsMissing(err) {
		return &respond.Error{Type: respond.Conflict, Detail: "Somebody has changed, published or discarded the draft since you began. Open it again."}
	}
	return err
}

// Publish has drafts published, which their handles tell, and removes them then. What fails leaves
// all of them, and so does a change of one meanwhile.
//
// Drafts and records are in two stores. Where the drafts cannot be removed once the records are
// stored, they stay, so that the work has to be one that does no harm when it is done again.
func (d *Drafts) Publish(ctx context.Context, handles []string, work func() error) error {
	for _, handle := range handles {
		id, hold := told(handle)
		there, err := d.Get(ctx, id)
		if err == nil {
			err = changed(hold.Check(there.stored))
		}
		if err != nil {
			return err
		}
	}
	if err := work(); err != nil || len(handles) == 0 {
		return err
	}
	return d.Remove(context.WithoutCancel(ctx), handles...)
}

// Remove removes the drafts that handles tell, all or none: none where one was changed meanwhile.
func (d *Drafts) Remove(ctx context.Context, handles ...string) error {
	var changes []rdfstore.Change
	for _, handle := range handles {
		id, hold := told(handle)
		name, err := d.name(id)
		if err != nil {
			return err
		}
		changes = append(changes, rdfstore.Change{Delete: name, If: hold})
	}
	return changed(d.Use(ctx, false, func(s rdfstore.Store) error {
		_, err := s.Apply(ctx, changes...)
		return err
	}))
}
