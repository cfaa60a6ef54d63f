#!/bin/bash
# Tries a disk image of Tillbridge on a Mac: try-on-macos.sh Tillbridge-1.0.0-arm64.dmg
set -u
image=${1:?the .dmg}
failed=0
check() { # WHAT COMMAND...
  local what=$1
  shift
  if "$@" >/dev/null 2>&1; then echo "ok      $what"; else echo "FAILED  $what"; failed=$((failed + 1)); fi
}
place=$(mktemp -d)
hdiutil attach -quiet -nobrowse -mountpoint "$place" "$image" || exit 1
trap 'hdiutil detach -quiet "$place"' EXIT
app="$place/Tillbridge.app"
plist="$app/Contents/Info.plist"
check 'signed, all of it' codesign --verify --deep --strict "$app"
check 'notarized' spctl --assess --type execute "$app"
check 'the ticket of the notary is in it' xcrun stapler validate "$app"
check 'hardened runtime' sh -c "codesign -d --verbose=2 '$app' 2>&1 | grep -q 'flags=.*runtime'"
check 'says why it wants into the local network' /usr/libexec/PlistBuddy -c 'Print :NSLocalNetworkUsageDescription' "$plist"
check 'of this processor' sh -c "file '$app/Contents/MacOS/Tillbridge' | grep -q $(uname -m)"
cp -R "$app" /Applications/
open -a Tillbridge
echo 'By hand: Settings, Printers, Find printers: macOS asks once for the local network. Refuse, try a test print: the words name the setting.'
echo 'Then allow it there, and print again. Kill it (kill -9): it comes back. Quit it: it does not.'
echo "$failed failed."
exit "$failed"
