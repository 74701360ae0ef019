package iiif

import "vitrine/server/data/resource"

// presentation is the context of all documents, and so the profile of their media type.
const presentation = resource.PresentationProfile

// languageMap is a text by the language that it is in (section 4.4). The language "none" stands
// for one that is not known, or no language.
type languageMap map[string][]string

// none is a text in no language.
func none(text string) languageMap { return languageMap{"none": {plain(text)}} }

// pair is a label with its value.
type pair struct {
	Label languageMap `json:"label"`
	Value languageMap `json:"value"`
}

// about is what manifests and collections have in common.
type about struct {
	Context           string      `json:"@context,omitempty"`
	ID                string      `json:"id"`
	Type              string      `json:"type"`
	Label             languageMap `json:"label,omitempty"`
	Summary           languageMap `json:"summary,omitempty"`
	Metadata          []pair      `json:"metadata,omitempty"`
	RequiredStatement *pair       `json:"requiredStatement,omitempty"`
	Rights            string      `json:"rights,omitempty"`
	Provider          []agent     `json:"provider,omitempty"`
	Homepage          []document  `json:"homepage,omitempty"`
	SeeAlso           []document  `json:"seeAlso,omitempty"`
	Thumbnail         []image     `json:"thumbnail,omitempty"`
	PartOf            []reference `json:"partOf,omitempty"`
}

// manifest is a Manifest (section 5.2).
type manifest struct {
	about
	Items      []canvas   `json:"items"`
	Structures []sequence `json:"structures,omitempty"`
}

// collection is a Collection (section 5.1).
type collection struct {
	about
	Items []reference `json:"items"`
}

// reference points to a manifest, a collection or a canvas.
type reference struct {
	ID        string      `json:"id"`
	Type      string      `json:"type"`
	Label     languageMap `json:"label,omitempty"`
	Thumbnail []image     `json:"thumbnail,omitempty"`
}

// canvas is a Canvas (section 5.3).
type canvas struct {
	ID                string           `json:"id"`
	Type              string           `json:"type"`
	Label             languageMap      `json:"label"`
	Height            int              `json:"height"`
	Width             int              `json:"width"`
	RequiredStatement *pair            `json:"requiredStatement,omitempty"`
	Rights            string           `json:"rights,omitempty"`
	Items             []annotationPage `json:"items"`
}

// annotationPage is an AnnotationPage (section 5.5).
type annotationPage struct {
	ID    string       `json:"id"`
	Type  string       `json:"type"`
	Items []annotation `json:"items"`
}

// annotation paints a picture on a canvas (section 5.6).
type annotation struct {
	ID         string `json:"id"`
	Type       string `json:"type"`
	Motivation string `json:"motivation"`
	Body       image  `json:"body"`
	Target     string `json:"target"`
}

// sequence is a Range (section 5.4).
type sequence struct {
	ID    string      `json:"id"`
	Type  string      `json:"type"`
	Label languageMap `json:"label"`
	Items []reference `json:"items"`
}

// image is a content resource (section 5.7).
type image struct {
	ID      string    `json:"id"`
	Type    string    `json:"type"`
	Format  string    `json:"format,omitempty"`
	Height  int       `json:"height,omitempty"`
	Width   int       `json:"width,omitempty"`
	Service []service `json:"service,omitempty"`
}

// service is an image service: of version 3 by ID and Type, of version 2 by LegacyID and
// LegacyType (section 4.7).
type service struct {
	ID         string `json:"id,omitempty"`
	Type       string `json:"type,omitempty"`
	LegacyID   string `json:"@id,omitempty"`
	LegacyType string `json:"@type,omitempty"`
	Profile    string `json:"profile"`
}

// document is another resource about the entity.
type document struct {
	ID       string      `json:"id"`
	Type     string      `json:"type"`
	Label    languageMap `json:"label,omitempty"`
	Format   string      `json:"format,omitempty"`
	Profile  string      `json:"profile,omitempty"`
	Language []string    `json:"language,omitempty"`
}

// agent is who provides the entity.
type agent struct {
	ID       string      `json:"id"`
	Type     string      `json:"type"`
	Label    languageMap `json:"label"`
	Homepage []document  `json:"homepage,omitempty"`
}
