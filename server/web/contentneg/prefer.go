package contentneg

import "strings"

// Return returns the value of the preference "return" in the lines of a Prefer
// field (RFC 7240 section 4.2), the first one where there are several (section 2),
// or "".
func Return(lines []string) string {
	for _, line := range lines {
		for preference := range split(line, ',') {
			for setting := range split(preference, ';') { // parameters follow the first
				name, value, _ := strings.Cut(setting, "=")
				if strings.EqualFold(strings.TrimSpace(name), "return") {
					return strings.Trim(strings.TrimSpace(value), `"`)
				}
				break
			}
		}
	}
	return ""
}
