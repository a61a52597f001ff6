# SPDX-License-Identifier: MIT
# Completion of grille for bash; made from the program's table of options by its tests.

_grille() {
  local word=$2 option=$3 joined=
  if [[ ${COMP_WORDS[COMP_CWORD]} == = ]]; then
    word='' joined='='
  elif [[ $option == = ]]; then
    option=${COMP_WORDS[COMP_CWORD - 2]} joined='='
  fi
  case $option$joined in
    -d= | --dump=)
      mapfile -t COMPREPLY < <(compgen -W "text ansi html source links headers json markdown" -- "$word")
      return
      ;;
    --links=)
      mapfile -t COMPREPLY < <(compgen -W "none end inline osc8" -- "$word")
      return
      ;;
    --trust | --trust=)
      mapfile -t COMPREPLY < <(compgen -W "ask strict once" -- "$word")
      return
      ;;
    --har | --har= | --batch | --batch= | --cacert | --cacert= | --cert | --cert= | --key | --key= | --cert-pass-file | --cert-pass-file= | --auth-pass-file | --auth-pass-file= | --netrc | --netrc=)
      mapfile -t COMPREPLY < <(compgen -f -- "$word")
      return
      ;;
    --print | --print= | -w | -w= | --cols | --cols= | --margin | --margin= | -T | -T= | --type | --type= | --base | --base= | -I | -I= | --input-charset | --input-charset= | -O | -O= | --output-charset | --output-charset= | --wait | --wait= | --retry | --retry= | --max-redirs | --max-redirs= | --max-size | --max-size= | --pin | --pin= | --cert-pass-fd | --cert-pass-fd= | --auth | --auth= | --auth-pass-fd | --auth-pass-fd= | --resolve | --resolve= | --connect-to | --connect-to= | --proxy | --proxy= | --no-proxy | --no-proxy= | --user-agent | --user-agent= | --timeout | --timeout=)
      return
      ;;
  esac
  if [[ $word == -* ]]; then
    mapfile -t COMPREPLY < <(compgen -W "
      --dump
      --print
      --json
      --head
      --status
      --har
      --show-secrets
      --cols
      --margin
      --hard-wrap
      --ascii
      --links
      --number
      --type
      --base
      --input-charset
      --output-charset
      --batch
      --null
      --wait
      --retry
      --max-redirs
      --max-size
      --no-cache
      --trust
      --insecure
      --cacert
      --pin
      --cert
      --key
      --cert-pass-fd
      --cert-pass-file
      --auth
      --auth-pass-fd
      --auth-pass-file
      --resolve
      --connect-to
      --proxy
      --no-proxy
      --negotiate
      --netrc
      --user-agent
      --timeout
      --no-author-css
      --no-check-status
      --version
      --verbose
      --help
      " -- "$word")
  else
    mapfile -t COMPREPLY < <(compgen -W practice -- "$word"; compgen -f -- "$word")
  fi
}
complete -o filenames -F _grille grille
