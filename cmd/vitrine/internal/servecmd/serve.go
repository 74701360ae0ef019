package servecmd

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"net"
	"net/netip"
	"os"
	"path/filepath"
	"slices"

	"vitrine/cmd/vitrine/internal/console"
	"vitrine/cmd/vitrine/internal/storeopen"
	ldcontext "vitrine/context"
	"vitrine/data"
	"vitrine/load"
	"vitrine/rdfstore"
	"vitrine/rdfstore/boltstore"
	"vitrine/rdfstore/pgstore"
	"vitrine/server"
	"vitrine/server/data/dataset"
	"vitrine/server/data/query/saved"
	"vitrine/server/ops"
	"vitrine/server/ops/pace"
	"vitrine/server/web/auth"
)

type ServeCommand struct {
	Config configFile `placeholder:"FILE" help:"File with settings, which have the names of these flags (vitrine config --help)."`

	DB string `name:"db" placeholder:"FILE" help:"The store file, or the address of a store in PostgreSQL, such as postgres://ROLE@HOST/DATABASE. Without it, the sample collection is served from a temporary store."`
	sharedStoreFlags
	Create bool `help:"Create the store if it does not exist; otherwise a missing store is an error."`
	storeopen.ControlFlag
	storeopen.BaseFlag
	storeopen.ContextsFlag
	Listen string `default:"127.0.0.1:8080" placeholder:"ADDR" help:"Address to listen on; port 0 chooses a free port (default: ${default})."`
	Title  string `default:"Vitrine" help:"Name of the service, shown on its pages (default: ${default}). The language may follow it: Collectie@nl."`

	Licence   string   `placeholder:"URL" help:"URL of the licence of the data, stated in the change feed and in the description of the data set."`
	Publisher []string `sep:"none" placeholder:"URL" help:"URI of the publisher, stated in the description of the data set. A name may come before it: The Museum@en <https://museum.example/>. A second one is who made the data set, its creator, where that is to be stated."`

	Contact     dataset.Contact `placeholder:"MAIL" help:"Whom to ask about the data, with a name before it for registers of data sets: Data team <data@museum.example> (default for harvesters: webmaster at the host of the base URL)."`
	Description []string        `sep:"none" placeholder:"TEXT@LANG" help:"What is in the data, for registers of data sets; one for each language."`

	Without []string `placeholder:"PROTOCOL,..." help:"Protocols not to speak (docs/protocols.md)."`

	certificateFlags
	TrustedProxies []string `placeholder:"NET,..." help:"Addresses or networks of trusted proxies, whose X-Forwarded fields are used, such as 127.0.0.1 or 10.0.0.0/8."`

	pageFlags
	privateFlags
	oidcFlags
	WritingFlags
	hotBackupFlags

	memoryFlag
	adminFlag
	harvestFlag

	Log []string `enum:"text,json,debug,info,warn,error" default:"text,info" placeholder:"FORMAT,LEVEL" help:"Format of the log, text or json, and its level, debug, info, warn or error (default: ${default}). Requests are logged with info."`

	// temporary is the path of the store where DB names none.
	temporary string
}

func (ServeCommand) Help() string {
	return `Each entity is served at the path of its URI, whatever host the request names:
with the base URL https://data.museum.example/ the entity
https://data.museum.example/person/rembrandt is at /person/rembrandt. An entity
outside the base URL is at /entity?id=URI. Vitrine's own addresses begin with /-/.

Reading needs no token, but for the records that --private
names. Writing is off until 'vitrine token create' has created a
token for the store.

No request makes the server connect to another host; only --harvest and --oidc-issuer do. On an interrupt or SIGTERM it stops
when the responses in progress have been sent.

Examples:

    vitrine serve

    vitrine serve --db museum.db

    vitrine serve --db museum.db --listen :443 --tls-cert cert.pem --tls-key key.pem

    vitrine serve --db museum.db --backup-dir backups=24h

    vitrine serve --db museum.db --admin 127.0.0.1:8081

    vitrine serve --db museum.db --private draft/

    vitrine serve --db mirror.db --create --base-url https://aggregator.example/ --harvest https://data.museum.example/-/activity=15m

    vitrine serve --config /etc/vitrine.yaml

    VITRINE_DB=museum.db VITRINE_LISTEN=:8080 vitrine serve --log json`
}

func (c *ServeCommand) Run(a *console.App) error {
	if err := errors.Join(c.check(), c.hotBackupFlags.check()); err != nil {
		return err
	}
	if err := c.hotBackupFlags.makeFolder(); err != nil {
		return err
	}
	defer keepThroughHangup(a)()
	c.memoryFlag.apply()
	logger := c.logger(a)
	r, err := c.Dependencies()
	if err != nil {
		return err
	}
	if c.BaseURL, err = c.base(a.Ctx); err != nil {
		return err
	}
	store, closeStore, err := c.open(a.Ctx, r.Links.Derivation(), logger)
	if err != nil {
		return err
	}
	return errors.Join(c.serve(a, r, logger, store), closeStore())
}

// check returns what is wrong with the flags, without a look at what they name.
func (c *ServeCommand) check() error {
	if c.BackupDir.path != "" && pgstore.IsAddress(c.DB) {
		return console.Usage("copy a database with PostgreSQL's own means, such as pg_dump or pg_basebackup", "--backup-dir is for store files")
	}
	_, err := prefixes(c.TrustedProxies)
	return errors.Join(err, checkListen("listen", c.Listen), checkListen("admin", c.Admin), c.sharedStoreFlags.check(c.DB), c.certificateFlags.check(), c.privateFlags.check(), c.harvestFlag.check(c.DB), c.memoryFlag.check())
}

// checkListen returns what is wrong with an address to listen on; none is right.
func checkListen(flag, address string) error {
	if address == "" {
		return nil
	}
	_, port, err := net.SplitHostPort(address)
	if err == nil {
		_, err = net.LookupPort("tcp", port)
	}
	if err != nil {
		return console.Usage("choose another address, such as 127.0.0.1:8080, or :8080 for all addresses of this machine", "--%s: %q is not an address to listen on", flag, address)
	}
	return nil
}

// checkFiles returns what is wrong with the files and folders that the flags name.
func (c *ServeCommand) checkFiles(ctx context.Context) error {
	var faults []error
	note := func(err error) { faults = append(faults, err) }
	if c.TLSCert != "" && c.TLSKey != "" {
		_, err := ops.OpenCertificate(c.TLSCert, c.TLSKey, slog.New(slog.DiscardHandler))
		note(err)
	}
	if c.Theme != "" {
		_, err := os.ReadDir(c.Theme)
		note(err)
	}
	if c.Pictures != "" {
		_, err := os.ReadDir(c.Pictures)
		note(err)
	}
	r, err := c.Dependencies()
	note(err)
	if c.Queries != "" && err == nil {
		note(c.checkQueries(r.Contexts))
	}
	if c.DB != "" && !pgstore.IsAddress(c.DB) {
		if _, err := os.ReadDir(filepath.Dir(c.DB)); err != nil {
			note(fmt.Errorf("the folder of the store: %w", err))
		} else if _, err := c.base(ctx); !errors.Is(err, boltstore.ErrLocked) {
			note(err)
		}
	}
	return errors.Join(faults...)
}

// serve serves the store until the command is to end.
func (c *ServeCommand) serve(a *console.App, r *storeopen.Dependencies, logger *slog.Logger, store rdfstore.Store) (err error) {
	if c.DB == "" {
		if err := loadSample(a.Ctx, store, r); err != nil {
			return err
		}
	}
	config, err := c.ServerConfig(r, logger, store)
	if err != nil {
		return err
	}
	harvesting, err := c.openHarvests(&config, r, logger, store)
	if err != nil {
		return err
	}
	stopSearch, err := startSearch(a.Ctx, &config, c.DB, store, logger)
	if err != nil {
		return err
	}
	stopPublic, err := c.privateFlags.start(a.Ctx, &config, c.DB, store, logger)
	if err != nil {
		return errors.Join(err, stopSearch())
	}
	defer func() { err = errors.Join(err, saveUses(config), stopPublic(), stopSearch()) }()
	if err := c.WritingFlags.Configure(&config, r, c.DB, cmp.Or(c.DB, c.temporary)); err != nil {
		return err
	}
	stopKeys, err := c.oidcFlags.start(a.Ctx, &config, logger)
	if err != nil {
		return err
	}
	defer stopKeys()
	handler, certificate, err := c.NewHandler(config, logger)
	if err != nil {
		return err
	}
	stopControl, err := StartControl(a.Ctx, c.ControlFlag, c.DB, store, handler, logger)
	if err != nil {
		return err
	}
	return errors.Join(c.listen(a, handler, certificate, harvesting, logger, store), stopControl())
}

// NewHandler returns what answers requests, and its certificate, nil for none.
func (c *ServeCommand) NewHandler(config server.Config, logger *slog.Logger) (*server.Server, *ops.Certificate, error) {
	certificate, err := c.certificateFlags.open(&config, logger)
	if err != nil {
		return nil, nil, err
	}
	config.AdminApart = c.Admin != ""
	handler, err := c.pageFlags.newServer(config)
	if err != nil {
		return nil, nil, &console.UsageError{Err: err}
	}
	return handler, certificate, nil
}

// listen answers requests until the command is to end.
func (c *ServeCommand) listen(a *console.App, handler *server.Server, certificate *ops.Certificate, harvesting *harvesting, logger *slog.Logger, store rdfstore.Store) error {
	pace.AddThreads()
	go pace.CollectLater(a.Ctx, 0)
	listener, err := net.Listen("tcp", c.Listen)
	if err != nil {
		return console.Hinted(err, "choose another address with --listen, such as --listen 127.0.0.1:0 for a free port")
	}
	admin, err := c.adminFlag.listen()
	if err != nil {
		return errors.Join(err, listener.Close())
	}
	stopAdmin := c.adminFlag.start(a.Ctx, handler, admin, store)
	stopReloading := c.certificateFlags.start(certificate)
	defer stopReloading()
	stopHarvests := harvesting.start(a.Ctx)
	defer stopHarvests()
	if file, ok := store.(storeopen.Copyable); ok {
		defer c.hotBackupFlags.start(file, c.DB, logger)()
	}
	holdings, err := handler.Holdings(a.Ctx)
	if err == nil {
		err = printTour(a, store, c.address(listener), holdings)
	}
	if err != nil {
		return errors.Join(err, listener.Close(), stopAdmin())
	}
	return errors.Join(handler.Serve(a.Ctx, listener), stopAdmin())
}

// base returns the base URL of the store; without one, that of the sample collection.
func (c *ServeCommand) base(ctx context.Context) (storeopen.BaseURL, error) {
	if c.DB == "" {
		return cmp.Or(c.BaseURL, data.Base), nil
	}
	// The control socket is that of this server, which does not answer yet.
	base, err := storeopen.Local(c.DB, storeopen.ControlFlag{Control: storeopen.NoControl}).Base(ctx, c.BaseURL, c.Create)
	var missing *console.HintedError
	if errors.As(err, &missing) && errors.Is(err, fs.ErrNotExist) {
		missing.Hint += "; or create an empty one with: vitrine serve --create --base-url URL --db " + c.DB
	}
	return base, err
}

// open opens the store, or a fresh one in a temporary folder. The function
// closes it and removes what is temporary.
func (c *ServeCommand) open(ctx context.Context, relations rdfstore.Derivation, logger *slog.Logger) (rdfstore.Store, func() error, error) {
	if pgstore.IsAddress(c.DB) {
		return c.openDatabase(ctx, relations, logger)
	}
	path, remove := c.DB, func() error { return nil }
	if path == "" {
		dir, err := os.MkdirTemp("", "vitrine-")
		if err != nil {
			return nil, nil, fmt.Errorf("make a folder for the sample collection: %w", err)
		}
		path, remove = filepath.Join(dir, "sample.db"), func() error { return os.RemoveAll(dir) }
		c.temporary = path
	}
	o := boltstore.Options{Create: c.Create || c.DB == "", Base: string(c.BaseURL), Derivation: relations, Keep: c.Keep(), Logger: logger}
	store, err := storeopen.OpenForWriting(ctx, path, o, func(message string) { logger.Info(message) }, nil)
	if err != nil {
		return nil, nil, errors.Join(err, remove())
	}
	return store, func() error { return errors.Join(store.Close(), remove()) }, nil
}

// loadSample stores the sample collection.
func loadSample(ctx context.Context, store rdfstore.Store, r *storeopen.Dependencies) error {
	var refused error
	walker := load.Walker{Formats: r.Formats}
	loader := load.New(load.Options{
		Base:    data.Base,
		Refused: func(r load.Refusal) { refused = errors.Join(refused, fmt.Errorf("%s: %w", r.At, r.Err)) },
	})
	_, err := load.Put(ctx, store, loader.Graphs(ctx, walker.Tree(data.FS, "data")), nil, load.Together)
	if err = errors.Join(err, refused); err != nil {
		return fmt.Errorf("load the sample collection: %w", err)
	}
	return nil
}

func (c *ServeCommand) ServerConfig(r *storeopen.Dependencies, logger *slog.Logger, store rdfstore.Store) (server.Config, error) {
	proxies, err := prefixes(c.TrustedProxies)
	if err != nil {
		return server.Config{}, err
	}
	title := dataset.ParseText(c.Title)
	var agents [2]dataset.Agent // the publisher and the creator
	if len(c.Publisher) > len(agents) {
		return server.Config{}, errors.New("--publisher is given at most twice: for the publisher, and for the creator of the data set")
	}
	for i, text := range c.Publisher {
		agents[i] = dataset.ParseAgent(text)
	}
	config := server.Config{
		Title: title.Text, Publisher: agents[0].URI,
		Statement: dataset.Statement{
			TitleLanguage: title.Language, PublisherName: agents[0].Name, Creator: agents[1], Contact: c.Contact,
		},
		Store: store, Formats: r.Formats, Contexts: r.Contexts, Links: r.Links, Compiler: ldcontext.NewCompiler(r.Contexts),
		BaseURL: string(c.BaseURL), Licence: c.Licence, Logger: logger,
		TrustedProxies: proxies, Build: console.BuildID(),
		Without: c.Without,
	}
	for _, text := range c.Description {
		config.Statement.Descriptions = append(config.Statement.Descriptions, dataset.ParseText(text))
	}
	if c.DB == "" {
		config.Pictures = data.Pictures()
		if config.Saved, err = saved.Read(data.Queries()); err != nil {
			return server.Config{}, err
		}
	} else {
		config.DumpDir = storeopen.Beside(c.DB) + ".dumps"
	}
	if path := c.TokensFlag.Path(c.DB); path != "" {
		config.Tokens = auth.Open(path)
	}
	if logger.Enabled(context.Background(), slog.LevelInfo) {
		config.AccessLog = logger
	}
	return config, nil
}

// prefixes reads addresses and networks.
func prefixes(texts []string) ([]netip.Prefix, error) {
	var out []netip.Prefix
	for _, text := range texts {
		prefix, err := netip.ParsePrefix(text)
		if err != nil {
			address, addressErr := netip.ParseAddr(text)
			if addressErr != nil {
				return nil, console.Usage("write an address such as 127.0.0.1, or a network such as 10.0.0.0/8", "--trusted-proxies: %q is neither an address nor a network", text)
			}
			prefix = netip.PrefixFrom(address, address.BitLen())
		}
		out = append(out, prefix)
	}
	return out, nil
}

func (c *ServeCommand) logger(a *console.App) *slog.Logger {
	var level slog.Level
	for _, word := range c.Log {
		_ = level.UnmarshalText([]byte(word)) // text and json are no levels
	}
	options := &slog.HandlerOptions{Level: level}
	if slices.Contains(c.Log, "json") {
		return slog.New(slog.NewJSONHandler(a.Stderr, options))
	}
	return slog.New(slog.NewTextHandler(a.Stderr, options))
}

// address is the URL at which the server answers.
func (c *ServeCommand) address(l net.Listener) string {
	scheme := "http"
	if c.TLSCert != "" {
		scheme = "https"
	}
	host, port, err := net.SplitHostPort(l.Addr().String())
	if err != nil {
		return scheme + "://" + l.Addr().String()
	}
	if ip, err := netip.ParseAddr(host); err == nil && ip.IsUnspecified() {
		host = "localhost"
	}
	return scheme + "://" + net.JoinHostPort(host, port)
}
