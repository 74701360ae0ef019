package i18n

import (
	"embed"
	"fmt"
	"io/fs"
	"sync"

	"golang.org/x/text/language"
	"golang.org/x/text/message"
	"golang.org/x/text/message/catalog"
)

//go:embed catalogue
var files embed.FS

// Languages are the languages of the pages.
type Languages struct {
	list []*Wording
	// names are the keys of the names in the table.
	names map[nameOf]counted
}

// selfNames are what the languages call themselves, in the order in which they are shown.
// The first is the language of those who ask for none of them.
var selfNames = []struct {
	tag  language.Tag
	name string
}{
	{language.English, "English"},
	{language.Dutch, "Nederlands"},
	{language.French, "Français"},
	{language.German, "Deutsch"},
}

// All returns the languages of the catalogues that are in the program, which are read once. The
// error names the file and the key that is at fault.
func All() (*Languages, error) { return readAll() }

var readAll = sync.OnceValues(func() (*Languages, error) {
	folder, err := fs.Sub(files, "catalogue")
	if err != nil {
		return nil, fmt.Errorf("open the catalogues: %w", err)
	}
	return read(folder)
})

// read reads the catalogues of a folder.
func read(folder fs.FS) (*Languages, error) {
	builder := catalog.NewBuilder(catalog.Fallback(language.English))
	names, err := readNames()
	if err != nil {
		return nil, err
	}
	all := &Languages{names: names}
	words, err := readTerms()
	if err != nil {
		return nil, err
	}
	for _, own := range selfNames {
		plain, err := readLanguage(folder, own.tag, builder)
		if err != nil {
			return nil, err
		}
		printer := message.NewPrinter(own.tag, message.Catalog(builder))
		all.list = append(all.list, &Wording{own.tag, own.name, plain, words[own.tag.String()], printer, localeOf(own.tag), all})
	}
	return all, nil
}

func localeOf(tag language.Tag) string {
	base, _ := tag.Base()
	region, _ := tag.Region()
	return base.String() + "_" + region.String()
}

// List are the languages in the order in which a page offers them.
func (l *Languages) List() []*Wording { return l.list }

// English is the language of the keys.
func (l *Languages) English() *Wording { return l.list[0] }

// Codes are the languages as BCP 47 tags, in the order of List.
func (l *Languages) Codes() []string {
	out := make([]string, len(l.list))
	for i, w := range l.list {
		out[i] = w.Code()
	}
	return out
}

// Find returns the language with the tag, such as "nl"; a tag may say more than is there,
// such as "nl-BE".
func (l *Languages) Find(tag string) (*Wording, bool) {
	parsed, err := language.Parse(tag)
	if err != nil {
		return nil, false
	}
	for ; !parsed.IsRoot(); parsed = parsed.Parent() {
		for _, w := range l.list {
			if w.tag == parsed {
				return w, true
			}
		}
	}
	return nil, false
}
