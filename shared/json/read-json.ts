/**
 * Parses untrusted JSON. Two million brackets or numbers fit into one answer: parsing them would block the thread for seconds and take a
 * gigabyte. So whatever exceeds the limits is cut before parsing. Pure.
 */

/** Levels of lists and objects within each other that are read; the interface shows seven. */
export const DEEPEST_JSON = 200;
/** Values in all that are read; a thousand items with all they can have are a quarter of it. */
export const MOST_JSON_VALUES = 200_000;
/** Replaces what was cut; neither a text nor a number, so nothing reads it. */
const LEFT_OUT = 'null';

/**
 * The value of the text; undefined where that is no JSON. What lies deeper than `DEEPEST_JSON` levels is null, and so is each whole field of the
 * outermost object that makes the values more than `most`: half a list would pass for a whole one. Takes linear time, whatever the text.
 */
export function readJson(text: string, most = MOST_JSON_VALUES): unknown {
  try {
    return JSON.parse(readable(text, most));
  } catch {
    return undefined;
  }
}

/** The same text where nothing has to be left out. Of what is, only the brackets are counted. */
function readable(text: string, most: number): string {
  const kept: string[] = [];
  let keptTo = 0;
  let level = 0;
  let values = 0;
  /** The outermost field that the scan is in, with what was so far when it began. */
  let field = { from: 0, values: 0, pieces: 0, keptTo: 0 };
  // More fields than any real body has: the rest is ignored.
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
  // Never closed: it must not become JSON by what was left out.
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

/** Where the text that begins at `from` has its closing quote; the end of everything where it has none. */
function endOfText(text: string, from: number): number {
  let end = text.indexOf('"', from + 1);
  while (end >= 0 && isEscaped(text, end, from)) end = text.indexOf('"', end + 1);
  return end < 0 ? text.length : end;
}

/** An odd number of backslashes before it. Each run of them stands before one quote, so that all of them together are counted once. */
function isEscaped(text: string, quote: number, from: number): boolean {
  let first = quote;
  while (first - 1 > from && text.charCodeAt(first - 1) === BACKSLASH) first -= 1;
  return (quote - first) % 2 === 1;
}
