package main

import (
	"runtime"
	"runtime/debug"
)

type versionCommand struct{ jsonFlag }

func (c *versionCommand) Run(a *app) error {
	result := struct {
		Version  string `json:"version"`
		Go       string `json:"go"`
		Platform string `json:"platform"`
	}{version(), runtime.Version(), runtime.GOOS + "/" + runtime.GOARCH}
	return c.report(a, result, "vitrine %s (%s, %s/%s)", version(), runtime.Version(), runtime.GOOS, runtime.GOARCH)
}

// version returns the version of the module, or the commit it was built from.
func version() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return "unknown"
	}
	if v := info.Main.Version; v != "" && v != "(devel)" {
		return v
	}
	for _, s := range info.Settings {
		if s.Key == "vcs.revision" {
			return "devel-" + s.Value[:min(12, len(s.Value))]
		}
	}
	return "devel"
}
