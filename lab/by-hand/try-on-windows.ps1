# Tries an installer of Tillbridge on a Windows computer that may be changed: elevated, on a machine without Tillbridge.
#   powershell -ExecutionPolicy Bypass -File try-on-windows.ps1 -Setup Tillbridge-1.0.0-setup.exe [-Msi Tillbridge-1.0.0-x64.msi]
param([Parameter(Mandatory)][string]$Setup, [string]$Msi)
$ErrorActionPreference = 'Stop'
$failed = 0
function Check([string]$What, [bool]$Holds) {
  if (-not $Holds) { $script:failed++ }
  Write-Output ("{0}  {1}" -f ($(if ($Holds) { 'ok    ' } else { 'FAILED' })), $What)
}
function Run([string]$File, [string[]]$Words) { (Start-Process $File $Words -Wait -PassThru).ExitCode }
function Rule { Get-NetFirewallRule -DisplayName 'Tillbridge tablets' -ErrorAction SilentlyContinue }
$data = Join-Path $env:LOCALAPPDATA 'Tillbridge'

foreach ($file in @($Setup, $Msi) | Where-Object { $_ }) {
  Check "$file is signed" ((Get-AuthenticodeSignature $file).Status -eq 'Valid')
}

Check 'for this user, silent: installed' ((Run $Setup @('/S', '/currentuser')) -eq 0)
$app = Join-Path $env:LOCALAPPDATA 'Programs\Tillbridge'
Check '  the program is there' (Test-Path "$app\Tillbridge.exe")
Check '  no firewall rule' ($null -eq (Rule))
Start-Process "$app\Tillbridge.exe"
Start-Sleep 20
Check '  it runs, and made its data folder' ((Test-Path $data) -and (Get-Process Tillbridge -ErrorAction SilentlyContinue))
$first = @(Get-Process Tillbridge).Id
# As a death of native code: nobody in it hears of it.
Get-Process Tillbridge | Stop-Process -Force
Start-Sleep 30
$second = @(Get-Process Tillbridge -ErrorAction SilentlyContinue).Id
Check '  killed, it is started again' ($second.Count -gt 0 -and -not ($second | Where-Object { $first -contains $_ }))
Write-Output '  Now quit Tillbridge in its tray menu, then press Enter.'
[void](Read-Host)
Start-Sleep 20
Check '  quit, it stays down' ($null -eq (Get-Process Tillbridge -ErrorAction SilentlyContinue))
Check '  silent removing' ((Run "$app\Uninstall Tillbridge.exe" @('/S', '/currentuser')) -eq 0)
Start-Sleep 10
Check '  the program is gone, the data is kept' (-not (Test-Path "$app\Tillbridge.exe") -and (Test-Path $data))

Check 'for everybody, silent: installed' ((Run $Setup @('/S', '/allusers')) -eq 0)
$app = Join-Path $env:ProgramFiles 'Tillbridge'
Check '  the firewall rule is there, for private and domain networks' ((Rule).Profile -match 'Private' -and (Rule).Profile -notmatch 'Public')
[void](Run "$app\Uninstall Tillbridge.exe" @('/S', '/allusers'))
Start-Sleep 10
Check '  and gone with the app' ($null -eq (Rule))

if ($Msi) {
  Check 'MSI, silent: installed' ((Run 'msiexec.exe' @('/i', "`"$Msi`"", '/qn', '/norestart')) -eq 0)
  Check '  for everybody' (Test-Path "$env:ProgramFiles\Tillbridge\Tillbridge.exe")
  Check '  removed' ((Run 'msiexec.exe' @('/x', "`"$Msi`"", '/qn')) -eq 0)
}
Write-Output "$failed failed. The data folder $data is left for you to look at."
exit $failed
