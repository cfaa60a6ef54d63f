/** Programs of the print system that never answer: each of them is waited for a limited time, and that it did not answer is told. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { printBySystem, systemQueueTrouble } from '../../../main/printing/transports/system-printer.ts';
import { until } from '../../e2e/venue/venue.ts';
import { testTime } from '../../setup/test-time.ts';

const BYTES = Buffer.from('a ticket');
const HANGS = 'setInterval(() => undefined, 60_000);';
let folder: string;
let path: string | undefined;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tillbridge-lp-'));
  path = process.env.PATH;
  process.env.PATH = `${folder}${delimiter}${path}`;
});
afterEach(() => {
  process.env.PATH = path;
  rmSync(folder, { recursive: true, force: true });
});

/** Stands in the place of a program of CUPS; writes down each of its calls first. */
function program(name: 'lp' | 'lpstat' | 'cancel', does: string): void {
  const noted = `require('node:fs').appendFileSync(${JSON.stringify(join(folder, 'calls'))}, '${name} ' + process.argv.slice(2).join(' ') + '\\n');`;
  writeFileSync(join(folder, name), `#!${process.execPath}\n${noted}\n${does}\n`, { mode: 0o755 });
}
function calls(): string {
  try {
    return readFileSync(join(folder, 'calls'), 'utf8');
  } catch {
    return '';
  }
}

describe.skipIf(process.platform === 'win32')('a print system that does not answer', () => {
  test('when it is given a paper, is told, and nobody waits for it', async () => {
    program('lp', HANGS);
    const time = testTime();
    expect(await time.advanceWhile(printBySystem('kitchen', BYTES, undefined, { time }), 30_000)).toMatchObject({
      outcome: 'failed',
      nothingPrinted: false,
      text: { code: 'printer.systemNotResponding' },
    });
  });

  test('when it is asked for the paper that it took, has not passed it on: it is taken back and told', async () => {
    program('lp', "process.stdin.resume(); console.log('request id is kitchen-7 (1 file)');");
    program('lpstat', HANGS);
    program('cancel', HANGS);
    const time = testTime();
    const printing = printBySystem('kitchen', BYTES, 1_000, { time });
    // Time stands still while a real program starts, however slow the computer is, and passes once it hangs.
    for (const call of ['lpstat -o', 'lpstat -l -p', 'cancel kitchen-7', 'lpstat -p']) {
      await until(call, () => calls().includes(call));
      await time.advance(6_000);
    }
    expect(await printing).toMatchObject({
      outcome: 'failed',
      nothingPrinted: false,
      text: { code: 'printer.systemNotResponding' },
    });
  });

  test('when it is asked for the state of a printer, is told', async () => {
    program('lpstat', HANGS);
    const time = testTime();
    expect(await time.advanceWhile(systemQueueTrouble('kitchen', time), 30_000)).toEqual({ code: 'printer.systemNotResponding' });
  });
});
