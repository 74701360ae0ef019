package main

import (
	"io"
	"testing"

	"github.com/alecthomas/kong"

	"vitrine/cmd/vitrine/internal/servecmd"
)

// TestFlags holds the number of flags, since each one more is one more to understand, and
// has no flag name a format of the output that --json is for.
func TestFlags(t *testing.T) {
	const most, mostOfServe = 70, 35
	parser, err := newParser(io.Discard, io.Discard, func(int) {})
	if err != nil {
		t.Fatal(err)
	}
	names := map[string]bool{}
	var count func(*kong.Node)
	count = func(n *kong.Node) {
		for _, f := range n.Flags {
			if f.Name == "help" {
				continue
			}
			names[f.Name] = true
			for _, value := range f.EnumSlice() {
				if f.Name == "format" && (value == "text" || value == "json") {
					t.Errorf("%s has --format %s beside --json", n.FullPath(), value)
				}
			}
		}
		if n.Name == servecmd.ServeName && len(n.Flags) > mostOfServe {
			t.Errorf("serve has %d flags; want at most %d", len(n.Flags), mostOfServe)
		}
		for _, child := range n.Children {
			count(child)
		}
	}
	count(parser.Model.Node)
	if len(names) > most {
		t.Errorf("all commands have %d flags of different names; want at most %d", len(names), most)
	}
}
