// Package cli makes the completions of shells and the manual pages of a command line from
// its definition, so that they cannot differ from what the program takes.
//
// It knows no command of Vitrine, and runs none.
package cli

import (
	"strings"

	"github.com/alecthomas/kong"
)

// Command is a command, or the program itself.
type Command struct {
	// Path is its name with those of the commands before it, such as "token create"; ""
	// for the program.
	Path string
	// Help is a line, Detail the text below it, and Usage what follows the name, such as
	// "--db=FILE <path> ... [flags]".
	Help, Detail, Usage string
	// Group is the title under which the program lists it.
	Group string
	// Flags are its own and those of every command, Arguments what follows them.
	Flags     []Flag
	Arguments []Argument
	Commands  []*Command
}

// Flag is a flag.
type Flag struct {
	// Name has the leading dashes, and Negation, if it has one, is the name that switches
	// it off. Placeholder is "" for a flag without a value.
	Name, Negation, Placeholder, Help string
	// Values are those that it may have; any if there are none.
	Values []string
	// Variable is the variable of the environment that sets it, "" for none.
	Variable string
}

// isFile tells whether the value is the path of a file.
func (f Flag) isFile() bool {
	return f.Placeholder == "FILE" || f.Placeholder == "DIR" || f.Placeholder == "SOCKET"
}

// Argument is an argument that is no flag. It may have the Values alone, if there are
// some.
type Argument struct {
	Name, Help string
	Values     []string
}

// name is the last part of the path.
func (c *Command) name() string { return c.Path[strings.LastIndexByte(c.Path, ' ')+1:] }

// Read returns the commands of a program.
func Read(model *kong.Application) *Command { return read(model.Node, "", "") }

func read(node *kong.Node, path, group string) *Command {
	if node.Group != nil {
		group = node.Group.Title
	}
	c := &Command{Path: path, Help: node.Help, Detail: node.Detail, Group: group}
	if c.Usage = strings.TrimPrefix(node.Summary(), node.Path()); node.Type == kong.ApplicationNode {
		c.Usage = "<command> [flags]"
	}
	for _, flags := range node.AllFlags(true) {
		for _, f := range flags {
			c.Flags = append(c.Flags, readFlag(f))
		}
	}
	for _, p := range node.Positional {
		c.Arguments = append(c.Arguments, Argument{p.Name, p.Help, values(p)})
	}
	for _, child := range node.Children {
		if !child.Hidden {
			c.Commands = append(c.Commands, read(child, strings.TrimSpace(path+" "+child.Name), group))
		}
	}
	return c
}

func readFlag(f *kong.Flag) Flag {
	flag := Flag{Name: "--" + f.Name, Help: f.Help}
	if !f.IsBool() {
		flag.Placeholder = f.FormatPlaceHolder()
		if f.PlaceHolder == "" {
			flag.Placeholder = "VALUE"
		}
	}
	if f.Tag.Negatable != "" {
		flag.Negation = "--no-" + f.Name
	}
	if flag.Values = values(f.Value); flag.Values != nil {
		flag.Placeholder = strings.Join(flag.Values, "|")
	}
	if len(f.Envs) > 0 {
		flag.Variable = f.Envs[0]
	}
	return flag
}

// values are those that a flag or an argument may have; any if there are none.
func values(v *kong.Value) (out []string) {
	if v.Enum == "" {
		return nil
	}
	for _, value := range v.EnumSlice() {
		if value != "" {
			out = append(out, value)
		}
	}
	return out
}

// all calls a function with the command and all below it.
func (c *Command) all(do func(*Command)) {
	do(c)
	for _, below := range c.Commands {
		below.all(do)
	}
}
