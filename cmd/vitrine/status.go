package main

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
	statusOK = 0
	// statusFailed: something failed, or a check found errors.
	statusFailed = 1
	// statusUsage: the command line is wrong.
	statusUsage = 2
	// statusPartly: records were refused or could not be read; the others are
	// stored or written.
	statusPartly = 3
)

// usageError is an error in the command line.
type usageError struct {
	err  error
	hint string
}

func (e *usageError) Error() string { return e.err.Error() }

func (e *usageError) Unwrap() error { return e.err }

// usage returns a usageError.
func usage(hint, format string, args ...any) error {
	return &usageError{fmt.Errorf(format, args...), hint}
}

// statusError ends the command with a status and without a further message.
type statusError int

func (e statusError) Error() string { return fmt.Sprintf("exit status %d", int(e)) }

// hintedError adds a hint to an error.
type hintedError struct {
	error
	hint string
}

func (e *hintedError) Unwrap() error { return e.error }

// fail prints the error, if there is one, with hints, and returns the exit
// status.
func (a *app) fail(err error) int {
	var silent statusError
	var wrong *usageError
	switch {
	case err == nil:
		return statusOK
	case errors.As(err, &silent):
		return int(silent)
	case errors.Is(err, context.Canceled) && a.ctx.Err() != nil:
		a.say("interrupted")
		return statusFailed
	}
	for _, fault := range faults(err) {
		a.say("%s", fault)
		for _, hint := range hints(fault) {
			a.hint(hint)
		}
	}
	if errors.As(err, &wrong) {
		return statusUsage
	}
	return statusFailed
}

// faults returns the errors that were joined in an error, itself where it is one.
func faults(err error) (out []error) {
	if joined, ok := err.(interface{ Unwrap() []error }); ok && errors.Join(joined.Unwrap()...).Error() == err.Error() {
		for _, each := range joined.Unwrap() {
			out = append(out, faults(each)...)
		}
		return out
	}
	if inner := errors.Unwrap(err); inner != nil && inner.Error() == err.Error() {
		if out = faults(inner); len(out) > 1 {
			return out
		}
	}
	return []error{err}
}

// hints returns hints for an error of another package.
func hints(err error) []string {
	var hinted *hintedError
	var wrong *usageError
	switch {
	case errors.As(err, &wrong):
		return []string{wrong.hint}
	case errors.As(err, &hinted):
		return []string{hinted.hint}
	case errors.Is(err, boltstore.ErrLocked):
		return []string{"only one process can have a store open, so stop the other one first; other commands can use the store of a vitrine serve that has a control socket (docs/running.md)"}
	case errors.Is(err, rdfstore.ErrCorrupt):
		return []string{"restore the file from a backup, or save what can still be read: vitrine dump --recover --db FILE"}
	}
	return nil
}

// notify prints a message.
func (a *app) notify(message string) { a.say("%s", message) }

// say prints a formatted message.
func (a *app) say(format string, args ...any) {
	fmt.Fprintf(a.stderr, "vitrine: %s\n", printable(fmt.Sprintf(format, args...)))
}

func (a *app) hint(text string) {
	if text != "" {
		fmt.Fprintf(a.stderr, "hint: %s\n", printable(text))
	}
}

// printable replaces control characters, so that text from a file can neither move the
// cursor of a terminal nor look like a separate line.
func printable(s string) string {
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

// print writes a line of the result.
func (a *app) print(format string, args ...any) error {
	_, err := io.WriteString(a.stdout, printable(fmt.Sprintf(format, args...))+"\n")
	return err
}

func errorText(err error) string {
	if err == nil {
		return ""
	}
	return err.Error()
}
