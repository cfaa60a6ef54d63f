/** The text of a file that someone else wrote: editors and shells of Windows write UTF-16, or a byte order mark in front of UTF-8. */

/** Decodes UTF-8 and UTF-16, with or without a byte order mark, which is no part of the text. Never throws. */
export function fileText(bytes: Uint8Array): string {
  return new TextDecoder(encodingOf(bytes)).decode(bytes);
}

/** Without a mark, by the first letter: files of settings and tables begin with one of ASCII, which has a zero beside it in UTF-16. */
function encodingOf([first, second]: Uint8Array): string {
  if ((first === 0xff && second === 0xfe) || (first && second === 0)) return 'utf-16le';
  if ((first === 0xfe && second === 0xff) || (first === 0 && second)) return 'utf-16be';
  return 'utf-8';
}
