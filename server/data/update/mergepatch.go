package update

import (
	"fmt"

	"github.com/go-json-experiment/json/jsontext"

	"vitrine/server/data/jsontree"
)

// maxValues is the most values that a JSON text may have to be patched.
const maxValues = 1 << 20

// mergePatch is a JSON Merge Patch (RFC 7396,
// https://www.rfc-editor.org/rfc/rfc7396.html). The members of an object keep their order,
// new ones come last, and values that are no objects keep their spelling, so that a record
// that is changed comes back as it was but for the change.
type mergePatch struct{ root *jsontree.Value }

// parseMergePatch reads a patch. The errors are those of jsontree.Parse.
func parseMergePatch(text []byte) (mergePatch, error) {
	d, err := jsontree.Parse(text, maxValues)
	if err != nil {
		return mergePatch{}, err
	}
	prune(d.Value)
	return mergePatch{d.Value}, nil
}

// prune notes what a patch removes; where there is nothing, that adds nothing.
func prune(patch *jsontree.Value) {
	if patch.Kind() != '{' {
		return
	}
	for _, change := range patch.Children {
		change.Removed = change.Kind() == 'n'
		prune(change)
	}
}

// Apply returns the text with the patch applied, without white space between its tokens. The
// errors are those of jsontree.Parse, about the text.
func (p mergePatch) Apply(text []byte) ([]byte, error) {
	target, err := jsontree.Parse(text, maxValues)
	if err != nil {
		return nil, fmt.Errorf("the text to be patched: %w", err)
	}
	merge(target.Value, p.root)
	out := jsontext.Value(target.Write())
	err = out.Compact()
	return out, err
}

// merge is MergePatch of RFC 7396 section 2. The patch stays as it is.
func merge(target, patch *jsontree.Value) {
	if patch.Kind() != '{' || target.Kind() != '{' {
		target.Changed = patch.Append(nil)
		return
	}
	members := target.Members()
	for _, change := range patch.Children {
		switch there := members[change.Name]; {
		case there == nil && change.Removed:
		case there == nil:
			target.Added = append(target.Added, jsontree.Addition{Name: change.Name, Value: change.Append(nil)})
		case change.Removed:
			there.Removed = true
		default:
			merge(there, change)
		}
	}
}
