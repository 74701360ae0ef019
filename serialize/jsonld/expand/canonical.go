package expand

import (
	"encoding/json"
	"fmt"
	"math/big"
	"strconv"
	"strings"

	"github.com/go-json-experiment/json/jsontext"
)

// Canonical returns the canonical form of a JSON value (RFC 8785), which is the
// lexical form of a JSON literal (JSON-LD 1.1 API section 8.2.2, step 8). An
// integer of which that form would lose digits is an error.
func Canonical(value any) (string, error) {
	text, err := appendJSON(nil, value)
	if err != nil {
		return "", err
	}
	canonical := jsontext.Value(text)
	if err := canonical.Canonicalize(); err != nil {
		return "", fmt.Errorf("a JSON literal: %w", err)
	}
	return string(canonical), nil
}

func appendJSON(dst []byte, value any) ([]byte, error) {
	switch value := value.(type) {
	case nil:
		return append(dst, "null"...), nil
	case bool:
		return strconv.AppendBool(dst, value), nil
	case Number:
		return append(dst, value...), exact(string(value))
	case string:
		return appendText(dst, value)
	case []any:
		dst = append(dst, '[')
		for i, item := range value {
			if i > 0 {
				dst = append(dst, ',')
			}
			var err error
			if dst, err = appendJSON(dst, item); err != nil {
				return dst, err
			}
		}
		return append(dst, ']'), nil
	case *Object:
		return appendObject(dst, value)
	}
	return dst, fmt.Errorf("a JSON literal: no JSON value: %T", value)
}

func appendObject(dst []byte, object *Object) ([]byte, error) {
	dst = append(dst, '{')
	for i, key := range object.keys {
		if i > 0 {
			dst = append(dst, ',')
		}
		var err error
		if dst, err = appendText(dst, key); err != nil {
			return dst, err
		}
		if dst, err = appendJSON(append(dst, ':'), object.values[key]); err != nil {
			return dst, err
		}
	}
	return append(dst, '}'), nil
}

func appendText(dst []byte, text string) ([]byte, error) {
	quoted, err := json.Marshal(text)
	return append(dst, quoted...), err
}

// exact refuses an integer that is no double.
func exact(number string) error {
	if strings.ContainsAny(number, ".eE") {
		return nil
	}
	f, err := strconv.ParseFloat(number, 64)
	if err == nil {
		want, _ := new(big.Rat).SetString(number)
		if got := new(big.Rat).SetFloat64(f); got != nil && want != nil && got.Cmp(want) == 0 {
			return nil
		}
	}
	return fmt.Errorf("the number %s in a JSON literal has more digits than its canonical form (RFC 8785) keeps; write it as a string", number)
}
