package console

import (
	"runtime"
	"runtime/debug"
)

type VersionCommand struct{ JSONFlag }

func (c *VersionCommand) Run(a *App) error {
	result := struct {
		Version  string `json:"version"`
		Go       string `json:"go"`
		Platform string `json:"platform"`
	}{Version(), runtime.Version(), runtime.GOOS + "/" + runtime.GOARCH}
	return c.Report(a, result, "vitrine %s (%s, %s/%s)", Version(), runtime.Version(), runtime.GOOS, runtime.GOARCH)
}

// Version returns the version of the module, or the commit it was built from.
func Version() string {
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
