package profile

import (
	"vitrine/server/data/resource"
	"vitrine/server/people/i18n"
)

// Profiles writes entities in the profiles.
type Profiles struct {
	Languages *i18n.Languages
}

// Derivations are the forms of entities by all profiles.
func (p *Profiles) Derivations() []resource.Derivation {
	return []resource.Derivation{p.dublinCore()}
}
