/** The text of a file that someone else wrote: editors and shells of Windows write UTF-16, or a byte order mark in front of UTF-8. */

/** Decodes UTF-8 and UTF-16, with or without a byte order mark, which is no part of the text. Never throws. */
export function fileText(bytes: Uint8Array): string {
  return new TextDecoder(encodingOf(bytes)).decode(bytes);
}

/** What a spreadsheet saved: what is no UTF-8 is read as Windows-1252, which is a guess and to be said. */
export function tableText(bytes: Uint8Array): { text: string; isGuessed: boolean } {
  if (encodingOf(bytes) !== 'utf-8') return { text: fileText(bytes), isGuessed: false };
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes), isGuessed: false };
  } catch {
    return { text: new TextDecoder('windows-1252').decode(bytes), isGuessed: true };
  }
}

/** Without a mark, by the first letter: files of settings and tables begin with one of ASCII, which has a zero beside it in UTF-16. */
function encodingOf([first, second]: Uint8Array): string {
  if ((first === 0xff && second === 0xfe) || (first && second === 0)) return 'utf-16le';
  if ((first === 0xfe && second === 0xff) || (first === 0 && second)) return 'utf-16be';
  return 'utf-8';
}
