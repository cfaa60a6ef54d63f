/** Printers on a cable or in the operating system: real device file, serial line and CUPS queue. */
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readlinkSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { kitchenTicket } from '../../../main/printing/documents/kitchen-ticket.ts';
import { encode } from '../../../main/printing/escpos/encode.ts';
import { layout } from '../../../main/printing/layout/layout.ts';
import { printOnDevice } from '../../../main/printing/transports/device-printer.ts';
import { printBySystem } from '../../../main/printing/transports/system-printer.ts';
import type { VirtualPrinter } from '../../../sandbox/printer/printer.ts';
import { openVenue, until } from '../../e2e/venue/venue.ts';
import { bears } from '../../fixtures/number-on-paper.ts';
import { type Cups, startCups, whyNoCups } from '../../setup/cups.ts';
import { codesIn } from '../../setup/messages.ts';
import { closing, testFolder, testPrinter } from '../../setup/parts.ts';
import { context, groupOrder } from '../../unit/printing/papers/orders.ts';

const PROFILE = { family: 'epson', columns: 48, dots: 576 } as const;
const TICKET = encode(layout(kitchenTicket(groupOrder, context), PROFILE), PROFILE);

let folder: string;
let printer: VirtualPrinter;
beforeEach(async () => {
  folder = testFolder();
  printer = await testPrinter();
});
const printed = () => printer.papers().filter(({ cut }) => cut);

function hasOpen(pid: number | undefined, path: string): boolean {
  const folder = `/proc/${pid}/fd`;
  try {
    return readdirSync(folder).some((fd) => readlinkSync(join(folder, fd)) === path);
  } catch {
    return false;
  }
}

async function device(kind: string): Promise<string> {
  const path = join(folder, 'printer');
  const child = spawn('socat', ['-u', `${kind.replace('PATH', path)}`, `TCP:${printer.host}:${printer.port}`], { stdio: 'ignore' });
  onTestFinished(() => void child.kill('SIGKILL'));
  await until('the device', () => existsSync(path));
  // A pipe's file exists before anything reads from it.
  if (statSync(path).isFIFO()) await until('its reader', () => hasOpen(child.pid, path));
  return path;
}

describe('a printer on a device file', () => {
  test.each([
    ['a serial line', 'PTY,raw,echo=0,link=PATH'],
    ['a USB printer', 'PIPE:PATH,rdwr'],
  ])('prints over %s', async (_what, kind) => {
    const path = await device(kind);
    expect(await printOnDevice(path, TICKET)).toEqual({ outcome: 'sent', warnings: [] });
    await until('the ticket', () => printed().length === 1);
    expect(printed()[0]?.text).toContain('417');
  });

  test('that was unplugged is reported, and no file is created instead', async () => {
    const path = join(folder, 'gone');
    expect(await printOnDevice(path, TICKET)).toMatchObject({
      outcome: 'failed',
      nothingPrinted: true,
      text: { code: 'printer.noneAtDevice', values: { path } },
    });
    expect(existsSync(path)).toBe(false);
  });

  test('that stops accepting bytes is given up, and the ticket counts as perhaps partly printed', async () => {
    const path = join(folder, 'stuck');
    spawnSync('mkfifo', [path]);
    // A reader that never reads, like a printer without paper.
    const stuck = spawn('sh', ['-c', `exec 3<>"${path}"; sleep 60`], { stdio: 'ignore' });
    onTestFinished(() => void stuck.kill('SIGKILL'));
    await new Promise((resolve) => setTimeout(resolve, 200));
    const much = Buffer.concat(Array.from({ length: 400 }, () => TICKET));
    const result = await printOnDevice(path, much, 500);
    expect(result).toMatchObject({ outcome: 'failed', nothingPrinted: false, code: 'stalled' });
  });

  test("prints a venue's order, and the card shows that the printout isn't confirmed", async () => {
    const path = await device('PTY,raw,echo=0,link=PATH');
    const venue = closing(
      await openVenue({
        printers: false,
        settings: { printers: [{ id: 'usb', name: 'Cable', via: 'device', device: path, documents: ['kitchen-ticket'] }] },
      }),
    );
    const { order_id: id, order_number: number } = await venue.place('takeaway');
    await until('the card', () => venue.card(id));
    await venue.call('order.accept', { orderId: id, extraMinutes: 0 });
    await until('the ticket', () => printed().some((paper) => bears(paper, number)));
    await until('the card to say so', () => codesIn(venue.card(id).ticket).includes('cardTicket.unconfirmed'));
  });
});

const noCups = whyNoCups();
describe.skipIf(noCups !== null)(`a printer of the operating system${noCups ? ` (${noCups})` : ''}`, () => {
  let cups: Cups;
  const before = process.env.CUPS_SERVER;
  beforeEach(async () => {
    cups = await startCups();
    process.env.CUPS_SERVER = cups.server;
  });
  afterEach(() => {
    cups.close();
    if (before === undefined) delete process.env.CUPS_SERVER;
    else process.env.CUPS_SERVER = before;
  });

  test("prints the ticket's bytes unchanged through its queue", async () => {
    cups.addQueue('kitchen', `socket://${printer.host}:${printer.port}`);
    expect(await printBySystem('kitchen', TICKET)).toEqual({ outcome: 'sent', warnings: [] });
    await until('the ticket', () => printed().length === 1, 20_000);
    expect(printed()[0]?.text).toContain('417');
    expect(printed()[0]?.unknown).toEqual([]);
  }, 60_000);

  test("that doesn't exist is reported with advice", async () => {
    const result = await printBySystem('nowhere', TICKET);
    expect(result).toMatchObject({
      outcome: 'failed',
      nothingPrinted: true,
      text: { code: 'printer.systemPrinterMissing', values: { name: 'nowhere' } },
    });
  }, 30_000);

  test("with a held job has the job removed, so it can't print late", async () => {
    cups.addQueue('off', 'socket://127.0.0.1:1');
    const result = await printBySystem('off', TICKET, 1_500);
    expect(result).toMatchObject({
      outcome: 'failed',
      nothingPrinted: false,
      text: { code: 'printer.queueHolding', values: { name: 'off' } },
    });
    const { stdout } = spawnSync('lpstat', ['-o', 'off'], { encoding: 'utf8', env: process.env });
    expect(stdout).toBe('');
  }, 30_000);
});
