package edit

import (
	"cmp"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"vitrine/rdfstore/atomicfile"
	"vitrine/server/web/respond"
)

// Bounds on drafts: how many there are, and the size of the file of one, in bytes.
const (
	maxDrafts    = 500
	maxDraftFile = 4 << 20
)

// Draft is a change that waits: a record with what it was made from.
type Draft struct {
	// ID is its name, and Of the URI at which it is published.
	ID string `json:"id"`
	Of string `json:"of"`
	// Version is the entity tag of what it was made from, "" for a new record.
	Version string `json:"version,omitempty"`
	// Base is what it was made from, and Text what it is now.
	Base    string `json:"base,omitempty"`
	Text    string `json:"text,omitempty"`
	Message string `json:"message,omitempty"`
	// By is the name of the token that kept it last.
	By    string    `json:"by"`
	Saved time.Time `json:"saved"`
	// tag is the entity tag of the draft itself.
	tag string
}

// state is the draft as it is edited.
func (d *Draft) state() *state {
	return &state{of: d.Of, version: d.Version, base: []byte(d.Base), text: []byte(d.Text), message: d.Message, draft: d.handle()}
}

// handle tells the draft, and its state, in forms.
func (d *Draft) handle() string { return d.ID + " " + d.tag }

// Drafts are the changes that wait, each a file in a folder. Nothing of them is in the store, so that
// they are in no list, search, feed, count or dump. They may be used by many goroutines.
type Drafts struct {
	folder string
	// temporary tells that the folder is removed at the end.
	temporary bool
	lock      sync.Mutex
}

// OpenDrafts returns the drafts in a folder, which is made when it is needed; in a temporary one
// where it is "".
func OpenDrafts(folder string) (*Drafts, error) {
	if folder != "" {
		return &Drafts{folder: folder}, nil
	}
	folder, err := os.MkdirTemp("", "vitrine-drafts-")
	if err != nil {
		return nil, fmt.Errorf("make a folder for drafts: %w", err)
	}
	return &Drafts{folder: folder, temporary: true}, nil
}

// Close removes a temporary folder.
func (d *Drafts) Close() error {
	if !d.temporary {
		return nil
	}
	return os.RemoveAll(d.folder)
}

const extension = ".json"

// path is the file of a draft. The error is the answer to an id that is none.
func (d *Drafts) path(id string) (string, error) {
	if id == "" || strings.Trim(id, "abcdefghijklmnopqrstuvwxyz234567") != "" || len(id) > 64 {
		return "", noDraft()
	}
	return filepath.Join(d.folder, id+extension), nil
}

func noDraft() error {
	return &respond.Error{Type: respond.NotFound, Detail: "There is no such draft. It may have been published or discarded."}
}

// Get returns the draft with an id. The error is an answer where there is none.
func (d *Drafts) Get(id string) (*Draft, error) {
	path, err := d.path(id)
	if err != nil {
		return nil, err
	}
	text, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, noDraft()
	}
	var out Draft
	if err == nil {
		err = json.Unmarshal(text, &out)
	}
	if err != nil {
		return nil, fmt.Errorf("read the draft %s: %w", path, err)
	}
	sum := sha256.Sum256(text)
	out.ID, out.tag = id, hex.EncodeToString(sum[:12])
	return &out, nil
}

// All returns the drafts, the newest first.
func (d *Drafts) All() ([]*Draft, error) {
	entries, err := os.ReadDir(d.folder)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("look for drafts: %w", err)
	}
	var out []*Draft
	for _, entry := range entries {
		id, ok := strings.CutSuffix(entry.Name(), extension)
		if !ok || len(out) == maxDrafts {
			continue
		}
		one, err := d.Get(id)
		var gone *respond.Error
		if errors.As(err, &gone) {
			continue
		}
		if err != nil {
			return nil, err
		}
		one.Base, one.Text = "", ""
		out = append(out, one)
	}
	slices.SortFunc(out, func(a, b *Draft) int { return cmp.Or(b.Saved.Compare(a.Saved), cmp.Compare(a.ID, b.ID)) })
	return out, nil
}

// Keep keeps a draft: a new one, or in place of the one that a handle tells. The error is an
// answer where that was changed meanwhile, or where there are too many.
func (d *Drafts) Keep(draft Draft, handle string) (*Draft, error) {
	d.lock.Lock()
	defer d.lock.Unlock()
	if handle != "" {
		there, err := d.unchanged(handle)
		if err != nil {
			return nil, err
		}
		draft.ID = there.ID
	} else {
		entries, err := os.ReadDir(d.folder)
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return nil, fmt.Errorf("look for drafts: %w", err)
		}
		if len(entries) >= maxDrafts {
			return nil, &respond.Error{Type: respond.Conflict, Detail: fmt.Sprintf("There are %d drafts, and no more are kept. Publish or discard some.", maxDrafts)}
		}
		draft.ID = strings.ToLower(rand.Text())
	}
	text, err := json.Marshal(draft)
	if err != nil {
		return nil, fmt.Errorf("write a draft: %w", err)
	}
	if err := os.MkdirAll(d.folder, 0o700); err != nil {
		return nil, fmt.Errorf("make the folder for drafts: %w", err)
	}
	path, err := d.path(draft.ID)
	if err == nil {
		err = atomicfile.Write(path, text, 0o600)
	}
	if err != nil {
		return nil, fmt.Errorf("keep a draft: %w", err)
	}
	return d.Get(draft.ID)
}

// unchanged returns the draft that a handle tells. The error is an answer where that was changed.
func (d *Drafts) unchanged(handle string) (*Draft, error) {
	id, tag, _ := strings.Cut(handle, " ")
	there, err := d.Get(id)
	if err != nil {
		return nil, err
	}
	if tag != there.tag {
		return nil, &respond.Error{Type: respond.Conflict, Detail: "Somebody has changed the draft since you began. Open it again."}
	}
	return there, nil
}

// publish has a draft published, and removes it then; it has work done alone where the handle
// is "". What fails leaves the draft.
func (d *Drafts) publish(handle string, work func() error) error {
	if handle == "" {
		return work()
	}
	d.lock.Lock()
	defer d.lock.Unlock()
	there, err := d.unchanged(handle)
	if err != nil {
		return err
	}
	if err := work(); err != nil {
		return err
	}
	path, err := d.path(there.ID)
	if err == nil {
		err = os.Remove(path)
	}
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("remove a draft that was published: %w", err)
	}
	return nil
}

// Remove removes the draft that a handle tells.
func (d *Drafts) Remove(handle string) error { return d.publish(handle, func() error { return nil }) }
