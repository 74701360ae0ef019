package expand

import (
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
	if err := exact(value); err != nil {
		return "", err
	}
	canonical := jsontext.Value(AppendJSON(nil, value))
	if err := canonical.Canonicalize(); err != nil {
		return "", fmt.Errorf("a JSON literal: %w", err)
	}
	return string(canonical), nil
}

// AppendJSON appends a value as JSON text, numbers as they are written.
func AppendJSON(dst []byte, value any) []byte {
	switch value := value.(type) {
	case bool:
		return strconv.AppendBool(dst, value)
	case Number:
		return append(dst, value...)
	case string:
		return appendText(dst, value)
	case []any:
		dst = append(dst, '[')
		for i, item := range value {
			if i > 0 {
				dst = append(dst, ',')
			}
			dst = AppendJSON(dst, item)
		}
		return append(dst, ']')
	case *Object:
		dst = append(dst, '{')
		for i, key := range value.keys {
			if i > 0 {
				dst = append(dst, ',')
			}
			dst = append(appendText(dst, key), ':')
			dst = AppendJSON(dst, value.values[key])
		}
		return append(dst, '}')
	}
	return append(dst, "null"...)
}

// appendText appends a string, whose characters are valid: the parser refuses others.
func appendText(dst []byte, text string) []byte {
	dst, _ = jsontext.AppendQuote(dst, text)
	return dst
}

// exact refuses a value with an integer that is no double.
func exact(value any) error {
	switch value := value.(type) {
	case Number:
		return exactNumber(string(value))
	case []any:
		for _, item := range value {
			if err := exact(item); err != nil {
				return err
			}
		}
	case *Object:
		for _, key := range value.keys {
			if err := exact(value.values[key]); err != nil {
				return err
			}
		}
	}
	return nil
}

func exactNumber(number string) error {
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
