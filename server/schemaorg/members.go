package schemaorg

// The members of an object are written in the order of the fields of its type.

// whole writes a thing.
func (e *encoder) whole(t *Thing) {
	e.out = append(e.out, '{')
	e.text("@context", t.Context)
	e.text("@type", t.Type)
	e.text("@id", t.ID)
	e.common(t)
	e.work(t)
	e.agent(t)
	e.happening(t)
	e.listed(t)
	e.out = append(e.out, '}')
}

// common writes what every Thing may have.
func (e *encoder) common(t *Thing) {
	e.text("name", t.Name)
	e.texts("alternateName", t.AlternateName)
	e.text("description", t.Description)
	e.text("disambiguatingDescription", t.DisambiguatingDescription)
	e.text("url", t.URL)
	e.things("image", t.Image)
	e.values("identifier", t.Identifier)
	e.texts("sameAs", t.SameAs)
	e.texts("additionalType", t.AdditionalType)
}

// work writes what works, files and data sets may have.
func (e *encoder) work(t *Thing) {
	e.references("creator", t.Creator)
	e.text("dateCreated", t.DateCreated)
	e.references("locationCreated", t.LocationCreated)
	e.texts("artform", t.Artform)
	e.texts("artMedium", t.ArtMedium)
	e.texts("material", t.Material)
	e.quantity("height", t.Height)
	e.quantity("width", t.Width)
	e.quantity("depth", t.Depth)
	e.references("about", t.About)
	e.texts("inLanguage", t.InLanguage)
	e.references("isPartOf", t.IsPartOf)
	e.text("creditText", t.CreditText)
	e.text("license", t.License)
	e.thing("mainEntity", t.MainEntity)
	e.text("dateModified", t.DateModified)
	e.texts("contentUrl", t.ContentURL)
	e.text("encodingFormat", t.EncodingFormat)
	e.text("caption", t.Caption)
	e.things("distribution", t.Distribution)
}

// agent writes what persons and organizations may have.
func (e *encoder) agent(t *Thing) {
	e.text("givenName", t.GivenName)
	e.text("familyName", t.FamilyName)
	e.text("birthDate", t.BirthDate)
	e.reference("birthPlace", t.BirthPlace)
	e.text("deathDate", t.DeathDate)
	e.reference("deathPlace", t.DeathPlace)
	e.references("homeLocation", t.HomeLocation)
	e.text("foundingDate", t.FoundingDate)
	e.reference("foundingLocation", t.FoundingLocation)
	e.text("dissolutionDate", t.DissolutionDate)
	e.references("memberOf", t.MemberOf)
}

// happening writes what places and events may have.
func (e *encoder) happening(t *Thing) {
	e.geo("geo", t.Geo)
	e.references("containedInPlace", t.ContainedInPlace)
	e.text("startDate", t.StartDate)
	e.text("endDate", t.EndDate)
	e.references("location", t.Location)
	e.references("contributor", t.Contributor)
	e.references("superEvent", t.SuperEvent)
}

// listed writes what terms, lists and sites may have.
func (e *encoder) listed(t *Thing) {
	e.text("termCode", t.TermCode)
	e.texts("inDefinedTermSet", t.InDefinedTermSet)
	e.count("numberOfItems", t.NumberOfItems)
	e.things("itemListElement", t.ItemListElement)
	e.count("position", uint64(t.Position))
	e.action("potentialAction", t.PotentialAction)
}

func (e *encoder) values(name string, values []PropertyValue) {
	e.array(name, len(values), func(i int) {
		e.out = append(e.out, '{')
		e.text("@type", "PropertyValue")
		e.text("name", values[i].Name)
		e.begin("value")
		e.out = append(appendString(e.out, values[i].Value), '}')
	})
}

func (e *encoder) quantity(name string, q *Quantity) {
	if q != nil {
		e.begin(name)
		e.out = append(e.out, '{')
		e.text("@type", "QuantitativeValue")
		e.number("value", q.Value)
		e.text("unitCode", q.UnitCode)
		e.text("unitText", q.UnitText)
		e.out = append(e.out, '}')
	}
}

func (e *encoder) geo(name string, g *Geo) {
	if g != nil {
		e.begin(name)
		e.out = append(e.out, '{')
		e.text("@type", g.Type)
		e.number("latitude", g.Latitude)
		e.number("longitude", g.Longitude)
		e.text("box", g.Box)
		e.out = append(e.out, '}')
	}
}

func (e *encoder) action(name string, a *Action) {
	if a != nil {
		e.begin(name)
		e.out = append(e.out, '{')
		e.text("@type", a.Type)
		e.begin("target")
		e.out = append(e.out, '{')
		e.text("@type", "EntryPoint")
		e.text("urlTemplate", a.Target)
		e.out = append(e.out, '}')
		e.text("query-input", a.QueryInput)
		e.out = append(e.out, '}')
	}
}
