package main

import (
	"time"

	"vitrine/server"
)

// limitFlags limit the cost of requests and configure caching.
type limitFlags struct {
	CacheControl string `default:"public, no-cache" help:"Cache-Control of entities (default: ${default})."`
	CacheSize    int64  `default:"64" placeholder:"MIB" help:"Memory for cached representations, in MiB; 0 for no cache (default: ${default})."`

	HeaderTimeout   time.Duration `default:"10s" help:"Time to receive the header of a request (default: ${default})."`
	ReadTimeout     time.Duration `default:"1m" help:"Time to receive a whole request (default: ${default})."`
	RenderTimeout   time.Duration `default:"20s" help:"Time that a request waits for a representation (default: ${default})."`
	WriteTimeout    time.Duration `default:"1m" help:"Time to send a response (default: ${default})."`
	IdleTimeout     time.Duration `default:"2m" help:"Time that a connection may be idle (default: ${default})."`
	LoadTimeout     time.Duration `default:"10m" help:"Time to receive and store the body of POST /-/load (default: ${default})."`
	DumpTimeout     time.Duration `default:"2h" help:"Time to make a dump of the store over HTTP, and for a client to read it (default: ${default})."`
	ShutdownTimeout time.Duration `default:"20s" help:"Time for responses in progress when the server stops (default: ${default})."`

	MaxHeader    int           `default:"32" placeholder:"KIB" help:"Largest header of a request, in KiB (default: ${default})."`
	MaxURL       int           `name:"max-url" default:"16" placeholder:"KIB" help:"Longest request target, in KiB (default: ${default})."`
	QueryTimeout time.Duration `default:"10s" help:"Time to answer a SPARQL query (default: ${default})."`
	QueryMemory  int64         `default:"64" placeholder:"MIB" help:"Memory for a SPARQL query, in MiB (default: ${default})."`
	TotalMemory  int64         `name:"total-query-memory" placeholder:"MIB" help:"Memory for all SPARQL queries at the same time, in MiB (default: --query-memory for each of them, at most a quarter of GOMEMLIMIT)."`
	MaxQueries   int           `placeholder:"N" help:"Number of SPARQL queries evaluated at the same time (default: one for two processors)."`
	MaxResults   uint64        `default:"1000000" placeholder:"N" help:"Number of results of a SPARQL query (default: ${default})."`

	MaxRenders  int   `placeholder:"N" help:"Number of representations rendered at the same time (default: two for each processor)."`
	MaxDumps    int   `default:"2" placeholder:"N" help:"Number of different dumps sent at the same time (default: ${default})."`
	MaxDumpDisk int64 `default:"64" placeholder:"GIB" help:"Disk space for dumps while clients read them, in GiB (default: ${default})."`
}

// configure adds the limits to the configuration of a server. It refuses 0, which would
// mean the default there.
func (f limitFlags) configure(config *server.Config) error {
	for _, timeout := range []time.Duration{
		f.HeaderTimeout, f.ReadTimeout, f.RenderTimeout, f.WriteTimeout, f.IdleTimeout, f.LoadTimeout, f.DumpTimeout, f.ShutdownTimeout, f.QueryTimeout,
	} {
		if timeout <= 0 {
			return usage("give a time such as 30s or 5m", "a timeout has to be more than 0")
		}
	}
	if f.MaxHeader <= 0 || f.MaxURL <= 0 || f.MaxRenders < 0 || f.MaxDumps <= 0 || f.MaxDumpDisk <= 0 {
		return usage("", "--max-header, --max-url, --max-renders, --max-dumps and --max-dump-disk have to be more than 0")
	}
	if f.QueryMemory <= 0 || f.TotalMemory < 0 || f.MaxQueries < 0 || f.MaxResults == 0 {
		return usage("", "--query-memory, --total-query-memory, --max-queries and --max-results have to be more than 0")
	}
	config.TotalQueryMemory = f.TotalMemory << 20
	config.QueryTimeout, config.QueryMemory, config.MaxQueries, config.MaxResults = f.QueryTimeout, f.QueryMemory<<20, f.MaxQueries, f.MaxResults
	config.CacheControl, config.CacheBytes = f.CacheControl, f.CacheSize<<20
	if f.CacheSize <= 0 {
		config.CacheBytes = -1
	}
	config.HeaderTimeout, config.ReadTimeout, config.WriteTimeout = f.HeaderTimeout, f.ReadTimeout, f.WriteTimeout
	config.RenderTimeout, config.IdleTimeout = f.RenderTimeout, f.IdleTimeout
	config.LoadTimeout, config.DumpTimeout, config.ShutdownTimeout = f.LoadTimeout, f.DumpTimeout, f.ShutdownTimeout
	config.MaxDumps, config.MaxDumpBytes = f.MaxDumps, f.MaxDumpDisk<<30
	config.MaxHeader, config.MaxURL, config.MaxRenders = f.MaxHeader<<10, f.MaxURL<<10, f.MaxRenders
	return nil
}
