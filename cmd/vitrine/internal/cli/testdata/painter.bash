# Completions of painter for bash; load them with: source <(painter completion bash)
_painter() {
	local current="${COMP_WORDS[COMP_CWORD]}" previous="${COMP_WORDS[COMP_CWORD-1]}" command="" i
	for ((i = 1; i < COMP_CWORD; i++)); do
		case "${command:+$command }${COMP_WORDS[i]}" in
			'paint'|'wall'|'wall list'|'wall side') command="${command:+$command }${COMP_WORDS[i]}" ;;
		esac
	done
	COMPREPLY=()
	case "$command:$previous" in
		'paint:--colour') COMPREPLY=($(compgen -W 'red blue' -- "$current")); return ;;
		'paint:--out') COMPREPLY=($(compgen -f -- "$current")); return ;;
		'paint:--size') :; return ;;
	esac
	case "$command" in
		'') COMPREPLY=($(compgen -W 'paint wall --help' -- "$current")) ;;
		'paint') COMPREPLY=($(compgen -W '--help --colour --out --size --frame --no-frame' -- "$current")); [[ $current == -* ]] || COMPREPLY=($(compgen -f -- "$current")) ;;
		'wall') COMPREPLY=($(compgen -W 'list side --help' -- "$current")) ;;
		'wall list') COMPREPLY=($(compgen -W '--help' -- "$current")) ;;
		'wall side') COMPREPLY=($(compgen -W 'left right --help' -- "$current")) ;;
	esac
}
complete -o filenames -F _painter painter
