package history

import (
	"bytes"
	"fmt"

	"github.com/go-json-experiment/json/jsontext"

	"vitrine/server/data/jsontree"
)

func equal(a, b *jsontree.Value) bool { return bytes.Equal(a.Raw, b.Raw) }

// parseBoth reads two JSON texts, without white space between their tokens.
func parseBoth(before, after []byte) (old, now *jsontree.Value, err error) {
	if old, err = parse(before); err == nil {
		now, err = parse(after)
	}
	return old, now, err
}

func parse(text []byte) (*jsontree.Value, error) {
	compact := jsontext.Value(bytes.Clone(text))
	if err := compact.Compact(); err != nil {
		return nil, fmt.Errorf("read a record to compare it: %w", err)
	}
	d, err := jsontree.Parse(compact, len(compact))
	if err != nil {
		return nil, fmt.Errorf("read a record to compare it: %w", err)
	}
	return d.Value, nil
}
