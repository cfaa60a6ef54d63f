/** Things set up as printers: files, links, files swapped with devices, and names meant for a shell. */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import {
  existsSync,
  linkSync,
  mkdirSync,
  mkdtempDisposableSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { PrinterView } from '../../../../contract/contract.ts';
import { english } from '../../../../contract/english.ts';
import { printOnDevice } from '../../../../main/printing/transports/device-printer.ts';
import { printerWith } from '../../../../main/settings/settings.ts';
import { until } from '../../../../test/e2e/venue/venue.ts';
import { openVenueProcess } from '../../venue-process.ts';
import type { Attack, Force } from '../attack.ts';
import { openScreen } from '../watch/counter-screen.ts';

const TREASURE = 'what nobody may lose\n'.repeat(200);
const run = promisify(execFile);

export const deviceFile: Attack = {
  wants: 'A printer whose device is a file is printed into that file, and the name of a queue is a command',
  async run(force) {
    using folder = mkdtempDisposableSync(join(tmpdir(), 'tillbridge-no-printer-'));
    const parts: Part[] = [];
    for (const part of [throughTheApp, inBetween, withNames]) parts.push(await part(force, folder.path));
    return {
      tried: parts.reduce((sum, { tried }) => sum + tried, 0),
      reached: parts.flatMap(({ reached }) => reached),
      figures: parts.map(({ text }) => text).join(', '),
    };
  },
};

interface Part {
  tried: number;
  reached: string[];
  text: string;
}

async function throughTheApp({ tries }: Force, folder: string): Promise<Part> {
  const places = files(folder);
  await using venue = await openVenueProcess({ robot: false });
  const { dataDir } = venue.venue;
  const own = join(dataDir, 'a-file-of-the-app.db');
  writeFileSync(own, TREASURE);
  const devices = [...places, own, '/dev/null', '/dev/full'];
  const reached: string[] = [];
  const printers = devices.map((device, at) => printerWith({ id: `p${at}`, name: `Printer ${at}`, via: 'device', device }));
  const file = join(dataDir, 'settings.json');
  writeFileSync(file, JSON.stringify({ ...JSON.parse(readFileSync(file, 'utf8')), printers }));
  await venue.switchOn();
  using screen = await openScreen(venue.counterUrl());
  const orders = Math.max(1, tries(20));
  for (let at = 0; at < orders; at += 1) {
    const id = await venue.place('takeaway');
    await screen.until('the card', (state) => state.orders[id]?.actions.some(({ name }) => name === 'accept'), 20_000);
    await screen.call('order.accept', { orderId: id, extraMinutes: 0 });
    const isKnown = ({ state }: PrinterView) => state !== 'unknown' && state !== 'printing';
    await screen.until('a word of each printer', ({ printers: all }) => Object.values(all).every(isKnown), 20_000);
    for (const { name, state, text } of Object.values(screen.state().printers)) {
      if (state !== 'trouble') reached.push(`${name} (${devices[Number(name.split(' ')[1])]}) is called ${state}: ${english(text)}`);
    }
  }
  for (const printer of printers) {
    const typed = await screen.call('settings.savePrinters', { printers: [printer] });
    if (typed.ok) reached.push(`${printer.device} may be typed as a printer`);
  }
  for (const path of [...places, own]) if (!isWhole(path)) reached.push(`${path} was printed into`);
  const text = `${devices.length} names of no printer in the running app, ${orders} orders each`;
  return { tried: devices.length * (orders + 1), reached, text };
}

/** Files that a printout must not change. */
function files(folder: string): string[] {
  const treasure = join(folder, 'accounts.txt');
  writeFileSync(treasure, TREASURE);
  symlinkSync(treasure, join(folder, 'printer'));
  symlinkSync(join(folder, 'printer'), join(folder, 'lp0'));
  linkSync(treasure, join(folder, 'lp1'));
  mkdirSync(join(folder, 'usb'));
  return [treasure, ...['printer', 'lp0', 'lp1', 'usb'].map((name) => join(folder, name))];
}

function isWhole(path: string): boolean {
  return path.endsWith('usb') || readFileSync(path, 'utf8') === TREASURE;
}

/** Endlessly swaps a link's target. Each swap is one rename, so the link always exists. */
const TURNING = `
  const { renameSync, symlinkSync } = require('node:fs');
  const [link, ...targets] = process.argv.slice(1);
  for (;;) for (const target of targets) {
    symlinkSync(target, link + '.new');
    renameSync(link + '.new', link);
  }`;

async function inBetween({ tries }: Force, folder: string): Promise<Part> {
  const treasure = join(folder, 'book.txt');
  const pipe = join(folder, 'pipe');
  const link = join(folder, 'turns');
  writeFileSync(treasure, TREASURE);
  await run('mkfifo', [pipe]);
  const reader = spawn('cat', [pipe], { stdio: 'ignore' });
  const turner: ChildProcess = spawn(process.execPath, ['-e', TURNING, link, pipe, treasure], { stdio: 'ignore', detached: true });
  // A permanent reader makes the pipe always count as a printer.
  const holder = spawn('sh', ['-c', `exec 3<>"${pipe}"; sleep 600`], { stdio: 'ignore', detached: true });
  const count = tries(5_000);
  const outcomes = { sent: 0, refused: 0 };
  try {
    await until('the link', () => existsSync(link));
    for (let at = 0; at < count; at += 1) {
      const { outcome } = await printOnDevice(link, Buffer.from(`paper ${at}\n`), 300);
      outcomes[outcome === 'failed' ? 'refused' : 'sent'] += 1;
      if (!isWhole(treasure)) break;
    }
  } finally {
    reader.kill('SIGKILL');
    for (const { pid } of [turner, holder]) if (pid !== undefined) process.kill(-pid, 'SIGKILL');
  }
  return {
    tried: count,
    reached: isWhole(treasure)
      ? []
      : [`after ${outcomes.sent + outcomes.refused} papers the file in the place of the printer was printed into`],
    text: `${count} papers through a link that changed (${outcomes.sent} to the printer, ${outcomes.refused} refused)`,
  };
}

const NAMES = [
  ...['kitchen & echo reached>reached', 'kitchen|reached', 'kitchen"&reached&"', 'kitchen^&reached', 'kitchen\nreached', '%COMSPEC%'],
  ...['$(touch reached)', '`touch reached`', "';touch reached;'"],
  ...['..\\..\\C$\\Windows\\win.ini', '../../etc/passwd', 'C$\\boot.ini', 'IPC$', 'pipe\\spoolss', 'NUL', '.', '..'],
  ...['-o raw', '-hnowhere.invalid:631', '--version', '-'],
];

/** Fake print programs record whether and how they were started. */
async function withNames({ chance, tries }: Force, folder: string): Promise<Part> {
  const place = join(folder, 'names');
  const programs = join(folder, 'programs');
  const started = join(folder, 'started');
  mkdirSync(place);
  mkdirSync(programs);
  for (const program of ['cmd.exe', 'cmd', 'powershell.exe', 'lp', 'lpstat', 'cancel', 'sh', 'touch']) {
    const script = `#!/bin/dash\nprintf '%s\\n' "${program}: $*" >> "${started}"\nexit 1\n`;
    writeFileSync(join(programs, program), script, { mode: 0o755 });
  }
  const env = { ...process.env, PATH: [programs, dirname(process.execPath)].join(delimiter), TEMP: folder };
  const marks = ['&', '|', '"', '%', '\\', '/', '<', '>', '^', '\0'];
  const made = Array.from({ length: tries(200) }, () => `kitchen${chance.pick(marks)}${chance.below(1_000)}`);
  const hostile = [...NAMES, ...made];
  const reached: string[] = [];
  const asOnWindows = fileURLToPath(new URL('./as-on-windows.ts', import.meta.url));
  const asHere = fileURLToPath(new URL('./as-here.ts', import.meta.url));
  for (const name of hostile) {
    for (const script of [asOnWindows, asHere]) {
      // On this system "NUL" isn't a device but an ordinary name.
      if (name.includes('\0') || (name === 'NUL' && script === asHere)) continue;
      const { stdout } = await run(process.execPath, [script, name], { cwd: place, env }).catch(() => ({ stdout: '' }));
      if (!stdout.includes('"failed"')) reached.push(`${JSON.stringify(name)} is printed on`);
      const files = readdirSync(place);
      if (files.length > 0) reached.push(`${JSON.stringify(name)} made the file ${files[0]}`);
      for (const one of files) rmSync(join(place, one), { recursive: true, force: true });
      if (existsSync(started)) reached.push(`${JSON.stringify(name)} started ${readFileSync(started, 'utf8').trim()}`);
      if (existsSync(started)) renameSync(started, `${started}.seen`);
    }
  }
  await run(process.execPath, [asOnWindows, 'Kitchen Printer-2'], { cwd: place, env });
  if (readdirSync(place).join() !== '\\\\localhost\\Kitchen Printer-2')
    reached.push('an ordinary name of a shared printer is not printed on');
  if (existsSync(started)) reached.push(`an ordinary name started ${readFileSync(started, 'utf8').trim()}`);
  return { tried: 2 * hostile.length + 1, reached, text: `${hostile.length} names that are commands, options or paths` };
}
