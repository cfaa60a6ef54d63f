/** Names in several languages, read and cleaned; and the unknown keys of an object. Pure. */
import { asArray, asRecord, asText, type Fields } from '../orders/text/reading.ts';
import { shown } from '../orders/text/shown-text.ts';
import type { Translation } from './model.ts';

/** A list of `{lang, value}`; a plain text, and a map by language, are taken as well. Marks that turn text round are taken out. */
export function translations(value: unknown, primary: string): Translation[] {
  const plain = asText(value);
  if (plain !== null) return [{ lang: primary, value: shown(plain).trim() }];
  const map = asRecord(value);
  const list = map ? Object.entries(map).map(([lang, text]) => ({ lang, value: text })) : asArray(value);
  return list.flatMap((entry) => {
    const fields = asRecord(entry);
    const text = asText(fields?.value);
    return text === null ? [] : [{ lang: asText(fields?.lang) ?? primary, value: shown(text).trim() }];
  });
}

/** What is left of an object without the keys that are read. */
export function besides(fields: Fields, ...known: readonly (readonly string[])[]): Fields {
  const isKnown = (key: string): boolean => known.some((names) => names.includes(key));
  const keys = Object.keys(fields);
  // As nearly always. A list of what is left would be made for each of tens of thousands of things.
  if (keys.every(isKnown)) return {};
  return Object.fromEntries(keys.filter((key) => !isKnown(key)).map((key) => [key, fields[key]]));
}
