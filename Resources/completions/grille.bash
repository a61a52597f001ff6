# SPDX-License-Identifier: MIT
# Completion of grille for bash.

_grille() {
  local word=$2 previous=$3
  case $previous in
    --cacert)
      mapfile -t COMPREPLY < <(compgen -f -- "$word")
      return
      ;;
    --cols | --width | -w | --pin | --resolve | --connect-to | --proxy | --no-proxy | --user-agent | --timeout)
      return
      ;;
  esac
  if [[ $word == -* ]]; then
    mapfile -t COMPREPLY < <(compgen -W "--dump --cols --links --cacert --pin --resolve
      --connect-to --proxy --no-proxy --user-agent --timeout --no-author-css --no-check-status --version --verbose --help" \
      -- "$word")
  else
    mapfile -t COMPREPLY < <(compgen -W practice -- "$word"; compgen -f -- "$word")
  fi
}
complete -o filenames -F _grille grille
