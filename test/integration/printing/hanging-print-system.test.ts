/** Print system programs that hang: each has a time limit, and the hang is reported. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { printBySystem, systemQueueTrouble } from '../../../main/printing/transports/system-printer.ts';
import { until } from '../../e2e/venue/venue.ts';
import { testFolder } from '../../setup/parts.ts';
import { testTime } from '../../setup/test-time.ts';

const BYTES = Buffer.from('a ticket');
const HANGS = 'setInterval(() => undefined, 60_000);';
let folder: string;
let path: string | undefined;
beforeEach(() => {
  folder = testFolder();
  path = process.env.PATH;
  process.env.PATH = `${folder}${delimiter}${path}`;
});
afterEach(() => {
  process.env.PATH = path;
});

/** Replaces a program of CUPS; records each call first. */
function program(name: 'lp' | 'lpstat' | 'cancel', does: string): void {
  const noted = `require('node:fs').appendFileSync(${JSON.stringify(join(folder, 'calls'))}, '${name} ' + process.argv.slice(2).join(' ') + '\\n');`;
  writeFileSync(join(folder, name), `#!${process.execPath}\n${noted}\n${does}\n`, { mode: 0o755 });
}
const calls = (): string => (existsSync(join(folder, 'calls')) ? readFileSync(join(folder, 'calls'), 'utf8') : '');

describe.skipIf(process.platform === 'win32')("a print system that doesn't respond", () => {
  test('when a job is handed to it is reported after a time limit', async () => {
    program('lp', HANGS);
    const time = testTime();
    expect(await time.advanceWhile(printBySystem('kitchen', BYTES, undefined, { time }), 30_000)).toMatchObject({
      outcome: 'failed',
      nothingPrinted: false,
      text: { code: 'printer.systemNotResponding' },
    });
  });

  test('when asked about an accepted job has that job cancelled, and is reported', async () => {
    program('lp', "process.stdin.resume(); console.log('request id is kitchen-7 (1 file)');");
    program('lpstat', HANGS);
    program('cancel', HANGS);
    const time = testTime();
    const printing = printBySystem('kitchen', BYTES, 1_000, { time });
    // The test's clock moves only once the program has started and hangs.
    for (const call of ['lpstat -o', 'lpstat -l -p', 'cancel kitchen-7', 'lpstat -p']) {
      await until(call, () => calls().includes(call));
      await time.advance(6_000);
    }
    expect(await printing).toMatchObject({ outcome: 'failed', nothingPrinted: false, text: { code: 'printer.systemNotResponding' } });
  });

  test("when asked for a printer's state is reported", async () => {
    program('lpstat', HANGS);
    const time = testTime();
    expect(await time.advanceWhile(systemQueueTrouble('kitchen', time), 30_000)).toEqual({ code: 'printer.systemNotResponding' });
  });
});
