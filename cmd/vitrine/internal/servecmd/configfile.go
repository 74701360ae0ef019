package servecmd

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"github.com/alecthomas/kong"

	"vitrine/cmd/vitrine/internal/console"
)

// configFile is the path of a file with flags of vitrine serve, which count where neither
// the command line nor the environment sets them.
type configFile string

// BeforeResolve reads the file and has the parser ask it for the flags. Kong calls it.
func (configFile) BeforeResolve(ctx *kong.Context, trace *kong.Path) error {
	path, ok := ctx.FlagValue(trace.Flag).(configFile)
	if selected := ctx.Selected(); !ok || path == "" || selected == nil || selected.Name != ServeName {
		return nil
	}
	config, err := readConfig(string(path))
	if err != nil {
		return err
	}
	ctx.AddResolver(&configResolver{settings: config, environment: true})
	return nil
}

// ServeName is the name of the command whose flags are in the file.
const ServeName = "serve"

// readConfig reads a file and makes sure that each of its settings is a flag and has a
// value that the flag takes. It returns the settings that do. The error has all faults, with
// the file and the line.
func readConfig(path string) ([]setting, error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, fmt.Errorf("read the configuration: %w", err)
	}
	config, err := parseSettings(text)
	if err != nil {
		return nil, located(path, err)
	}
	var wrong []error
	right := slices.DeleteFunc(config, func(s setting) bool {
		err := takeSettings([]setting{s}, &serveLine{})
		if err != nil {
			wrong = append(wrong, located(path, err))
		}
		return err != nil
	})
	return right, errors.Join(wrong...)
}

// located puts the name of the file, with the line where it is known, before an error.
func located(path string, err error) error {
	var fault *settingError
	switch {
	case !errors.As(err, &fault):
		return fmt.Errorf("%s: %w", path, err)
	case fault.line == 0:
		return fmt.Errorf("%s: %w", path, fault.err)
	}
	return fmt.Errorf("%s:%d: %w", path, fault.line, fault.err)
}

// takeSettings sets the flags of vitrine serve, and nothing else. The error has the line of the
// first setting that cannot be taken.
func takeSettings(config []setting, target *serveLine) error {
	parser, err := kong.New(target, kong.Name("vitrine"), kong.Writers(io.Discard, io.Discard), kong.Exit(func(int) {}),
		kong.Vars{"version": ""}, kong.ExplicitGroups(nil), kong.Resolvers(&configResolver{settings: config}))
	if err != nil {
		return fmt.Errorf("set up the command line: %w", err)
	}
	flags := flagsOf(parser.Model.Children[0])
	for _, s := range config {
		if !slices.Contains(flags, s.name) {
			return &settingError{s.line, fmt.Errorf("there is no setting %s", s.name)}
		}
	}
	_, err = parser.Parse([]string{ServeName})
	var fault *settingError
	if err == nil || errors.As(err, &fault) || len(config) == 0 {
		return err
	}
	return &settingError{config[0].line, err}
}

// flagsOf returns the names of the flags of a command that may be settings.
func flagsOf(node *kong.Node) (names []string) {
	for _, f := range node.Flags {
		if f.Name != "config" && f.Name != "help" && f.Name != "version" {
			names = append(names, f.Name)
		}
	}
	return names
}

// configResolver answers the parser's questions for flags that the command line does not
// set.
type configResolver struct {
	settings []setting
	// environment lets the environment go before the settings.
	environment bool
}

// Validate has nothing to find that readConfig does not find.
func (*configResolver) Validate(*kong.Application) error { return nil }

// Resolve returns the value of a flag: a text, or a list of texts; nil for none.
func (r *configResolver) Resolve(_ *kong.Context, _ *kong.Path, flag *kong.Flag) (any, error) {
	i := slices.IndexFunc(r.settings, func(s setting) bool { return s.name == flag.Name })
	if i < 0 || flag.Name == "config" || r.environment && slices.ContainsFunc(flag.Envs, isSet) {
		return nil, nil
	}
	s := r.settings[i]
	if !s.isList {
		return s.values[0], nil
	}
	if !flag.IsSlice() {
		return nil, &settingError{s.line, fmt.Errorf("%s has one value, and no list", s.name)}
	}
	values := []any{}
	for _, text := range s.values {
		values = append(values, text)
	}
	return values, nil
}

func isSet(variable string) bool {
	_, ok := os.LookupEnv(variable)
	return ok
}

// serveLine is the command line as far as a file has settings for it.
type serveLine struct {
	Serve ServeCommand `cmd:""`
}

type ConfigCommand struct {
	Check configCheck `cmd:"" help:"Check a configuration file."`
}

func (ConfigCommand) Help() string {
	return `The file of 'vitrine serve --config FILE' is in YAML. Each setting has the name of a
flag of vitrine serve; flags that can be given several times have a list. Paths are
relative to the folder in which the server is started. A flag takes precedence over the
environment, and the environment over the file. docs/running.md has an example.

    base-url: https://data.museum.example/
    listen: 127.0.0.1:8080
    trusted-proxies: [127.0.0.1]

Examples:

    vitrine config check /etc/vitrine.yaml`
}

type configCheck struct {
	console.JSONFlag
	File string `arg:"" help:"The file."`
}

// configResult is what a check of a configuration file has as JSON.
type configResult struct {
	File     string   `json:"file"`
	Settings int      `json:"settings"`
	Faults   []string `json:"faults"`
}

func (configCheck) Help() string {
	return `Reports all faults at once, with their lines: settings that are not flags of vitrine
serve, that stand there twice, or that have a value that the flag does not take; and
certificates, folders and a store that are not there. Nothing is opened for writing, no
database is asked, and no address is listened on.

Examples:

    vitrine config check /etc/vitrine.yaml`
}

func (c *configCheck) Run(a *console.App) error {
	n, fault := c.check(a.Ctx)
	if fault != nil && !c.JSON {
		return fault
	}
	result := configResult{File: c.File, Settings: n, Faults: []string{}}
	if fault != nil {
		for _, each := range console.Faults(fault) {
			result.Faults = append(result.Faults, each.Error())
		}
	}
	if err := c.Report(a, result, "%s: %s, no faults", c.File, console.Count(n, "setting")); err != nil {
		return err
	}
	return fault
}

// check returns the number of settings in the file that are right one by one, and all that
// is wrong.
func (c *configCheck) check(ctx context.Context) (int, error) {
	config, err := readConfig(c.File)
	var wrong []error
	if err != nil {
		wrong = console.Faults(err)
		last := len(wrong) - 1
		wrong[last] = console.Hinted(wrong[last], "the settings are those of: vitrine serve --help")
	}
	serve := serveLine{}
	if err := takeSettings(config, &serve); err != nil {
		return len(config), errors.Join(append(wrong, located(c.File, err))...)
	}
	if config == nil && err != nil {
		return 0, errors.Join(wrong...)
	}
	if err := errors.Join(serve.Serve.check(), serve.Serve.hotBackupFlags.check(), serve.Serve.checkFiles(ctx)); err != nil {
		for _, fault := range console.Faults(err) {
			wrong = append(wrong, c.located(config, fault))
		}
	}
	return len(config), errors.Join(wrong...)
}

// located puts the name of the file before a fault, and the line of the setting that the
// fault names. The command line is right, and the status that of a check.
func (c *configCheck) located(config []setting, fault error) error {
	at := c.File
	for _, s := range config {
		if strings.HasPrefix(fault.Error(), "--"+s.name+":") {
			at = fmt.Sprintf("%s:%d", c.File, s.line)
		}
	}
	text := fmt.Errorf("%s: %s", at, fault)
	if hint := console.Hints(fault); len(hint) > 0 {
		return console.Hinted(text, hint[0])
	}
	return text
}
