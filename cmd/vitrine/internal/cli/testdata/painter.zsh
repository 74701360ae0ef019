#compdef painter
# Completions of painter for zsh; load them with: source <(painter completion zsh)
_painter() {
	local command="" word previous="${words[CURRENT-1]}"
	local -a entries
	for word in "${(@)words[2,CURRENT-1]}"; do
		case "${command:+$command }$word" in
			'paint'|'wall'|'wall list'|'wall side') command="${command:+$command }$word" ;;
		esac
	done
	case "$command:$previous" in
		'paint:--colour') compadd -- red blue; return ;;
		'paint:--out') _files; return ;;
		'paint:--size') :; return ;;
	esac
	case "$command" in
		'')
			entries=( 'paint:Paint a picture.' 'wall:Manage walls.' '--help:Show context-sensitive help.')
			;;
		'paint')
			entries=( '--help:Show context-sensitive help.' '--colour:It'\''s the colour: red or blue.' '--out:Where to.' '--size:How large.' '--frame:With a frame.' '--no-frame:With a frame.')
			[[ ${words[CURRENT]} == -* ]] || { _files; return }
			;;
		'wall')
			entries=( 'list:List walls.' 'side:Turn a wall.' '--help:Show context-sensitive help.')
			;;
		'wall list')
			entries=( '--help:Show context-sensitive help.')
			;;
		'wall side')
			entries=( 'left:which' 'right:which' '--help:Show context-sensitive help.')
			;;
	esac
	_describe painter entries
}
if [[ ${funcstack[1]} == _painter ]]; then _painter; else compdef _painter painter; fi
