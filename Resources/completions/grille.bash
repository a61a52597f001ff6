# SPDX-License-Identifier: MIT
# Completion of grille for bash.

_grille() {
  local word=$2 previous=$3
  case $previous in
    --cacert | --netrc | --cert | --key | --cert-pass-file | --auth-pass-file)
      mapfile -t COMPREPLY < <(compgen -f -- "$word")
      return
      ;;
    --cols | --width | -w | --pin | --cert-pass-fd | --auth | --auth-pass-fd | --resolve | --connect-to | --proxy | --no-proxy | --user-agent | --timeout)
      return
      ;;
  esac
  if [[ $word == -* ]]; then
    mapfile -t COMPREPLY < <(compgen -W "--dump --cols --links --cacert --pin
      --cert --key --cert-pass-fd --cert-pass-file --auth --auth-pass-fd --auth-pass-file --resolve
      --connect-to --proxy --no-proxy --negotiate --netrc --user-agent --timeout
      --no-author-css --no-check-status --version --verbose --help" \
      -- "$word")
  else
    mapfile -t COMPREPLY < <(compgen -W practice -- "$word"; compgen -f -- "$word")
  fi
}
complete -o filenames -F _grille grille
