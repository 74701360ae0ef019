package profile

import (
	"regexp"
	"strings"

	"vitrine/linkedart/reading"
	"vitrine/server/people/describe/brief"
)

// pictures are the nodes of the pictures of the entity that have a licence.
func (w *writer) pictures() []reading.Node {
	if w.licences == nil {
		w.licences = map[reading.Node]string{}
		for _, f := range w.root.Images() {
			if licence := licenceOf(f); licence != "" && pictureOf(f.Node) != "" && len(w.shown) < maxValues {
				w.licences[f.Node] = licence
				w.shown = append(w.shown, f.Node)
			}
		}
	}
	return w.shown
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

// licenceOf is the licence of a picture, "" where its rights are none that Europeana takes.
func licenceOf(f reading.File) string {
	for _, right := range f.Rights {
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
	for _, pattern := range licences {
		if pattern.MatchString(iri) {
			return true
		}
	}
	return false
}

var licences = []*regexp.Regexp{
	regexp.MustCompile(`^http://creativecommons\.org/publicdomain/(zero|mark)/1\.0/$`),
	regexp.MustCompile(`^http://creativecommons\.org/licenses/(by|by-sa|by-nd|by-nc|by-nc-sa|by-nc-nd)/4\.0/$`),
	regexp.MustCompile(`^http://creativecommons\.org/licenses/(by|by-sa|by-nd|by-nc|by-nc-sa|by-nc-nd)/3\.0/((at|au|br|ch|cn|cr|cz|de|ee|es|fr|gr|hk|hr|ie|it|lu|nl|no|nz|ph|pl|pr|pt|ro|rs|sg|th|tw|ug|us|ve|vn|za)/)?$`),
	regexp.MustCompile(`^http://creativecommons\.org/licenses/(by|by-sa|by-nd|by-nc|by-nc-sa|by-nc-nd)/2\.[05]/((au|br|ca|ch|de|es|hr|it|kr|nl|pl|tw)/)?$`),
	regexp.MustCompile(`^http://creativecommons\.org/licenses/(by|by-sa|by-nd|by-nc|by-nc-sa|by-nc-nd)/1\.0/((fi|il|nl)/)?$`),
	regexp.MustCompile(`^http://rightsstatements\.org/vocab/(NoC-NC|NoC-OKLR|InC|InC-EDU|InC-OW-EU|CNE)/1\.0/$`),
}
