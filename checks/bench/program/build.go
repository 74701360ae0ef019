// Package program builds the program vitrine and runs it, for what measures it from outside.
package program

import (
	"context"
	"fmt"
	"os/exec"
	"path/filepath"
	"strings"
)

// Build builds the program in a folder, out of the module that this one is beside, and returns
// its path.
func Build(ctx context.Context, folder string) (string, error) {
	root, err := exec.CommandContext(ctx, "go", "list", "-m", "-f", "{{.Dir}}", "vitrine").Output()
	if err != nil {
		return "", fmt.Errorf("find the module vitrine; run this in checks/bench: %w", err)
	}
	path := filepath.Join(folder, "vitrine")
	cmd := exec.CommandContext(ctx, "go", "build", "-o", path, "./cmd/vitrine")
	cmd.Dir = strings.TrimSpace(string(root))
	if out, err := cmd.CombinedOutput(); err != nil {
		return "", fmt.Errorf("%s: %w\n%s", cmd, err, out)
	}
	return path, nil
}
