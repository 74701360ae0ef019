package pace

import (
	"os"
	"runtime"
)

// threadsOfServer is how many threads of a server run Go code at least.
const threadsOfServer = 4

// AddThreads lets at least threadsOfServer goroutines run at once, though there may be
// fewer processors, unless the environment says how many. Go looks for what has come by the
// network only where a thread has nothing else to do, or every 10 ms: on two processors, a
// load and the search index that follows it kept both threads busy, and each request waited
// for that. With threads to spare the kernel shares the processors out, in shorter turns.
//
// Limits that follow the number of processors have to be set before.
func AddThreads() {
	if os.Getenv("GOMAXPROCS") == "" && runtime.GOMAXPROCS(0) < threadsOfServer {
		runtime.GOMAXPROCS(threadsOfServer)
	}
}
