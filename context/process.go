package ldcontext

import (
	"errors"
	"fmt"

	"github.com/piprate/json-gold/ld"
)

// process runs the context processing algorithm. json-gold panics on some
// contexts that are malformed, such as one whose @protected is no boolean.
func process(active *ld.Context, local any) (parsed *ld.Context, err error) {
	defer func() {
		if r := recover(); r != nil {
			parsed, err = nil, fmt.Errorf("the context is malformed: %v", r)
		}
	}()
	// One entry of an array after the other: given the whole array, json-gold
	// takes a URL that stands in it twice for one that includes itself.
	entries, ok := local.([]any)
	if !ok {
		entries = []any{local}
	}
	parsed = active
	for _, entry := range entries {
		if parsed, err = parsed.Parse(entry); err != nil {
			return nil, err
		}
	}
	if _, ok := parsed.TermDefinitions[""]; ok {
		return nil, errors.New("a term cannot be the empty string (JSON-LD 1.1 section 9.15)")
	}
	return parsed, nil
}
