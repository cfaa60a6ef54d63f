/** What the file of a month is called. Pure. */

const LONGEST_NAME = 60;

/** "tillbridge-2026-10-Trattoria_Bellini.csv"; with the end of its id where two venues are called alike, also to a disk that takes capitals for small letters. */
export function monthlyFileName(month: string, venueId: string, venues: readonly { id: string; name: string }[]): string {
  const own = safe(venues.find(({ id }) => id === venueId)?.name ?? venueId);
  const isAlone = venues.every(({ id, name }) => id === venueId || safe(name).toLowerCase() !== own.toLowerCase());
  return `tillbridge-${month}-${own}${isAlone ? '' : `-${safe(venueId).slice(-8)}`}.csv`;
}

/** Names come from outside and must not name another folder. */
function safe(text: string): string {
  const plain = text
    .normalize('NFC')
    .replaceAll(/[^\p{L}\p{M}\p{N}-]+/gu, '_')
    .replaceAll(/^_+|_+$/g, '');
  return [...plain].slice(0, LONGEST_NAME).join('') || 'venue';
}
