//go:build !linux

package main

// lowerPriority does nothing, since priorities differ from system to system.
func lowerPriority() {}
