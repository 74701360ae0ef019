package formattest

import (
	"strings"
	"testing"
)

// internals are signs that a message shows a value as Go prints it: a verb that
// does not fit, a pointer, a map, a struct or the name of a type.
var internals = []string{"%!", "<nil>", "map[", "0xc0", "[]interface", "[]any", "interface {}", "&{", "*jsonld.", "*expand."}

// Message asks that the message of an error, which may be nil, be one for the
// author of a document: that it show nothing of Go's.
func Message(t testing.TB, err error) {
	t.Helper()
	if err == nil {
		return
	}
	for _, sign := range internals {
		if strings.Contains(err.Error(), sign) {
			t.Errorf("the message has %q: %v", sign, err)
		}
	}
}
