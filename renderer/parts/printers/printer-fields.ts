/** What the printer form derives: the dimensions of a paper width, and a short ID from the name. Pure. */
import { plainText } from '../plain-text.ts';

export const PAPERS = { '80': { columns: 48, dots: 576 }, '58': { columns: 32, dots: 384 }, '40': { columns: 24, dots: 288 } } as const;
export type Paper = keyof typeof PAPERS | 'other';

/** The lines of a text field, without blank ones. */
export function lines(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
}

/** Which paper these figures mean. */
export function paperOf(size: { columns: number; dots: number }): Paper {
  for (const paper of ['80', '58', '40'] as const) {
    if (PAPERS[paper].columns === size.columns && PAPERS[paper].dots === size.dots) return paper;
  }
  return 'other';
}

/** An id (small letters, digits, dashes) from `name`, different from all that are `taken`: "Küche 2" becomes "kuche-2". `nameless`: where nothing of the name can stand in one. */
export function freeId(name: string, taken: readonly string[], nameless = 'printer'): string {
  const plain = plainText(name)
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 30);
  const base = plain || nameless;
  if (!taken.includes(base)) return base;
  let count = 2;
  while (taken.includes(`${base}-${count}`)) count += 1;
  return `${base}-${count}`;
}

/** Whether it is the name or number of a printer alone: a page's address, or a port behind it, leads to no printer. */
export function isHost(text: string): boolean {
  // Two colons and more are a number of IPv6.
  return !/[\s/?#@]/.test(text.trim()) && text.split(':').length !== 2;
}
