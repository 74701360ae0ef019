package provtext

import "testing"

// TestGroups looks which parties are groups, and whose life dates are those of the party.
func TestGroups(t *testing.T) {
	r := reader(t)
	for _, c := range []struct {
		text, name string
		group      bool
		life       string
	}{
		{"Ada Roth [1844-1911], Lund", "Ada Roth", false, "1844-1911"},
		{"Ada Roth [1844-1911], Inc., Lund", "Ada Roth, Inc.", true, ""},
		{"Roth Gallery [1901-1922], Lund", "Roth Gallery", true, "1901-1922"},
		{"Thorn's, London, England", "Thorn's", true, ""},
		{"Ada Roth and his wife, Jens Holm", "Ada Roth and his wife, Jens Holm", true, ""},
		{"the artist's brother, Olof Roth and his wife, Ada Roth, Lund, Sweden", "Olof Roth and his wife, Ada Roth", true, ""},
		{"Mrs. Ada Roth, Mrs. Clara Holm, Miss Anna Lind", "Mrs. Ada Roth, Mrs. Clara Holm, Miss Anna Lind", true, ""},
		{"Ada Roth/Clara Holm, New York", "Ada Roth/Clara Holm", true, ""},
		{"SARL Vollmar, Paris, France", "SARL Vollmar", true, ""},
		{"Il Faro, Gallerie d'Arte Moderna, Milan, Italy", "Il Faro, Gallerie d'Arte Moderna", true, ""},
	} {
		p := r.Read(c.text).Periods[0].To
		if p == nil || p.Name != c.name || p.Group != c.group || p.Life.Text != c.life {
			t.Errorf("%s: %+v", c.text, p)
		}
	}
}

// TestAgentForAnother leaves a name as text that is of one who acted, and of another.
func TestAgentForAnother(t *testing.T) {
	if p := reader(t).Read("Bought by Ada Roth for Sir Jens Holm, London, 1921").Periods[0]; p.To != nil && p.To.Name != "Jens Holm" {
		t.Errorf("to %+v", p.To)
	}
}
