package loadcmd

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"net/url"
	"os"
	"slices"
	"strings"
	"time"

	"vitrine/cmd/vitrine/internal/console"
	"vitrine/cmd/vitrine/internal/storeopen"
	"vitrine/harvest"
	harvestclient "vitrine/harvest/client"
	"vitrine/linkedart/report"
	"vitrine/load"
	"vitrine/rdfstore/boltstore"
	"vitrine/rdfstore/graph"
	"vitrine/rdfstore/pgstore"
	"vitrine/remote"
	"vitrine/remote/mirror"
)

// ClientFlags configure requests to other hosts.
type ClientFlags struct {
	Host    []string `placeholder:"NAME,..." help:"Other hosts to fetch records from. The host of the feed is always allowed, over http and https and on any port."`
	Resolve []string `placeholder:"ORIGIN=ORIGIN,..." help:"Send requests for the first origin to the second, such as https://data.museum.example=http://127.0.0.1:8080."`
	Rate    *float64 `placeholder:"N" help:"Largest number of requests per second; 0 for no limit (default: 20; no limit for a feed on this machine)."`
	Tries   int      `default:"5" help:"How often to try a request that fails for a temporary reason (default: ${default})."`
	Contact string   `placeholder:"URL" help:"Web page or mail address for the publisher to contact; sent in User-Agent."`
}

type HarvestCommand struct {
	URL string `arg:"" name:"url" help:"URL of the feed, an OrderedCollection."`
	storeopen.SharedFlag
	storeopen.BaseFlag
	storeopen.ContextsFlag
	storeopen.ChangeFlags
	ClientFlags
	Full  bool `help:"Fetch and compare every record, even if an earlier run has fetched it."`
	Prune bool `help:"Delete records of the feed's hosts that the feed does not name. Implies --full."`
	RecordFlags
	Strict bool `help:"Stop at the first record that is refused."`
	admissionFlags
	console.JSONFlag
	reportFlags
}

// RecordFlags say which records of a feed are taken, and how they are read.
type RecordFlags struct {
	Prefix  []string `placeholder:"URI,..." help:"Beginnings of the URIs of the records to take, such as https://data.museum.example/object/; without it, all on the hosts."`
	Lenient bool     `help:"Accept records with keys that no context defines; drop these keys and report them."`
}

func (HarvestCommand) Help() string {
	return `The feed has to follow the IIIF Change Discovery API; every Vitrine service has one
at /-/activity. The first run fetches every record that the feed names. Later runs
fetch what changed and delete what was deleted. The progress is kept beside the
store, in FILE.harvest.json. If a run is interrupted, nothing is lost: the next run
continues.

While vitrine serve has the store, the records go through the server, which goes on
answering, so that a mirror can be served and kept in step at once.

A record that is refused, or that cannot be fetched, is reported, and the next run
tries again; the exit status is then 3. Requests go only to the host of the
feed, over https or http and on any port. Records of other hosts are left out and
counted, unless --host names them.

Examples:

    vitrine harvest https://data.museum.example/-/activity --db mirror.db --base-url https://aggregator.example/

    vitrine harvest https://data.museum.example/-/activity --db mirror.db --contact https://aggregator.example/about

    vitrine harvest https://data.museum.example/-/activity --db mirror.db --resolve https://data.museum.example=http://127.0.0.1:8080`
}

func (c *HarvestCommand) Run(a *console.App) error {
	r, err := c.Dependencies()
	if err != nil {
		return err
	}
	asking, err := c.Client(c.URL)
	if err != nil {
		return err
	}
	defer asking.Close()
	if c.BaseURL, err = storeopen.Local(c.DB, c.ControlFlag).Base(a.Ctx, c.BaseURL, !pgstore.IsAddress(c.DB)); err != nil {
		return err
	}
	bar := console.NewProgressBar(a.Stderr, a.Terminal)
	found, err := c.reportFlags.open(a, a.Stderr, report.Options{Format: "text", Live: true}, bar.Clear)
	if err != nil {
		return err
	}
	check, err := newModelCheck(c.admissionFlags, "", r, found)
	if err != nil {
		return err
	}
	check.base = string(c.BaseURL)
	options := c.options(a, r, bar, found)
	_, missing := os.Stat(c.DB)
	store, err := changed(a, r, storeopen.Local(c.DB, c.ControlFlag), c.BaseURL, c.ChangeFlags, bar.Rewrite)
	if err != nil {
		return err
	}
	check.use(store)
	options.Client, options.Store, options.Check, options.Lock = asking, store, check.check, HarvestLock(store)
	start := time.Now()
	done, err := harvest.Run(a.Ctx, options)
	if err != nil && errors.Is(missing, fs.ErrNotExist) {
		err = errors.Join(err, removeEmpty(context.WithoutCancel(a.Ctx), store, c.DB))
	}
	err = errors.Join(storeopen.Closing(store, err), found.close())
	if err == nil && missing == nil && done.Created > 0 {
		feed, _ := url.Parse(c.URL) // the client has read it
		came := func(id string) bool { u, err := url.Parse(id); return err == nil && u.Hostname() == feed.Hostname() }
		tellSame(a, storeopen.Local(c.DB, c.ControlFlag), c.BaseFlag, storeopen.Beside(c.DB)+".same.csv", came)
	}
	return c.report(a, done, time.Since(start), err)
}

// removeEmpty removes the file of a store that was made for a harvest which stored nothing. It
// is open still, so that no other process has it.
func removeEmpty(ctx context.Context, store harvestStore, path string) error {
	if _, isFile := store.(*boltstore.Store); !isFile {
		return nil
	}
	last, err := store.LastChange(ctx)
	if err != nil || last.Seq > 0 {
		return err
	}
	return os.Remove(path)
}

// harvestStore is a store that is closed after a harvest.
type harvestStore interface {
	harvest.Store
	Close() error
}

// changed returns the store to change: that of the server that has it, or the one that it
// opens or makes, with the base URL.
func changed(a *console.App, r *storeopen.Dependencies, f storeopen.AnyStoreFlag, base storeopen.BaseURL, by storeopen.ChangeFlags, rewrite func(boltstore.BulkProgress)) (harvestStore, error) {
	served, err := f.Service(a.Ctx)
	if err != nil {
		return nil, err
	}
	if served == nil {
		return f.Shared().OpenedForWriting(a, by, boltstore.Options{Create: true, Base: string(base), Derivation: r.Links.Derivation()}, rewrite)
	}
	by.Sign(served)
	if served.IsLocal() {
		a.Say("a server has %s open; the records go through it", f.DB)
	}
	records, err := r.RecordsOf(served, string(base))
	if err != nil {
		return nil, errors.Join(err, served.Close())
	}
	text := func(_ context.Context, g *graph.Graph) ([]byte, error) { return r.Processor.Append(nil, g) }
	return &servedStore{ServiceRecords: records, source: mirror.Service{Client: served}, text: text, together: TogetherInUse, flush: func() error { return nil }}, nil
}

func (c *HarvestCommand) options(a *console.App, r *storeopen.Dependencies, bar *console.ProgressBar, found *findings) harvest.Options {
	options := harvest.Options{
		Feed: c.URL, StateFile: HarvestState(c.DB), Formats: r.Formats,
		Full: c.Full, Prune: c.Prune, Strict: c.Strict, Dropped: found.dropped, Progress: bar.Harvest,
		Refused: func(r harvest.Refusal) { found.refused(load.Place{Source: r.URL}, nil, r.Reason) },
		Note: func(message string) {
			bar.Clear()
			a.Say("%s", message)
		},
	}
	c.RecordFlags.Configure(&options)
	return options
}

// HarvestLock returns what keeps harvests on other machines into a store in a database away,
// nil for other stores.
func HarvestLock(store any) func(ctx context.Context, feed string) (func(), error) {
	shared, ok := store.(*pgstore.Store)
	if !ok {
		return nil
	}
	return func(ctx context.Context, feed string) (func(), error) {
		unlock, err := shared.Lock(ctx, "harvest "+feed)
		if errors.Is(err, pgstore.ErrLocked) {
			return nil, fmt.Errorf("%w: %w", harvest.ErrBusy, err)
		}
		return unlock, err
	}
}

// HarvestState returns the path of the file that says how far the harvests into a store
// came.
func HarvestState(db string) string { return storeopen.Beside(db) + ".harvest.json" }

// Configure adds the flags to the options of a harvest.
func (f RecordFlags) Configure(o *harvest.Options) { o.Prefixes, o.Lenient = f.Prefix, f.Lenient }

// Client returns a client for the host of a feed.
func (f ClientFlags) Client(feed string) (*harvestclient.Client, error) {
	u, err := url.Parse(feed)
	if err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Host == "" {
		return nil, console.Usage("give its address, such as https://data.museum.example/-/activity", "%q is not the address of a feed", feed)
	}
	if f.Tries <= 0 {
		return nil, console.Usage("", "--tries has to be more than 0")
	}
	o := harvestclient.Options{UserAgent: f.userAgent(), Hosts: append([]string{u.Hostname()}, f.Host...), Resolve: map[string]string{}, Timeout: harvestclient.DefaultTimeout, GateOptions: remote.GateOptions{Tries: f.Tries}}
	found := u
	for _, pair := range f.Resolve {
		from, to, ok := strings.Cut(pair, "=")
		origin, err := url.Parse(from)
		if !ok || err != nil {
			return nil, console.Usage("write ORIGIN=ORIGIN, such as https://data.museum.example=http://127.0.0.1:8080", "--resolve: %q does not name two origins", pair)
		}
		o.Resolve[from] = to
		o.Hosts = append(o.Hosts, harvestclient.HostOf(origin))
		if place, err := url.Parse(to); err == nil && harvestclient.HostOf(origin) == harvestclient.HostOf(u) {
			found = place
		}
	}
	switch {
	case f.Rate != nil:
		o.Rate = *f.Rate
	case !storeopen.OnThisMachine(found.Hostname()):
		o.Rate = storeopen.OtherHostsRate
	}
	made, err := harvestclient.New(o)
	if err != nil {
		return nil, &console.UsageError{Err: err}
	}
	return made, nil
}

func (f ClientFlags) userAgent() string {
	agent := "vitrine/" + console.Version()
	if f.Contact != "" {
		agent += " (+" + console.Printable(f.Contact) + ")"
	}
	return agent
}

// report writes the report. err is the error that ended the run, or nil.
func (c *HarvestCommand) report(a *console.App, r *harvest.Report, took time.Duration, err error) error {
	if a.Ctx.Err() != nil {
		err = errors.New("interrupted; the records stored so far are kept, and the next run continues from there")
	}
	if c.JSON {
		if writeErr := a.PrintJSON(jsonReport{r, err == nil, console.ErrorText(err)}); writeErr != nil {
			return errors.Join(writeErr, err)
		}
	} else if writeErr := c.text(a, r, took); writeErr != nil {
		return errors.Join(writeErr, err)
	}
	if err != nil {
		return hintedHarvest(err)
	}
	if !r.Whole() {
		return console.StatusError(console.StatusPartly)
	}
	return nil
}

// jsonReport is a report with the outcome of the run.
type jsonReport struct {
	*harvest.Report
	// Finished is true if all activities of the feed were handled.
	Finished bool   `json:"finished"`
	Error    string `json:"error,omitempty"`
}

func (c *HarvestCommand) text(a *console.App, r *harvest.Report, took time.Duration) error {
	line := fmt.Sprintf("harvested %s of %s on %s in %s: %d new, %d replaced, %d unchanged, %d deleted; %d refused",
		console.Count(r.Resources, "record"), console.CountOf(r.Activities, "activity", "activities"), console.Count(r.Pages, "page"), took.Round(time.Millisecond),
		r.Created, r.Updated, r.Unchanged, r.Deleted, len(r.Refused))
	if r.Absent > 0 {
		line += fmt.Sprintf(", %d to delete that were not there", r.Absent)
	}
	if r.Dropped > 0 {
		line += ", " + console.Count(r.Dropped, "key") + " dropped"
	}
	if c.Prune {
		line += fmt.Sprintf("; %d pruned", r.Pruned)
	}
	lines := []string{line}
	if r.Unknown > 0 {
		lines = append(lines, "ignored "+console.CountOf(r.Unknown, "activity", "activities")+" of other types")
	}
	if r.Unusable > 0 {
		lines = append(lines, "could not use "+console.CountOf(r.Unusable, "activity", "activities"))
	}
	if r.Outside > 0 {
		lines = append(lines, "left out "+console.Count(r.Outside, "record")+" without the prefix")
	}
	for _, host := range slices.Sorted(maps.Keys(r.LeftOut)) {
		lines = append(lines, fmt.Sprintf("left out %s of %s; fetch them with --host %s --full", console.Count(r.LeftOut[host], "record"), host, host))
	}
	for _, line := range lines {
		if err := a.Print("%s", line); err != nil {
			return err
		}
	}
	return nil
}

// hintedHarvest adds a hint to the error that ended a run.
func hintedHarvest(err error) error {
	var host *harvestclient.HostError
	switch {
	case errors.Is(err, harvest.ErrBusy):
		return console.Hinted(err, "wait until it has ended; runs of a crontab that overlap do no harm, and the next one continues")
	case errors.Is(err, harvest.ErrReplaced):
		return console.Hinted(err, "start again with --full, which compares every record")
	case errors.Is(err, harvest.ErrLimit):
		return console.Hinted(err, "check the feed with: vitrine harvest-check")
	case errors.As(err, &host) && host.Host != "":
		return console.Hinted(err, "allow the host with --host "+host.Host+", or give its address with --resolve")
	}
	return err
}
