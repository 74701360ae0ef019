package console

import (
	"fmt"
	"io"
	"time"
)

// working shows on a terminal for how long something has been going on of which no more is
// known. It is safe for concurrent use.
type working struct {
	*ProgressBar
	text  string
	end   chan struct{}
	ended chan struct{}
}

// Working shows a text, such as "checking museum.db", after a second and then every second
// until stop is called.
func (a *App) Working(text string) *working {
	w := &working{ProgressBar: NewProgressBar(a.Stderr, a.Terminal), text: text, end: make(chan struct{}), ended: make(chan struct{})}
	go func() {
		defer close(w.ended)
		if !a.Terminal {
			return
		}
		ticker := time.NewTicker(time.Second)
		defer ticker.Stop()
		for {
			select {
			case now := <-ticker.C:
				w.tick(now)
			case <-w.end:
				return
			}
		}
	}()
	return w
}

func (w *working) tick(now time.Time) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.show(fmt.Sprintf("%s, %s", Printable(w.text), now.Sub(w.start).Round(time.Second)))
}

// Stop removes the line for good.
func (w *working) Stop() {
	close(w.end)
	<-w.ended
	w.Clear()
}

// Awaited is where the results of a command go, which may take long to come.
type Awaited struct {
	Out io.Writer
	// Arrived is called before each write.
	Arrived func()
}

func (w *Awaited) Write(p []byte) (int, error) {
	w.Arrived()
	return w.Out.Write(p)
}
