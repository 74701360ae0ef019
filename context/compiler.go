package ldcontext

import (
	"bytes"
	"encoding/json"
	"sync"
)

// maxCompiled bounds the number of distinct @context values that a Compiler
// remembers. Records of a collection share a handful; input with ever new
// inline contexts only makes the compiler start over.
const maxCompiled = 256

// maxRemembered is the length of the longest @context that is remembered.
const maxRemembered = 64 << 10

// Compiler turns the @context of records into active contexts, each one once:
// records with the same @context share the active context and everything
// compiled below it.
type Compiler struct {
	set *Set

	mu       sync.RWMutex
	compiled map[string]*ActiveContext
}

// NewCompiler returns a compiler whose contexts are those of the set.
func NewCompiler(set *Set) *Compiler {
	return &Compiler{set: set, compiled: map[string]*ActiveContext{}}
}

// Set returns the documents the compiler works from.
func (c *Compiler) Set() *Set { return c.set }

// ErrBase means that a context is relative to the document it stands in, and
// cannot be compiled apart from it.
var ErrBase = errNeedsBase

// Compile returns the active context at the top of a record with the @context,
// given as JSON text: a string, an object, an array of those, or nothing for a
// record without one. The error is an *UnknownError for a context that the set lacks,
// ErrBase for one that has relative IRIs in it, and otherwise an *Error.
func (c *Compiler) Compile(context []byte) (*ActiveContext, error) {
	return c.CompileMetered(nil, context)
}

// CompileMetered is Compile with a meter.
func (c *Compiler) CompileMetered(m *Meter, context []byte) (*ActiveContext, error) {
	c.mu.RLock()
	active, ok := c.compiled[string(context)]
	c.mu.RUnlock()
	if ok {
		return active, nil
	}
	active, err := compile(m, context, &root{set: c.set})
	if err != nil {
		return nil, err
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if first, ok := c.compiled[string(context)]; ok {
		return first, nil
	}
	if len(c.compiled) >= maxCompiled {
		clear(c.compiled)
	}
	if len(context) <= maxRemembered {
		c.compiled[string(context)] = active
	}
	return active, nil
}

// CompileFor is CompileMetered for a document with the base IRI, empty for none,
// which may have relative IRIs in its contexts. The active context is for this
// document only.
func (c *Compiler) CompileFor(m *Meter, context []byte, document string) (*ActiveContext, error) {
	return compile(m, context, &root{set: c.set, document: document, known: true})
}

func compile(m *Meter, context []byte, r *root) (*ActiveContext, error) {
	initial, err := r.finish(&draft{}, nil, m)
	if err != nil || len(bytes.TrimSpace(context)) == 0 {
		return initial, err
	}
	local, err := parseContext(context)
	if err != nil {
		return nil, err
	}
	return initial.with(m, local, options{})
}

// parseContext parses the text of a @context.
func parseContext(context []byte) (any, error) {
	var local any
	if err := json.Unmarshal(context, &local); err != nil {
		return nil, &Error{Code: InvalidLocalContext, Reason: "it is not JSON: " + err.Error(), Err: err}
	}
	return local, nil
}
