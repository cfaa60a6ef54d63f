/** Opens the counter in this user's browser. What is opened is a private file that leads there: the arguments of a program can be read by every user of the computer. */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import open from 'open';
import { asGiven, writePrivately } from '../../private-files.ts';

const FILE = 'open-counter.html';

/** `wayIn`: the counter's address with a code, valid once and for a short time. Rejects where no browser can be opened, or the file not written. */
export async function openCounter(dataDir: string, wayIn: string, onTrouble: (error: unknown) => void): Promise<void> {
  const file = join(dataDir, FILE);
  writePrivately(file, pageOf(wayIn));
  const child = await asGiven(() => open(file));
  child.once('error', onTrouble);
}

/** The file of the last opening is of no use any more. */
export function forgetOpening(dataDir: string): void {
  rmSync(join(dataDir, FILE), { force: true });
}

function pageOf(wayIn: string): string {
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Tillbridge</title><meta name="referrer" content="no-referrer">
<meta http-equiv="refresh" content="0;url=${wayIn}"></head><body><p><a href="${wayIn}">Open the counter</a></p></body></html>
`;
}
