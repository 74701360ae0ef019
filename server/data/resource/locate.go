package resource

import (
	"context"
	"errors"
	"iter"
	"strings"

	"vitrine/rdfstore"
	"vitrine/server/web/address"
)

// Location is what a request target leads to.
type Location struct {
	// Name is the IRI of the entity, and resource what is known of it; nil where only the name
	// was looked for.
	Name     string
	resource *Resource
	// Offer is the representation that a suffix names, or nil.
	Offer *Offer
	// Moved is the right path, where the target is another spelling of it.
	Moved string
}

// locate finds the entity that a request target names. The error is that of the
// store for the first attempt that met a deleted entity, or else for the first.
func (s *Entities) locate(ctx context.Context, view View, path, query string) (Location, error) {
	iri := s.Site.Mapper.Origin + path
	if query == "" {
		// Most requests ask for an entity that was asked for before.
		if d, ok := view.Kept(iri); ok {
			return Location{Name: d.IRI, resource: d}, nil
		}
	}
	return s.search(ctx, view, iri, path, query)
}

// search is locate for what the cache does not know.
func (s *Entities) search(ctx context.Context, view View, iri, path, query string) (found Location, err error) {
	var d *Resource
	found, err = s.resolve(iri, path, query, func(iris []string) (name string, err error) {
		if d, err = firstResource(ctx, view, iris); err != nil {
			return "", err
		}
		return d.IRI, nil
	})
	found.resource = d
	return found, err
}

// resolve finds the name of the entity that a request target names, by first,
// which returns the first of some IRIs that is an entity's. The error is as that
// of locate, and the location has no resource.
func (s *Entities) resolve(iri, path, query string, first func(iris []string) (string, error)) (Location, error) {
	var missing error
	for a := range s.attempts(iri, query) {
		name, err := first(a.iris)
		if rdfstore.IsMissing(err) {
			if missing == nil || errors.Is(err, rdfstore.ErrDeleted) && !errors.Is(missing, rdfstore.ErrDeleted) {
				missing = err
			}
			continue
		}
		if err != nil {
			return Location{}, err
		}
		found := Location{Name: name, Offer: a.offer}
		if !a.query {
			found.Moved = s.moved(name, a.offer, path)
		}
		// What was guessed is never answered where it was asked for.
		if !a.guess || found.Moved != "" {
			return found, nil
		}
	}
	return Location{}, missing
}

// attempt is one reading of a request target.
type attempt struct {
	// iris are the names to look for.
	iris []string
	// offer is the representation that a suffix names, or nil.
	offer *Offer
	// query tells that the names end in the request's query.
	query bool
	// guess tells that the target would be a wrong spelling of the name.
	guess bool
}

// attempts yields the readings of a request target in order: the entity with
// exactly that URI, query included; without the query; the entity whose URI has
// a suffix added in the target; the entities whose URI, with a suffix or
// without, the target misspells.
func (s *Entities) attempts(iri, query string) iter.Seq[attempt] {
	return func(yield func(attempt) bool) {
		for _, q := range []string{query, address.WithoutForm(query)} {
			if q != "" && !yield(attempt{iris: []string{iri + "?" + q, address.IRI(iri + "?" + q)}, query: true}) {
				return
			}
		}
		if !yield(attempt{iris: []string{iri, address.IRI(iri)}}) {
			return
		}
		stem, o := s.cutSuffix(iri)
		if o != nil && !yield(attempt{iris: []string{stem, address.IRI(stem)}, offer: o}) {
			return
		}
		if !yield(attempt{iris: address.Candidates(iri), guess: true}) {
			return
		}
		if o != nil {
			yield(attempt{iris: address.Candidates(stem), offer: o, guess: true})
		}
	}
}

// firstResource returns the resource of the first of the IRIs that is an entity, or
// the error about one of them.
func firstResource(ctx context.Context, view View, iris []string) (d *Resource, err error) {
	err = first(iris, func(iri string) (err error) {
		d, err = view.Resource(ctx, iri)
		return err
	})
	return d, err
}

// FirstName returns the first of the IRIs that is an entity's, or the error
// about one of them. The entity is not described for it.
func (view View) FirstName(ctx context.Context, iris ...string) (name string, err error) {
	err = first(iris, func(iri string) (err error) {
		name, err = view.Name(ctx, iri)
		return err
	})
	return name, err
}

// InPlace returns the name that was found, or that of the entity which is there in place of one that
// was deleted, as the error says.
func (view View) InPlace(ctx context.Context, name string, err error) (string, error) {
	gone := deletion(err)
	if gone == nil {
		return name, err
	}
	latest, err := rdfstore.Latest(ctx, view.maker.Store.Get, gone.Name)
	if err != nil {
		return "", err
	}
	return latest.Graph.Name.String(), nil
}

// Locate finds the name of the entity that a request target names, as Get does. The error is
// the store's where there is no such entity.
func (s *Entities) Locate(ctx context.Context, view View, path, query string) (Location, error) {
	return s.resolve(s.Mapper.Origin+path, path, query, func(iris []string) (string, error) { return view.FirstName(ctx, iris...) })
}

// first calls get with one IRI after the other until one is found. The error is
// that about a deleted entity, or else the first.
func first(iris []string, get func(iri string) error) error {
	missing := error(rdfstore.ErrNotFound)
	for i, iri := range iris {
		if i > 0 && iri == iris[i-1] {
			continue
		}
		err := get(iri)
		if !rdfstore.IsMissing(err) {
			return err
		}
		if i == 0 || errors.Is(err, rdfstore.ErrDeleted) {
			missing = err
		}
	}
	return missing
}

// moved returns the path where the entity, or the representation, really is if
// that is another than path.
func (s *Entities) moved(name string, o *Offer, path string) string {
	if o == nil && s.Site.Mapper.Names(name, path) {
		return ""
	}
	right, ok := s.Site.Mapper.Path(name)
	if !ok {
		return ""
	}
	if o != nil {
		// Any of a format's suffixes will do.
		right += path[strings.LastIndexByte(path, '.'):]
	}
	if right == path {
		return ""
	}
	return right
}

// cutSuffix takes the suffix of a representation off an IRI.
func (s *Entities) cutSuffix(iri string) (stem string, o *Offer) {
	dot := strings.LastIndexByte(iri, '.')
	if dot < 0 || strings.ContainsAny(iri[dot:], "/?") {
		return "", nil
	}
	return iri[:dot], s.Maker.Offers.ByExtension(iri[dot+1:])
}
