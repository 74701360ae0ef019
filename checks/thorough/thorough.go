// Package thorough says how often tests at random are tried: a few times for every change, and
// more often with VITRINE_TEST_THOROUGH=1, which make all-checks sets. It is for tests alone.
package thorough

import "os"

// Rounds is the usual number, or all.
func Rounds(usual, all int) int {
	if os.Getenv("VITRINE_TEST_THOROUGH") != "" {
		return all
	}
	return usual
}
