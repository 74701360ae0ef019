package servecmd

import (
	"fmt"
	"html/template"
	"io"
	"os"

	"vitrine/server/people/home"
)

// introductionFlag names the text at the beginning of the front page.
type introductionFlag struct {
	Introduction string `placeholder:"FILE" help:"Text for the beginning of the front page: a Markdown file (.md), or an HTML file (.html), of which scripts and styles are left out."`
}

// read returns the introduction as HTML, nothing where there is none.
func (f introductionFlag) read() (template.HTML, error) {
	if f.Introduction == "" {
		return "", nil
	}
	file, err := os.Open(f.Introduction)
	if err != nil {
		return "", fmt.Errorf("open the introduction: %w", err)
	}
	defer file.Close()
	text, err := io.ReadAll(io.LimitReader(file, home.MaxIntroduction+1))
	if err != nil {
		return "", fmt.Errorf("read the introduction: %w", err)
	}
	out, err := home.Introduction(f.Introduction, text)
	if err != nil {
		return "", fmt.Errorf("%s: %w", f.Introduction, err)
	}
	return out, nil
}
