package server

import (
	"fmt"
	"net/http"

	"vitrine/linkedart"
)

// kind is one kind of error answer: a problem type of RFC 9457. docs/errors.md
// describes each.
type kind struct {
	// code is the stable name, the last segment of the type URI.
	code   string
	status int
	title  string
	// detail is used where an error says nothing of its own.
	detail string
	// fixes say what a client can do.
	fixes []string
}

// The kinds of error answers.
var (
	kindBadRequest = &kind{"bad-request", http.StatusBadRequest, "The request cannot be understood",
		"Some part of the request breaks the rules of HTTP or of this service.", nil}
	kindNotFound = &kind{"not-found", http.StatusNotFound, "There is nothing at this address",
		"No description has this address.", []string{"Check the address, capital letters included.", "Start from the front page, which lists what is here."}}
	kindMethod = &kind{"method-not-allowed", http.StatusMethodNotAllowed, "The method is not possible here",
		"This address does not answer the method.", []string{"Use a method that the Allow field names."}}
	kindNotAcceptable = &kind{"not-acceptable", http.StatusNotAcceptable, "There is no such form",
		"There is no representation that the request accepts.", []string{"Ask for one of the forms that are listed.", "Leave the Accept field out to get Linked Art JSON-LD."}}
	kindSearchOff = &kind{"search-off", http.StatusNotFound, "Search is off here",
		"This service is set up without search.", []string{"Browse the lists on the front page.", "Ask the operator to turn search on."}}
	kindTooDeep = &kind{"too-deep", http.StatusNotFound, "The page is too far back",
		fmt.Sprintf("A search counts all of its results and shows the first %d.", maxFound), []string{"Search for more words.", "Narrow the search with the parameters class and classified_as."}}
	kindGone = &kind{"gone", http.StatusGone, "This description was removed",
		"There was a description here. It has been deleted.", nil}
	kindPrecondition = &kind{"precondition-failed", http.StatusPreconditionFailed, "The precondition does not hold",
		"The representation is not, or no longer, the one that If-Match or If-Unmodified-Since asks for.", []string{"Fetch it again and compare."}}
	kindURLTooLong = &kind{"url-too-long", http.StatusRequestURITooLong, "The address is too long",
		"The address of the request is longer than this service takes.", nil}
	kindHeaderTooLong = &kind{"header-too-long", http.StatusRequestHeaderFieldsTooLarge, "A header field is too long",
		"Accept or Accept-Encoding is longer, or has more elements, than this service takes.", []string{"Name only the forms that you can use."}}
	kindBusy = &kind{"busy", http.StatusServiceUnavailable, "The service is busy",
		"Too many requests wait for work to be done.", []string{"Try again in a few seconds."}}
	kindUnavailable = &kind{"unavailable", http.StatusServiceUnavailable, "The service is not ready",
		"The service is starting or ending, or its store does not answer.", []string{"Try again later."}}
	kindTooLarge = &kind{"too-large-to-serve", http.StatusInternalServerError, "The representation is too large",
		"This form of the description is larger than the service is set up to send.", []string{"Ask for another form.", "Ask the operator to raise the limit."}}
	kindInternal = &kind{"internal", http.StatusInternalServerError, "Something went wrong here",
		"The service failed to answer. The fault is not in the request.", []string{"Try again.", "Give the operator the id of the request."}}
)

// kinds lists the kinds in the order of their status.
var kinds = []*kind{
	kindBadRequest, kindMalformed, kindUnauthorised, kindForbidden, kindNotFound, kindSearchOff, kindTooDeep, kindMethod, kindWritingOff,
	kindNotAcceptable, kindTimeout, kindConflict, kindGone, kindPrecondition, kindContentTooLarge, kindURLTooLong,
	kindUnsupported, kindUnprocessable, kindPreconditionRequired, kindAttempts, kindHeaderTooLong, kindInternal, kindTooLarge, kindBusy, kindUnavailable,
}

// problem is the body of an error answer (RFC 9457 section 3), with the
// extension members code, fixes, available and request, and of a request to
// write those that say what is wrong with its body.
type problem struct {
	Type      string      `json:"type"`
	Title     string      `json:"title"`
	Status    int         `json:"status"`
	Detail    string      `json:"detail"`
	Code      string      `json:"code"`
	Fixes     []string    `json:"fixes,omitempty"`
	Available []available `json:"available,omitempty"`
	position
	Findings []linkedart.Finding `json:"findings,omitempty"`
	Load     *loadReport         `json:"load,omitempty"`
	Request  string              `json:"request"`
}

// available is a representation that there is.
type available struct {
	Name  string `json:"name"`
	Title string `json:"title"`
	Type  string `json:"type"`
	Href  string `json:"href"`
}
