package oai

import (
	"context"
	"strconv"
	"strings"
	"time"
)

// selection is what a list is of, and where in the log it goes on.
type selection struct {
	format Format
	// set is that of the list, the zero set for all records.
	set set
	// before is the moment at which the list ends, zero where it has no end.
	before time.Time
	// after is the number of the entry of the log that the list goes on after.
	after uint64
}

// selected reads what a list is of from the arguments or from the token.
func (p *Provider) selected(ctx context.Context, a arguments) (selection, error) {
	if a[token] != "" {
		return p.resumed(ctx, a[token])
	}
	var s selection
	var ok bool
	if s.format, ok = p.format(a["metadataPrefix"]); !ok {
		return s, &problem{cannotDisseminate, "There is no such metadata format; ListMetadataFormats has all."}
	}
	from, before, err := a.period()
	if err != nil {
		return s, err
	}
	if a["set"] != "" {
		if s.set, ok, err = p.found(ctx, a["set"]); err != nil {
			return s, err
		} else if !ok {
			return s, &problem{noMatch, "There is no such set; ListSets has all."}
		}
	}
	s.before = before
	if !from.IsZero() {
		s.after, err = p.seek(ctx, from)
	}
	return s, err
}

// separator is between the parts of a token.
const separator = "!"

// token is the resumption token of a list that goes on after an entry of the log.
func (s selection) token(after uint64) string {
	before := ""
	if !s.before.IsZero() {
		before = s.before.Format(seconds)
	}
	return strings.Join([]string{s.format.Name, s.set.spec, before, strconv.FormatUint(after, 10)}, separator)
}

// resumed reads a resumption token.
func (p *Provider) resumed(ctx context.Context, text string) (selection, error) {
	none := &problem{badToken, "The resumption token is none of this repository."}
	parts := strings.Split(text, separator)
	if len(parts) != 4 {
		return selection{}, none
	}
	var s selection
	var ok bool
	if s.format, ok = p.format(parts[0]); !ok {
		return s, none
	}
	var err error
	if s.set, ok, err = p.found(ctx, parts[1]); err != nil {
		return s, err
	} else if !ok && parts[1] != "" {
		return s, none
	}
	if parts[2] != "" {
		if s.before, err = time.Parse(seconds, parts[2]); err != nil {
			return s, none
		}
	}
	if s.after, err = strconv.ParseUint(parts[3], 10, 63); err != nil {
		return s, none
	}
	last, err := p.Store.LastChange(ctx)
	if err == nil && s.after > last.Seq {
		err = none
	}
	return s, err
}

// format returns the format of a prefix.
func (p *Provider) format(prefix string) (Format, bool) {
	for _, f := range p.Formats {
		if f.Name == prefix {
			return f, true
		}
	}
	return Format{}, false
}

// seek returns the number of the last entry of the log before a moment, 0 where there is none.
func (p *Provider) seek(ctx context.Context, from time.Time) (uint64, error) {
	last, err := p.Store.LastChange(ctx)
	if err != nil {
		return 0, err
	}
	earlier, later := uint64(0), last.Seq
	for earlier < later {
		middle := earlier + (later-earlier)/2
		for entry, err := range p.Store.Changes(ctx, middle) {
			if err != nil {
				return 0, err
			}
			if entry.Time.Before(from) {
				earlier = entry.Seq
			} else {
				later = middle
			}
			break
		}
	}
	return earlier, nil
}
