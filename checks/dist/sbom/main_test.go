package main

import (
	"bytes"
	"encoding/json"
	"runtime/debug"
	"testing"
)

func TestWrite(t *testing.T) {
	info := &debug.BuildInfo{
		GoVersion: "go1.26.8",
		Main:      debug.Module{Path: "vitrine", Version: "v1.2.3"},
		Deps: []*debug.Module{
			{Path: "example.org/a", Version: "v1.0.0+incompatible", Sum: "h1:aaa="},
			{Path: "example.org/b", Version: "v2.0.0", Replace: &debug.Module{Path: "example.org/c", Version: "v2.1.0"}},
		},
		Settings: []debug.BuildSetting{{Key: "vcs.revision", Value: "abc"}, {Key: "-ldflags", Value: "-s"}},
	}
	var out bytes.Buffer
	if err := write(&out, info); err != nil {
		t.Fatal(err)
	}
	var got bill
	if err := json.Unmarshal(out.Bytes(), &got); err != nil {
		t.Fatal(err)
	}
	program := got.Metadata.Component
	if got.Format != "CycloneDX" || program.Type != "application" || program.PURL != "pkg:golang/vitrine@v1.2.3" || len(program.Properties) != 1 || program.Properties[0] != (property{"go:build:vcs.revision", "abc"}) {
		t.Errorf("the program is %+v", program)
	}
	want := []string{"pkg:golang/stdlib@1.26.8", "pkg:golang/example.org/a@v1.0.0%2Bincompatible", "pkg:golang/example.org/c@v2.1.0"}
	for i, purl := range want {
		if i >= len(got.Components) || got.Components[i].PURL != purl || got.Dependencies[0].DependsOn[i] != purl {
			t.Fatalf("component %d of %+v is not %s", i, got.Components, purl)
		}
	}
	if len(got.Components) != 3 || got.Components[1].Properties[0].Value != "h1:aaa=" {
		t.Errorf("the components are %+v", got.Components)
	}
}
