package update

import (
	"encoding/json"
	"errors"
	"fmt"

	jsonpatch "github.com/evanphx/json-patch/v5"
	"github.com/go-json-experiment/json/jsontext"

	"vitrine/server/web/respond"
)

// maxOperations is how many operations a JSON Patch may have.
const maxOperations = 1000

// operations are a JSON Patch (RFC 6902). The members of objects keep their order.
type operations struct {
	patch   jsonpatch.Patch
	maxCopy int64
}

// parseOperations reads a JSON Patch. The error is an answer.
func (w *Writer) parseOperations(text []byte) (patch, error) {
	// The library takes the last of two members of one name, and strings that are not UTF-8.
	if _, err := jsontext.AppendFormat(nil, text); err != nil {
		return nil, malformedPatch(text, err)
	}
	var list []operation
	if err := json.Unmarshal(text, &list); err != nil || jsontext.Value(text).Kind() != '[' {
		return nil, &respond.Error{Type: respond.Malformed, Detail: "A JSON Patch is an array of operations, each an object with op and path.", Err: err}
	}
	if len(list) > maxOperations {
		return nil, &respond.Error{Type: respond.ContentTooLarge, Detail: fmt.Sprintf("A JSON Patch may have %d operations.", maxOperations)}
	}
	for i, o := range list {
		if detail := o.fault(); detail != "" {
			return nil, &respond.Error{Type: respond.Malformed, Detail: fmt.Sprintf("Operation %d of the patch %s.", i+1, detail)}
		}
	}
	p, err := jsonpatch.DecodePatch(text)
	if err != nil {
		return nil, &respond.Error{Type: respond.Malformed, Detail: "The JSON Patch cannot be read: " + err.Error() + ".", Err: err}
	}
	return &operations{p, w.MaxBody}, nil
}

// operation is what each operation has to have (RFC 6902 section 4).
type operation struct {
	Op    string          `json:"op"`
	Path  *string         `json:"path"`
	From  *string         `json:"from"`
	Value json.RawMessage `json:"value"`
}

// fault says what is wrong with an operation, "" where nothing is.
func (o operation) fault() string {
	if o.Path == nil || !jsontext.Pointer(*o.Path).IsValid() {
		return "has no path, or one that is no JSON Pointer"
	}
	switch o.Op {
	case "add", "replace", "test":
		if len(o.Value) == 0 {
			return "has no value"
		}
	case "move", "copy":
		if o.From == nil || !jsontext.Pointer(*o.From).IsValid() {
			return "has no from, or one that is no JSON Pointer"
		}
	case "remove":
	default:
		return fmt.Sprintf("has the op %q, which is none of add, remove, replace, move, copy and test", o.Op)
	}
	return ""
}

// Apply returns the text with the operations carried out, all of them or none. The error is an
// answer: 409 for a test that fails, and 422 where the text does not have what an operation
// needs (RFC 5789 section 2.2).
func (p *operations) Apply(text []byte) ([]byte, error) {
	options := &jsonpatch.ApplyOptions{AccumulatedCopySizeLimit: p.maxCopy}
	out, err := p.patch.ApplyWithOptions(text, options)
	var copies *jsonpatch.AccumulatedCopySizeError
	switch {
	case err == nil:
		return out, nil
	case errors.Is(err, jsonpatch.ErrTestFailed):
		return nil, &respond.Error{Type: respond.Conflict, Detail: "The description is not as the patch expects it: " + err.Error() + ".", Err: err}
	case errors.As(err, &copies):
		return nil, tooLong(p.maxCopy)
	}
	return nil, &respond.Error{Type: respond.Unprocessable, Detail: "The patch cannot be applied: " + err.Error() + ".", Err: err}
}
