package profile

import (
	"regexp"
	"slices"
	"strings"

	"vitrine/linkedart/reading"
	"vitrine/server/people/describe/brief"
)

// pictures are the nodes of the pictures of the entity that have a licence: in its own record, and in
// those of the visual works that it shows, with what shows these. Rights to a work count for each.
func (w *writer) pictures() []reading.Node {
	if w.asked {
		return w.shown
	}
	w.asked = true
	w.show(w.root, nil)
	for _, iri := range brief.VisualsOf(w.root) {
		visual := w.record(iri)
		if visual.IsZero() {
			continue
		}
		rights := visual.Nodes(reading.SubjectTo)
		w.show(visual, rights)
		digital, err := w.of.Showing(w.ctx, iri)
		if w.err == nil {
			w.err = err
		}
		for _, iri := range digital {
			if own := w.record(iri); !own.IsZero() {
				w.show(own, rights)
			}
		}
	}
	return w.shown
}

// show adds the pictures of a node that have a licence, by rights of their own or by others. What its
// record says no more of may be in another.
func (w *writer) show(n reading.Node, rights []reading.Node) {
	for _, f := range n.Images() {
		of := slices.Concat(f.Rights, rights)
		if own := w.record(f.Node.IRI()); pictureOf(f.Node) == "" && !own.IsZero() {
			for _, f := range own.Images() {
				w.add(f.Node, slices.Concat(f.Rights, of))
			}
		} else {
			w.add(f.Node, of)
		}
	}
}

// add adds a picture, unless it has no licence or is there already.
func (w *writer) add(n reading.Node, rights []reading.Node) {
	licence, picture := licenceOf(rights), pictureOf(n)
	there := func(other reading.Node) bool { return pictureOf(other) == picture }
	if licence == "" || picture == "" || len(w.shown) >= maxValues || slices.ContainsFunc(w.shown, there) {
		return
	}
	if w.licences == nil {
		w.licences = map[reading.Node]string{}
	}
	w.licences[n] = licence
	w.shown = append(w.shown, n)
}

// licence is that of a picture of the entity.
func (w *writer) licence(n reading.Node) string { return w.licences[n] }

// pictureOf is the address of the picture that a digital object is, "" for none.
func pictureOf(n reading.Node) string { return pictureIn(n, brief.Picture.Full) }

// pictureIn is the address of the same in a size.
func pictureIn(n reading.Node, size func(brief.Picture) string) string {
	for _, f := range n.Images() {
		if f.Node != n {
			continue
		}
		if p, ok := brief.PictureOf(f, ""); ok {
			return size(p)
		}
	}
	return ""
}

// licenceOf is the first licence of some rights that Europeana takes, "" for none.
func licenceOf(rights []reading.Node) string {
	for _, right := range rights {
		for _, node := range append(append([]reading.Node{right}, right.Kinds()...), right.Nodes(reading.Equivalent)...) {
			iri := node.IRI()
			if rest, ok := strings.CutPrefix(iri, "https://"); ok {
				iri = "http://" + rest // licences and statements have their names with http
			}
			if isLicence(iri) {
				return iri
			}
		}
	}
	return ""
}

// isLicence tells whether Europeana takes the licence or the statement with the URI
// (https://pro.europeana.eu/page/available-rights-statements).
func isLicence(iri string) bool {
	return slices.ContainsFunc(licences, func(pattern *regexp.Regexp) bool { return pattern.MatchString(iri) })
}

var licences = []*regexp.Regexp{
	regexp.MustCompile(`^http://creativecommons\.org/publicdomain/(zero|mark)/1\.0/$`),
	regexp.MustCompile(`^http://creativecommons\.org/licenses/(by|by-sa|by-nd|by-nc|by-nc-sa|by-nc-nd)/4\.0/$`),
	regexp.MustCompile(`^http://creativecommons\.org/licenses/(by|by-sa|by-nd|by-nc|by-nc-sa|by-nc-nd)/3\.0/((at|au|br|ch|cn|cr|cz|de|ee|es|fr|gr|hk|hr|ie|it|lu|nl|no|nz|ph|pl|pr|pt|ro|rs|sg|th|tw|ug|us|ve|vn|za)/)?$`),
	regexp.MustCompile(`^http://creativecommons\.org/licenses/(by|by-sa|by-nd|by-nc|by-nc-sa|by-nc-nd)/2\.[05]/((au|br|ca|ch|de|es|hr|it|kr|nl|pl|tw)/)?$`),
	regexp.MustCompile(`^http://creativecommons\.org/licenses/(by|by-sa|by-nd|by-nc|by-nc-sa|by-nc-nd)/1\.0/((fi|il|nl)/)?$`),
	regexp.MustCompile(`^http://rightsstatements\.org/vocab/(NoC-NC|NoC-OKLR|InC|InC-EDU|InC-OW-EU|CNE)/1\.0/$`),
}
