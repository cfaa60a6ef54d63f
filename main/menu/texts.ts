/** Reads translations and cleans them; collects unknown keys. Pure. */
import { asArray, asRecord, asText, type Fields } from '../orders/text/reading.ts';
import { shown } from '../orders/text/shown-text.ts';
import type { Translation } from './model.ts';

/** Accepts a list of `{lang, value}`, plain text, or a map by language. Removes characters that reverse text. */
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

export function unknownFieldsOf(fields: Fields, ...known: readonly (readonly string[])[]): Fields {
  const isKnown = (key: string): boolean => known.some((names) => names.includes(key));
  const keys = Object.keys(fields);
  // The usual case; avoids creating a list for each of tens of thousands of entries.
  if (keys.every(isKnown)) return {};
  return Object.fromEntries(keys.filter((key) => !isKnown(key)).map((key) => [key, fields[key]]));
}
