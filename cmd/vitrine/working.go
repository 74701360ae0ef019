package main

import (
	"fmt"
	"io"
	"sync"
	"time"
)

// working shows on a terminal for how long something has been going on of which no more is
// known. It is safe for concurrent use.
type working struct {
	text  string
	start time.Time
	mu    sync.Mutex
	bar   *progressBar
	end   chan struct{}
	ended chan struct{}
}

// working shows a text, such as "checking museum.db", after a second and then every second
// until stop is called.
func (a *app) working(text string) *working {
	w := &working{text: text, bar: newProgressBar(a.stderr, a.terminal), start: time.Now(), end: make(chan struct{}), ended: make(chan struct{})}
	go func() {
		defer close(w.ended)
		if !a.terminal {
			return
		}
		ticker := time.NewTicker(time.Second)
		defer ticker.Stop()
		for {
			select {
			case now := <-ticker.C:
				w.show(now)
			case <-w.end:
				return
			}
		}
	}()
	return w
}

func (w *working) show(now time.Time) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.bar.show(fmt.Sprintf("%s, %s", printable(w.text), now.Sub(w.start).Round(time.Second)))
}

// clear removes the line, so that something else can be printed.
func (w *working) clear() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.bar.clear()
}

// stop removes the line for good.
func (w *working) stop() {
	close(w.end)
	<-w.ended
	w.clear()
}

// awaited is where the results of a command go, which may take long to come.
type awaited struct {
	out io.Writer
	// arrived is called before each write.
	arrived func()
}

func (w *awaited) Write(p []byte) (int, error) {
	w.arrived()
	return w.out.Write(p)
}
