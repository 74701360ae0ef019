package ldcontext

import (
	"bytes"
	"fmt"
	"maps"
	"slices"
	"sync"
)

// Set holds the known contexts: those in the program, then
// those of a folder. It may be used by many goroutines.
//
// A document that was read once stays what it is for the life of the Set, so
// that all records of a process mean the same by it. An unknown context is
// looked for again each time, so one added to the folder is found at once.
type Set struct {
	dir *Dir

	mu   sync.RWMutex
	read map[string][]byte
}

// New returns a set of the contexts in the program and, where dir is not nil,
// in the folder.
func New(dir *Dir) *Set {
	return &Set{dir: dir, read: map[string][]byte{}}
}

// Document returns the document that the URL names, as it was written. The
// error is an *UnknownError where there is none, and wraps ErrDamaged where
// the folder holds another document than was put into it.
func (s *Set) Document(url string) ([]byte, error) {
	doc, err := s.document(url)
	return bytes.Clone(doc), err
}

// URLs returns the URLs of the known contexts, sorted. Those of a folder whose
// index cannot be read are missing; Dir.List tells why.
func (s *Set) URLs() []string {
	urls := embeddedURLs()
	if s.dir != nil {
		entries, err := s.dir.List()
		if err == nil {
			for _, e := range entries {
				urls = append(urls, e.URL)
			}
		}
	}
	s.mu.RLock()
	urls = slices.AppendSeq(urls, maps.Keys(s.read))
	s.mu.RUnlock()
	slices.Sort(urls)
	return slices.Compact(urls)
}

func (s *Set) document(url string) ([]byte, error) {
	if name, ok := embedded(url); ok { // a test checks those
		return documents.ReadFile(name)
	}
	s.mu.RLock()
	doc := s.read[url]
	s.mu.RUnlock()
	if doc != nil {
		return doc, nil
	}
	data, err := s.bytes(url)
	if err != nil {
		return nil, err
	}
	local, err := checkDocument(data)
	if err == nil {
		err = checkCycle(url, local, s.bytes)
	}
	if err != nil {
		return nil, fmt.Errorf("context %s: %w", quoteOdd(url), err)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if first := s.read[url]; first != nil {
		return first, nil
	}
	s.read[url] = data
	return data, nil
}

// bytes returns the document as it was first read, else from the program, else
// from the folder.
func (s *Set) bytes(url string) ([]byte, error) {
	s.mu.RLock()
	doc := s.read[url]
	s.mu.RUnlock()
	if doc != nil {
		return doc, nil
	}
	if name, ok := embedded(url); ok {
		return documents.ReadFile(name)
	}
	if s.dir == nil {
		return nil, &UnknownError{URL: url}
	}
	return s.dir.Document(url)
}
