/** What the file of a month is called. Pure. */
import { createHash } from 'node:crypto';

const LONGEST_NAME = 60;
/**
 * Bytes of a name that every file system takes: 255 are usual, encrypted folders of Linux and of network storage take 143. It is written
 * as `.NAME.part` first.
 */
const MOST_BYTES = 143 - Buffer.byteLength('..part');

/**
 * "tillbridge-2026-10-Trattoria_Bellini.csv"; with the end of its id where two venues are called alike, also to a disk that takes capitals
 * for small letters, and with a mark of its id where the name had to be shortened. The same venue under the same name has the same one
 * each month.
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

/** Names come from outside and must not name another folder. */
function safe(text: string): string {
  const plain = text
    .normalize('NFC')
    .replaceAll(/[^\p{L}\p{M}\p{N}-]+/gu, '_')
    .replaceAll(/^_+|_+$/g, '');
  return plain || 'venue';
}
