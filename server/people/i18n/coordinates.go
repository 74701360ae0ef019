package i18n

import (
	"math"
	"strconv"

	"vitrine/linkedart/reading"
)

// Coordinates says a position by its degrees of latitude and longitude: "52.012° N,
// 4.357° E". They have the digits that they were given with.
func (w *Wording) Coordinates(latitude, longitude float64) string {
	ns, ew := w.Text("%s° N", w.degrees(latitude)), w.Text("%s° E", w.degrees(longitude))
	if latitude < 0 {
		ns = w.Text("%s° S", w.degrees(latitude))
	}
	if longitude < 0 {
		ew = w.Text("%s° W", w.degrees(longitude))
	}
	return w.Text("%s, %s|coordinates", ns, ew)
}

func (w *Wording) degrees(n float64) string {
	return w.Number(reading.Number{Text: strconv.FormatFloat(math.Abs(n), 'f', -1, 64), Known: true})
}
