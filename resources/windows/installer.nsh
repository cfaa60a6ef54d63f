# What the installer for Windows does beside electron-builder's own script.

!define TABLETS_RULE "Tillbridge tablets"
# Where the app keeps its data unless it was started with --data-dir: see main/hosts/electron/options.ts.
!define DATA_FOLDER "$LOCALAPPDATA\Tillbridge"

# Behind the languages, in which the words are.
!macro customHeader
  LangString keepOrDelete ${LANG_ENGLISH} "Orders, settings, backups and the log are kept in$\r$\n${DATA_FOLDER}$\r$\n$\r$\nDelete them too? They cannot be brought back."
  LangString keepOrDelete ${LANG_GERMAN} "Bestellungen, Einstellungen, Sicherungen und das Protokoll bleiben erhalten in$\r$\n${DATA_FOLDER}$\r$\n$\r$\nAuch sie löschen? Sie lassen sich nicht zurückholen."
  LangString keepOrDelete ${LANG_GREEK} "Οι παραγγελίες, οι ρυθμίσεις, τα αντίγραφα ασφαλείας και το αρχείο καταγραφής διατηρούνται στο$\r$\n${DATA_FOLDER}$\r$\n$\r$\nΝα διαγραφούν κι αυτά; Δεν μπορούν να ανακτηθούν."
  LangString keepOrDelete ${LANG_FINNISH} "Tilaukset, asetukset, varmuuskopiot ja loki säilyvät kansiossa$\r$\n${DATA_FOLDER}$\r$\n$\r$\nPoistetaanko nekin? Niitä ei saa takaisin."
  LangString keepOrDelete ${LANG_HEBREW} "ההזמנות, ההגדרות, הגיבויים והיומן נשמרים בתיקייה$\r$\n${DATA_FOLDER}$\r$\n$\r$\nלמחוק גם אותם? אי אפשר לשחזר אותם."
  LangString keepOrDelete ${LANG_JAPANESE} "注文、設定、バックアップ、ログは次の場所に残ります。$\r$\n${DATA_FOLDER}$\r$\n$\r$\nこれらも削除しますか？元に戻すことはできません。"
  LangString keepOrDelete ${LANG_GEORGIAN} "შეკვეთები, პარამეტრები, სარეზერვო ასლები და ჟურნალი რჩება საქაღალდეში$\r$\n${DATA_FOLDER}$\r$\n$\r$\nისინიც წაიშალოს? მათი აღდგენა შეუძლებელია."
  LangString keepOrDelete ${LANG_POLISH} "Zamówienia, ustawienia, kopie zapasowe i dziennik pozostają w$\r$\n${DATA_FOLDER}$\r$\n$\r$\nUsunąć także je? Nie da się ich przywrócić."
!macroend

!macro removeTabletsRule
  nsExec::Exec 'netsh advfirewall firewall delete rule name="${TABLETS_RULE}"'
  Pop $0
!macroend

# Tablets come to the computer of the counter. Only an administrator may open the firewall: installed for one user, Windows asks at the first
# tablet. Another port than the usual one is opened by whoever chose it.
!macro customInstall
  ${If} $installMode == "all"
    !insertmacro removeTabletsRule
    nsExec::Exec 'netsh advfirewall firewall add rule name="${TABLETS_RULE}" dir=in action=allow program="$INSTDIR\${APP_EXECUTABLE_FILENAME}" protocol=TCP localport=8742,8743 profile=private,domain'
    Pop $0
  ${EndIf}
!macroend

# An update keeps everything, and so does a silent uninstallation.
!macro customUnInstall
  ${IfNot} ${isUpdated}
    ${If} $installMode == "all"
      !insertmacro removeTabletsRule
      SetShellVarContext current
    ${EndIf}
    MessageBox MB_YESNO|MB_ICONQUESTION|MB_DEFBUTTON2 "$(keepOrDelete)" /SD IDNO IDNO +2
      RMDir /r "${DATA_FOLDER}"
    ${If} $installMode == "all"
      SetShellVarContext all
    ${EndIf}
  ${EndIf}
!macroend
