/** Decodes files written by other programs: Windows editors and shells write UTF-16, or UTF-8 with a byte order mark. */

/** Decodes UTF-8 and UTF-16, without their byte order mark. Never throws. */
export function fileText(bytes: Uint8Array): string {
  return new TextDecoder(encodingOf(bytes)).decode(bytes);
}

/** For spreadsheets: text that isn't UTF-8 is guessed to be Windows-1252. */
export function tableText(bytes: Uint8Array): { text: string; isGuessed: boolean } {
  if (encodingOf(bytes) !== 'utf-8') return { text: fileText(bytes), isGuessed: false };
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes), isGuessed: false };
  } catch {
    return { text: new TextDecoder('windows-1252').decode(bytes), isGuessed: true };
  }
}

/** Without a mark, the first character decides: it's ASCII, with a zero byte next to it in UTF-16. */
function encodingOf([first, second]: Uint8Array): string {
  if ((first === 0xff && second === 0xfe) || (first && second === 0)) return 'utf-16le';
  if ((first === 0xfe && second === 0xff) || (first === 0 && second)) return 'utf-16be';
  return 'utf-8';
}
