/** A fake of Windows' print system with its answers: printed, held, removed, missing, and cancelled. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { devicePath, queueName, sharePath } from '../../../main/printing/transports/device-name.ts';
import { deviceTrouble, printOnDevice } from '../../../main/printing/transports/device-printer.ts';
import { systemPrinters } from '../../../main/printing/transports/list-printers.ts';
import { printBySystem, systemQueueTrouble } from '../../../main/printing/transports/system-printer.ts';
import { WindowsPrintError, type WindowsPrintSystem } from '../../../main/printing/transports/windows/print-system.ts';
import { testTime } from '../../setup/test-time.ts';

const BYTES = Buffer.from('a ticket');
const PRINTED = 0x80;
const PRINTING = 0x10;
const platform = process.platform;
beforeEach(() => Object.defineProperty(process, 'platform', { value: 'win32' }));
afterEach(() => Object.defineProperty(process, 'platform', { value: platform }));

/** `states`: of the job at each check; null once it is gone. The last one repeats. */
function windows(states: (number | null)[], status = 0, attributes = 0) {
  const calls: string[] = [];
  const missing = () => Promise.reject(new WindowsPrintError('OpenPrinter failed with 1801', 1801));
  const kitchen = { name: 'Küche #1', port: 'USB001', driver: 'EPSON TM-T20III', status, attributes };
  let looks = 0;
  const system: WindowsPrintSystem = {
    list: async () => [kitchen],
    printer: (name) => (name === kitchen.name ? Promise.resolve(kitchen) : missing()),
    print: async (name, bytes) => {
      calls.push(`print ${Buffer.from(bytes)}`);
      return name === kitchen.name ? 7 : missing();
    },
    document: async () => states[Math.min(looks++, states.length - 1)] ?? null,
    cancel: async (_, id) => {
      calls.push(`cancel ${id}`);
      return states.at(-1) !== null;
    },
    writePort: async (path, bytes) => {
      calls.push(`port ${path}`);
      return bytes.length;
    },
    hasPort: async (path) => path.endsWith('COM3'),
  };
  return { system, calls };
}

async function printed(...given: Parameters<typeof windows>) {
  const { system, calls } = windows(...given);
  const time = testTime();
  const troubles: unknown[] = [];
  const onTrouble = (trouble: { code: string } | null) => troubles.push(trouble?.code ?? null);
  const printing = printBySystem('Küche #1', BYTES, undefined, { time, windows: system, onTrouble });
  return { result: await time.advanceWhile(printing, 30_000), calls, troubles };
}

describe('a document', () => {
  test('that Windows reports as printed counts as reported, which is more than sent and less than confirmed', async () => {
    const { result, calls } = await printed([0x8, PRINTING, PRINTING | PRINTED]);
    expect(result).toEqual({ outcome: 'reported', warnings: [] });
    expect(calls).toEqual(['print a ticket']);
  });

  test.each([
    ['left the queue without a report that it was printed', [PRINTING, null]],
    ['Windows reports as sent to its printer', [0x1000]],
  ])('that %s counts as sent', async (_, states) => {
    expect((await printed(states)).result).toEqual({ outcome: 'sent', warnings: [] });
  });

  test.each([
    ['an empty roll', 0x10, 0, 'paper-out', 'printer.outOfPaper'],
    ['an open cover', 0x400000, 0, 'cover-open', 'printer.coverOpen'],
    ['a jam', 0x8, 0, 'printer-error', 'printer.paperJammed'],
    ['a printer that is off', 0x80, 0, 'offline', 'printer.offline'],
    ['a printer set offline in Windows', 0, 0x400, 'offline', 'printer.offline'],
    ['a printer paused in Windows', 0x1, 0, 'offline', 'printer.queueStopped'],
    ['an error', 0x2, 0, 'printer-error', 'printer.error'],
  ])('that is held by %s is reported at once, and cancelled after 20 s', async (_, status, attributes, code, text) => {
    const { result, calls, troubles } = await printed([PRINTING], status, attributes);
    expect(result).toMatchObject({ outcome: 'failed', nothingPrinted: false, code, text: { code: text } });
    expect(troubles).toEqual([code]);
    expect(calls).toEqual(['print a ticket', 'cancel 7']);
  });

  test('that Windows holds is reported with its own reason, or else as held', async () => {
    expect((await printed([0x40])).result).toMatchObject({ code: 'paper-out' });
    expect((await printed([0])).result).toMatchObject({ code: 'stalled', text: { code: 'printer.queueHolding' } });
  });

  test('that someone removed from the queue has failed', async () => {
    expect((await printed([PRINTING, 0x4])).result).toMatchObject({
      outcome: 'failed',
      nothingPrinted: false,
      text: { code: 'printer.jobRemoved' },
    });
  });
});

test('a call to Windows that hangs is reported, and may have printed the document', async () => {
  const { system } = windows([]);
  const hangs = { ...system, print: () => Promise.reject(new WindowsPrintError('no answer', null)) };
  expect(await printBySystem('Küche #1', BYTES, undefined, { windows: hangs })).toMatchObject({
    nothingPrinted: false,
    text: { code: 'printer.systemNotResponding' },
  });
});

test('a printer unknown to Windows is reported as missing', async () => {
  const { system } = windows([]);
  expect(await systemQueueTrouble('Bar & Grill', testTime(), system)).toMatchObject({ code: 'printer.systemPrinterMissing' });
  expect(await systemQueueTrouble('Küche #1', testTime(), system)).toBeNull();
  expect(await printBySystem('Bar & Grill', BYTES, undefined, { windows: system })).toMatchObject({
    nothingPrinted: true,
    text: { code: 'printer.systemPrinterMissing' },
  });
});

test("this computer's printers are listed with their state", async () => {
  const { system } = windows([], 0x10);
  expect(await systemPrinters(testTime(), system)).toEqual([
    { name: 'Küche #1', port: 'USB001', driver: 'EPSON TM-T20III', text: { code: 'printer.outOfPaper' } },
  ]);
});

describe('a port', () => {
  test('is written through Windows with a time limit, without asking first whether it exists', async () => {
    const { system, calls } = windows([]);
    expect(await printOnDevice('COM3', BYTES, 1_000, undefined, testTime(), system)).toEqual({ outcome: 'sent', warnings: [] });
    expect(calls).toEqual(['port \\\\.\\COM3']);
  });

  test.each([
    ['accepts some of the bytes and then none', async () => 3, { code: 'stalled', nothingPrinted: false }],
    ['accepts no byte', async () => 0, { code: 'stalled', nothingPrinted: true }],
    ["doesn't answer", () => Promise.reject(new WindowsPrintError('no answer', null)), { code: 'stalled', nothingPrinted: false }],
    ['another program uses', () => Promise.reject(new WindowsPrintError('', 5)), { text: { code: 'file.inUse' } }],
    ["doesn't exist", () => Promise.reject(new WindowsPrintError('', 2)), { text: { code: 'printer.noneAtDevice' } }],
  ])('that %s is reported', async (_, writePort, reported) => {
    const result = await printOnDevice('COM3', BYTES, 1_000, undefined, testTime(), { ...windows([]).system, writePort });
    expect(result).toMatchObject({ outcome: 'failed', ...reported });
  });

  test("that doesn't exist is reported when its state is asked for", async () => {
    const { system } = windows([]);
    expect(await deviceTrouble('COM3', testTime(), system)).toBeNull();
    expect(await deviceTrouble('COM4', testTime(), system)).toMatchObject({ text: { code: 'printer.noneAtDevice' } });
  });
});

test.each(['USB001', '\\\\.\\USB001', 'DOT4_001'])(
  "%s belongs to Windows' print system, so staff are asked to choose a printer from the list instead",
  (given) => {
    expect(devicePath(given, 'win32')).toMatchObject({ text: { code: 'printer.spoolerPort' }, hint: { code: 'printer.chooseFromList' } });
  },
);

test('printer names that Windows allows are accepted, and names with special characters refused', () => {
  for (const name of ['R&D #2', "Bob's printer", 'EPSON TM-T20 (Copy 1)', '\\\\front-desk\\Kitchen', 'Küche+Bar = 1'])
    expect(queueName(name, 'win32')).toEqual({ name });
  for (const name of ['Kitchen, Job 3', 'a!b', '\\\\front\\a\\b', '..\\x', 'a/b', 'a"b', 'a|b', '$(a)', ' a'])
    expect(queueName(name, 'win32')).toHaveProperty('text');
  expect(sharePath('Kitchen')).toBe('\\\\localhost\\Kitchen');
  expect([sharePath('R&D #2'), sharePath('\\\\front-desk\\Kitchen')]).toEqual([null, null]);
});
