package ldcontext

import (
	"bytes"
	"fmt"
	"maps"
	"slices"
	"sync"

	"github.com/piprate/json-gold/ld"
)

// Set answers for the contexts that are at hand: those in the program, then
// those of a folder. It may be used by many goroutines.
//
// A document that was read once stays what it is for the life of the Set, so
// that all records of a process mean the same by it. An unknown context is
// looked for again each time, so one added to the folder is found at once.
type Set struct {
	dir *Dir

	mu   sync.RWMutex
	read map[string]*document
}

// document is a context document, as bytes and parsed down to the one member
// that a processor looks at. Neither changes.
type document struct {
	bytes []byte
	value map[string]any
}

// New returns a set of the contexts in the program and, where dir is not nil,
// in the folder.
func New(dir *Dir) *Set {
	return &Set{dir: dir, read: map[string]*document{}}
}

// Document returns the document that the URL names, as it was written. The
// error is an *UnknownError where there is none, and wraps ErrDamaged where
// the folder holds another document than was put into it.
func (s *Set) Document(url string) ([]byte, error) {
	doc, err := s.document(url)
	if err != nil {
		return nil, err
	}
	return bytes.Clone(doc.bytes), nil
}

// LoadDocument is json-gold's ld.DocumentLoader. Each call returns a value of
// its own, because json-gold writes into a document that is named by @import.
// The errors are those of Document.
func (s *Set) LoadDocument(u string) (*ld.RemoteDocument, error) {
	doc, err := s.document(u)
	if err != nil {
		return nil, err
	}
	return &ld.RemoteDocument{DocumentURL: u, Document: clone(doc.value)}, nil
}

// URLs returns the contexts that are at hand, sorted. Those of a folder whose
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

func (s *Set) document(url string) (*document, error) {
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
	doc = &document{bytes: data, value: map[string]any{"@context": local}}
	s.mu.Lock()
	defer s.mu.Unlock()
	if first := s.read[url]; first != nil {
		return first, nil
	}
	s.read[url] = doc
	return doc, nil
}

// bytes returns the document as it was first read, else from the program, else
// from the folder.
func (s *Set) bytes(url string) ([]byte, error) {
	s.mu.RLock()
	doc := s.read[url]
	s.mu.RUnlock()
	if doc != nil {
		return doc.bytes, nil
	}
	if name, ok := embedded(url); ok {
		return documents.ReadFile(name)
	}
	if s.dir == nil {
		return nil, &UnknownError{URL: url}
	}
	return s.dir.Document(url)
}

// clone copies a value of encoding/json down to its leaves.
func clone(value any) any {
	switch value := value.(type) {
	case map[string]any:
		out := make(map[string]any, len(value))
		for key, member := range value {
			out[key] = clone(member)
		}
		return out
	case []any:
		out := make([]any, len(value))
		for i, entry := range value {
			out[i] = clone(entry)
		}
		return out
	default:
		return value
	}
}
