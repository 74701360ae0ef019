package address

// The service's own resources, by their paths below Reserved.
const (
	// Assets begins the paths of what pages use, Contexts those of the JSON-LD contexts,
	// Errors those of the problem types, Pictures those of the service's own pictures and
	// SitemapPart those of the sitemaps.
	Assets      = "assets/"
	Contexts    = "contexts/"
	Errors      = "errors/"
	Pictures    = "pictures/"
	PictureFile = "/file" // ends the path of the file of a picture
	SitemapPart = "sitemap/"

	About        = "about"
	Dataset      = "dataset"
	Diff         = "diff"
	Drafts       = "drafts"
	Edit         = "edit"
	EventStream  = "ldes"
	Feed         = "activity"
	Fragments    = "fragments"
	IIIFChanges  = "iiif/activity"
	IIIFManifest = "iiif/manifest/"
	IIIFMembers  = "iiif/members/"
	IIIFSearch   = "iiif/search"
	Links        = "links/"
	Import       = "import"
	Linkset      = "linkset"
	MCP          = "mcp"
	Mentions     = "mentions"
	NewRecord    = "new"
	OEmbed       = "oembed"
	OAI          = "oai"
	OpenAPI      = "openapi.json"
	Query        = "sparql"
	SavedQuery   = "query/" // begins the paths of queries that the operator keeps
	Reconcile    = "reconcile"
	Search       = "search"
	Sitemap      = "sitemap.xml"
	Suggest      = "search/suggest"
	TimeMap      = "timemap"
)
