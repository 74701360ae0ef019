package schedule

import (
	"errors"
	"sync"
	"time"

	"vitrine/harvest"
)

// maxRefused bounds how many refusals a status lists.
const maxRefused = 20

// Status says how far the harvest of a publisher is.
type Status struct {
	Feed  string
	Every time.Duration
	// Running is true during a run, of which Progress tells then.
	Running  bool
	Progress harvest.Progress
	// Runs ended so far, Failures of them with an error other than harvest.ErrBusy.
	Runs, Failures uint64
	// Began and Ended are the times of the last run, Succeeded when the last one ended
	// without an error, and Next when the next one begins. They are zero where there was
	// none.
	Began, Ended, Succeeded, Next time.Time
	// Err ended the last run; nil for one that was carried out.
	Err error
	// Created, Updated and Deleted count records of all runs.
	Created, Updated, Deleted uint64
	// Out counts the resources that are not in step after the last run, and Refused are the first of
	// them.
	Out     int
	Refused []harvest.Refusal
}

// publisher is a Publisher with its status.
type publisher struct {
	Publisher
	mu     sync.Mutex
	status Status
	// refusals are those of the run in progress.
	refusals []harvest.Refusal
}

func (p *publisher) snapshot() Status {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.status
}

func (p *publisher) begin(now time.Time) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.status.Running, p.status.Progress, p.status.Began, p.status.Next = true, harvest.Progress{}, now, time.Time{}
	p.refusals = nil
}

func (p *publisher) progress(progress harvest.Progress) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.status.Progress = progress
}

func (p *publisher) refused(r harvest.Refusal) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if len(p.refusals) < maxRefused {
		p.refusals = append(p.refusals, r)
	}
}

// end notes what a run came to. The next one is after the pause.
func (p *publisher) end(r *harvest.Report, err error, now time.Time, pause time.Duration) {
	p.mu.Lock()
	defer p.mu.Unlock()
	s := &p.status
	s.Running, s.Ended, s.Next, s.Err = false, now, now.Add(pause), err
	s.Runs++
	s.Created += uint64(r.Created)
	s.Updated += uint64(r.Updated)
	s.Deleted += uint64(r.Deleted + r.Pruned)
	s.Out, s.Refused = len(r.Refused), p.refusals
	switch {
	case err == nil:
		s.Succeeded = now
	case !errors.Is(err, harvest.ErrBusy):
		s.Failures++
	}
}
