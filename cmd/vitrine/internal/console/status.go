package console

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"unicode"

	"vitrine/rdfstore"
	"vitrine/rdfstore/boltstore"
)

// The exit statuses.
const (
	// statusOK: all was done.
	StatusOK = 0
	// statusFailed: something failed, or a check found errors.
	StatusFailed = 1
	// statusUsage: the command line is wrong.
	StatusUsage = 2
	// statusPartly: records were refused or could not be read; the others are
	// stored or written.
	StatusPartly = 3
)

// UsageError is an error in the command line.
type UsageError struct {
	Err  error
	Hint string
}

func (e *UsageError) Error() string { return e.Err.Error() }

func (e *UsageError) Unwrap() error { return e.Err }

// Usage returns a usageError.
func Usage(hint, format string, args ...any) error {
	return &UsageError{fmt.Errorf(format, args...), hint}
}

// StatusError ends the command with a status and without a further message.
type StatusError int

func (e StatusError) Error() string { return fmt.Sprintf("exit status %d", int(e)) }

// HintedError adds a hint to an error.
type HintedError struct {
	error
	Hint string
}

// Hinted returns an error with a hint.
func Hinted(err error, hint string) error { return &HintedError{err, hint} }

func (e *HintedError) Unwrap() error { return e.error }

// Fail prints the error, if there is one, with hints, and returns the exit
// status.
func (a *App) Fail(err error) int {
	var silent StatusError
	var wrong *UsageError
	switch {
	case err == nil:
		return StatusOK
	case errors.As(err, &silent):
		return int(silent)
	case errors.Is(err, context.Canceled) && a.Ctx.Err() != nil:
		a.Say("interrupted")
		return StatusFailed
	}
	for _, fault := range Faults(err) {
		a.Say("%s", fault)
		for _, hint := range Hints(fault) {
			a.Hint(hint)
		}
	}
	if errors.As(err, &wrong) {
		return StatusUsage
	}
	return StatusFailed
}

// Faults returns the errors that were joined in an error, itself where it is one.
func Faults(err error) (out []error) {
	if joined, ok := err.(interface{ Unwrap() []error }); ok && errors.Join(joined.Unwrap()...).Error() == err.Error() {
		for _, each := range joined.Unwrap() {
			out = append(out, Faults(each)...)
		}
		return out
	}
	if inner := errors.Unwrap(err); inner != nil && inner.Error() == err.Error() {
		if out = Faults(inner); len(out) > 1 {
			return out
		}
	}
	return []error{err}
}

// Hints returns hints for an error of another package.
func Hints(err error) []string {
	var hinted *HintedError
	var wrong *UsageError
	switch {
	case errors.As(err, &wrong):
		return []string{wrong.Hint}
	case errors.As(err, &hinted):
		return []string{hinted.Hint}
	case errors.Is(err, boltstore.ErrLocked):
		return []string{"only one process can have a store open, so stop the other one first; other commands can use the store of a vitrine serve that has a control socket (docs/running.md)"}
	case errors.Is(err, rdfstore.ErrCorrupt):
		return []string{"restore the file from a backup, or save what can still be read: vitrine dump --recover --db FILE"}
	}
	return nil
}

// Notify prints a message.
func (a *App) Notify(message string) { a.Say("%s", message) }

// Say prints a formatted message.
func (a *App) Say(format string, args ...any) {
	fmt.Fprintf(a.Stderr, "vitrine: %s\n", Printable(fmt.Sprintf(format, args...)))
}

// Begin says on a terminal what begins, such as "checking museum.db", where that may take long.
func (a *App) Begin(text string) {
	if a.Terminal {
		a.Say("%s …", text)
	}
}

func (a *App) Hint(text string) {
	if text != "" {
		fmt.Fprintf(a.Stderr, "hint: %s\n", Printable(text))
	}
}

// Printable replaces control characters, so that text from a file can neither move the
// cursor of a terminal nor look like a separate line.
func Printable(s string) string {
	return strings.Map(func(r rune) rune {
		if r == '\n' {
			return ' '
		}
		if r != '\t' && !unicode.IsPrint(r) {
			return '\uFFFD'
		}
		return r
	}, s)
}

// Print writes a line of the result.
func (a *App) Print(format string, args ...any) error {
	_, err := io.WriteString(a.Stdout, Printable(fmt.Sprintf(format, args...))+"\n")
	return err
}

func ErrorText(err error) string {
	if err == nil {
		return ""
	}
	return err.Error()
}
