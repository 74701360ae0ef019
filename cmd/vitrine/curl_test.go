package main

import (
	"cmp"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"slices"
	"strings"
)

// curl does what curl would do with the arguments and returns what it would
// print. It knows the few flags that the README and the scripts use.
func curl(args []string) (string, error) {
	method, head, include, get := http.MethodGet, false, false, false
	header := http.Header{}
	var target, body string
	for i := 0; i < len(args); i++ {
		next := func() string {
			if i++; i < len(args) {
				return args[i]
			}
			return ""
		}
		switch arg := args[i]; {
		case arg == "-s" || arg == "--silent":
		case arg == "-I" || arg == "--head":
			method, head = http.MethodHead, true
		case arg == "-i" || arg == "--include":
			include = true
		case arg == "-X" || arg == "--request":
			method = next()
		case arg == "-H" || arg == "--header":
			name, value, _ := strings.Cut(next(), ":")
			header.Add(name, strings.TrimSpace(value))
		case arg == "-d" || arg == "--data":
			method, body = http.MethodPost, next()
		case arg == "-G" || arg == "--get":
			get = true
		case arg == "--data-urlencode":
			name, value, _ := strings.Cut(next(), "=")
			if body != "" {
				body += "&"
			}
			method, body = http.MethodPost, body+name+"="+url.QueryEscape(value)
		case strings.HasPrefix(arg, "-"):
			return "", fmt.Errorf("the tests' curl has no %s", arg)
		default:
			target = arg
		}
	}
	if get {
		method, target, body = http.MethodGet, target+"?"+body, ""
	}
	if header.Get("Accept") == "" {
		header.Set("Accept", "*/*") // as curl does
	}
	return send(method, target, body, header, head || include)
}

func send(method, target, body string, header http.Header, withHeader bool) (string, error) {
	r, err := http.NewRequest(method, target, strings.NewReader(body))
	if err != nil {
		return "", err
	}
	r.Header = header
	// Curl neither follows redirects nor unpacks, unless it is told to.
	transport := &http.Transport{DisableCompression: true, DisableKeepAlives: true}
	response, err := transport.RoundTrip(r)
	if err != nil {
		return "", err
	}
	defer response.Body.Close()
	var out strings.Builder
	if withHeader {
		fmt.Fprintf(&out, "%s %s\n", response.Proto, response.Status)
		var lines []string
		for name, values := range response.Header {
			for _, value := range values {
				lines = append(lines, name+": "+value)
			}
		}
		// Go's server writes the fields in this order, Date last.
		slices.SortFunc(lines, func(a, b string) int {
			return cmp.Or(cmp.Compare(strings.Count(a[:5], "Date:"), strings.Count(b[:5], "Date:")), cmp.Compare(a, b))
		})
		out.WriteString(strings.Join(lines, "\n") + "\n\n")
	}
	_, err = io.Copy(&out, response.Body)
	return out.String(), err
}
