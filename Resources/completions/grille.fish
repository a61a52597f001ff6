# SPDX-License-Identifier: MIT
# Completion of grille for fish.

complete -c grille -s d -l dump -d 'print the page'
complete -c grille -s w -l cols -x -d 'width of a printed page'
complete -c grille -l links -d 'list the links of a printed page'
complete -c grille -l cacert -r -d 'trust the certificates in a file too'
complete -c grille -l pin -x -d 'demand a public key of a host'
complete -c grille -l resolve -x -d 'use an address for a host and port'
complete -c grille -l connect-to -x -d 'connect to another host and port'
complete -c grille -l user-agent -x -d 'text sent as User-Agent'
complete -c grille -l timeout -x -d 'how long a silent server is waited for'
complete -c grille -l no-author-css -d 'leave the pages\' own style sheets out'
complete -c grille -l no-check-status -d 'end with 0 when the server reports an error'
complete -c grille -l version -d 'print the version'
complete -c grille -l verbose -d 'with --version: name the libraries too'
complete -c grille -s h -l help -d 'print the help'
complete -c grille -n __fish_is_first_arg -a practice -d 'open the practice site'
