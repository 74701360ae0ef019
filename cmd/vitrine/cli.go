package main

import (
	"vitrine/cmd/vitrine/internal/admincmd"
	"vitrine/cmd/vitrine/internal/console"
	"vitrine/cmd/vitrine/internal/loadcmd"
	"vitrine/cmd/vitrine/internal/readcmd"
	"vitrine/cmd/vitrine/internal/servecmd"
)

const description = `Serve Linked Art descriptions at their own URIs, from one file, offline.

Try it with the sample collection:

    vitrine serve

Load your own records and serve them:

    vitrine load --db museum.db --base-url https://data.museum.example/ records/
    vitrine serve --db museum.db

Every flag can also be set in the environment: --base-url as VITRINE_BASE_URL, and
so on. A flag takes precedence. Those of serve can be in a file, too: serve --config FILE.

Results go to standard output, messages to standard error.

The exit status is 0 for success, 1 for failure, 2 for a wrong command line, and 3
for partial success: some records were refused or could not be read, and the
others were stored or written.`

// commandLine is the whole command line. The flags of a subcommand are in its file.
type commandLine struct {
	Serve servecmd.ServeCommand `cmd:"" group:"serving" help:"Serve a store over HTTP; the sample collection without --db."`

	Ready servecmd.ReadyCommand `cmd:"" group:"serving" help:"Tell whether a service accepts requests."`

	MCP servecmd.MCPCommand `cmd:"" name:"mcp" group:"serving" help:"Answer an assistant over standard input and output."`

	Import   loadcmd.ImportCommand   `cmd:"" group:"records" help:"Make records of the rows of an export, by a mapping."`
	Load     loadcmd.LoadCommand     `cmd:"" group:"records" help:"Load records from files, folders or standard input."`
	Dump     readcmd.DumpCommand     `cmd:"" group:"records" help:"Write every record to standard output."`
	Get      readcmd.GetCommand      `cmd:"" group:"records" help:"Write one record to standard output."`
	Query    readcmd.QueryCommand    `cmd:"" group:"records" help:"Answer a SPARQL query."`
	Versions readcmd.VersionsCommand `cmd:"" group:"records" help:"List the versions of a record."`
	Replace  loadcmd.ReplaceCommand  `cmd:"" group:"records" help:"Delete a record in favour of another one."`
	Purge    loadcmd.PurgeCommand    `cmd:"" group:"records" help:"Remove the past states of records for good."`
	Validate loadcmd.ValidateCommand `cmd:"" group:"records" help:"Check records against the model."`

	Explain admincmd.ExplainCommand `cmd:"" group:"records" help:"Explain a rule of the model, with an example."`

	Harvest      loadcmd.HarvestCommand      `cmd:"" group:"records" help:"Keep a store in step with the change feed of another publisher."`
	MirrorTo     readcmd.MirrorToCommand     `cmd:"" group:"records" help:"Keep an RDF store elsewhere in step with a store."`
	HarvestCheck loadcmd.HarvestCheckCommand `cmd:"" group:"records" help:"Check a change feed for what harvesters need."`

	Check    admincmd.CheckCommand    `cmd:"" group:"store" help:"Check the store file for damage."`
	Compact  admincmd.CompactCommand  `cmd:"" group:"store" help:"Rewrite the store file without empty space."`
	Backup   admincmd.BackupCommand   `cmd:"" group:"store" help:"Copy the store file."`
	Restore  loadcmd.RestoreCommand   `cmd:"" group:"store" help:"Put a backup in the place of the store file, or a record back as it was."`
	Copy     admincmd.CopyCommand     `cmd:"" group:"store" help:"Copy a store with its past into a file or into PostgreSQL."`
	Database admincmd.DatabaseCommand `cmd:"" name:"db" group:"store" help:"Create or migrate a store in PostgreSQL."`
	Stats    admincmd.StatsCommand    `cmd:"" group:"store" help:"Show what the store file holds and the space it takes."`

	Token      admincmd.TokenCommand   `cmd:"" group:"more" help:"Manage the tokens that allow writing over HTTP."`
	Config     servecmd.ConfigCommand  `cmd:"" group:"more" help:"Check the configuration file of a server."`
	Context    admincmd.ContextCommand `cmd:"" group:"more" help:"Manage the JSON-LD contexts that records name."`
	Completion completionCommand       `cmd:"" group:"more" help:"Print completions for a shell."`
	Version    console.VersionCommand  `cmd:"" group:"more" help:"Print the version."`
}
