package serialize

import (
	"mime"
	"slices"
	"strings"
)

// Table is an ordered list of formats: the server prefers earlier ones.
type Table []*Format

// ByName returns the format with the short name, or nil.
func (t Table) ByName(name string) *Format {
	return t.find(func(f *Format) bool { return f.Name == name })
}

// ByExtension returns the first format with the file extension, which is
// given without its dot, or nil.
func (t Table) ByExtension(ext string) *Format {
	ext = strings.ToLower(ext)
	return t.find(func(f *Format) bool { return slices.Contains(f.Extensions, ext) })
}

// ByMediaType returns the first format that the content type names, or nil:
// by media type or alias, and by profile where the content type has one that
// a format of the table has. The parameter version, which RDF 1.2 adds to the
// types of RDF but not of JSON, has to be one whose documents are read.
func (t Table) ByMediaType(contentType string) *Format {
	mediaType, params, err := mime.ParseMediaType(contentType)
	if err != nil {
		return nil
	}
	if version, ok := params["version"]; ok && !KnownVersion(version) && !strings.HasSuffix(mediaType, "json") {
		return nil
	}
	profiles := strings.Fields(params["profile"])
	named := func(f *Format) bool {
		return f.MediaType == mediaType || slices.Contains(f.Aliases, mediaType)
	}
	exact := t.find(func(f *Format) bool { return named(f) && f.Profile != "" && slices.Contains(profiles, f.Profile) })
	if exact != nil {
		return exact
	}
	return t.find(named)
}

// KnownVersion reports whether documents that say they are of the version of RDF
// are read. Those of RDF 1.2 are, as long as they use nothing that is new there.
func KnownVersion(version string) bool {
	return version == "1.1" || version == "1.2" || version == "1.2-basic"
}

// Readable returns the formats that can be read.
func (t Table) Readable() Table {
	return t.filter(func(f *Format) bool { return f.Decode != nil })
}

// Writable returns the formats that can be written.
func (t Table) Writable() Table {
	return t.filter(func(f *Format) bool { return f.NewEncoder != nil })
}

func (t Table) find(ok func(*Format) bool) *Format {
	if i := slices.IndexFunc(t, ok); i >= 0 {
		return t[i]
	}
	return nil
}

func (t Table) filter(ok func(*Format) bool) Table {
	var out Table
	for _, f := range t {
		if ok(f) {
			out = append(out, f)
		}
	}
	return out
}
