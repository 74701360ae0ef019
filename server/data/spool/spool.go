// Package spool keeps files that are made once, at full speed, and read by many
// while they still grow. Whoever makes one holds what it is made of, such as a
// snapshot of a store, only as long as the disk takes to write it, however slow
// its readers are.
//
// A file is removed when its last reader has gone, when the folder is closed, and
// those that a killed process left when the folder is next opened. The package
// knows neither HTTP nor what the files hold.
package spool

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"sync"
)

// ErrFull means that there are as many files, or bytes in them, as there may be, or that the
// system takes no more of them, as where its disk is full.
var ErrFull = errors.New("the spool is full")

// ErrShare means that the files of one owner have as much as is left to all others. It is an
// ErrFull.
var ErrShare = fmt.Errorf("%w for the owner of these files", ErrFull)

// pattern names the files in the folder.
const pattern = "dump-*.spool"

// chunk is how many bytes are written before readers are woken.
const chunk = 256 << 10

// Folder is a folder of spooled files. It may be used by many goroutines.
type Folder struct {
	// dir is empty until a folder of our own is made.
	dir      string
	own      bool
	maxFiles int
	maxBytes int64

	mu sync.Mutex
	// files are those that a new reader can have, live all that are there: one
	// that failed, or lost its last reader, is live until it is removed.
	files map[string]*file
	live  map[*file]bool
	// bytes is what is in the live ones.
	bytes int64
	wait  sync.WaitGroup
}

// Open returns the folder for at most so many files of so many bytes together.
// What an earlier process left in it is removed. With an empty dir, a folder in
// the system's place for temporary files is made when it is first needed.
func Open(dir string, maxFiles int, maxBytes int64) (*Folder, error) {
	f := &Folder{dir: dir, own: dir == "", maxFiles: maxFiles, maxBytes: maxBytes, files: map[string]*file{}, live: map[*file]bool{}}
	if dir == "" {
		return f, nil
	}
	left, err := filepath.Glob(filepath.Join(escapeGlob(dir), pattern))
	if err != nil {
		return nil, fmt.Errorf("look for old dumps: %w", err)
	}
	for _, name := range left {
		if err := os.Remove(name); err != nil && !errors.Is(err, os.ErrNotExist) {
			return nil, fmt.Errorf("remove an old dump: %w", err)
		}
	}
	return f, nil
}

// escapeGlob makes a path stand for itself in a pattern.
func escapeGlob(path string) string {
	var b []byte
	for i := 0; i < len(path); i++ {
		if c := path[i]; c == '*' || c == '?' || c == '[' {
			b = append(b, '[', c, ']')
		} else {
			b = append(b, c)
		}
	}
	return string(b)
}

// file is a file that is being written, or was.
type file struct {
	folder *Folder
	key    string
	owner  string
	file   *os.File
	cancel func()

	// The rest is guarded by the mutex of the folder.
	readers int
	size    int64
	// written tells that the writer has returned.
	written bool
	// ended tells that nothing more is written; err is why, nil where all is.
	ended bool
	err   error
	// grown is closed, and replaced, when something of the above changes.
	grown chan struct{}
}

// Reader returns a reader of the file of the key, if there is one. A file that
// failed is not found.
func (f *Folder) Reader(key string) (*Reader, bool) {
	f.mu.Lock()
	defer f.mu.Unlock()
	found, ok := f.files[key]
	if !ok || found.err != nil {
		return nil, false
	}
	found.readers++
	return &Reader{file: found}, true
}

// Room tells whether a new file may be made.
func (f *Folder) Room() bool {
	f.mu.Lock()
	defer f.mu.Unlock()
	return len(f.live) < f.maxFiles && f.bytes < f.maxBytes
}

// Make begins a file, unless there is one of the key already, and returns a
// reader of it. made tells that it was begun: write then writes it in a goroutine
// of its own, and is to return soon after cancel is called, which it is in any
// case. Otherwise neither is called. The error wraps ErrFull where there is no room.
//
// The files of one owner have at most as much as is left after them, so that others go on:
// half of all where it is alone, and a third each where there are two. An empty owner has no
// share.
func (f *Folder) Make(key, owner string, cancel func(), write func(io.Writer) error) (r *Reader, made bool, err error) {
	if found, ok := f.Reader(key); ok {
		return found, false, nil
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	if found, ok := f.files[key]; ok && found.err == nil {
		found.readers++
		return &Reader{file: found}, false, nil
	}
	if err := f.roomFor(owner, 1, 1); err != nil {
		return nil, false, err
	}
	out, err := f.create()
	if err != nil {
		return nil, false, err
	}
	added := &file{folder: f, key: key, owner: owner, file: out, cancel: cancel, readers: 1, grown: make(chan struct{})}
	f.files[key] = added
	f.live[added] = true
	f.wait.Add(1)
	go added.fill(write)
	return &Reader{file: added}, true, nil
}

// roomFor tells whether there is room for more files and bytes of an owner. The folder's mutex
// is held.
func (f *Folder) roomFor(owner string, files int, bytes int64) error {
	if len(f.live)+files > f.maxFiles || f.bytes+bytes > f.maxBytes {
		return ErrFull
	}
	ownFiles, ownBytes := files, bytes
	for one := range f.live {
		if one.owner == owner {
			ownFiles++
			ownBytes += one.size
		}
	}
	if owner != "" && (files > 0 && ownFiles > f.maxFiles-len(f.live) || ownBytes > f.maxBytes-f.bytes) {
		return ErrShare
	}
	return nil
}

// Create makes an empty file that is no file of a key: who asks for it removes it, and what a
// killed process leaves goes when the folder is next opened. It does not count.
func (f *Folder) Create() (*os.File, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.create()
}

// create makes an empty file. The folder's mutex is held.
func (f *Folder) create() (*os.File, error) {
	var err error
	if f.dir == "" {
		f.dir, err = os.MkdirTemp("", "vitrine-dumps-")
	} else {
		err = os.MkdirAll(f.dir, 0o700)
	}
	if err != nil {
		return nil, fmt.Errorf("%w: make the folder for dumps: %w", ErrFull, err)
	}
	out, err := os.CreateTemp(f.dir, pattern)
	if err != nil {
		return nil, fmt.Errorf("%w: make a file for a dump: %w", ErrFull, err)
	}
	return out, nil
}

// Close ends what is being made and removes all files. Readers get an error.
func (f *Folder) Close() error {
	f.mu.Lock()
	for one := range f.live {
		one.cancel()
		one.tell(func() { one.ended, one.err = true, errors.Join(one.err, os.ErrClosed) })
	}
	f.mu.Unlock()
	f.wait.Wait()
	f.mu.Lock()
	defer f.mu.Unlock()
	for one := range f.live {
		f.remove(one)
	}
	dir := f.dir
	if dir == "" {
		return nil
	}
	if !f.own {
		_ = os.Remove(dir) // which fails where others have put something there
		return nil
	}
	f.dir = ""
	return os.Remove(dir)
}

// fill writes the file. The goroutine that runs it is the only one that writes.
func (f *file) fill(write func(io.Writer) error) {
	defer f.folder.wait.Done()
	defer f.cancel()
	out := bufio.NewWriterSize((*growing)(f), chunk)
	err := guarded(func() error { return write(out) })
	if err == nil {
		err = out.Flush()
	}
	f.folder.mu.Lock()
	defer f.folder.mu.Unlock()
	f.tell(func() { f.ended, f.written, f.err = true, true, errors.Join(f.err, err) })
	if f.readers == 0 {
		f.folder.remove(f)
	}
}

// guarded turns a panic into an error: it would end the process here.
func guarded(do func() error) (err error) {
	defer func() {
		if cause := recover(); cause != nil {
			err = fmt.Errorf("panic while making a dump: %v", cause)
		}
	}()
	return do()
}

// growing writes to the file and tells its readers.
type growing file

func (g *growing) Write(b []byte) (int, error) {
	f := (*file)(g)
	f.folder.mu.Lock()
	err := f.folder.roomFor(f.owner, 0, int64(len(b)))
	if err == nil {
		f.folder.bytes += int64(len(b))
	}
	f.folder.mu.Unlock()
	if err != nil {
		return 0, fmt.Errorf("%w: the files may have %d bytes together", err, f.folder.maxBytes)
	}
	n, err := f.file.Write(b)
	if err != nil {
		err = fmt.Errorf("%w: %w", ErrFull, err)
	}
	f.folder.mu.Lock()
	defer f.folder.mu.Unlock()
	f.folder.bytes -= int64(len(b) - n)
	f.tell(func() { f.size += int64(n) })
	return n, err
}

// tell changes the state and wakes the readers. The folder's mutex is held.
func (f *file) tell(change func()) {
	change()
	close(f.grown)
	f.grown = make(chan struct{})
}

// remove removes a file that is not written any more, once. The folder's mutex is
// held.
func (f *Folder) remove(one *file) {
	if f.files[one.key] == one {
		delete(f.files, one.key)
	}
	if !f.live[one] {
		return
	}
	delete(f.live, one)
	f.bytes -= one.size
	_ = one.file.Close()
	_ = os.Remove(one.file.Name()) // a later start removes what is left
}

// Reader reads a file from its beginning, and waits where it is not complete.
type Reader struct {
	file   *file
	offset int64
	once   sync.Once
}

// Size returns the number of bytes of a file that is complete.
func (r *Reader) Size() (size int64, complete bool) {
	f := r.file
	f.folder.mu.Lock()
	defer f.folder.mu.Unlock()
	return f.size, f.ended && f.err == nil
}

// Read reads the next bytes and waits for them until ctx ends. The error is
// io.EOF at the end of a file that is complete, that of its writer where it never
// will be, or that of ctx.
func (r *Reader) Read(ctx context.Context, b []byte) (int, error) {
	for {
		f := r.file
		f.folder.mu.Lock()
		size, ended, err, grown := f.size, f.ended, f.err, f.grown
		f.folder.mu.Unlock()
		switch {
		case ended && err != nil:
			return 0, err
		case r.offset < size:
			n, err := f.file.ReadAt(b[:min(int64(len(b)), size-r.offset)], r.offset)
			r.offset += int64(n)
			return n, err
		case ended:
			return 0, io.EOF
		}
		select {
		case <-grown:
		case <-ctx.Done():
			return 0, ctx.Err()
		}
	}
}

// Close gives the file back. The last reader to go ends its making.
func (r *Reader) Close() {
	r.once.Do(func() {
		f := r.file
		f.folder.mu.Lock()
		defer f.folder.mu.Unlock()
		if f.readers--; f.readers > 0 {
			return
		}
		if f.folder.files[f.key] == f {
			delete(f.folder.files, f.key)
		}
		if f.written {
			f.folder.remove(f)
		} else {
			f.cancel()
		}
	})
}
