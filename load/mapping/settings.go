package mapping

import (
	"go.yaml.in/yaml/v4"

	"vitrine/linkedart/words/dates"
)

// settingNames are the members of a mapping that say how a museum writes dates.
var settingNames = []string{"circa", "early", "century", "order"}

// dateOptions reads the settings of dates.
func (p *mappingParser) dateOptions(members map[string]*yaml.Node) (dates.Options, error) {
	o := dates.Defaults()
	for _, of := range []struct {
		name      string
		to        *int
		low, high int
		message   string
	}{
		{"circa", &o.Circa, 0, 100, "circa is a number of years from 0 to 100"},
		{"early", &o.Early, 10, 50, "early is a number of years from 10 to 50: how long the early and the late part of a century are"},
		{"century", &o.Century, 0, 1, "century is 0 where the 19th century is from 1800 to 1899, and 1 where it is from 1801 to 1900"},
	} {
		if at := members[of.name]; at != nil {
			if err := at.Decode(of.to); err != nil || *of.to < of.low || *of.to > of.high {
				return o, p.fail(at, "%s", of.message)
			}
		}
	}
	if at := members["order"]; at != nil {
		orders := map[string]dates.Order{"month": dates.MonthFirst, "day": dates.DayFirst}
		order, ok := orders[at.Value]
		if !ok {
			return o, p.fail(at, "order is month or day: what comes first in 5/4/1971")
		}
		o.Order = order
	}
	return o, nil
}
