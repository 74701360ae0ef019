package readcmd

import (
	"context"
	"encoding/base64"
	"errors"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"time"

	"vitrine/cmd/vitrine/internal/console"
	"vitrine/cmd/vitrine/internal/storeopen"
	"vitrine/rdfstore"
	"vitrine/rdfstore/boltstore"
	"vitrine/rdfstore/pgstore"
	"vitrine/remote"
	"vitrine/remote/mirror"
)

type MirrorToCommand struct {
	URL string `arg:"" name:"url" help:"Address of the Graph Store Protocol, such as http://127.0.0.1:7878/store."`
	storeopen.AnyStoreFlag
	State       string        `placeholder:"FILE" help:"File that keeps how far the mirror came (default: FILE.mirror.json beside the store)."`
	Credentials string        `placeholder:"FILE" help:"File with USER:PASSWORD or a bearer token for the graph store."`
	Interval    time.Duration `default:"10s" help:"How often to look for changes (default: ${default}); 0 ends when everything is in step, rather than going on to follow changes."`
	Full        bool          `help:"Send every record again."`
	Prune       bool          `help:"Delete the graphs that are not records of the store. Implies --interval 0."`
	Verify      bool          `help:"Compare every graph with its record at the end. Implies --interval 0."`
	Rate        *float64      `placeholder:"N" help:"Largest number of requests per second; 0 for no limit (default: 20; no limit for a graph store on this machine)."`
	Tries       int           `default:"5" help:"How often to try a request that fails for a temporary reason (default: ${default})."`
	console.JSONFlag
}

func (MirrorToCommand) Help() string {
	return `Copies each record into a graph of an RDF store elsewhere, such as Oxigraph or Apache
Jena Fuseki, over the SPARQL 1.1 Graph Store HTTP Protocol, and then follows the
changes until it is interrupted. The progress is kept in a file. If a run is
interrupted at any moment, nothing is lost: the next one continues.

While vitrine serve has the store, the records come from the server. A server may start at
any time: the file is closed while nothing is read of it. With --server the records come from
a service elsewhere, by its dump and its change feed.

A graph that the graph store refuses is reported, and the next run tries again; the
exit status is then 3. If --verify finds a difference, it is 1.

Examples:

    vitrine mirror-to http://127.0.0.1:7878/store --db museum.db

    vitrine mirror-to http://127.0.0.1:3030/museum/data --db museum.db --verify

    vitrine mirror-to https://triples.example/store --server https://data.museum.example/ --state mirror.json --credentials secret.txt`
}

const (
	// mirrorConcurrency is how many graphs are sent at the same time.
	mirrorConcurrency = 4
	// graphTimeout is the time for one graph.
	graphTimeout = time.Minute
	// maxMirroredGraph is the size of the largest graph that --verify reads, in bytes.
	maxMirroredGraph = 64 << 20
)

// MirrorResult is what a round prints as JSON.
type MirrorResult struct {
	*mirror.Report
	Verification *mirror.Verification `json:"verification,omitempty"`
	Error        string               `json:"error,omitempty"`
}

func (c *MirrorToCommand) Run(a *console.App) error {
	stateFile, err := c.stateFile()
	if err != nil {
		return err
	}
	target, err := c.target()
	if err != nil {
		return err
	}
	defer target.Close()
	bar := console.NewProgressBar(a.Stderr, a.Terminal)
	o := mirror.Options{
		Target: target, Endpoint: c.URL, StateFile: stateFile, Full: c.Full, Prune: c.Prune, Concurrency: mirrorConcurrency,
		Progress: func(p mirror.Progress) { bar.Graphs(p.Graphs) },
		Note: func(message string) {
			bar.Clear()
			a.Say("%s", message)
		},
	}
	if c.Interval == 0 || c.Prune || c.Verify {
		return c.round(a, &o, bar, true)
	}
	return c.follow(a, o, bar)
}

// follow goes on until it is interrupted.
func (c *MirrorToCommand) follow(a *console.App, o mirror.Options, bar *console.ProgressBar) error {
	for first := true; ; first = false {
		err := c.round(a, &o, bar, first)
		var partly console.StatusError
		switch {
		case a.Ctx.Err() != nil:
			return nil
		case isPassing(err):
			a.Say("%s; trying again in %s", err, c.Interval)
		case err != nil && !errors.As(err, &partly):
			return err
		}
		select {
		case <-a.Ctx.Done():
			return nil
		case <-time.After(c.Interval):
		}
	}
}

// round brings the graph store in step once. What it did is printed if that is anything, or
// always. A copy of everything that has begun is gone on with by the next round.
func (c *MirrorToCommand) round(a *console.App, o *mirror.Options, bar *console.ProgressBar, always bool) error {
	start := time.Now()
	result, err := c.attempt(a.Ctx, o)
	for try := 1; errors.Is(err, boltstore.ErrLocked) && try < lockTries; try++ {
		select {
		case <-a.Ctx.Done():
			return a.Ctx.Err()
		case <-time.After(lockWait):
		}
		o.Full = o.Full && result.Copied == 0
		var later MirrorResult
		later, err = c.attempt(a.Ctx, o)
		result.Add(later.Report)
		result.Verification = later.Verification
	}
	bar.Clear()
	r := result.Report
	o.Full = o.Full && err != nil && r.Copied == 0
	if always || err != nil || r.Copied+r.Changes+r.Pruned > 0 {
		if printErr := c.print(a, result, time.Since(start), err); printErr != nil {
			return errors.Join(printErr, err)
		}
	}
	switch {
	case err != nil:
		return hintedMirror(err)
	case result.Verification != nil && !result.Verification.Equal():
		return console.StatusError(console.StatusFailed)
	case len(r.Refused) > 0:
		return console.StatusError(console.StatusPartly)
	}
	return nil
}

// How often a round is begun again, and after how long, where another process has the file: a
// server has it some time before it answers at its socket.
const (
	lockTries = 150
	lockWait  = 200 * time.Millisecond
)

// attempt carries out a round with the source that there is.
func (c *MirrorToCommand) attempt(ctx context.Context, o *mirror.Options) (MirrorResult, error) {
	source, closeSource, err := c.source(ctx, o.StateFile)
	if err != nil {
		return MirrorResult{Report: &mirror.Report{}}, err
	}
	o.Source = source
	result, err := c.inStep(ctx, *o)
	return result, errors.Join(err, closeSource())
}

// verifyTries is how often a graph store is compared with a source that changes meanwhile.
const verifyTries = 3

// inStep runs the mirror and compares, if it is to. What changes while it compares is no
// difference, so it compares again then.
func (c *MirrorToCommand) inStep(ctx context.Context, o mirror.Options) (MirrorResult, error) {
	report, err := mirror.Run(ctx, o)
	result := MirrorResult{Report: report}
	for try := 1; err == nil && c.Verify && try <= verifyTries; try++ {
		if result.Verification, err = mirror.Verify(ctx, o); err != nil || result.Verification.Equal() {
			break
		}
		o.Full = false
		var later *mirror.Report
		if later, err = mirror.Run(ctx, o); err != nil || later.Changes == 0 {
			break
		}
		result.Add(later)
	}
	return result, err
}

func (c *MirrorToCommand) print(a *console.App, result MirrorResult, took time.Duration, err error) error {
	if c.JSON {
		result.Error = console.ErrorText(err)
		return a.PrintJSON(result)
	}
	r := result.Report
	line := fmt.Sprintf("mirrored to %s in %s: %s copied, %s followed, %d replaced, %d deleted; %d refused",
		c.URL, took.Round(time.Millisecond), console.Count(int(r.Copied), "graph"), console.Count(int(r.Changes), "change"), r.Replaced, r.Deleted, len(r.Refused))
	if c.Prune {
		line += fmt.Sprintf("; %d pruned", r.Pruned)
	}
	for _, refusal := range r.Refused {
		a.Say("%s: refused: %s", refusal.Name, refusal.Reason)
	}
	if err := a.Print("%s", line); err != nil || result.Verification == nil {
		return err
	}
	return printVerification(a, result.Verification)
}

// maxShown is how many names of graphs are shown of a kind.
const maxShown = 20

func printVerification(a *console.App, v *mirror.Verification) error {
	for _, kind := range []struct {
		names []string
		text  string
	}{{v.Different, "differs from its record"}, {v.Missing, "is missing"}, {v.Extra, "is no record"}} {
		for i, name := range kind.names {
			if i == maxShown {
				a.Say("and %d more", len(kind.names)-i)
				break
			}
			a.Say("%s %s", name, kind.text)
		}
	}
	line := fmt.Sprintf("compared %s: %d different, %d missing, %d that are no records", console.Count(int(v.Compared), "graph"), len(v.Different), len(v.Missing), len(v.Extra))
	if v.Unlisted {
		line = fmt.Sprintf("compared %s: %d different, %d missing; the graph store does not say which others it has", console.Count(int(v.Compared), "graph"), len(v.Different), len(v.Missing))
	}
	if v.Respelt > 0 {
		line += fmt.Sprintf("; %d with the same values in other spellings", v.Respelt)
	}
	return a.Print("%s", line)
}

// stateFile returns the name of the file that keeps the progress.
func (c *MirrorToCommand) stateFile() (string, error) {
	if c.Interval < 0 || c.Tries <= 0 {
		return "", console.Usage("", "--interval cannot be less than 0, and --tries has to be more")
	}
	switch {
	case c.State != "":
		return c.State, nil
	case c.DB != "":
		return storeopen.Beside(c.DB) + ".mirror.json", nil
	}
	return "", console.Usage("name a file that keeps how far the mirror came, such as --state mirror.json", "--server needs --state")
}

// target returns a client of the graph store.
func (c *MirrorToCommand) target() (*remote.GraphStore, error) {
	authorization, err := c.authorization()
	if err != nil {
		return nil, err
	}
	o := remote.GraphStoreOptions{
		Endpoint: c.URL, UserAgent: "vitrine/" + console.Version(), Authorization: authorization,
		Timeout: graphTimeout, GateOptions: remote.GateOptions{Tries: c.Tries}, MaxGraph: maxMirroredGraph,
	}
	u, err := url.Parse(c.URL)
	switch {
	case c.Rate != nil:
		o.Rate = *c.Rate
	case err == nil && !storeopen.OnThisMachine(u.Hostname()):
		o.Rate = storeopen.OtherHostsRate
	}
	client, err := remote.NewGraphStore(o)
	if errors.Is(err, remote.ErrPlain) {
		return nil, console.Hinted(err, "give the address of the graph store with https")
	}
	if err != nil {
		return nil, console.Usage("give its address, such as http://127.0.0.1:7878/store", "%w", err)
	}
	return client, nil
}

// authorization returns the Authorization field for what the file of credentials has.
func (c *MirrorToCommand) authorization() (string, error) {
	if c.Credentials == "" {
		return "", nil
	}
	text, err := os.ReadFile(c.Credentials)
	if err != nil {
		return "", fmt.Errorf("read the credentials: %w", err)
	}
	secret := strings.TrimSpace(string(text))
	switch {
	case secret == "" || strings.ContainsAny(secret, "\r\n"):
		return "", console.Usage("write USER:PASSWORD or a bearer token into it, on one line", "%s holds no credentials", c.Credentials)
	case strings.Contains(secret, ":"):
		return "Basic " + base64.StdEncoding.EncodeToString([]byte(secret)), nil
	}
	return "Bearer " + secret, nil
}

// source opens what has the records.
func (c *MirrorToCommand) source(ctx context.Context, stateFile string) (mirror.Source, func() error, error) {
	service, err := c.Service(ctx)
	if err != nil {
		return nil, nil, err
	}
	if service != nil {
		return mirror.NewService(mirror.ServiceOptions{Client: service, Folder: filepath.Dir(stateFile), Tries: c.Tries}), service.Close, nil
	}
	open := func(ctx context.Context) (rdfstore.Store, error) {
		return c.Shared().Opened(ctx, boltstore.Options{ReadOnly: true})
	}
	if !pgstore.IsAddress(c.DB) {
		store := storeopen.NewLeasedStore(open)
		return mirror.NewStore(store), store.Close, nil
	}
	store, err := open(ctx)
	if err != nil {
		return nil, nil, err
	}
	return mirror.NewStore(store), store.Close, nil
}
