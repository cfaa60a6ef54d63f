/** What the printer form derives: dimensions of a paper width, an ID from the name. Pure. */
import { plainText } from '../plain-text.ts';

export const PAPERS = { '80': { columns: 48, dots: 576 }, '58': { columns: 32, dots: 384 }, '40': { columns: 24, dots: 288 } } as const;
export type Paper = keyof typeof PAPERS | 'other';

export function lines(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
}

export function paperOf(size: { columns: number; dots: number }): Paper {
  for (const paper of ['80', '58', '40'] as const) {
    if (PAPERS[paper].columns === size.columns && PAPERS[paper].dots === size.dots) return paper;
  }
  return 'other';
}

/** A free ID of lowercase letters, digits and dashes: "Küche 2" becomes "kuche-2". `nameless`: the ID if the name has none of these. */
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

/** Whether the text is a host name or IP address without a port or path. */
export function isHost(text: string): boolean {
  // Only IPv6 addresses have two or more colons.
  return !/[\s/?#@]/.test(text.trim()) && text.split(':').length !== 2;
}
