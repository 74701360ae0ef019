# Completions of painter for fish; load them with: painter completion fish | source
function __painter_at
	set -l command
	for word in (commandline -opc)[2..-1]
		switch (string join ' ' $command $word)
			case 'paint' 'wall' 'wall list' 'wall side'
				set -a command $word
		end
	end
	test "$command" = "$argv[1]"
end
complete -c painter -n '__painter_at \'\'' -f
complete -c painter -n '__painter_at \'\'' -a paint -d 'Paint a picture.'
complete -c painter -n '__painter_at \'\'' -a wall -d 'Manage walls.'
complete -c painter -n '__painter_at \'\'' -l help -d 'Show context-sensitive help.'
complete -c painter -n '__painter_at \'paint\'' -l help -d 'Show context-sensitive help.'
complete -c painter -n '__painter_at \'paint\'' -l colour -x -a 'red blue' -d 'It\'s the colour: red or blue.'
complete -c painter -n '__painter_at \'paint\'' -l out -r -F -d 'Where to.'
complete -c painter -n '__painter_at \'paint\'' -l size -x -d 'How large.'
complete -c painter -n '__painter_at \'paint\'' -l frame -d 'With a frame.'
complete -c painter -n '__painter_at \'paint\'' -l no-frame -d 'With a frame.'
complete -c painter -n '__painter_at \'wall\'' -f
complete -c painter -n '__painter_at \'wall\'' -a list -d 'List walls.'
complete -c painter -n '__painter_at \'wall\'' -a side -d 'Turn a wall.'
complete -c painter -n '__painter_at \'wall\'' -l help -d 'Show context-sensitive help.'
complete -c painter -n '__painter_at \'wall list\'' -f
complete -c painter -n '__painter_at \'wall list\'' -l help -d 'Show context-sensitive help.'
complete -c painter -n '__painter_at \'wall side\'' -f
complete -c painter -n '__painter_at \'wall side\'' -a 'left right'
complete -c painter -n '__painter_at \'wall side\'' -l help -d 'Show context-sensitive help.'
