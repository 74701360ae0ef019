package linkedart

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/santhosh-tekuri/jsonschema/v6"

	ldcontext "vitrine/context"
)

// Options say how records are judged. The zero value is the standard reading
// without a base.
type Options struct {
	Reading Reading
	// Allow lists rules, by id or by source such as "D-05", whose errors are
	// reported as warnings.
	Allow []string
	// Base is the IRI that the ids of the publisher's own entities begin with,
	// such as "https://data.museum.example/". Where it is empty, ids are not
	// held against a base and the endpoint is told by the class alone.
	Base string
	// Exists reports whether there is an entity with the IRI, which is inside
	// Base. It is called by as many goroutines as call Validate. Where it is
	// nil, references are not looked up.
	Exists func(iri string) bool
	// Terms are the words for well-known concepts, by their URIs. A reference to one
	// that has the label of another is reported.
	Terms map[string][]string
	// Contexts are the known JSON-LD contexts; nil stands for those in the
	// program.
	Contexts *ldcontext.Set
}

// Validator checks records. It may be used by many goroutines at once.
type Validator struct {
	options Options
	rules   map[string]*Rule
	allowed map[string]bool
	// schemas and matchers are by the names of the endpoints.
	schemas  map[string]*jsonschema.Schema
	matchers map[string]*matcher
	contexts *ldcontext.Compiler
	// active is that of the Linked Art context.
	active *ldcontext.ActiveContext
	parts  map[string]partKind
	// labelled are the URIs in Options.Terms, by labels as plainLabel has them.
	labelled map[string][]string
	// checks are some that ended, for their room.
	checks sync.Pool
}

// NewValidator compiles the schemas and the Linked Art context. The error is
// about an option.
func NewValidator(o Options) (*Validator, error) {
	v := &Validator{options: o, rules: ruleIndex(), allowed: map[string]bool{}, parts: partKinds(), labelled: labelledTerms(o.Terms)}
	for _, name := range o.Allow {
		if !v.allow(name) {
			return nil, fmt.Errorf("no rule is called %q; 'vitrine explain' lists them", name)
		}
	}
	if o.Base != "" {
		if !isHTTP(o.Base) || checkIRI(o.Base) != "" {
			return nil, fmt.Errorf("the base %q is not an absolute HTTP(S) URI", o.Base)
		}
		v.options.Base = strings.TrimSuffix(o.Base, "/") + "/"
	}
	var err error
	if v.schemas, err = compiledSchemas(); err != nil {
		return nil, err
	}
	v.matchers = newMatchers(v.schemas)
	if o.Contexts == nil {
		o.Contexts = ldcontext.New(nil)
	}
	v.contexts = ldcontext.NewCompiler(o.Contexts)
	if v.active, err = v.contexts.Compile([]byte(strconv.Quote(ldcontext.LinkedArt))); err != nil {
		return nil, err
	}
	return v, nil
}

// allow marks the rule with the id, or those with the source.
func (v *Validator) allow(name string) bool {
	found := false
	for _, r := range rules() {
		if r.ID == name || r.Source == name {
			v.allowed[r.ID] = true
			found = true
		}
	}
	return found
}

// Validate checks one record, given as JSON text, and returns what is wrong
// with it in the order of the places; none for a record that is right.
func (v *Validator) Validate(record []byte) []Finding {
	c, ok := v.checks.Get().(*check)
	if !ok {
		c = &check{}
	}
	*c = check{v: v, places: c.places[:0]}
	if value, ok := c.parse(record); ok {
		c.record(value)
	}
	found := c.report()
	if cap(c.places) <= maxRoom {
		*c = check{places: c.places}
		v.checks.Put(c)
	}
	return found
}

// maxFindings bounds the findings about one record.
const maxFindings = 1000

// maxCollected bounds the findings that are kept to sort them.
const maxCollected = 10 * maxFindings

// maxRoom bounds the room for places that the next record gets.
const maxRoom = 1 << 14

// check is the check of one record.
type check struct {
	v *Validator
	// source is the text of the record; inContext tells that a @context in it is parsed.
	source    string
	inContext bool
	findings  []Finding
	// spoiled are the places whose value is known to be wrong, so that what
	// else a schema says about them is noise.
	spoiled map[string]bool
	// id is that of the record, active the one of its @context.
	id     string
	active *ldcontext.ActiveContext
	// places are room for those of the record, and then for those of the next.
	places []place
	// known are the answers of Options.Exists.
	known map[string]bool
}

// place returns a place as one of the record.
func (c *check) place(p place) *place {
	if len(c.places) == cap(c.places) {
		c.places = make([]place, 0, max(64, 2*cap(c.places)))
	}
	c.places = append(c.places, p)
	return &c.places[len(c.places)-1]
}

// add notes a finding with the rule's level and source.
func (c *check) add(rule, pointer, message, fix string) {
	c.addFrom(rule, pointer, message, fix, "")
}

// addFrom is add with another source than the rule's, where source is not "".
func (c *check) addFrom(rule, pointer, message, fix, source string) {
	if len(c.findings) >= maxCollected {
		return
	}
	r := c.v.rules[rule]
	f := Finding{Pointer: pointer, Rule: rule, Level: r.Level(c.v.options.Reading), Message: message, Fix: fix, Source: r.Source}
	if source != "" {
		f.Source = source
	}
	if f.Level == Error && c.v.allowed[rule] {
		f.Level = Warning
	}
	c.findings = append(c.findings, f)
}

// spoil marks a place, so that no schema is heard about it.
func (c *check) spoil(pointer string) {
	if c.spoiled == nil {
		c.spoiled = map[string]bool{}
	}
	c.spoiled[pointer] = true
}

// report returns the findings in order, each once.
func (c *check) report() []Finding {
	if len(c.findings) == 0 {
		return nil
	}
	slices.SortStableFunc(c.findings, func(a, b Finding) int {
		if d := comparePointers(a.Pointer, b.Pointer); d != 0 {
			return d
		}
		return cmp.Or(cmp.Compare(a.Rule, b.Rule), cmp.Compare(a.Message, b.Message))
	})
	out := slices.Compact(c.findings)
	if len(out) > maxFindings {
		c.findings = nil
		c.add("too-many", "", fmt.Sprintf("the record has more than %d faults; the others are left out", maxFindings), "")
		out = append(out[:maxFindings:maxFindings], c.findings...)
	}
	return out
}

// quote writes text from a record for a message: escaped, and cut where long.
func quote(text string) string {
	const longest = 80
	if len(text) > longest {
		cut := longest
		for cut > 0 && text[cut]&0xC0 == 0x80 {
			cut--
		}
		return strconv.Quote(text[:cut]) + "…"
	}
	return strconv.Quote(text)
}
