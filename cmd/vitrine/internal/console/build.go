package console

import (
	"crypto/sha256"
	"encoding/hex"
	"io"
	"os"
	"runtime/debug"
)

// BuildID identifies the program for entity tags, so that they stay the same
// across restarts of one build and differ between builds. A build of a commit or of a
// released version is identified by its build information. Any other build, such as one
// of a changed tree, is identified by the hash of its file; if the file cannot be read,
// the result is empty.
func BuildID() string {
	if info, ok := debug.ReadBuildInfo(); ok && isReproducible(info) {
		return info.String()
	}
	path, err := os.Executable()
	if err != nil {
		return ""
	}
	file, err := os.Open(path)
	if err != nil {
		return ""
	}
	defer file.Close()
	hash := sha256.New()
	if _, err := io.Copy(hash, file); err != nil {
		return ""
	}
	return hex.EncodeToString(hash.Sum(nil))
}

// isReproducible reports whether the build information identifies the sources: those of
// a module version, or of a commit without changes.
func isReproducible(info *debug.BuildInfo) bool {
	if info.Main.Sum != "" {
		return true
	}
	settings := map[string]string{}
	for _, s := range info.Settings {
		settings[s.Key] = s.Value
	}
	return settings["vcs.revision"] != "" && settings["vcs.modified"] == "false"
}
