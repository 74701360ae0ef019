// Package readcmd holds the commands that write out what a store holds: get, dump, query, and
// mirror-to, which keeps another store in step. They change nothing.
package readcmd
