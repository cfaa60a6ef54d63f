/**
 * Parses untrusted JSON after cutting it to limits: millions of brackets or numbers would block the thread for seconds and take a gigabyte.
 * Pure.
 */

/** Nesting levels; the interface uses seven. */
export const DEEPEST_JSON = 200;
/** Four times as many values as an order of a thousand full items. */
export const MOST_JSON_VALUES = 200_000;
/** Replaces values beyond the limits. Readers ignore null, as it's neither text nor number. */
const LEFT_OUT = 'null';

/**
 * Undefined for invalid JSON. Values deeper than `DEEPEST_JSON` become null, as do whole top-level fields beyond `most` values: half a list
 * would pass as complete. Linear time.
 */
export function readJson(text: string, most = MOST_JSON_VALUES): unknown {
  try {
    return JSON.parse(readable(text, most));
  } catch {
    return undefined;
  }
}

function readable(text: string, most: number): string {
  const kept: string[] = [];
  let keptTo = 0;
  let level = 0;
  let values = 0;
  /** The current top-level field, and the state at its start. */
  let field = { from: 0, values: 0, pieces: 0, keptTo: 0 };
  // More than `most` top-level values, which no real body has, return '': invalid JSON.
  for (let at = 0; at < text.length; at += 1) {
    const sign = text.charCodeAt(at);
    if (sign === QUOTE) at = endOfText(text, at);
    else if (sign === COMMA) {
      values += 1;
      if (level === 1 && values > most) return '';
    } else if (sign === LIST || sign === OBJECT) {
      values += 1;
      level += 1;
      if (level === 2) field = { from: at, values, pieces: kept.length, keptTo };
      if (level === DEEPEST_JSON + 1) kept.push(text.slice(keptTo, at), LEFT_OUT);
    } else if (sign === END_OF_LIST || sign === END_OF_OBJECT) {
      if (level === DEEPEST_JSON + 1) keptTo = at + 1;
      if (level === 2 && values > most) {
        kept.splice(field.pieces, kept.length, text.slice(field.keptTo, field.from), LEFT_OUT);
        keptTo = at + 1;
        values = field.values;
      }
      level -= 1;
    }
  }
  // Brackets are still open: invalid JSON must stay invalid after the cuts.
  if (level !== 0) return '';
  return kept.length === 0 ? text : kept.join('') + text.slice(keptTo);
}

const QUOTE = 0x22;
const COMMA = 0x2c;
const BACKSLASH = 0x5c;
const LIST = 0x5b;
const END_OF_LIST = 0x5d;
const OBJECT = 0x7b;
const END_OF_OBJECT = 0x7d;

/** Index of the closing quote, or the text's length if it's missing. */
function endOfText(text: string, from: number): number {
  let end = text.indexOf('"', from + 1);
  while (end >= 0 && isEscaped(text, end, from)) end = text.indexOf('"', end + 1);
  return end < 0 ? text.length : end;
}

/** Whether an odd number of backslashes precedes the quote. */
function isEscaped(text: string, quote: number, from: number): boolean {
  let first = quote;
  while (first - 1 > from && text.charCodeAt(first - 1) === BACKSLASH) first -= 1;
  return (quote - first) % 2 === 1;
}
