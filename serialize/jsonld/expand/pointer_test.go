package expand_test

import (
	"testing"

	"vitrine/serialize/jsonld/expand"
)

func TestPath(t *testing.T) {
	var p expand.Path
	if p.String() != "" {
		t.Errorf("the root is %q", p.String())
	}
	p.Member("a/b~c")
	p.Item(3)
	p.Member("")
	if want := "/a~1b~0c/3/"; p.String() != want {
		t.Errorf("got %q, want %q", p.String(), want)
	}
	p.Leave()
	if want := "/a~1b~0c/3"; p.String() != want {
		t.Errorf("got %q, want %q", p.String(), want)
	}
	p.Reset()
	if p.String() != "" {
		t.Errorf("after Reset it is %q", p.String())
	}
}
