# Completions of vitrine.
_vitrine() {
	local current="${COMP_WORDS[COMP_CWORD]}" previous="${COMP_WORDS[COMP_CWORD-1]}" command="" i
	for ((i = 1; i < COMP_CWORD; i++)); do
		case "${command:+$command }${COMP_WORDS[i]}" in
			{{range $i, $c := .}}{{if $c.Path}}{{if gt $i 1}}|{{end}}'{{$c.Path}}'{{end}}{{end}}) command="${command:+$command }${COMP_WORDS[i]}" ;;
		esac
	done
	COMPREPLY=()
	case "$command:$previous" in
{{- range $c := .}}{{range .Values}}
		'{{$c.Path}}:{{.Flag}}') {{if .Words}}COMPREPLY=($(compgen -W '{{.Words}}' -- "$current")){{else if .Files}}COMPREPLY=($(compgen -f -- "$current")){{else}}:{{end}}; return ;;
{{- end}}{{end}}
	esac
	case "$command" in
{{- range .}}
		'{{.Path}}') COMPREPLY=($(compgen -W '{{.Words}}' -- "$current")){{if .Files}}; [[ $current == -* ]] || COMPREPLY=($(compgen -f -- "$current")){{end}} ;;
{{- end}}
	esac
}
complete -o filenames -F _vitrine vitrine
