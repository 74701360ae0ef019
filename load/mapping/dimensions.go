package mapping

import (
	"encoding/json"
	"fmt"
	"strconv"
	"strings"

	"vitrine/linkedart/words/entity"
)

// dimensionKinds are the concepts of what is measured, by number in the AAT, and units those
// of units of measurement.
var (
	dimensionKinds = map[string]entity.Entity{
		"height":   entity.Type("300055644", "Height"),
		"width":    entity.Type("300055647", "Width"),
		"depth":    entity.Type("300072633", "Depth"),
		"length":   entity.Type("300055645", "Length"),
		"diameter": entity.Type("300055624", "Diameter"),
		"weight":   entity.Type("300056240", "Weight"),
	}
	units = map[string]*entity.Entity{
		"mm": entity.Of("MeasurementUnit", "300379097", "millimeters"),
		"cm": entity.Of("MeasurementUnit", "300379098", "centimeters"),
		"m":  entity.Of("MeasurementUnit", "300379099", "meters"),
		"in": entity.Of("MeasurementUnit", "300379100", "inches"),
		"ft": entity.Of("MeasurementUnit", "300379101", "feet"),
		"g":  entity.Of("MeasurementUnit", "300379225", "grams"),
		"kg": entity.Of("MeasurementUnit", "300379226", "kilograms"),
	}
)

// dimensionNames are what $dimensions reads from columns.
var dimensionNames = []string{"height", "width", "depth", "length", "diameter", "weight"}

// dimensions gives a Dimension for each column that has a number. A measure of 0 is none,
// as exports write those that were not taken.
func (c *call) dimensions() (any, error) {
	unit, ok := units[c.settings["$unit"]]
	if !ok {
		return nil, fmt.Errorf("$unit is one of mm, cm, m, in, ft, g and kg, and not %q", c.settings["$unit"])
	}
	var made several
	for _, of := range c.values {
		text := strings.Replace(of.text, ",", ".", 1)
		n, err := strconv.ParseFloat(text, 64)
		if err != nil || !json.Valid([]byte(text)) {
			c.unclear(of.text)
			continue
		}
		if n == 0 {
			continue
		}
		e := entity.Entity{Type: "Dimension", ClassifiedAs: []entity.Entity{dimensionKinds[of.name]}, Value: json.Number(text), Unit: unit}
		object, err := objectOf(e)
		if err != nil {
			return nil, err
		}
		made = append(made, object)
	}
	if len(made) == 0 {
		return nil, nil
	}
	return made, nil
}
