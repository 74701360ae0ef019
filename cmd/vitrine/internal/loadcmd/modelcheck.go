package loadcmd

import (
	"context"
	"fmt"
	"slices"
	"sync"

	"github.com/knakk/rdf"

	"vitrine/cmd/vitrine/internal/console"
	"vitrine/cmd/vitrine/internal/storeopen"
	"vitrine/linkedart"
	"vitrine/linkedart/admission"
	"vitrine/load"
	"vitrine/rdfstore"
	"vitrine/rdfstore/graph"
	"vitrine/server/web/address"
)

// admissionFlags decide about records that break the model's rules. They are the same
// for load and harvest.
type admissionFlags struct {
	Validate string   `enum:"warn,enforce,off" default:"warn" help:"What to do with records that have model errors: warn (store and report), enforce (refuse, unless the stored record has the same errors) or off (do not check) (default: ${default})."`
	Allow    []string `placeholder:"RULE,..." help:"Report the errors of these rules as warnings."`
}

// ModelCheck decides about the records to be stored.
type ModelCheck struct {
	judge    *admission.Judge
	Deps     *storeopen.Dependencies
	findings *findings
	// base is the base URL of the service, at whose own addresses there are no records.
	base    string
	missing *references
	// asks tells whether a finding by a rule about a record asks something of the user; it may
	// be nil.
	asks func(rule string, record []byte) bool
	// mu guards store, into which the records are loaded.
	mu    sync.RWMutex
	Store storeopen.Finder
}

// newModelCheck returns a check that reports to findings. With an empty base it accepts
// all ids.
func newModelCheck(f admissionFlags, base string, deps *storeopen.Dependencies, findings *findings) (*ModelCheck, error) {
	c := &ModelCheck{Deps: deps, findings: findings, base: base}
	findings.storing = f.Validate == string(admission.Warn)
	options := linkedart.Options{Base: base, Contexts: deps.Contexts, Terms: deps.Terms, Allow: f.Allow}
	if base != "" {
		c.missing = newReferences(findings)
		options.Exists = func(string) bool { return false } // references are checked at the end
	}
	validator, err := linkedart.NewValidator(options)
	if err != nil {
		return nil, &console.UsageError{Err: err}
	}
	c.judge = &admission.Judge{Validator: validator, Mode: admission.Mode(f.Validate), Stored: c.Stored, Text: c.Text}
	return c, nil
}

func (c *ModelCheck) Text(_ context.Context, g *graph.Graph) ([]byte, error) {
	return c.Deps.Processor.Append(nil, g)
}

// use sets the store in which earlier versions of the records are looked up; nil for
// none.
func (c *ModelCheck) use(store storeopen.Finder) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.Store = store
}

// pause blocks lookups of stored records until the function that it returns is called
// with the store to use. A second call of that function does nothing.
func (c *ModelCheck) pause() func(storeopen.Finder) {
	c.mu.Lock()
	var once sync.Once
	return func(store storeopen.Finder) {
		once.Do(func() {
			c.Store = store
			c.mu.Unlock()
		})
	}
}

// Stored returns the graph that is stored under a name, or nil.
func (c *ModelCheck) Stored(ctx context.Context, name rdf.IRI) (*graph.Graph, error) {
	c.mu.RLock()
	defer c.mu.RUnlock()
	if c.Store == nil {
		return nil, nil
	}
	e, err := c.Store.Get(ctx, name)
	switch {
	case rdfstore.IsMissing(err):
		return nil, nil
	case err != nil:
		return nil, err
	}
	return e.Graph, nil
}

// check decides about one record: by the JSON that was read, as a PUT does, or by the
// JSON that a record of another format becomes.
func (c *ModelCheck) check(g *graph.Graph, text []byte) (v load.Verdict) {
	if c.base != "" {
		if err := RefuseService(address.New(c.base), g); err != nil {
			return load.Verdict{Err: err}
		}
	}
	if c.judge.Mode == admission.Off {
		return v
	}
	ctx := context.Background()
	if text == nil {
		var err error
		if text, err = c.Text(ctx, g); err != nil {
			return load.Verdict{Err: err}
		}
	}
	findings, err := c.judge.Judge(ctx, text, g)
	if c.asks != nil {
		findings = slices.DeleteFunc(findings, func(f linkedart.Finding) bool { return !c.asks(f.Rule, text) })
	}
	v.Err = err
	v.Tell = func(at load.Place) {
		if v.Err == nil {
			c.missing.add(g.Name.String())
		}
		c.findings.model(at, c.missing.hold(at, findings))
	}
	return v
}

// RefuseService returns an error for a record at an address that the service itself answers at.
func RefuseService(service address.Mapper, g *graph.Graph) error {
	if name := g.Name.String(); service.IsService(name) {
		return fmt.Errorf("the service itself answers at %s: give the record another id", name)
	}
	return nil
}
