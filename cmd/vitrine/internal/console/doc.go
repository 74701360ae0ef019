// Package console is how commands speak to their user: results on standard output, messages
// and hints on standard error, progress on a terminal, and the exit statuses. It knows no
// command.
package console
