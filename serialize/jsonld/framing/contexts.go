package framing

import (
	"encoding/json"
	"sync"

	"github.com/piprate/json-gold/ld"
)

// Contexts is json-gold's ld.DocumentLoader for the contexts of a set (JSON-LD 1.1
// API section 9.4.2). Each call returns a value of its own, because json-gold
// writes into a document that is named by @import.
type Contexts struct {
	set interface {
		Document(url string) ([]byte, error)
	}
	// read are the documents that were parsed.
	read sync.Map
}

// NewContexts returns a loader of the contexts of a set.
func NewContexts(set interface {
	Document(url string) ([]byte, error)
}) *Contexts {
	return &Contexts{set: set}
}

// LoadDocument implements ld.DocumentLoader.
func (c *Contexts) LoadDocument(u string) (*ld.RemoteDocument, error) {
	value, ok := c.read.Load(u)
	if !ok {
		text, err := c.set.Document(u)
		if err != nil {
			return nil, err
		}
		var document map[string]any
		if err := json.Unmarshal(text, &document); err != nil {
			return nil, err
		}
		value = map[string]any{"@context": document["@context"]}
		c.read.Store(u, value)
	}
	return &ld.RemoteDocument{DocumentURL: u, Document: ld.CloneDocument(value)}, nil
}
