// Package pictures serves the pictures of a folder: each file as it is, and as an image service
// by the IIIF Image API 3.0 (https://iiif.io/api/image/3.0/) of level 1, with tiles and sizes
// that are made when they are asked for and kept in memory within a bound.
//
// What a file is, its content says: JPEG, PNG, WebP or TIFF. One whose name says something else
// is refused, and so are pictures with too many pixels or bytes, before they are decoded;
// symbolic links; names with a dot at their beginning; and whatever is not in the folder itself.
// The orientation that EXIF names is honoured in JPEG and TIFF files; colour profiles are not.
//
// The URI of a service redirects to info.json, or to the file for clients that ask for a picture or
// a page by their Accept field, which section 2 leaves to a server. So a record can name that URI
// as where a picture is, and as its service.
//
// The package never writes to the folder, never lists it, and knows no records.
package pictures
