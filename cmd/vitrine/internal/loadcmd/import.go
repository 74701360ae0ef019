package loadcmd

import (
	"bufio"
	"cmp"
	"context"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"vitrine/cmd/vitrine/internal/console"
	"vitrine/cmd/vitrine/internal/storeopen"
	"vitrine/load/convert"
	"vitrine/load/draft"
	"vitrine/load/mapping"
	"vitrine/load/rows"
	"vitrine/rdfstore/pgstore"
	"vitrine/server/ops/pace"
)

type ImportCommand struct {
	DB        string            `name:"db" xor:"store" placeholder:"FILE" help:"The store file, or the address of a store in PostgreSQL. Needed unless records are only shown."`
	Server    storeopen.BaseURL `xor:"store" placeholder:"URL" help:"Address of a service that has the store, such as https://data.museum.example/."`
	TokenFile string            `placeholder:"FILE" help:"File with the secret of a token for writing to --server."`
	storeopen.ControlFlag
	storeopen.BaseFlag
	storeopen.ContextsFlag
	storeopen.ChangeFlags
	reportFlags
	console.JSONFlag
	admissionFlags
	Mapping string   `placeholder:"FILE" help:"Mapping of rows to records, in YAML or RML (.ttl). Without it, one is drafted and written beside the first file."`
	Draft   bool     `help:"Write a first mapping for the file to standard output, and do nothing else."`
	Preview int      `placeholder:"N" help:"Show the records of the first N rows of each file with their findings, and store nothing."`
	Yes     bool     `help:"Import by a mapping that was drafted without asking."`
	Prune   bool     `help:"Delete the records of the last import by this mapping whose rows are gone."`
	Undo    bool     `help:"Put what the last import by this mapping changed back as it was."`
	Memory  int64    `default:"64" placeholder:"MIB" help:"Memory for sorting, in MiB (default: ${default})."`
	Path    []string `arg:"" optional:"" help:"Files of rows (.csv, .tsv, .xlsx, .json, .jsonl, .xml; each also as .gz), or folders of them."`
}

func (ImportCommand) Help() string {
	return `A mapping says what the rows of a file become; it looks like the records that it makes
(docs/import.md). --draft writes a first one by looking at the columns. Without a mapping,
a draft is written beside the file, and the import asks before it uses it.

A row with a fault is reported and left out; the others go in. Records are checked and
stored as by vitrine load. The same import again changes nothing. What a run changed is
kept in a folder beside the mapping, so that --undo can put it back, and the next run can
say which rows are gone; --prune deletes their records.

Examples:

    vitrine import --db museum.db --base-url https://data.museum.example/ objects.csv

    vitrine import --draft objects.csv > objects.yaml

    vitrine import --mapping objects.yaml --preview 5 objects.csv

    vitrine import --mapping objects.yaml --db museum.db --prune objects.csv people.csv

    vitrine import --mapping objects.yaml --db museum.db --undo`
}

func (c *ImportCommand) Run(a *console.App) (err error) {
	if !c.isDry() {
		if c.BaseURL, err = c.target().Base(a.Ctx, c.BaseURL, !pgstore.IsAddress(c.DB)); err != nil {
			return err
		}
	}
	if c.Undo {
		return c.undo(a)
	}
	if a.OwnProcess {
		ctx, stop := context.WithCancel(a.Ctx)
		defer stop()
		go pace.CollectLater(ctx, c.Memory<<20+besideSorting)
	}
	if c.isRML() && !c.isDry() {
		return c.runRML(a)
	}
	files, err := rowFiles(c.Path)
	if err != nil {
		return err
	}
	if c.Draft {
		return c.draft(a, files)
	}
	if c.Preview == 0 && c.isDry() {
		return console.Usage("give it with --db, such as --db museum.db, or look at records with --preview 5", "there is no store to import into")
	}
	ready := c.Mapping != ""
	if !ready {
		if ready, err = c.writeDraft(a, files); err != nil {
			return err
		}
	}
	m, err := c.read(a, files)
	if err != nil {
		return err
	}
	if c.Preview > 0 {
		return c.preview(a, m, files)
	}
	if !ready && !c.Yes {
		if err := c.ask(a, m, files); err != nil {
			return err
		}
	}
	return c.run(a, m, files)
}

// besideSorting is what an import takes beside the memory for sorting, in bytes.
const besideSorting = 180 << 20

// rowFiles returns the files of rows among paths; folders stand for those in them.
func rowFiles(paths []string) ([]rows.Source, error) {
	if len(paths) == 0 {
		return nil, console.Usage("see: vitrine import --help", "there is no file to import")
	}
	var files []rows.Source
	for _, path := range paths {
		err := filepath.WalkDir(path, func(name string, entry fs.DirEntry, err error) error {
			hidden := name != path && strings.HasPrefix(entry.Name(), ".")
			switch {
			case err != nil:
				return err
			case entry.IsDir() && hidden:
				return filepath.SkipDir
			case entry.IsDir(), hidden, name != path && rows.FormatOf(name) == "":
				return nil
			}
			files = append(files, convert.Open(name, name))
			return nil
		})
		if err != nil {
			return nil, err
		}
	}
	if len(files) == 0 {
		return nil, errors.New("the folder has no file of rows (.csv, .tsv, .xlsx, .json, .jsonl, .xml)")
	}
	return files, nil
}

// drafted returns a first mapping for a file. That for LIDO is ready to use.
func drafted(a *console.App, file rows.Source) (text string, ready bool, err error) {
	isLIDO, err := draft.IsLIDO(file)
	if err != nil || isLIDO {
		return draft.LIDO, isLIDO, err
	}
	look, err := draft.LookAt(a.Ctx, file, rows.Options{}, draft.Rows)
	if err != nil {
		return "", false, err
	}
	text, err = look.Mapping(file.Name)
	return text, false, err
}

// draft prints a first mapping for the file.
func (c *ImportCommand) draft(a *console.App, files []rows.Source) error {
	text, ready, err := drafted(a, files[0])
	if err != nil {
		return err
	}
	if len(files) > 1 && !ready {
		return console.Usage("give one, and add the others to its mapping", "a draft is for one file")
	}
	_, err = io.WriteString(a.Stdout, text)
	return err
}

// writeDraft writes a first mapping beside the file, and tells whether it is ready to use.
func (c *ImportCommand) writeDraft(a *console.App, files []rows.Source) (ready bool, err error) {
	text, ready, err := drafted(a, files[0])
	if err != nil {
		return false, err
	}
	if len(files) > 1 && !ready {
		return false, console.Usage("draft one for the first with --draft, and add the others", "several files need a mapping")
	}
	name := strings.TrimSuffix(filepath.Clean(c.Path[0]), ".gz")
	c.Mapping = strings.TrimSuffix(name, filepath.Ext(name)) + ".yaml"
	file, err := os.OpenFile(c.Mapping, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644)
	if errors.Is(err, fs.ErrExist) {
		before, err := os.ReadFile(c.Mapping)
		if err == nil && string(before) == text {
			return ready, nil
		}
		return false, console.Usage("import by it with --mapping "+c.Mapping+", or remove it to have it drafted again", "%s exists", c.Mapping)
	}
	if err != nil {
		return false, err
	}
	_, err = io.WriteString(file, text)
	if err = errors.Join(err, file.Close()); err != nil {
		return false, err
	}
	if ready {
		a.Say("the files are LIDO; wrote the mapping for it to %s", c.Mapping)
	} else {
		a.Say("wrote a first mapping to %s; look at it, and change what is wrong", c.Mapping)
	}
	return ready, nil
}

// read reads the mapping.
func (c *ImportCommand) read(a *console.App, files []rows.Source) (*mapping.Mapping, error) {
	text, err := os.ReadFile(c.Mapping)
	if err != nil {
		return nil, err
	}
	folder, err := os.OpenRoot(filepath.Dir(c.Mapping))
	if err != nil {
		return nil, err
	}
	defer folder.Close()
	return mapping.Parse(c.Mapping, text, func(name string) (io.ReadCloser, error) { return folder.Open(name) })
}

// converted converts the files to a file of JSON Lines, of which it returns the path.
func (c *ImportCommand) converted(a *console.App, m *mapping.Mapping, files []rows.Source, maxRows int, ids io.Writer) (*convert.Result, string, error) {
	return convert.File(a.Ctx, convert.Options{Mapping: m, Files: files, MaxRows: maxRows, Memory: c.Memory << 20}, ids)
}

// preview prints the records of the first rows, and their findings.
func (c *ImportCommand) preview(a *console.App, m *mapping.Mapping, files []rows.Source) error {
	result, name, err := c.converted(a, m, files, c.Preview, io.Discard)
	if err != nil {
		return err
	}
	defer os.Remove(name)
	text, err := os.Open(name)
	if err != nil {
		return err
	}
	defer text.Close()
	if err := printRecords(a.Stdout, text); err != nil {
		return err
	}
	r, err := c.Dependencies()
	if err != nil {
		return err
	}
	// Without a store, relative ids are resolved against any base.
	c.BaseURL = cmp.Or(c.BaseURL, "https://data.museum.example/")
	plan, err := c.plan(a, r, result, name)
	if err != nil {
		return err
	}
	err = errors.Join(plan.rehearse(a.Ctx, nil), plan.findings.close())
	c.say(a, result)
	return err
}

// plan returns the plan of a load of the records of a conversion.
func (c *ImportCommand) plan(a *console.App, r *storeopen.Dependencies, result *convert.Result, name string) (*loadPlan, error) {
	plan, err := c.loading(name).plan(a, r)
	if err == nil {
		plan.place, plan.check.asks = result.Places(), result.Asks
	}
	return plan, err
}

// loading returns the command that loads the records of a conversion.
func (c *ImportCommand) loading(name string) *LoadCommand {
	return &LoadCommand{
		AnyStoreFlag: c.target(), BaseFlag: c.BaseFlag, ContextsFlag: c.ContextsFlag, ChangeFlags: c.ChangeFlags,
		reportFlags: c.reportFlags, JSONFlag: c.JSONFlag, admissionFlags: c.admissionFlags, Memory: c.Memory, Path: []string{name},
	}
}

// isDry tells that there is no store to import into.
func (c *ImportCommand) isDry() bool { return c.DB == "" && c.Server == "" }

// target returns the store to import into.
func (c *ImportCommand) target() storeopen.AnyStoreFlag {
	f := storeopen.Local(c.DB, c.ControlFlag)
	f.Server, f.TokenFile = c.Server, c.TokenFile
	return f
}

// ask shows the first record, and asks whether to go on.
func (c *ImportCommand) ask(a *console.App, m *mapping.Mapping, files []rows.Source) error {
	in, ok := a.Stdin.(*os.File)
	if !ok || !console.IsTerminal(in) {
		return console.Usage("look at the mapping and import with --mapping "+c.Mapping+", or import with --yes", "a mapping that was drafted is not used without asking")
	}
	preview := *c
	preview.Preview = 1
	if err := preview.preview(a, m, files); err != nil {
		var status console.StatusError
		if !errors.As(err, &status) {
			return err
		}
	}
	a.Say("import with this mapping? [y/N]")
	answer, _ := bufio.NewReader(in).ReadString('\n')
	if answer = strings.ToLower(strings.TrimSpace(answer)); answer != "y" && answer != "yes" {
		return errors.New("nothing was imported")
	}
	return nil
}
