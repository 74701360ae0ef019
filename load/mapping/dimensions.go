package mapping

import (
	"strings"

	"vitrine/linkedart/words/dimensions"
)

// dimensionNames are what $dimensions reads from columns.
var dimensionNames = []string{"height", "width", "depth", "length", "diameter", "thickness", "weight"}

// dimensions gives the Dimensions of a text, or one for each column that has a number. $unit
// is that of numbers without one. A measure of 0 is none, as exports write those that were
// not taken.
func (c *call) dimensions() (any, error) {
	reader, err := dimensions.New(dimensions.Options{Unit: c.settings["$unit"]})
	if err != nil {
		return nil, err
	}
	all, ok := reader.Read(c.value)
	if c.value != "" && !ok {
		c.unclear(c.value)
	}
	for _, of := range c.values {
		d, ok := reader.Column(of.name, of.text)
		switch {
		case ok:
			all = append(all, d)
		case strings.Trim(of.text, "0.,") != "":
			c.unclear(of.text)
		}
	}
	var made several
	for _, d := range all {
		made = append(made, objectOf(d.Entity()))
	}
	if len(made) == 0 {
		return nil, nil
	}
	return made, nil
}
