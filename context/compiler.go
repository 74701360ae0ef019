package ldcontext

import (
	"bytes"
	"encoding/json"
	"fmt"
	"sync"

	"github.com/piprate/json-gold/ld"
)

// maxCompiled bounds the number of distinct @context values that a Compiler
// remembers. Records of a collection share a handful; input with ever new
// inline contexts only makes the compiler start over.
const maxCompiled = 256

// maxRemembered is the length of the longest @context that is remembered.
const maxRemembered = 64 << 10

// Compiler turns the @context of records into scopes, each one once: records
// with the same @context share the scope and everything compiled below it.
//
// The context processing algorithm (JSON-LD 1.1 API section 4.1) is
// json-gold's; what it yields is laid out here so that reading and writing a
// record is a matter of map lookups.
type Compiler struct {
	set *Set

	mu     sync.Mutex
	scopes map[string]*Scope
}

// NewCompiler returns a compiler whose contexts are those of the set.
func NewCompiler(set *Set) *Compiler {
	return &Compiler{set: set, scopes: map[string]*Scope{}}
}

// Set returns the documents the compiler works from.
func (c *Compiler) Set() *Set { return c.set }

// Compile returns the scope at the top of a record with the @context, given as
// JSON text: a string, an object, an array of those, or nothing for a record
// without one. The error is an *UnknownError for a context that is not at
// hand, and otherwise tells what is wrong with the context.
func (c *Compiler) Compile(context []byte) (*Scope, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if scope, ok := c.scopes[string(context)]; ok {
		return scope, nil
	}
	scope, err := c.compile(context)
	if err != nil {
		return nil, err
	}
	if len(c.scopes) >= maxCompiled {
		clear(c.scopes)
	}
	if len(context) <= maxRemembered {
		c.scopes[string(context)] = scope
	}
	return scope, nil
}

func (c *Compiler) compile(context []byte) (*Scope, error) {
	options := ld.NewJsonLdOptions("")
	options.ProcessingMode = ld.JsonLd_1_1
	options.DocumentLoader = c.set
	active := ld.NewContext(nil, options)
	if len(bytes.TrimSpace(context)) == 0 {
		return newScope(c, active, nil, false), nil
	}
	local, err := c.local(context)
	if err != nil {
		return nil, err
	}
	parsed, err := process(active, local)
	if err != nil {
		return nil, fmt.Errorf("@context: %w", err)
	}
	return newScope(c, parsed, nil, setsBase(local)), nil
}

// local parses the text of a @context whose documents are all at hand.
func (c *Compiler) local(context []byte) (any, error) {
	var local any
	if err := json.Unmarshal(context, &local); err != nil {
		return nil, fmt.Errorf("@context: %w", err)
	}
	return local, c.known(local)
}

// known asks for each context that is named by URL, so that an unknown one is
// told by the loader's own error, which json-gold would hide.
func (c *Compiler) known(local any) error {
	switch local := local.(type) {
	case string:
		_, err := c.set.Document(local)
		return err
	case []any:
		for _, entry := range local {
			if err := c.known(entry); err != nil {
				return err
			}
		}
	}
	return nil
}

// setsBase tells whether an inline context changes the base IRI.
func setsBase(local any) bool {
	switch local := local.(type) {
	case map[string]any:
		_, ok := local["@base"]
		return ok
	case []any:
		for _, entry := range local {
			if setsBase(entry) {
				return true
			}
		}
	}
	return false
}
