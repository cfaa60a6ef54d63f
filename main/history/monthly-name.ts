import { createHash } from 'node:crypto';

const LONGEST_NAME = 60;
/**
 * Bytes every file system allows: usually 255, but 143 in encrypted folders of Linux and network storage. It is first written as
 * `.NAME.part`.
 */
const MOST_BYTES = 143 - Buffer.byteLength('..part');

/**
 * "tillbridge-2026-10-Trattoria_Bellini.csv". Adds the end of the ID if venues share a name (ignoring case), and a hash if the name was
 * shortened. Stable from month to month.
 */
export function monthlyFileName(month: string, venueId: string, venues: readonly { id: string; name: string }[]): string {
  const own = safe(venues.find(({ id }) => id === venueId)?.name ?? venueId);
  const named = (name: string, mark: string): string => `tillbridge-${month}-${name}${mark}.csv`;
  const alike = venues.filter(({ id, name }) => id !== venueId && safe(name).toLowerCase() === own.toLowerCase());
  const end = endOf(venueId);
  const isDistinct = alike.every(({ id }) => endOf(id).toLowerCase() !== end.toLowerCase());
  const whole = named(own, alike.length === 0 ? '' : `-${isDistinct ? end : markOf(venueId)}`);
  const letters = [...new Intl.Segmenter('und', { granularity: 'grapheme' }).segment(own)].map(({ segment }) => segment);
  if (letters.length <= LONGEST_NAME && Buffer.byteLength(whole) <= MOST_BYTES) return whole;

  const mark = `-${markOf(venueId)}`;
  let name = '';
  for (const letter of letters.slice(0, LONGEST_NAME)) {
    if (Buffer.byteLength(named(name + letter, mark)) > MOST_BYTES) break;
    name += letter;
  }
  return named(name || 'venue', mark);
}

const endOf = (id: string): string => safe(id).slice(-8);
const markOf = (id: string): string => createHash('sha256').update(id).digest('hex').slice(0, 8);

/** Names come from outside and must not lead to another folder. */
function safe(text: string): string {
  const plain = text
    .normalize('NFC')
    .replaceAll(/[^\p{L}\p{M}\p{N}-]+/gu, '_')
    .replaceAll(/^_+|_+$/g, '');
  return plain || 'venue';
}
