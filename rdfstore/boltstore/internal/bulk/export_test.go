package bulk

// CommitBytes and ReservedBytes are what the tests of the first pages go by.
const (
	CommitBytes   = commitBytes
	ReservedBytes = reservedBytes
)

// Reserved is the bucket that holds the first pages.
var Reserved = reserved
