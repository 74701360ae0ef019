package describe

import (
	"slices"

	"vitrine/linkedart/reading"
	"vitrine/server/page"
)

// digitalImage classifies a digital object as a picture (Getty AAT).
const digitalImage = "http://vocab.getty.edu/aat/300215302"

// showPictures marks as shown what the record says of pictures where that is nothing but
// where their files are: the page has the pictures themselves. Works and files that the
// record says more of stay among the facts.
func (e *editor) showPictures(root reading.Node, pictures []page.Picture) {
	seen := map[string]bool{}
	for _, p := range pictures {
		seen[p.Full] = true
	}
	files := root.Nodes(reading.DigitallyShownBy)
	works := root.Nodes(reading.Representation)
	for _, work := range works {
		if work.IRI() != "" || !saysOnly(work, reading.DigitallyShownBy) {
			works = nil
			break
		}
	}
	for _, work := range works {
		files = append(files, work.Nodes(reading.DigitallyShownBy)...)
	}
	for _, file := range files {
		if !isSeen(file, seen) {
			return
		}
	}
	for _, file := range files {
		e.shown.show(file, reading.AccessPoint, reading.Format, reading.ClassifiedAs)
	}
	e.shown.show(root, reading.DigitallyShownBy)
	for _, work := range works {
		e.shown.show(work, reading.DigitallyShownBy)
		e.shown.show(root, reading.Representation)
	}
}

// isSeen tells whether a digital object of the record is a picture that the page has, and
// the record says nothing else of it.
func isSeen(file reading.Node, seen map[string]bool) bool {
	points := file.Nodes(reading.AccessPoint)
	if file.IRI() != "" || len(points) != 1 || !seen[points[0].IRI()] || !saysOnly(points[0]) {
		return false
	}
	for _, kind := range file.Kinds() {
		if kind.IRI() != digitalImage {
			return false
		}
	}
	return saysOnly(file, reading.AccessPoint, reading.Format, reading.ClassifiedAs)
}

// saysOnly tells whether a node has no properties but these.
func saysOnly(n reading.Node, properties ...reading.Property) bool {
	for _, p := range n.Properties() {
		if !slices.Contains(properties, p) {
			return false
		}
	}
	return true
}
