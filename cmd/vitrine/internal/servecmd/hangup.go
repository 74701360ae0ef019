package servecmd

import (
	"os"
	"os/signal"
	"syscall"

	"vitrine/cmd/vitrine/internal/console"
)

// keepThroughHangup has SIGHUP not end the program until stop is called. It asks a service
// to read its files again, also one that has none to read, as systemctl reload does. A
// program on a terminal ends with the terminal.
func keepThroughHangup(a *console.App) (stop func()) {
	if a.Terminal {
		return func() {}
	}
	// Nothing waits for it here: those who read files again are signals as well.
	signals := make(chan os.Signal, 1)
	signal.Notify(signals, syscall.SIGHUP)
	return func() { signal.Stop(signals) }
}
