package reading

// File is a digital object that shows or carries something, with the ways to get it, by
// https://linked.art/model/digital/.
type File struct {
	// Node is the digital object. Work is the visual item or text that it shows or
	// carries, the zero Node where the record goes without.
	Node, Work Node
	// AccessPoints are the addresses of the file. Formats are its media types, and
	// ConformsTo the IRIs of the standards it is made by.
	AccessPoints, Formats, ConformsTo []string
	// Services give the file in other ways, such as an IIIF image service.
	Services []Service
	// Kinds are the classifications of the digital object; Names and Statements are its
	// own and the work's.
	Kinds             []Node
	Names, Statements []Name
	// Rights are those that the work and the digital object are subject to.
	Rights []Node
}

// Service is a service on the web that a digital object is available by.
type Service struct {
	Node                              Node
	AccessPoints, Formats, ConformsTo []string
}

// Limits on what a record may say of its files. One that says more has a node that many
// share, and is read so far.
const (
	maxFiles    = 1000
	maxServices = 50
	maxAccess   = 50
)

// Images are the pictures of what the node is: of its representations, of the images it
// shows or of itself, if it is a visual item or digital object. Each is there once.
func (n Node) Images() []File {
	var c fileCollector
	if n.Is(ClassDigitalObject) {
		c.add(n, Node{})
	}
	c.work(n, DigitallyShownBy)
	c.works(n, DigitallyShownBy, Representation, Shows)
	return c.files
}

// Documents are the files about what the node is, or that carry it: web pages, IIIF
// manifests and such. Each is there once.
func (n Node) Documents() []File {
	var c fileCollector
	c.work(n, DigitallyCarriedBy)
	c.works(n, DigitallyCarriedBy, SubjectOf, Carries)
	return c.files
}

// works adds the files of the works that some properties lead to, and those that are files themselves.
func (c *fileCollector) works(n Node, digital Property, properties ...Property) {
	for _, p := range properties {
		for _, work := range n.Nodes(p) {
			if work.Is(ClassDigitalObject) {
				c.add(work, Node{})
			}
			c.work(work, digital)
		}
	}
}

// fileCollector gathers files, each digital object once.
type fileCollector struct {
	seen  map[Node]bool
	files []File
}

func (c *fileCollector) work(work Node, p Property) {
	for _, node := range work.Nodes(p) {
		c.add(node, work)
	}
}

func (c *fileCollector) add(node, work Node) {
	if c.seen[node] || len(c.files) == maxFiles {
		return
	}
	if c.seen == nil {
		c.seen = map[Node]bool{}
	}
	c.seen[node] = true
	f := File{Node: node, Work: work, Kinds: node.Kinds(), Names: node.Names(), Statements: node.Statements(), Rights: node.Nodes(SubjectTo)}
	f.AccessPoints, f.Formats, f.ConformsTo = node.access()
	for _, service := range node.Nodes(DigitallyAvailableVia) {
		if len(f.Services) == maxServices {
			break
		}
		s := Service{Node: service}
		s.AccessPoints, s.Formats, s.ConformsTo = service.access()
		f.Services = append(f.Services, s)
	}
	if !work.IsZero() && !c.seen[work] {
		// What is said of the work is said once, with the first of its files.
		c.seen[work] = true
		f.Names = append(f.Names, work.Names()...)
		f.Statements = append(f.Statements, work.Statements()...)
		f.Rights = append(f.Rights, work.Nodes(SubjectTo)...)
	}
	c.files = append(c.files, f)
}

// access are the ways to get what a digital object or service is.
func (n Node) access() (points, formats, conformsTo []string) {
	for _, point := range n.Nodes(AccessPoint) {
		if len(points) == maxAccess {
			break
		}
		points = appendNonEmpty(points, point.IRI())
		for _, l := range point.Literals(Format) {
			formats = appendNonEmpty(formats, l.String())
		}
	}
	for _, l := range n.Literals(Format) {
		formats = appendNonEmpty(formats, l.String())
	}
	for _, standard := range n.Nodes(ConformsTo) {
		if len(conformsTo) == maxAccess {
			break
		}
		conformsTo = appendNonEmpty(conformsTo, standard.IRI())
	}
	return points, formats, conformsTo
}

func appendNonEmpty(list []string, s string) []string {
	if s == "" {
		return list
	}
	return append(list, s)
}
