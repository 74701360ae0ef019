// Package admincmd holds the commands that look after a store and what belongs to it: check,
// compact, backup, restore, copy, db, stats, token, context, and those that only print, bench
// and explain.
package admincmd
