//go:build !linux

package pace

// LowerPriority does nothing, since priorities differ from system to system.
func LowerPriority() {}
