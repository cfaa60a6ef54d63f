/** Devices that send endlessly: the app keeps running, its memory stays stable, and the printer is still polled. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { PrinterSettings } from '../../../../contract/contract.ts';
import { until } from '../../../../test/e2e/venue/venue.ts';
import { codesIn } from '../../../../test/setup/messages.ts';
import { openVenueProcess, type VenueProcess } from '../../venue-process.ts';
import type { Attack } from '../attack.ts';
import { type CounterScreen, openScreen } from '../watch/counter-screen.ts';
import { heldLoop } from '../watch/held-loop.ts';
import { resident } from '../watch/meanwhile.ts';
import { type HostileDevice, startHostileDevice } from './hostile-device.ts';

/** Longest blocking by one device's answers, ms of CPU time. */
const HELD_MOST_MS = 250;
const GROWN_MOST_MB = 80;
/** Most flood data one connection may accept, MB: nearly all in the system's buffers. */
const POURED_MOST_MB = 24;
const SOON_MS = 30_000;
const LOOKS = 2;

export const hostilePrinter: Attack = {
  wants: 'A printer ends the app, fills its memory, or is never looked at again, by what it answers',
  async run({ chance, tries, say }) {
    using meter = heldLoop();
    await using venue = await openVenueProcess({ robot: false });
    const reached = new Set<string>();
    const devices = await hostileDevices((most) => chance.below(most));
    try {
      await venue.switchOn([], meter.env);
      using screen = await openScreen(venue.counterUrl());
      const before = resident(venue.pid());
      const began = Date.now();
      let most = before;
      const printers = devices.map(({ name, device }, at) => asPrinter(name, device, at));
      const saved = await screen.call('settings.savePrinters', { printers });
      if (!saved.ok) throw new Error(saved.problem.code);
      const looks = Math.max(LOOKS, tries(12));
      await until(
        `${looks} looks at each printer`,
        () => {
          if (!venue.isOn()) return true;
          most = Math.max(most, resident(venue.pid()));
          return devices.every(({ device }) => device.looks() >= looks);
        },
        SOON_MS + looks * 15_000,
      ).catch(() => undefined);
      if (!venue.isOn()) reached.add('the app ended');
      const unseen = venue.isOn() ? devices.filter(({ device }) => device.looks() < looks) : [];
      for (const { name } of unseen) reached.add(`${name}: nobody looks at that printer any more`);
      const poured = Math.round(Math.max(...devices.map(({ device }) => device.poured())) / 1e6);
      if (poured > POURED_MOST_MB) reached.add(`${poured} MB were read of a printer on one connection`);
      for (const report of crashReports(venue)) reached.add(`the app crashed: ${report}`);
      if (venue.isOn() && reached.size === 0) {
        for (const { name } of devices) await isReported(screen, name).catch((error) => reached.add(String(error)));
      }
      const held = meter.longestSince(began);
      if (held > HELD_MOST_MS) reached.add(`nobody had a turn for ${Math.round(held)} ms`);
      if (most - before > GROWN_MOST_MB) reached.add(`the app's memory grew by ${most - before} MB`);
      say(`${devices.length} hostile printers in the running app: ${[...reached].join('; ') || 'nothing reached'}`);
      return {
        tried: devices.reduce((sum, { device }) => sum + device.looks(), 0),
        reached: [...reached],
        figures: `${devices.length} hostile printers, ${looks} looks at each: memory +${most - before} MB, at most ${poured} MB taken on a connection, held for ${Math.round(held)} ms at most`,
      };
    } finally {
      for (const { device } of devices) await device.close();
    }
  },
};

const STATUS_BLOCKS = Buffer.alloc(60_000, '\x10\x00\x00\x00');

interface Named {
  name: string;
  device: HostileDevice;
}

async function hostileDevices(below: (most: number) => number): Promise<Named[]> {
  const floods: Record<string, () => Buffer> = {
    'process ids': processIds(),
    'status blocks': () => STATUS_BLOCKS,
    'any bytes': () => Buffer.from(Array.from({ length: 9_000 }, () => below(256))),
  };
  const named = Object.entries(floods).map(async ([name, flood]) => ({ name, device: await startHostileDevice(flood) }));
  return Promise.all(named);
}

/** Unrequested process ID answers, none repeated. */
function processIds(): () => Buffer {
  let last = 0;
  return () => {
    const all = Buffer.alloc(7 * 9_000);
    for (let at = 0; at < all.length; at += 7) {
      last += 1;
      all.writeUInt16BE(0x3722, at);
      all.writeUInt32LE(last, at + 2);
    }
    return all;
  };
}

function asPrinter(name: string, { host, port }: HostileDevice, at: number): PrinterSettings {
  return { id: `printer-${at}`, name, host, port, documents: ['kitchen-ticket'] } as unknown as PrinterSettings;
}

async function isReported(screen: CounterScreen, name: string): Promise<void> {
  await screen.until(
    `a word that ${name} come without end`,
    ({ printers }) => Object.values(printers).some((one) => one.name === name && codesIn(one.text).includes('printer.sendsTooMuch')),
    SOON_MS,
  );
}

function crashReports({ venue }: VenueProcess): string[] {
  const folder = join(venue.dataDir, 'crash');
  const names = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.json')) : [];
  return names.map((name) => String(JSON.parse(readFileSync(join(folder, name), 'utf8')).error).slice(0, 120));
}
