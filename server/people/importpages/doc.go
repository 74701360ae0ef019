// Package importpages is vitrine import as pages: the upload of an export, its columns with
// examples, a mapping beside the records that it makes and what is wrong with them, the
// import, and its report. The steps are those of the command, from the packages below load;
// records are judged and stored as those that come over HTTP.
//
// Who uses the pages gives a token that may write (package session). The pages need no script.
//
// Everything is bounded: the size of a file, how many wait and how long, the time for a look
// at one, and one import at a time. A mapping here reads no file but the one that was sent.
package importpages
