package main

import (
	"io"
	"os"

	"golang.org/x/term"
)

// isTerminal tells whether what is written to w is seen by a person at once.
func isTerminal(w io.Writer) bool {
	file, ok := w.(*os.File)
	return ok && term.IsTerminal(int(file.Fd()))
}
