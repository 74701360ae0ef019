package pictures

import (
	"context"
	"io/fs"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"

	"vitrine/rdfstore/lru"
	"vitrine/server/ops/pace"
	"vitrine/server/people/site"
	"vitrine/server/web/address"
	"vitrine/server/web/contentneg"
	"vitrine/server/web/respond"
)

// Options say what pictures are served, and with what.
type Options struct {
	// Folder has the pictures; none are served where it is nil.
	Folder fs.FS
	Site   *site.Site
	// Slot waits for a place to make an answer.
	Slot site.Slot
	// Build identifies what makes the answers, for their entity tags.
	Build string
	// Memory bounds what decoded pictures that are kept take, and one that is decoded, in bytes;
	// a quarter of it what is kept of answers.
	Memory int64
	// Named tells whether a record that the audience may read names the URI of a picture's
	// service. Where it is nil, all pictures are served, named or not.
	Named func(ctx context.Context, uri string) (bool, error)
}

// Service answers requests for the pictures of a folder. It may be used by many goroutines.
type Service struct {
	Options
	// answers are pictures as JPEG by version and canonical request, and pictures are decoded
	// ones by version.
	answers  *lru.Cache[string, []byte]
	pictures *lru.Cache[string, *decoded]
	// decodes has one picture decoded at a time.
	decodes *pace.Semaphore
}

// maxWaiting is how many requests wait for a picture to be decoded.
const maxWaiting = 256

// New returns the service for a folder.
func New(o Options) *Service {
	return &Service{
		Options: o, decodes: pace.NewSemaphore(1, maxWaiting),
		answers:  lru.New(int(o.Memory/4), func(key string, body []byte) int { return len(key) + len(body) }),
		pictures: lru.New(int(o.Memory), func(_ string, d *decoded) int { return int(d.bytes) }),
	}
}

// For returns a service for those who are to have named pictures alone. Both keep what they make
// in the same place.
func (s *Service) For(named func(ctx context.Context, uri string) (bool, error)) *Service {
	out := *s
	out.Named = named
	return &out
}

// cacheControl is that of pictures: a file may be replaced by another one of its name.
const cacheControl = "public, max-age=3600"

// sendTimeout bounds the time to send a file.
const sendTimeout = 10 * time.Minute

// Base leads from the URI of a service to info.json (section 2), and elements and tabs of
// browsers, which ask for a picture or a page, to the file.
func (s *Service) Base(x *respond.Exchange, r *http.Request, name string) error {
	f, err := s.open(r.Context(), name)
	if err != nil {
		return err
	}
	defer f.Close()
	x.Header().Set("Vary", "Accept")
	x.Header().Set("Cache-Control", cacheControl)
	choices, err := contentneg.Accept(r.Header["Accept"], []contentneg.Offer{
		{Type: "application/ld+json", Aliases: []string{"application/json"}}, {Type: f.mediaType, Aliases: []string{"text/html"}},
	})
	if err != nil {
		return err
	}
	below := "/info.json"
	if len(choices) > 0 && choices[0].Offer == 1 {
		below = address.PictureFile
	}
	return x.SeeOther(s.Site.Mapper.Service(s.path(name)) + below)
}

// File answers with a file as it is.
func (s *Service) File(x *respond.Exchange, r *http.Request, name string) error {
	f, err := s.open(r.Context(), name)
	if err != nil {
		return err
	}
	defer f.Close()
	header := x.Header()
	header.Set("Cache-Control", cacheControl)
	header.Set("Content-Type", f.mediaType)
	header.Set("Etag", `"`+respond.Digest(f.version)+`"`)
	x.Extend(sendTimeout)
	http.ServeContent(x, r, "", f.modified, f)
	return nil
}

// Info answers with what the service says of a picture.
func (s *Service) Info(x *respond.Exchange, r *http.Request, name string) error {
	return s.Site.Send(x, r, cacheControl, func(ctx context.Context) ([]site.Document, error) {
		f, err := s.open(ctx, name)
		if err != nil {
			return nil, err
		}
		defer f.Close()
		width, height := f.size()
		form := site.JSON(newInfo(s.uri(r, name), width, height))
		form.Link = respond.LinkField(profileURI, "profile", "")
		linked := form
		linked.MediaType, linked.Profile = "application/ld+json", contextURI
		return []site.Document{linked, form}, nil
	})
}

// Image answers an image request, whose parts are percent-encoded.
func (s *Service) Image(x *respond.Exchange, r *http.Request, name string, parts [4]string) error {
	for i, part := range parts {
		var err error
		if parts[i], err = url.PathUnescape(part); err != nil {
			return malformed("%q is not percent-encoded", part)
		}
	}
	q, err := parse(parts[0], parts[1], parts[2], parts[3])
	if err != nil {
		return err
	}
	f, err := s.open(r.Context(), name)
	if err != nil {
		return err
	}
	defer f.Close()
	width, height := f.size()
	asked, err := q.resolve(width, height)
	if err != nil {
		return err
	}
	canonical := asked.canonical(width, height)
	tag := `"` + respond.Digest(f.version, canonical, s.Build) + `"`
	x.Header().Set("Cache-Control", cacheControl)
	modified := respond.LastModified(f.modified)
	if done, err := x.Unchanged(r, tag, modified); done || err != nil {
		return err
	}
	body, err := s.answer(r.Context(), f, asked, f.version+" "+canonical)
	if err != nil {
		return err
	}
	return s.send(x, body, modified, s.uri(r, name)+"/"+canonical)
}

// send sends a picture as JPEG with the links of the standard (sections 4.7 and 6).
func (s *Service) send(x *respond.Exchange, body []byte, modified time.Time, canonical string) error {
	header := x.Header()
	header.Set("Content-Type", "image/jpeg")
	header.Set("Content-Length", strconv.Itoa(len(body)))
	header.Set("Link", strings.Join([]string{respond.LinkField(profileURI, "profile", ""), respond.LinkField(canonical, "canonical", "")}, ", "))
	x.SetModified(modified)
	x.WriteHeader(http.StatusOK)
	_, _ = x.Write(body) // an error means that the client has gone
	return nil
}

// Size is the width and height of the picture of a name, which is percent-encoded; 0 and 0 where it
// is not served.
func (s *Service) Size(name string) (width, height int) {
	f, err := s.file(name)
	if err != nil {
		return 0, 0
	}
	defer f.Close()
	return f.size()
}

// answer returns a picture as JPEG, which is made in a slot unless it is kept.
func (s *Service) answer(ctx context.Context, f *file, asked rendering, key string) ([]byte, error) {
	if body, ok := s.answers.Get(key); ok {
		return body, nil
	}
	ctx, done, err := s.Slot(ctx)
	if err != nil {
		return nil, err
	}
	defer done()
	d, err := s.decoded(ctx, f)
	if err != nil {
		return nil, err
	}
	body, err := d.render(f, asked)
	if err == nil {
		s.answers.Set(key, body)
	}
	return body, err
}

// decoded returns a picture in memory. Requests that need the same one have it decoded once.
func (s *Service) decoded(ctx context.Context, f *file) (*decoded, error) {
	if d, ok := s.pictures.Get(f.version); ok {
		return d, nil
	}
	if f.memory > s.Memory {
		return nil, tooLarge("To make sizes of this picture would take %d MB of memory, and the server has %d MB for that. The file itself is served.", f.memory>>20, s.Memory>>20)
	}
	release, err := s.decodes.Acquire(ctx)
	if err != nil {
		return nil, err
	}
	defer release()
	if d, ok := s.pictures.Get(f.version); ok {
		return d, nil
	}
	d, err := decode(f)
	if err == nil {
		s.pictures.Set(f.version, d)
	}
	return d, err
}

// open opens the picture of a name, which is percent-encoded, for those who may have it.
func (s *Service) open(ctx context.Context, name string) (*file, error) {
	if s.Named != nil {
		named, err := s.Named(ctx, s.Site.Mapper.ServiceURI(s.path(name)))
		if err != nil {
			return nil, err
		}
		if !named {
			return nil, absent()
		}
	}
	return s.file(name)
}

// file opens the picture of a name for anybody.
func (s *Service) file(name string) (*file, error) {
	plain, err := url.PathUnescape(name)
	if err != nil {
		return nil, &respond.Error{Type: respond.BadRequest, Detail: "The name of the picture is not percent-encoded."}
	}
	return open(s.Folder, plain)
}

// uri is the URI of the service for a picture, at the host that the client used: clients ask for
// tiles at the URI that info.json names. Where that is the host of the base, the scheme is the
// base's, too, since a proxy that is not trusted cannot tell it.
func (s *Service) uri(r *http.Request, name string) string {
	own, err := url.Parse(s.Site.Mapper.Absolute(""))
	if err == nil && strings.EqualFold(r.Host, own.Host) {
		return s.Site.Mapper.ServiceURI(s.path(name))
	}
	return s.Site.Proxies.Origin(r) + s.Site.Mapper.Service(s.path(name))
}

// path is the path of a picture below the service's own place.
func (s *Service) path(name string) string { return address.Pictures + address.URI(name) }
