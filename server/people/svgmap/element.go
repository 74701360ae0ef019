package svgmap

import (
	"vitrine/server/people/svgmap/basemap"
)

// classes are those of the kinds of mark.
var classes = map[Kind]string{Place: "map-place", Neighbour: "map-neighbour", Stop: "map-stop", Cluster: "map-cluster"}

// write writes a figure, as a link where it leads somewhere. What keeps its size when a
// reader zooms is in a group of the class map-pin.
func (f figure) write(w *writer) {
	name := "g"
	attributes := []attribute{{"class", "map-mark " + classes[f.kind]}}
	if f.href != "" && f.name != "" {
		name = "a"
		attributes = append(attributes, attribute{"href", f.href}, attribute{"aria-label", f.spoken()})
	}
	w.open(name, append(attributes, attribute{"lang", f.lang})...)
	if f.name != "" {
		w.text("title", f.name)
	}
	if len(f.area.data) > 0 {
		class := "map-area"
		if len(f.outline.data) > 0 {
			class += " map-seam"
		}
		w.empty("path", attribute{"class", class}, attribute{"fill-rule", "evenodd"}, attribute{"d", string(f.area.data)})
	}
	if len(f.outline.data) > 0 {
		w.empty("path", attribute{"class", "map-outline"}, attribute{"d", string(f.outline.data)})
	}
	if len(f.line.data) > 0 {
		w.empty("path", attribute{"class", "map-line"}, attribute{"d", string(f.line.data)})
	}
	for i, dot := range f.dots {
		f.dot(w, i, dot)
	}
	if len(f.dots) == 0 && f.label != "" {
		w.open("g", attribute{"transform", move(f.at)})
		w.open("g", attribute{"class", "map-pin"})
		f.writeLabel(w)
		w.close("g")
		w.close("g")
	}
	w.close(name)
}

// spoken is the name of a link, which begins with what is seen of it (WCAG 2.5.3): the number
// of a stop, and that of a cluster with its label.
func (f figure) spoken() string {
	switch {
	case f.number == "" || f.kind != Stop && f.kind != Cluster:
		return f.name
	case f.kind == Cluster && f.label != "":
		return f.number + " " + f.label + ": " + f.name
	}
	return f.number + " " + f.name
}

// dot writes a dot, the first with the number and the label.
func (f figure) dot(w *writer, i int, at basemap.Point) {
	w.open("g", attribute{"transform", move(at)})
	w.open("g", attribute{"class", "map-pin"})
	if width := f.wide(); i == 0 && width > 2*f.radius {
		w.empty("rect", attribute{"class", "map-dot"}, attribute{"x", number(-width / 2)}, attribute{"y", number(-f.radius)},
			attribute{"width", number(width)}, attribute{"height", number(2 * f.radius)}, attribute{"rx", number(f.radius)})
	} else {
		w.empty("circle", attribute{"class", "map-dot"}, attribute{"r", number(f.radius)})
	}
	if i == 0 {
		if f.number != "" {
			shown := f.number
			if f.label != "" {
				shown += " " // What is seen reads as what is spoken; the space is not drawn.
			}
			w.text("text", shown, attribute{"class", "map-number"}, attribute{"y", "4"})
		}
		f.writeLabel(w)
	}
	w.close("g")
	w.close("g")
}

// writeLabel writes the label.
func (f figure) writeLabel(w *writer) {
	if f.label == "" {
		return
	}
	w.text("text", f.label, attribute{"class", "map-label" + f.caption.fit.class()}, attribute{"x", number(f.caption.x)},
		attribute{"y", number(f.caption.y)}, attribute{"text-anchor", f.caption.anchor})
}

// write writes a leg with its arrow.
func (l leg) write(w *writer) {
	d := "M" + number(l.from.X) + " " + number(l.from.Y) + "Q" + number(l.bend.X) + " " + number(l.bend.Y) + " " + number(l.to.X) + " " + number(l.to.Y)
	w.empty("path", attribute{"class", "map-leg"}, attribute{"d", d})
	w.open("g", attribute{"transform", move(l.to) + " rotate(" + number(l.turn) + ")"})
	w.empty("path", attribute{"class", "map-pin map-arrow"}, attribute{"d", "M2 0l-9-4.5v9z"})
	w.close("g")
}
