package brief

import (
	"slices"
	"sync"

	"vitrine/linkedart/datetime"
	"vitrine/linkedart/reading"
	"vitrine/server/people/html"
	"vitrine/server/people/i18n"
)

// when is a time span without the record that it is of.
type when struct {
	span  reading.TimeSpan
	names []briefName
	// lasting tells that it took all of the time, and not a moment of it.
	lasting bool
}

// whenOf is the first time span of an activity, or of its parts.
func whenOf(activity reading.Node, lasting bool) *when {
	if span, ok := activity.TimeSpan(); ok {
		return kept(newWhen(span, lasting))
	}
	for _, part := range activity.Nodes(reading.ActivityPart) {
		if span, ok := part.TimeSpan(); ok {
			return kept(newWhen(span, lasting))
		}
	}
	return nil
}

// kept is a time span that is to be kept. Others stay where they take no time to be made.
func kept(w when) *when { return &w }

// depends tells whether the records of languages have to be asked for the words.
func (w *when) depends() bool {
	return w != nil && slices.ContainsFunc(w.names, func(n briefName) bool { return n.tag == "" && n.language != "" })
}

func newWhen(span reading.TimeSpan, lasting bool) when {
	w := when{lasting: lasting, span: reading.TimeSpan{
		BeginOfTheBegin: span.BeginOfTheBegin, EndOfTheBegin: span.EndOfTheBegin,
		BeginOfTheEnd: span.BeginOfTheEnd, EndOfTheEnd: span.EndOfTheEnd,
	}}
	for i, name := range span.Names {
		if i == MaxNames {
			break
		}
		tag, concept := LanguageOf(name)
		w.names = append(w.names, briefName{Clip(name.Content, MaxListed), tag, concept, false})
	}
	return w
}

// say says a time span in words.
func (e *Editor) say(w *when) html.Phrase {
	if w == nil {
		return nil
	}
	names := make([]i18n.Named, len(w.names))
	for i, name := range w.names {
		names[i] = i18n.Named{Text: name.text, Lang: e.Tag(name.tag, name.language)}
	}
	if w.lasting {
		return e.PhraseOf(e.Words.Period(w.span, names...))
	}
	return e.PhraseOf(e.Words.Date(w.span, names...))
}

// Dates are the time of an entity: from when to when it lived or was there, or when
// it was made or happened.
type Dates struct {
	begin, end, at *when
	// group tells that it is a group that began and ended, not a person.
	group bool
	// words are the dates in words, of all languages that they were said in; nil where the
	// records of languages have to be asked for them.
	words *dateWords
}

// dateWords are dates in words. They may be used by many goroutines.
type dateWords struct {
	mu   sync.Mutex
	said map[*i18n.Wording]html.Phrase
}

// in returns the words of a language, which say makes the first time.
// They must not be changed.
func (d *dateWords) in(w *i18n.Wording, say func() html.Phrase) html.Phrase {
	d.mu.Lock()
	defer d.mu.Unlock()
	said, ok := d.said[w]
	if !ok {
		if d.said == nil {
			d.said = map[*i18n.Wording]html.Phrase{}
		}
		said = slices.Clip(say())
		d.said[w] = said
	}
	return said
}

func datesOf(root reading.Node) Dates {
	d := timesOf(root)
	if !d.begin.depends() && !d.end.depends() && !d.at.depends() {
		d.words = &dateWords{}
	}
	return d
}

func timesOf(root reading.Node) Dates {
	d := Dates{group: root.Is(reading.ClassGroup)}
	for _, p := range []reading.Property{reading.Born, reading.FormedBy} {
		if n := root.Node(p); d.begin == nil {
			d.begin = whenOf(n, false)
		}
	}
	for _, p := range []reading.Property{reading.Died, reading.DissolvedBy} {
		if n := root.Node(p); d.end == nil {
			d.end = whenOf(n, false)
		}
	}
	if d.begin != nil || d.end != nil {
		return d
	}
	for _, p := range []reading.Property{reading.ProducedBy, reading.CreatedBy} {
		for _, activity := range root.Nodes(p) {
			if d.at == nil {
				d.at = whenOf(activity, false)
			}
		}
	}
	if span, ok := root.TimeSpan(); ok && d.at == nil {
		d.at = kept(newWhen(span, true))
	}
	return d
}

// Earliest is the first moment of the time, zero where that is not known.
func (d Dates) Earliest() reading.Moment {
	for _, w := range []*when{d.at, d.begin, d.end} {
		if w != nil {
			return w.span.Earliest()
		}
	}
	return reading.Moment{}
}

// size is about what dates take in memory, in bytes.
func (d Dates) size() int {
	n := 0
	for _, w := range []*when{d.begin, d.end, d.at} {
		if w != nil {
			n += 1024 + 72*len(w.names) // with their words
		}
	}
	return n
}

// Dates are when an entity was made, lived or happened, in words.
func (e *Editor) Dates(d Dates) html.Phrase {
	if d.words == nil {
		return e.sayDates(d)
	}
	return d.words.in(e.Words, func() html.Phrase { return e.sayDates(d) })
}

func (e *Editor) sayDates(d Dates) html.Phrase {
	begin, end := e.sayYears(d.begin), e.sayYears(d.end)
	switch {
	case len(begin) > 0 && len(end) > 0:
		return append(append(begin, html.Part{Text: "–"}), end...)
	case len(begin) > 0 && d.group:
		return e.Phrase("since %s", begin)
	case len(begin) > 0:
		return e.Phrase("born %s", begin)
	case len(end) > 0 && d.group:
		return e.Phrase("until %s", end)
	case len(end) > 0:
		return e.Phrase("died %s", end)
	}
	return e.say(d.at)
}

// sayYears says a time span in whole years, without names: there is little room for the
// years that somebody lived. The exact values stay those of the record.
func (e *Editor) sayYears(w *when) html.Phrase {
	if w == nil {
		return nil
	}
	from, to := w.span.Earliest(), w.span.Latest()
	if !from.Known || !to.Known {
		return e.say(w)
	}
	from.Time = datetime.Time{Year: from.Time.Year, Month: 1, Day: 1, DateOnly: true}
	to.Time = datetime.Time{Year: to.Time.Year, Month: 12, Day: 31, DateOnly: true}
	return e.say(&when{span: reading.TimeSpan{BeginOfTheBegin: from, EndOfTheEnd: to}, lasting: w.lasting})
}

// Date is a time span in words. lasting tells that something took all of the time, and not
// a moment of it.
func (e *Editor) Date(span reading.TimeSpan, lasting bool) html.Phrase {
	w := newWhen(span, lasting)
	return e.say(&w)
}

// Years is a time span in words, in whole years: "1632", "about 1632".
func (e *Editor) Years(span reading.TimeSpan) html.Phrase {
	w := newWhen(span, false)
	return e.sayYears(&w)
}
