// Package loadcmd holds the commands that take records in: load, harvest and harvest-check,
// and validate, which only checks them. What a record has to be is for package linkedart/admission
// to say.
package loadcmd
