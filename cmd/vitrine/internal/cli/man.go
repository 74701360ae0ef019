package cli

import (
	"fmt"
	"strings"
)

// Page is a manual page in the macros of man(7).
type Page struct {
	// Name is that of the file, such as vitrine-load.1.
	Name, Text string
}

// Pages returns the manual pages of a program and its commands, in section 1. version is
// what stands at their feet.
func Pages(c *Command, program, version string) []Page {
	var pages []Page
	c.all(func(each *Command) {
		name := strings.ReplaceAll(strings.TrimSpace(program+" "+each.Path), " ", "-")
		pages = append(pages, Page{name + ".1", page(each, program, name, version)})
	})
	return pages
}

func page(c *Command, program, name, version string) string {
	var b strings.Builder
	title, help := strings.TrimSpace(program+" "+c.Path), c.Help
	detail := c.Detail
	if c.Path == "" {
		help, detail, _ = strings.Cut(c.Help, "\n")
	}
	fmt.Fprintf(&b, ".TH %q 1 \"\" %q \"\"\n", strings.ToUpper(name), escape(version))
	fmt.Fprintf(&b, ".SH NAME\n%s \\- %s\n", escape(name), escape(strings.TrimSuffix(help, ".")))
	fmt.Fprintf(&b, ".SH SYNOPSIS\n.B %s\n%s\n", escape(title), line(strings.TrimSpace(c.Usage)))
	if detail = strings.TrimSpace(detail); detail != "" {
		b.WriteString(".SH DESCRIPTION\n")
		paragraphs(&b, detail)
	}
	commands(&b, c, program)
	if len(c.Arguments) > 0 {
		b.WriteString(".SH ARGUMENTS\n")
		for _, a := range c.Arguments {
			fmt.Fprintf(&b, ".TP\n.I %s\n%s\n", escape(a.Name), line(a.Help))
		}
	}
	b.WriteString(".SH OPTIONS\n")
	for _, f := range c.Flags {
		option(&b, f)
	}
	if c.Path != "" {
		fmt.Fprintf(&b, ".SH SEE ALSO\n.BR %s (1)\n", escape(program))
	}
	return b.String()
}

// commands lists the commands below, by their groups.
func commands(b *strings.Builder, c *Command, program string) {
	group := ""
	for i, below := range c.Commands {
		if i == 0 {
			b.WriteString(".SH COMMANDS\n")
		}
		if below.Group != group && c.Path == "" {
			group = below.Group
			fmt.Fprintf(b, ".SS %s\n", escape(group))
		}
		page := strings.ReplaceAll(program+" "+below.Path, " ", "-")
		fmt.Fprintf(b, ".TP\n.BR %s (1)\n%s\n", escape(page), line(below.Help))
	}
}

func option(b *strings.Builder, f Flag) {
	b.WriteString(".TP\n")
	for i, name := range f.names() {
		if i > 0 {
			b.WriteString(", ")
		}
		b.WriteString(`\fB` + escape(name) + `\fR`)
	}
	if f.Placeholder != "" {
		b.WriteString(`=\fI` + escape(f.Placeholder) + `\fR`)
	}
	b.WriteString("\n" + line(f.Help) + "\n")
	if f.Variable != "" {
		fmt.Fprintf(b, "Environment: \\fB%s\\fR.\n", escape(f.Variable))
	}
}

// paragraphs writes a help text. Lines that are indented are examples, which stay as they
// are.
func paragraphs(b *strings.Builder, text string) {
	for _, paragraph := range strings.Split(text, "\n\n") {
		if !strings.HasPrefix(paragraph, "    ") {
			b.WriteString(".PP\n")
			for _, l := range strings.Split(paragraph, "\n") {
				b.WriteString(line(l) + "\n")
			}
			continue
		}
		b.WriteString(".PP\n.RS 4\n.nf\n")
		for _, l := range strings.Split(paragraph, "\n") {
			b.WriteString(line(strings.TrimPrefix(l, "    ")) + "\n")
		}
		b.WriteString(".fi\n.RE\n")
	}
}

// line escapes a line of text, which is no request even if it begins like one.
func line(s string) string {
	if s = escape(s); strings.HasPrefix(s, ".") || strings.HasPrefix(s, "'") {
		return `\&` + s
	}
	return s
}

// escape has roff print a text as it is.
func escape(s string) string {
	return strings.NewReplacer(`\`, `\e`, "-", `\-`, "^", `\(ha`, "~", `\(ti`, "`", `\(ga`).Replace(s)
}
