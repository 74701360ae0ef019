package auth

import (
	"crypto/sha256"
	"crypto/subtle"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"slices"
	"sync"
	"time"

	"github.com/rogpeppe/go-internal/lockedfile"
)

// File is a file of tokens. It may be used by many goroutines, and the file by
// many processes at once.
type File struct {
	path string
	now  func() time.Time

	mu sync.Mutex
	// The fields below are what was last read of the file.
	checked time.Time
	info    fs.FileInfo
	records []record
	err     error

	uses uses
}

// Open returns the file at the path, which need not be there: then there are
// no tokens.
func Open(path string) *File {
	return &File{path: path, now: time.Now, uses: uses{path: path + ".used"}}
}

// Path returns where the file lies.
func (f *File) Path() string { return f.path }

// Create makes a token and returns its secret, which is not kept anywhere. The
// token ends at expires, never where that is zero. The error wraps ErrExists or
// ErrArgument, or is about the file.
func (f *File) Create(name string, scope Scope, expires time.Time) (secret string, err error) {
	now := f.now().UTC().Truncate(time.Second)
	t := Token{Name: name, Scope: scope, Created: now, Expires: expires.UTC().Truncate(time.Second)}
	if expires.IsZero() {
		t.Expires = time.Time{}
	}
	if err := t.check(); err != nil {
		return "", err
	}
	if t.Expired(now) {
		return "", fmt.Errorf("%w: it would have expired already", ErrArgument)
	}
	secret = newSecret()
	err = f.change(func(records []record) ([]record, error) {
		if indexOf(records, name) >= 0 {
			return nil, fmt.Errorf("%w: %s", ErrExists, name)
		}
		return append(records, newRecord(t, sha256.Sum256([]byte(secret)))), nil
	})
	if err != nil {
		return "", err
	}
	return secret, nil
}

// Revoke removes the token with the name. The error wraps ErrNotFound, or is
// about the file.
func (f *File) Revoke(name string) error {
	return f.change(func(records []record) ([]record, error) {
		i := indexOf(records, name)
		if i < 0 {
			return nil, fmt.Errorf("%w: %s", ErrNotFound, name)
		}
		return slices.Delete(records, i, i+1), nil
	})
}

// List returns the tokens in the order in which they were made, those that have
// expired included.
func (f *File) List() ([]Token, error) {
	records, _, err := read(f.path)
	if err != nil {
		return nil, err
	}
	used, err := readUses(f.uses.path)
	if err != nil {
		return nil, err
	}
	tokens := make([]Token, len(records))
	for i, r := range records {
		tokens[i] = r.token()
		// A token may have the name of one that was revoked.
		if at := used[r.Name]; !at.Before(r.Created) {
			tokens[i].Used = at
		}
	}
	return tokens, nil
}

// Authenticate returns the token with the secret. The error is ErrUnknown or
// ErrExpired, or about the file. How long it takes depends on the number of
// tokens, not on which of them the secret resembles.
func (f *File) Authenticate(secret string) (Token, error) {
	records, err := f.current()
	if err != nil {
		return Token{}, err
	}
	sum := sha256.Sum256([]byte(secret))
	found := -1
	for i := range records {
		if subtle.ConstantTimeCompare(records[i].SHA256[:], sum[:]) == 1 {
			found = i
		}
	}
	if found < 0 {
		return Token{}, ErrUnknown
	}
	t := records[found].token()
	if t.Expired(f.now()) {
		return t, ErrExpired
	}
	f.uses.note(t.Name, f.now())
	return t, nil
}

// SaveUses writes when tokens were used, of which otherwise the last minutes are lost.
func (f *File) SaveUses() error { return f.uses.save(f.now()) }

// Usable tells whether there is a token that allows writing, or keeping drafts, and has not expired.
func (f *File) Usable() (bool, error) {
	records, err := f.current()
	now := f.now()
	return slices.ContainsFunc(records, func(r record) bool { return r.Scope.Allows(Draft) && !r.token().Expired(now) }), err
}

const (
	// recheck is how long what was read of the file counts without a look at it.
	recheck = time.Second
	// settled is the age from which on a file that changed again would show it
	// by its time, however coarse the clock of the file system is.
	settled = 2 * time.Second
)

// current returns the tokens of the file, as they were at most recheck ago. The
// result is shared and must not be changed.
func (f *File) current() ([]record, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	now := f.now()
	if age := now.Sub(f.checked); age >= 0 && age < recheck && !f.checked.IsZero() {
		return f.records, f.err
	}
	f.checked = now
	if f.unchanged(now) {
		return f.records, nil
	}
	f.records, f.info, f.err = read(f.path)
	return f.records, f.err
}

// unchanged tells whether the file is the one that was read.
func (f *File) unchanged(now time.Time) bool {
	if f.err != nil || f.info == nil {
		return false
	}
	info, err := os.Stat(f.path)
	return err == nil && os.SameFile(info, f.info) && info.Size() == f.info.Size() &&
		info.ModTime().Equal(f.info.ModTime()) && now.Sub(info.ModTime()) > settled
}

// change replaces the tokens by what edit makes of them. Two processes take
// turns by a lock file, which stays.
func (f *File) change(edit func([]record) ([]record, error)) error {
	unlock, err := lockedfile.MutexAt(f.path + ".lock").Lock()
	if err != nil {
		return fmt.Errorf("lock the file of tokens: %w", err)
	}
	defer unlock()
	records, _, err := read(f.path)
	if err != nil {
		return err
	}
	if records, err = edit(records); err != nil {
		return err
	}
	if err := write(f.path, records); err != nil {
		return fmt.Errorf("write the file of tokens: %w", err)
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	f.checked, f.info = time.Time{}, nil
	return nil
}

func indexOf(records []record, name string) int {
	return slices.IndexFunc(records, func(r record) bool { return r.Name == name })
}

// isMissing tells that there is no file, which stands for no tokens.
func isMissing(err error) bool { return errors.Is(err, fs.ErrNotExist) }
