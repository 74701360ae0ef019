package describe

import (
	"slices"

	"vitrine/linkedart/reading"
	"vitrine/server/people/describe/brief"
	"vitrine/server/people/html"
)

// What the page has of a file, of a place to get it, of a service and of a work, once it has
// the picture or leads to the manifest.
var (
	pointProperties   = []reading.Property{reading.Format, reading.ConformsTo}
	serviceProperties = []reading.Property{reading.AccessPoint, reading.Format, reading.ConformsTo, reading.ClassifiedAs}
	fileProperties    = append(slices.Clone(serviceProperties), reading.DigitallyAvailableVia, reading.HasDimension, reading.IdentifiedBy,
		reading.SubjectTo, reading.ReferredToBy)
	workProperties = []reading.Property{reading.DigitallyShownBy, reading.DigitallyCarriedBy, reading.IdentifiedBy, reading.SubjectTo, reading.ReferredToBy}
)

// showPictures marks as shown the files, services and manifests of the record that the page has
// as pictures and as links beside them. Works and files that the record says more of stay among
// the facts, with what is more.
func (e *editor) showPictures(root reading.Node, pictures []html.Picture) {
	shown, manifests := map[string]bool{}, map[string]bool{}
	for _, p := range pictures {
		shown[p.Src] = true
		if p.Manifest != "" {
			manifests[p.Manifest] = true
		}
	}
	for _, f := range root.Images() {
		if p, ok := e.pictureOf(f); ok && shown[p.Size(pageSide)] && f.Node != root {
			e.showFile(f, p.IsAt)
		}
	}
	for _, f := range root.Documents() {
		if m := brief.Manifest(f); manifests[m] && f.Node != root {
			e.showFile(f, func(address string) bool { return address == m })
		}
	}
	for _, p := range []reading.Property{reading.Representation, reading.SubjectOf} {
		for _, work := range root.Nodes(p) {
			e.showWork(work)
		}
	}
}

// showFile marks the parts of a file that the page has. has tells which addresses it has.
func (e *editor) showFile(f reading.File, has func(address string) bool) {
	all := e.showPoints(f.Node, has)
	for _, s := range f.Services {
		if e.showPoints(s.Node, has) && isOnly(s.Node, serviceProperties) || brief.IsService(s) {
			e.shown.leaveOut(s.Node)
		} else {
			all = false
		}
	}
	for _, kind := range f.Node.Kinds() {
		all = all && (kind.IRI() == brief.DigitalImage || !f.Node.Is(reading.ClassDigitalObject))
	}
	if all && isOnly(f.Node, fileProperties) && areNames(f.Node) {
		e.shown.leaveOut(f.Node)
	} else if all {
		e.shown.show(f.Node, reading.AccessPoint, reading.Format, reading.ConformsTo)
	}
}

// showPoints tells whether the page has every place where a file or service is.
func (e *editor) showPoints(n reading.Node, has func(address string) bool) bool {
	return !slices.ContainsFunc(n.Nodes(reading.AccessPoint), func(point reading.Node) bool { return !has(point.IRI()) || !isOnly(point, pointProperties) })
}

// showWork leaves out a work of which the page has every file, and all that is said of it.
func (e *editor) showWork(work reading.Node) {
	files := append(work.Nodes(reading.DigitallyShownBy), work.Nodes(reading.DigitallyCarriedBy)...)
	if work.IRI() != "" || len(files) == 0 || !isOnly(work, workProperties) || !areNames(work) {
		return
	}
	for _, file := range files {
		if !e.shown.isLeftOut(file) {
			return
		}
	}
	e.shown.leaveOut(work)
}

// areNames tells whether a node is identified by names alone, which are captions: an accession
// number is none.
func areNames(n reading.Node) bool {
	return !slices.ContainsFunc(n.Nodes(reading.IdentifiedBy), func(name reading.Node) bool { return !name.Is(reading.ClassName) })
}

// isOnly tells whether a node has no properties but these.
func isOnly(n reading.Node, properties []reading.Property) bool {
	return !slices.ContainsFunc(n.Properties(), func(p reading.Property) bool { return !slices.Contains(properties, p) })
}
