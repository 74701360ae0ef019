// Package semaphore bounds the work that requests cause: how much of it is done at
// once, how many wait for it, and that what several need is done once. It does
// not know what the work is.
package semaphore
