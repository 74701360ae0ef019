package servecmd

import (
	"context"
	"fmt"
	"net/url"
	"strings"
	"time"

	"github.com/alecthomas/kong"

	"vitrine/cmd/vitrine/internal/console"
	"vitrine/cmd/vitrine/internal/loadcmd"
	"vitrine/cmd/vitrine/internal/settings"
	"vitrine/cmd/vitrine/internal/storeopen"
	"vitrine/linkedart"
	"vitrine/linkedart/admission"
	"vitrine/load"
	"vitrine/rdfstore"
	"vitrine/rdfstore/graph"
	"vitrine/server/web/address"
)

// HarvestFlag names the publishers whose feeds a server harvests.
type HarvestFlag struct {
	Harvest Publishers `groups:"" placeholder:"URL[=INTERVAL]" help:"Feed of a publisher whose records are kept in step, each hour or at another interval; can be given several times. The configuration file can say more of each."`
}

// publisherFlags are the settings of one publisher. They have the names of the flags of
// vitrine harvest.
type publisherFlags struct {
	URL   string        `name:"url" required:""`
	Every time.Duration `default:"1h"`
	loadcmd.ClientFlags
	loadcmd.RecordFlags
}

// Publishers are read from URL[=INTERVAL], or from groups of settings in a file.
type Publishers []publisherFlags

// Decode takes a value of the flag. Kong calls it for each.
func (p *Publishers) Decode(ctx *kong.DecodeContext) error {
	token := ctx.Scan.Pop()
	values, ok := token.Value.([]any)
	if !ok {
		for _, text := range strings.Fields(token.String()) {
			values = append(values, text)
		}
	}
	for _, value := range values {
		group, ok := value.([]settings.Setting)
		if !ok {
			group = publisherSettings(fmt.Sprint(value))
		}
		var publisher publisherFlags
		if err := TakeSettings(group, &publisher); err != nil {
			return err
		}
		*p = append(*p, publisher)
	}
	return nil
}

// publisherSettings are those of URL[=INTERVAL]. What follows the last = of a URL is part
// of it unless it is an interval.
func publisherSettings(text string) []settings.Setting {
	setting := func(name, value string) settings.Setting {
		return settings.Setting{Name: name, Values: []settings.Value{{Text: value}}}
	}
	i := strings.LastIndexByte(text, '=')
	if i >= 0 {
		if _, err := time.ParseDuration(text[i+1:]); err == nil {
			return []settings.Setting{setting("url", text[:i]), setting("every", text[i+1:])}
		}
	}
	return []settings.Setting{setting("url", text)}
}

// shortestInterval keeps a slip of the pen from asking a publisher all the time.
const shortestInterval = time.Second

// Check returns what is wrong with the flags alone.
func (f HarvestFlag) Check(db string) error {
	if len(f.Harvest) > 0 && db == "" {
		return console.Usage("name the store with --db, and create it with --create", "--harvest needs --db")
	}
	for i, p := range f.Harvest {
		asking, err := p.Client(p.URL)
		if err != nil {
			return fmt.Errorf("harvest %s: %w", p.URL, err)
		}
		asking.Close()
		if p.Every < shortestInterval {
			return console.Usage("", "harvest %s: the interval %s is shorter than %s", p.URL, p.Every, shortestInterval)
		}
		mine, err := p.claims()
		if err != nil {
			return err
		}
		for _, other := range f.Harvest[:i] {
			others, _ := other.claims() // which were checked
			if other.URL == p.URL || overlap(mine, others) {
				return console.Usage("give each a prefix of its own in the configuration file (docs/harvest.md)", "harvest: %s and %s could both have the same records", other.URL, p.URL)
			}
		}
	}
	return nil
}

// claim is a part of all URIs: those of a host, and of a port if one is named, with paths
// that begin with path.
type claim struct{ host, port, path string }

// claims are the URIs that records of the publisher may have.
func (p publisherFlags) claims() (out []claim, err error) {
	for _, prefix := range p.Prefix {
		u, err := url.Parse(prefix)
		if err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Host == "" {
			return nil, console.Usage("write it out, such as https://data.museum.example/object/", "harvest %s: the prefix %q is not the beginning of an http or https URI", p.URL, prefix)
		}
		out = append(out, claim{u.Hostname(), u.Port(), u.EscapedPath()})
	}
	if len(out) > 0 {
		return out, nil
	}
	u, err := url.Parse(p.URL)
	if err != nil {
		return nil, err
	}
	out = append(out, claim{host: u.Hostname()})
	for _, host := range p.Host {
		out = append(out, claim{host: host})
	}
	for _, pair := range p.Resolve {
		from, _, _ := strings.Cut(pair, "=")
		if u, err := url.Parse(from); err == nil {
			out = append(out, claim{u.Hostname(), u.Port(), ""})
		}
	}
	return out, nil
}

func overlap(a, b []claim) bool {
	for _, x := range a {
		for _, y := range b {
			if x.host == y.host && (x.port == y.port || x.port == "" || y.port == "") &&
				(strings.HasPrefix(x.path, y.path) || strings.HasPrefix(y.path, x.path)) {
				return true
			}
		}
	}
	return false
}

// HarvestCheck judges harvested records as records that are written over HTTP, except that
// their URIs may be outside the base URL and that they may refer to what has not come yet. One
// at an address of the service is refused.
func (f WritingFlags) HarvestCheck(r *storeopen.Dependencies, store rdfstore.Store, base string) (load.Check, error) {
	options := linkedart.Options{Allow: f.Allow, Contexts: r.Contexts, Terms: r.Terms}
	validator, err := linkedart.NewValidator(options)
	if err != nil {
		return nil, &console.UsageError{Err: err}
	}
	c := &loadcmd.ModelCheck{Deps: r, Store: store}
	judge := &admission.Judge{Validator: validator, Mode: admission.Mode(f.Validate), Stored: c.Stored, Text: c.Text}
	service := address.New(base)
	return func(g *graph.Graph, text []byte) (v load.Verdict) {
		if v.Err = loadcmd.RefuseService(service, g); v.Err != nil {
			return v
		}
		if judge.Mode == admission.Off {
			return v
		}
		ctx := context.Background()
		if text == nil {
			if text, v.Err = c.Text(ctx, g); v.Err != nil {
				return v
			}
		}
		_, v.Err = judge.Judge(ctx, text, g)
		return v
	}, nil
}
