// Package picture turns the files of a record into pictures that a page can show: the
// address of a picture of the right size where a IIIF image service has it, that of the
// file otherwise.
//
// Image requests are those of the IIIF Image API, versions 2 and 3
// (https://iiif.io/api/image/2.1/#image-request-uri-syntax and
// https://iiif.io/api/image/3.0/#4-image-requests). The sizes asked for are those that the
// level of compliance has which the record tells, and by width where it tells none. Earlier versions are not supported.
//
// The package opens no connection: what a service can do is known from the record alone.
// Only http and https addresses of pictures that browsers show become pictures.
package picture
