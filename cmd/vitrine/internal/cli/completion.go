package cli

import (
	"fmt"
	"slices"
	"strings"
)

// Shells are those that Completion knows.
func Shells() []string { return []string{"bash", "fish", "zsh"} }

// Completion returns a script that completes the command lines of the program in a shell,
// one of Shells.
func Completion(c *Command, program, shell string) (string, error) {
	switch shell {
	case "bash":
		return bash(c, program), nil
	case "fish":
		return fish(c, program), nil
	case "zsh":
		return zsh(c, program), nil
	}
	return "", fmt.Errorf("no completions for the shell %q; there are some for %s", shell, strings.Join(Shells(), ", "))
}

// bash writes a function that finds the command among the words, and completes the value
// of the flag before the cursor, or else a flag, a command or a file.
func bash(c *Command, program string) string {
	var b strings.Builder
	fmt.Fprintf(&b, `# Completions of %[1]s for bash; load them with: source <(%[1]s completion bash)
_%[1]s() {
	local current="${COMP_WORDS[COMP_CWORD]}" previous="${COMP_WORDS[COMP_CWORD-1]}" command="" i
	for ((i = 1; i < COMP_CWORD; i++)); do
		case "${command:+$command }${COMP_WORDS[i]}" in
			%[2]s) command="${command:+$command }${COMP_WORDS[i]}" ;;
		esac
	done
	COMPREPLY=()
	case "$command:$previous" in
`, program, patterns(c))
	c.all(func(c *Command) {
		for _, f := range c.Flags {
			if f.Placeholder != "" {
				fmt.Fprintf(&b, "\t\t%s) %s; return ;;\n", quote(c.Path+":"+f.Name), bashValues(f))
			}
		}
	})
	b.WriteString("\tesac\n\tcase \"$command\" in\n")
	c.all(func(c *Command) {
		words := quote(strings.Join(append(c.names(), c.flagNames()...), " "))
		fmt.Fprintf(&b, "\t\t%s) COMPREPLY=($(compgen -W %s -- \"$current\"))", quote(c.Path), words)
		if c.takesFiles() {
			b.WriteString("; [[ $current == -* ]] || COMPREPLY=($(compgen -f -- \"$current\"))")
		}
		b.WriteString(" ;;\n")
	})
	fmt.Fprintf(&b, "\tesac\n}\ncomplete -o filenames -F _%[1]s %[1]s\n", program)
	return b.String()
}

func bashValues(f Flag) string {
	switch {
	case len(f.Values) > 0:
		return `COMPREPLY=($(compgen -W ` + quote(strings.Join(f.Values, " ")) + ` -- "$current"))`
	case f.isFile():
		return `COMPREPLY=($(compgen -f -- "$current"))`
	}
	return ":"
}

// zsh is as bash is, with the help of commands and flags.
func zsh(c *Command, program string) string {
	var b strings.Builder
	fmt.Fprintf(&b, `#compdef %[1]s
# Completions of %[1]s for zsh; load them with: source <(%[1]s completion zsh)
_%[1]s() {
	local command="" word previous="${words[CURRENT-1]}"
	local -a entries
	for word in "${(@)words[2,CURRENT-1]}"; do
		case "${command:+$command }$word" in
			%[2]s) command="${command:+$command }$word" ;;
		esac
	done
	case "$command:$previous" in
`, program, patterns(c))
	c.all(func(c *Command) {
		for _, f := range c.Flags {
			if f.Placeholder != "" {
				fmt.Fprintf(&b, "\t\t%s) %s; return ;;\n", quote(c.Path+":"+f.Name), zshValues(f))
			}
		}
	})
	b.WriteString("\tesac\n\tcase \"$command\" in\n")
	c.all(func(c *Command) {
		fmt.Fprintf(&b, "\t\t%s)\n\t\t\tentries=(", quote(c.Path))
		for _, below := range c.Commands {
			b.WriteString(" " + quote(below.name()+":"+below.Help))
		}
		for _, a := range c.Arguments {
			for _, value := range a.Values {
				b.WriteString(" " + quote(value+":"+a.Name))
			}
		}
		for _, f := range c.Flags {
			for _, name := range f.names() {
				b.WriteString(" " + quote(name+":"+f.Help))
			}
		}
		b.WriteString(")\n")
		if c.takesFiles() {
			b.WriteString("\t\t\t[[ ${words[CURRENT]} == -* ]] || { _files; return }\n")
		}
		b.WriteString("\t\t\t;;\n")
	})
	fmt.Fprintf(&b, "\tesac\n\t_describe %[1]s entries\n}\nif [[ ${funcstack[1]} == _%[1]s ]]; then _%[1]s; else compdef _%[1]s %[1]s; fi\n", program)
	return b.String()
}

func zshValues(f Flag) string {
	switch {
	case len(f.Values) > 0:
		return "compadd -- " + strings.Join(f.Values, " ")
	case f.isFile():
		return "_files"
	}
	return ":"
}

// fish writes a complete command for each command and flag, with a condition that says
// after which command it is.
func fish(c *Command, program string) string {
	var b strings.Builder
	fmt.Fprintf(&b, `# Completions of %[1]s for fish; load them with: %[1]s completion fish | source
function __%[1]s_at
	set -l command
	for word in (commandline -opc)[2..-1]
		switch (string join ' ' $command $word)
			case %[2]s
				set -a command $word
		end
	end
	test "$command" = "$argv[1]"
end
`, program, strings.ReplaceAll(patterns(c), "|", " "))
	c.all(func(c *Command) {
		start := fmt.Sprintf("complete -c %s -n %s", program, fishQuote("__"+program+"_at '"+c.Path+"'"))
		if !c.takesFiles() {
			fmt.Fprintf(&b, "%s -f\n", start)
		}
		for _, below := range c.Commands {
			fmt.Fprintf(&b, "%s -a %s -d %s\n", start, below.name(), fishQuote(below.Help))
		}
		for _, a := range c.Arguments {
			if len(a.Values) > 0 {
				fmt.Fprintf(&b, "%s -a %s\n", start, fishQuote(strings.Join(a.Values, " ")))
			}
		}
		for _, f := range c.Flags {
			for _, name := range f.names() {
				fmt.Fprintf(&b, "%s -l %s%s -d %s\n", start, strings.TrimPrefix(name, "--"), fishValues(f), fishQuote(f.Help))
			}
		}
	})
	return b.String()
}

func fishValues(f Flag) string {
	switch {
	case len(f.Values) > 0:
		return " -x -a " + fishQuote(strings.Join(f.Values, " "))
	case f.isFile():
		return " -r -F"
	case f.Placeholder != "":
		return " -x"
	}
	return ""
}

// patterns are the paths of all commands as the alternatives of a case.
func patterns(c *Command) string {
	var out []string
	c.all(func(c *Command) {
		if c.Path != "" {
			out = append(out, quote(c.Path))
		}
	})
	return strings.Join(out, "|")
}

// names are those of the commands below, or the values that an argument may have.
func (c *Command) names() (out []string) {
	for _, a := range c.Arguments {
		out = append(out, a.Values...)
	}
	for _, below := range c.Commands {
		out = append(out, below.name())
	}
	return out
}

// names are those of a flag.
func (f Flag) names() []string {
	if f.Negation == "" {
		return []string{f.Name}
	}
	return []string{f.Name, f.Negation}
}

func (c *Command) flagNames() (out []string) {
	for _, f := range c.Flags {
		out = append(out, f.names()...)
	}
	return out
}

// takesFiles tells whether an argument may be the path of a file.
func (c *Command) takesFiles() bool {
	return slices.ContainsFunc(c.Arguments, func(a Argument) bool { return a.Name == "file" || a.Name == "path" || a.Name == "dir" })
}

// quote makes a text one word of bash and zsh.
func quote(s string) string { return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'" }

// fishQuote makes a text one word of fish.
func fishQuote(s string) string {
	return "'" + strings.NewReplacer(`\`, `\\`, `'`, `\'`).Replace(s) + "'"
}
