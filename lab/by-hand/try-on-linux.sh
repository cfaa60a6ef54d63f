#!/bin/bash
# Tries a file of Tillbridge on a Linux desktop: try-on-linux.sh Tillbridge-1.0.0.AppImage, or the .deb or .rpm (as root).
set -u
file=$(realpath "${1:?the file}")
failed=0
check() { # WHAT COMMAND...
  local what=$1
  shift
  if "$@" >/dev/null 2>&1; then echo "ok      $what"; else echo "FAILED  $what"; failed=$((failed + 1)); fi
}
sandboxed() { ! pgrep -af '[t]illbridge' | grep -q -- --no-sandbox; }
case $file in
  *.deb) check 'installed' apt-get install -y "$file"; remove='apt-get remove -y tillbridge' ;;
  *.rpm) check 'installed' sh -c "dnf install -y '$file' || zypper --non-interactive install --allow-unsigned-rpm '$file'"; remove='rpm -e tillbridge' ;;
  *) check 'runs without FUSE 2' "$file" --appimage-version; remove= ;;
esac
if [ -n "$remove" ]; then
  check 'the menu entry is good' desktop-file-validate /usr/share/applications/tillbridge.desktop
  check 'the command is there' command -v tillbridge
fi
echo 'Start it now from the menu (or double-click the AppImage), then press Enter.'
read -r _
check 'it runs' pgrep -f '[t]illbridge'
check 'in its sandbox' sandboxed
echo 'Quit it in its tray menu, then press Enter.'
read -r _
if [ -n "$remove" ]; then
  check 'removed' $remove
  check "the data is kept" ls "$(getent passwd "${SUDO_USER:-$USER}" | cut -d: -f6)/.local/share/tillbridge"
fi
echo "$failed failed."
exit "$failed"
