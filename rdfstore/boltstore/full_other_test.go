//go:build !linux && !darwin

package boltstore_test

import "errors"

var errNoLimit = errors.New("this system cannot limit the size of files")

func childFillsDisk(string, uint64) error { return errNoLimit }

func childLoadsIntoFullDisk(string, uint64) error { return errNoLimit }
