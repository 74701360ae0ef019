package readcmd

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/knakk/rdf"

	"vitrine/cmd/vitrine/internal/console"
	"vitrine/cmd/vitrine/internal/storeopen"
	"vitrine/rdfstore"
	"vitrine/rdfstore/boltstore"
	"vitrine/remote"
	"vitrine/serialize"
	"vitrine/server/data/fragments"
	"vitrine/server/data/query"
	"vitrine/server/web/address"
	"vitrine/sparql"
	"vitrine/sparql/algebra"
	"vitrine/sparql/result"
)

type QueryCommand struct {
	storeopen.AnyStoreFlag
	storeopen.BaseFlag
	Format  string `default:"" placeholder:"FORMAT" help:"Form of the results: table, json, xml, csv or tsv; of a graph turtle, ntriples, jsonld, rdfxml, nquads or trig (default: table, turtle)."`
	Explain bool   `help:"Show the plan, with the rows and the time of each step, instead of the results."`
	Memory  int64  `default:"1024" placeholder:"MIB" help:"Memory for what the query has to keep, in MiB (default: ${default}); a server that has the store has limits of its own."`
	Query   string `arg:"" help:"The query, or - to read it from standard input."`
}

func (QueryCommand) Help() string {
	return `Answers a SPARQL 1.1 query over the records of a store, or of a service. A server
that has the store open evaluates the query, within its own limits.

Examples:

    vitrine query --db museum.db 'SELECT ?class (COUNT(*) AS ?n) { ?s a ?class } GROUP BY ?class'

    vitrine query --db museum.db --format csv -

    vitrine query --server https://data.museum.example/ 'ASK { ?s ?p "Leiden" }'`
}

func (c *QueryCommand) Run(a *console.App) error {
	text, err := c.text(a.Stdin)
	if err != nil {
		return err
	}
	if c.BaseURL, err = c.Base(a.Ctx, c.BaseURL, false); err != nil {
		return err
	}
	mapper := address.New(string(c.BaseURL))
	prepared, err := sparql.Prepare(text, sparql.Options{Base: mapper.ServiceURI("sparql")})
	if err != nil {
		return console.Usage("", "%w", err)
	}
	for _, w := range prepared.Warnings() {
		a.Say("query line %d column %d: %s", w.Line, w.Column, w.Text)
	}
	form, err := queryForm(c.Format, prepared.Form())
	if err != nil {
		return err
	}
	service, err := c.Service(a.Ctx)
	if err != nil {
		return err
	}
	if service != nil {
		return c.askService(a.Ctx, service, a.Stdout, text, form)
	}
	return c.askStore(a.Ctx, a.Stdout, queryAnswer{mapper, prepared, form, c.Explain})
}

// maxQuery is the length of the longest query that is read, in bytes.
const maxQuery = 1 << 20

// text is the text of the query.
func (c *QueryCommand) text(stdin io.Reader) (string, error) {
	if c.Query != "-" {
		return c.Query, nil
	}
	b, err := io.ReadAll(io.LimitReader(stdin, maxQuery))
	return string(b), err
}

// tableForm is the form of results for a terminal.
const tableForm = "table"

// queryForm returns the form of the name; one without a media type is the table.
func queryForm(name string, of algebra.Form) (query.Form, error) {
	isGraph := of == algebra.Construct || of == algebra.Describe
	switch {
	case name == "" && isGraph:
		name = "turtle"
	case name == "" || name == tableForm && !isGraph:
		return query.Form{Name: tableForm}, nil
	}
	var names []string
	for _, f := range (query.Request{}).Forms(of) {
		if f.Name == name && !f.IsPage() {
			return f, nil
		}
		if !f.IsPage() {
			names = append(names, f.Name)
		}
	}
	return query.Form{}, console.Usage("", "the answer to a query of the form %s has no format %q; it has %s", of, name, strings.Join(names, ", "))
}

// askStore answers the query from the store.
func (c *QueryCommand) askStore(ctx context.Context, out io.Writer, of queryAnswer) (err error) {
	store, err := c.Shared().Opened(ctx, boltstore.Options{ReadOnly: true})
	if err != nil {
		return err
	}
	defer func() { err = storeopen.Closing(store, err) }()
	snapshot, err := store.Snapshot(ctx)
	if err != nil {
		return err
	}
	defer snapshot.Close()
	return of.write(ctx, out, snapshot, sparql.Limits{Memory: c.Memory << 20, Scratch: &sparql.Scratch{Create: temporary, Most: maxOnDisk}})
}

// maxOnDisk is how many bytes of rows a query may put on the disk.
const maxOnDisk = 16 << 30

// temporary makes a temporary file for them.
func temporary() (*os.File, error) { return os.CreateTemp("", "vitrine-query-*") }

// queryAnswer is the answer to a query over the records below a base URL, in a form, or as
// the plan.
type queryAnswer struct {
	mapper   address.Mapper
	prepared *sparql.Query
	form     query.Form
	explain  bool
}

// write writes the answer over a state of a store.
func (q queryAnswer) write(ctx context.Context, out io.Writer, snapshot rdfstore.Snapshot, l sparql.Limits) error {
	m := q.mapper
	names, err := fragments.NewNames(m.ServiceURI("dataset")+"#data", m.ServiceURI(""), m.Base, m.Origin+address.WellKnownGenid)
	if err != nil {
		return err
	}
	records := names.Records(snapshot)
	if q.explain {
		explanation, err := q.prepared.Explain(ctx, records, l, true)
		if err != nil {
			return err
		}
		_, err = fmt.Fprintln(out, explanation)
		return err
	}
	answer, err := q.prepared.Run(ctx, records, q.form.Limited(l))
	if err != nil {
		return err
	}
	if q.form.Name == tableForm {
		return writeTable(out, answer)
	}
	return new(query.BufferPool).Write(ctx, out, q.form, answer)
}

// newTable returns a writer of results for a terminal.
func newTable(out io.Writer) result.Writer {
	prefixes := serialize.Prefixes()
	return result.NewTable(out, result.TableOptions{MaxWidth: 60, Shorten: func(iri string) (string, bool) {
		prefix, local, ok := serialize.Shorten(prefixes, iri)
		return prefix.Name + ":" + local, ok
	}})
}

func writeTable(out io.Writer, answer *sparql.Answer) error {
	w := newTable(out)
	if answer.Form == algebra.Ask {
		return errors.Join(w.Boolean(answer.Boolean), w.Close())
	}
	if err := w.Variables(answer.Variables); err != nil {
		return err
	}
	for row, err := range answer.Solutions {
		if err == nil {
			err = w.Solution(row)
		}
		if err != nil {
			return err
		}
	}
	return w.Close()
}

// askService has a service answer the query.
func (c *QueryCommand) askService(ctx context.Context, service *remote.Client, out io.Writer, text string, form query.Form) error {
	defer service.Close()
	if c.Explain {
		return explainByService(ctx, service, out, text)
	}
	if form.Name != tableForm {
		return storeopen.HintedService(service.Query(ctx, out, text, form.MediaType))
	}
	read, write := io.Pipe()
	go func() { write.CloseWithError(service.Query(ctx, write, text, "application/sparql-results+json")) }()
	results, err := result.ReadJSON(read, c.Memory<<20)
	if err != nil {
		_ = read.CloseWithError(err)
		return storeopen.HintedService(err)
	}
	return writeTable(out, answerOf(results))
}

// explainByService writes the plan that a service has for the query.
func explainByService(ctx context.Context, service *remote.Client, out io.Writer, text string) error {
	var answer bytes.Buffer
	if err := service.Explain(ctx, &answer, text); err != nil {
		return storeopen.HintedService(err)
	}
	var explanation sparql.Explanation
	if err := json.Unmarshal(answer.Bytes(), &explanation); err != nil {
		return fmt.Errorf("read the plan of the service: %w", err)
	}
	_, err := fmt.Fprintln(out, &explanation)
	return err
}

// answerOf returns results that were read as an answer.
func answerOf(results *result.Results) *sparql.Answer {
	if results.IsBoolean {
		return &sparql.Answer{Form: algebra.Ask, Boolean: results.Boolean}
	}
	return &sparql.Answer{Variables: results.Variables, Solutions: func(yield func([]rdf.Term, error) bool) {
		for _, row := range results.Solutions {
			if !yield(row, nil) {
				return
			}
		}
	}}
}
