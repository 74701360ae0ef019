package importpages

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"vitrine/load/convert"
	"vitrine/load/draft"
	"vitrine/load/rows"
	"vitrine/server/people/session"
)

// Bounds on files that are imported.
const (
	// maxUpload is the size of the largest file, in bytes, unless Options say another, and
	// maxWaiting how many wait at once.
	maxUpload  = 64 << 20
	maxWaiting = 8
	// keepFor is how long a file waits after it was last used.
	keepFor = session.Lasts
	// maxTime bounds a look at a file, and maxImport an import.
	maxTime   = 20 * time.Second
	maxImport = time.Hour
)

// Options say where imports keep what they need.
type Options struct {
	// Folder keeps the mappings of imports, and what these did. A temporary one is used where
	// it is empty.
	Folder string
	// Store is how commands on the server's machine name the store; empty where they cannot.
	Store string
	// Spool is the folder for the files that wait; a temporary one where it is empty.
	Spool string
	// MaxBytes is the size of the largest file, in bytes; 64 MiB where it is 0.
	MaxBytes int64
	// Logger takes what the operator should know.
	Logger *slog.Logger
}

// Uploads are the files that wait to be imported, and the imports that go on. It may be used
// by many goroutines.
type Uploads struct {
	options Options
	// temporary is a folder that is removed at the end, "" for none.
	temporary string
	// ended ends with the server, by end.
	ended context.Context
	end   context.CancelFunc
	// looking and importing have a place for one each.
	looking, importing chan struct{}
	imports            sync.WaitGroup

	mu      sync.Mutex
	waiting map[string]*upload
	// coming counts the files that are on their way.
	coming int
}

// upload is a file that waits.
type upload struct {
	id string
	// owner is who sent it: the hash of a token.
	owner [sha256.Size]byte
	// name is that of the file, without folders.
	name, path string
	timer      *time.Timer

	mu sync.Mutex
	// look is what a look at its columns showed.
	look *draft.Look
	// mapping is its mapping as it was last sent; earlier tells that it is that of an import
	// before.
	mapping string
	earlier bool
	// checked is what the mapping makes of the first rows, and fault what was wrong with the
	// last step.
	checked *checked
	fault   error
	// run is its import, nil before.
	run *run
}

// pattern names the files that wait.
const pattern = "import-*.upload"

// Open returns the files that wait, which are none: what an earlier process left is removed.
func Open(o Options) (*Uploads, error) {
	u := &Uploads{options: o, looking: make(chan struct{}, 1), importing: make(chan struct{}, 1), waiting: map[string]*upload{}}
	if o.MaxBytes == 0 {
		u.options.MaxBytes = maxUpload
	}
	if o.Logger == nil {
		u.options.Logger = slog.New(slog.DiscardHandler)
	}
	u.ended, u.end = context.WithCancel(context.Background())
	if o.Folder == "" || o.Spool == "" {
		dir, err := os.MkdirTemp("", "vitrine-imports-")
		if err != nil {
			return nil, fmt.Errorf("make a folder for imports: %w", err)
		}
		u.temporary = dir
	}
	for _, dir := range []*string{&u.options.Folder, &u.options.Spool} {
		if *dir == "" {
			*dir = u.temporary
		}
		if err := os.MkdirAll(*dir, 0o700); err != nil {
			return nil, errors.Join(fmt.Errorf("make the folder for imports: %w", err), u.Close())
		}
	}
	return u, u.removeLeft()
}

// removeLeft removes what an earlier process left.
func (u *Uploads) removeLeft() error {
	entries, err := os.ReadDir(u.options.Spool)
	if err != nil {
		return fmt.Errorf("look for files that were to be imported: %w", err)
	}
	for _, entry := range entries {
		if left, _ := filepath.Match(pattern, entry.Name()); !left {
			continue
		}
		if err := os.Remove(filepath.Join(u.options.Spool, entry.Name())); err != nil && !errors.Is(err, os.ErrNotExist) {
			return fmt.Errorf("remove a file that was to be imported: %w", err)
		}
	}
	return nil
}

// closing is how long an import has to come to the end of what it is storing.
const closing = 10 * time.Second

// Close ends imports and removes all files.
func (u *Uploads) Close() error {
	u.end()
	ended := make(chan struct{})
	go func() { u.imports.Wait(); close(ended) }()
	select {
	case <-ended:
	case <-time.After(closing):
	}
	u.mu.Lock()
	files := slices.Collect(maps.Values(u.waiting))
	u.mu.Unlock()
	for _, f := range files {
		u.remove(f)
	}
	if u.temporary == "" {
		return nil
	}
	return os.RemoveAll(u.temporary)
}

// take keeps a file that comes.
func (u *Uploads) take(owner [sha256.Size]byte, name string, content io.Reader) (*upload, error) {
	if err := u.reserve(); err != nil {
		return nil, err
	}
	defer u.arrived()
	file, err := os.CreateTemp(u.options.Spool, pattern)
	if err != nil {
		return nil, fmt.Errorf("keep the file: %w", err)
	}
	n, err := io.Copy(file, io.LimitReader(content, u.options.MaxBytes+1))
	if err = errors.Join(err, file.Close()); err == nil && n > u.options.MaxBytes {
		err = tooLarge(u.options.MaxBytes)
	}
	if err == nil && n == 0 {
		err = errEmpty
	}
	if err == nil && rows.FormatOf(name) == "xlsx" {
		err = checkWorkbook(file.Name())
	}
	if err != nil {
		return nil, errors.Join(err, os.Remove(file.Name()))
	}
	return &upload{id: strings.ToLower(rand.Text()), owner: owner, name: name, path: file.Name()}, nil
}

// reserve makes room for a file that comes.
func (u *Uploads) reserve() error {
	u.mu.Lock()
	defer u.mu.Unlock()
	if len(u.waiting)+u.coming >= maxWaiting {
		return errWaiting
	}
	u.coming++
	return nil
}

func (u *Uploads) arrived() {
	u.mu.Lock()
	defer u.mu.Unlock()
	u.coming--
}

// keep has a file wait.
func (u *Uploads) keep(f *upload) error {
	u.mu.Lock()
	defer u.mu.Unlock()
	if len(u.waiting) >= maxWaiting || u.ended.Err() != nil {
		return errWaiting
	}
	u.waiting[f.id] = f
	f.timer = time.AfterFunc(keepFor, func() { u.expire(f) })
	return nil
}

// expire removes a file whose time is over, unless it is being imported.
func (u *Uploads) expire(f *upload) {
	if r := f.running(); r == nil || r.hasEnded() {
		u.remove(f)
		return
	}
	u.mu.Lock()
	defer u.mu.Unlock()
	f.timer.Reset(keepFor)
}

// find returns the file of an owner with an id, and has it wait longer; nil where there is none.
func (u *Uploads) find(owner [sha256.Size]byte, id string) *upload {
	u.mu.Lock()
	defer u.mu.Unlock()
	f := u.waiting[id]
	if f == nil || f.owner != owner {
		return nil
	}
	f.timer.Reset(keepFor)
	return f
}

// of returns the files of an owner, by name.
func (u *Uploads) of(owner [sha256.Size]byte) []*upload {
	u.mu.Lock()
	defer u.mu.Unlock()
	var out []*upload
	for _, f := range u.waiting {
		if f.owner == owner {
			out = append(out, f)
		}
	}
	slices.SortFunc(out, func(a, b *upload) int { return strings.Compare(a.name+a.id, b.name+b.id) })
	return out
}

// remove removes a file.
func (u *Uploads) remove(f *upload) {
	u.mu.Lock()
	defer u.mu.Unlock()
	if f.timer != nil {
		f.timer.Stop()
	}
	delete(u.waiting, f.id)
	if err := os.Remove(f.path); err != nil && !errors.Is(err, os.ErrNotExist) {
		u.options.Logger.Warn("cannot remove a file that was imported", slog.Any("error", err))
	}
}

// source is the file as rows.
func (f *upload) source() rows.Source { return convert.Open(f.name, f.path) }

// running returns the import of the file, nil before it begins.
func (f *upload) running() *run {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.run
}

// timed does work on a file for as long as a look may take. The place for it is given back
// when the work has really ended, which may be later: within a row nothing looks at the time.
func (u *Uploads) timed(ctx context.Context, do func(context.Context) error) error {
	ctx, cancel := context.WithTimeout(ctx, maxTime)
	defer cancel()
	select {
	case u.looking <- struct{}{}:
	case <-ctx.Done():
		return errBusy
	}
	done := make(chan error, 1)
	go func() {
		defer func() { <-u.looking }()
		done <- guarded(func() error { return do(ctx) })
	}()
	select {
	case err := <-done:
		if err != nil && ctx.Err() != nil {
			return errSlow
		}
		return err
	case <-ctx.Done():
		return errSlow
	}
}

// guarded turns a panic into an error: it would end the process in a goroutine of its own.
func guarded(do func() error) (err error) {
	defer func() {
		if cause := recover(); cause != nil {
			err = fmt.Errorf("panic while importing: %v", cause)
		}
	}()
	return do()
}
