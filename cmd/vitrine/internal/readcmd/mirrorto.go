package readcmd

import (
	"encoding/base64"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"time"

	"vitrine/cmd/vitrine/internal/console"
	"vitrine/cmd/vitrine/internal/storeopen"
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
	Rate        *float64      `placeholder:"N" help:"Largest number of requests per second; 0 for no limit (default: 20; no limit for a graph store on this machine)."`
	console.JSONFlag
}

func (MirrorToCommand) Help() string {
	return `Copies each record of a server into a graph of an RDF store elsewhere, such as Oxigraph
or Apache Jena Fuseki, over the SPARQL 1.1 Graph Store HTTP Protocol, and then follows
the changes until it is interrupted. The progress is kept in a file. If a run is
interrupted at any moment, nothing is lost: the next one continues.

The records come from the dump and the change feed of the server that has the store of
--db open, or of a service elsewhere with --server.

A graph that the graph store refuses is reported, and the next run tries again; the
exit status is then 3.

Examples:

    vitrine mirror-to http://127.0.0.1:7878/store --db museum.db

    vitrine mirror-to https://triples.example/store --server https://data.museum.example/ --state mirror.json --credentials secret.txt`
}

// MirrorResult is what a round prints as JSON.
type MirrorResult struct {
	*mirror.Report
	Error string `json:"error,omitempty"`
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
		Target: target, StateFile: stateFile, Full: c.Full, BatchBytes: mirror.DefaultBatchBytes, Progress: bar.Graphs,
		Note: func(message string) {
			bar.Clear()
			a.Say("%s", message)
		},
	}
	for first := true; ; first = false {
		report, err := c.round(a, o, bar, first)
		o.Full = o.Full && report.Copied == 0
		var partly console.StatusError
		switch {
		case c.Interval == 0:
			return err
		case a.Ctx.Err() != nil:
			return nil
		case isPassing(err), !first && errors.Is(err, errNoServer):
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

var errNoServer = errors.New("no server has the store")

// round brings the graph store in step once. What it did is printed if that is anything, or
// always.
func (c *MirrorToCommand) round(a *console.App, o mirror.Options, bar *console.ProgressBar, always bool) (*mirror.Report, error) {
	start := time.Now()
	service, err := c.Service(a.Ctx)
	if err == nil && service == nil {
		err = console.Hinted(errNoServer, "start vitrine serve with it, or name a service with --server")
	}
	if err != nil {
		return &mirror.Report{}, err
	}
	defer service.Close()
	o.Source = mirror.Service{Client: service, Folder: filepath.Dir(o.StateFile)}
	r, err := mirror.Run(a.Ctx, o)
	bar.Clear()
	if always || err != nil || r.Copied+r.Changes+r.Replaced+r.Deleted > 0 {
		if printErr := c.print(a, r, time.Since(start), err); printErr != nil {
			return r, errors.Join(printErr, err)
		}
	}
	if err == nil && len(r.Refused) > 0 {
		return r, console.StatusError(console.StatusPartly)
	}
	return r, hintedMirror(err)
}

// isPassing tells whether a mirror that failed may succeed at another time.
func isPassing(err error) bool {
	var status *remote.GraphError
	var service *remote.StatusError
	var unreachable *remote.UnreachableError
	var wait *remote.WaitError
	var connection *url.Error
	switch {
	case errors.As(err, &status):
		return status.Passing()
	case errors.As(err, &service):
		return remote.MayPass(service.Status)
	}
	return errors.As(err, &unreachable) || errors.As(err, &wait) || errors.As(err, &connection) || errors.Is(err, mirror.ErrBusy)
}

// hintedMirror adds a hint to the error that ended a round.
func hintedMirror(err error) error {
	var status *remote.GraphError
	switch {
	case errors.Is(err, mirror.ErrReplaced):
		return console.Hinted(err, "if the store is the right one, empty the graph store and start again with --full")
	case errors.Is(err, mirror.ErrState):
		return console.Hinted(err, "give each graph store a file of its own with --state; without the file, everything is sent again")
	case !errors.As(err, &status):
		return storeopen.HintedService(err)
	}
	switch status.Status {
	case http.StatusUnauthorized, http.StatusForbidden:
		return console.Hinted(err, "name a file with USER:PASSWORD or a bearer token with --credentials")
	case http.StatusNotFound, http.StatusMethodNotAllowed, http.StatusNotImplemented:
		return console.Hinted(err, "give the address of the Graph Store Protocol: /store of Oxigraph, /NAME/data of Fuseki, which need to be started so that they can be written to")
	}
	return err
}

func (c *MirrorToCommand) print(a *console.App, r *mirror.Report, took time.Duration, err error) error {
	if c.JSON {
		return a.PrintJSON(MirrorResult{r, console.ErrorText(err)})
	}
	for _, refusal := range r.Refused {
		a.Say("%s: refused: %s", refusal.Name, refusal.Reason)
	}
	return a.Print("mirrored to %s in %s: %s copied, %s followed, %d replaced, %d deleted; %d refused",
		c.URL, took.Round(time.Millisecond), console.Count(int(r.Copied), "graph"), console.Count(int(r.Changes), "change"), r.Replaced, r.Deleted, len(r.Refused))
}

// stateFile returns the name of the file that keeps the progress.
func (c *MirrorToCommand) stateFile() (string, error) {
	switch {
	case c.Interval < 0:
		return "", console.Usage("", "--interval cannot be less than 0")
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
	o := remote.GraphStoreOptions{Endpoint: c.URL, UserAgent: "vitrine/" + console.Version(), Authorization: authorization}
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
