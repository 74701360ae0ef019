// Package storeopen opens the store of a command: a file, a database, the server of this
// machine that has the file open, or a service elsewhere, with the flags that name them. It
// decides nothing about records.
package storeopen
