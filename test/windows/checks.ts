/** What Wine can show of the product on Windows, check by check. What it cannot (rights, states of printers, papers that are held up, shares, Electron) is tested against stand-ins. */
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { until } from '../e2e/venue/venue.ts';
import type { Cups } from '../setup/cups.ts';
import { paper } from './inside/paper.ts';
import { mapPort } from './set-up.ts';
import { asWindows, type Wine } from './wine.ts';

export interface Check {
  name: string;
  /** Throws where it fails. */
  run(wine: Wine, cups: Cups): Promise<void>;
}

/** A computer with much else to do takes minutes for what takes seconds on an idle one. */
const PATIENCE_MS = 180_000;
const DATA = 'C:\\Till Ü';
const COUNTER = ['--data-dir', DATA, '--host', 'browser', '--no-open', '--vault', 'keychain'];
/** Tests of the gate that are about files, rights and printers; those that need POSIX say so and are skipped. */
const WINDOWS_TESTS = ['private-files', 'held-files', 'windows-print-system', 'device-name', 'full-paths', 'options'];

function expectSame(what: string, found: unknown, wanted: unknown): void {
  const [a, b] = [JSON.stringify(found), JSON.stringify(wanted)];
  if (a !== b) throw new Error(`${what}: ${a} and not ${b}`);
}

function lastLine(text: string): string {
  return text.trim().split('\n').at(-1) ?? '';
}

async function answerOf(wine: Wine, args: string[], limitMs?: number): Promise<Record<string, unknown>> {
  const { code, out, err } = await wine.node(args, limitMs);
  if (code !== 0) throw new Error(`ended with ${code}: ${lastLine(err)}`);
  return JSON.parse(lastLine(out));
}

/** A printer on the network: what it got, as one. */
async function listeningPrinter(): Promise<{ port: number; got: () => Buffer; close: () => void }> {
  const parts: Buffer[] = [];
  const server = createServer((socket) => {
    socket.on('data', (part) => parts.push(part));
    socket.on('error', () => undefined);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  return { port, got: () => Buffer.concat(parts), close: () => server.close() };
}

async function printed(wine: Wine, cups: Cups, count: number): Promise<void> {
  const printer = await listeningPrinter();
  try {
    cups.addQueue('Kitchen', `socket://127.0.0.1:${printer.port}`);
    const results = (await answerOf(wine, ['test/windows/inside/print.ts', String(count), 'Kitchen', '20000'])) as unknown as {
      outcome: string;
    }[];
    const failed = results.filter(({ outcome }) => outcome !== 'sent' && outcome !== 'reported');
    expectSame('what failed', failed, []);
    const wanted = Buffer.concat(Array.from({ length: count }, (_, at) => paper(at + 1)));
    await until('all bytes', () => printer.got().length >= wanted.length, PATIENCE_MS);
    if (!printer.got().equals(wanted)) throw new Error('what came out is not what was sent');
  } finally {
    printer.close();
  }
}

/** Another end of a serial line, into a file; without one nobody reads it. */
async function withLine(wine: Wine, reads: boolean, work: (got: string) => Promise<void>): Promise<void> {
  const line = join(wine.folder, 'line');
  const got = join(wine.folder, 'line.got');
  for (const file of [line, got]) rmSync(file, { force: true });
  const to = reads ? ['-u', `PTY,raw,echo=0,link=${line}`, `OPEN:${got},creat`] : ['-u', 'EXEC:sleep 600', `PTY,raw,echo=0,link=${line}`];
  const socat = spawn('socat', to, { stdio: 'ignore' });
  try {
    await until('the line', () => existsSync(line));
    mapPort(wine, 'com5', line);
    await work(got);
  } finally {
    socat.kill();
  }
}

/** In the copy for Windows the demo's printer is one of the computer; `port` is where the printer of the demo listens. */
async function withDemoOnSpooler(wine: Wine, port: string, work: () => Promise<void>): Promise<void> {
  const file = join(wine.app, 'main', 'demo', 'venue.ts');
  const source = readFileSync(file, 'utf8');
  const settings = '  writeFileSync(settingsFile,';
  const changed = source
    .replace(/host: addresses\.printer_host,\s+port: addresses\.printer_port,/, "via: 'system', queue: 'Kitchen',")
    .replace(settings, `  writeFileSync(${JSON.stringify(asWindows(port))}, String(addresses.printer_port));\n${settings}`);
  if (!changed.includes("queue: 'Kitchen'") || !changed.includes('printer-port')) throw new Error('the demo names its printer otherwise');
  writeFileSync(file, changed);
  try {
    await work();
  } finally {
    writeFileSync(file, source);
  }
}

let counter: ReturnType<Wine['start']> | null = null;

export const CHECKS: Check[] = [
  {
    name: 'start: the product’s own Node, canvas, SQLite, keychain and print system',
    async run(wine) {
      const { node } = JSON.parse(readFileSync(join(wine.app, 'package.json'), 'utf8')).devDependencies;
      const answer = await answerOf(wine, ['test/windows/inside/native-parts.ts', 'C:\\parts.sqlite']);
      expectSame('native parts', { node: answer.node, secret: answer.secret }, { node: `v${node}`, secret: 1_000 });
    },
  },
  {
    name: 'demo: 12 orders, none lost, doubled or misled, its account last',
    async run(wine) {
      const account = await answerOf(wine, ['main/demo/start.ts', '--headless', '--orders', '12', '--json'], 600_000);
      const { received, lost, doubled, misled } = account;
      expectSame('account', { received, lost, doubled, misled }, { received: 12, lost: 0, doubled: 0, misled: 0 });
    },
  },
  {
    name: 'counter: starts in a folder with a blank and an umlaut, secrets in the keychain',
    async run(wine) {
      const started = wine.start(['out/keep-up/keep-up.js', ...COUNTER]);
      counter = started;
      await until('the counter', () => started.out().includes('Receiver:'), PATIENCE_MS);
      const address = /^Counter:\s+(http:\/\/[^/\s]+)/m.exec(started.out())?.[1] ?? '';
      expectSame('the page', (await fetch(address)).status, 200);
    },
  },
  {
    name: 'counter: a second start hands over to the first',
    async run(wine) {
      const { code, out, err } = await wine.node(['out/node/start.js', ...COUNTER]);
      if (code !== 0 || !/^Counter:/m.test(out) || !err.includes('already running')) throw new Error(lastLine(err) || lastLine(out));
    },
  },
  {
    name: 'counter: ended by the Task Manager, nothing of it is left, and the next start is well',
    async run(wine) {
      const { child, out } = counter ?? wine.start([]);
      const address = /^Counter:\s+(http:\/\/[^/\s]+)/m.exec(out())?.[1] ?? 'http://127.0.0.1:1';
      if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
      await until('its end', () =>
        fetch(address).then(
          () => false,
          () => true,
        ),
      );
      const next = wine.start(['out/keep-up/keep-up.js', ...COUNTER]);
      await until('the next start', () => next.out().includes('Receiver:'), PATIENCE_MS);
      if (next.child.pid !== undefined) process.kill(-next.child.pid, 'SIGKILL');
    },
  },
  { name: 'spooler: a paper with every byte comes out as it is', run: (wine, cups) => printed(wine, cups, 1) },
  { name: 'spooler: 12 papers in a row, none lost, none doubled', run: (wine, cups) => printed(wine, cups, 12) },
  {
    name: 'spooler: the demo of 12 orders, none lost, doubled or misled',
    async run(wine, cups) {
      const port = join(wine.folder, 'printer-port');
      rmSync(port, { force: true });
      await withDemoOnSpooler(wine, port, async () => {
        const demo = answerOf(wine, ['main/demo/start.ts', '--headless', '--orders', '12', '--json'], 600_000);
        await Promise.race([
          demo,
          until('the printer of the demo', () => existsSync(port) && readFileSync(port, 'utf8') !== '', PATIENCE_MS),
        ]);
        cups.addQueue('Kitchen', `socket://127.0.0.1:${readFileSync(port, 'utf8')}`);
        const { received, lost, doubled, misled } = await demo;
        expectSame('account', { received, lost, doubled, misled }, { received: 12, lost: 0, doubled: 0, misled: 0 });
      });
    },
  },
  {
    name: 'spooler: a printer that is not there is told',
    async run(wine) {
      const [result] = (await answerOf(wine, ['test/windows/inside/print.ts', '1', 'R&D 2'])) as unknown as { says: { code: string } }[];
      expectSame('what is told', result?.says.code, 'system-printer-name-does-not-exist');
    },
  },
  {
    name: 'serial port: a paper comes out as it is',
    run: (wine) =>
      withLine(wine, true, async (got) => {
        const [result] = (await answerOf(wine, ['test/windows/inside/print.ts', '1', 'COM5'])) as unknown as { outcome: string }[];
        expectSame('outcome', result?.outcome, 'sent');
        await until('all bytes', () => existsSync(got) && readFileSync(got).equals(paper(1)), PATIENCE_MS);
      }),
  },
  {
    name: 'serial port: one that nobody reads is given up, and holds nothing up',
    run: (wine) =>
      withLine(wine, false, async () => {
        const results = (await answerOf(wine, ['test/windows/inside/print.ts', '3', 'COM5', '1000'], 120_000)) as unknown as {
          outcome: string;
        }[];
        expectSame('the last outcome', results.at(-1)?.outcome, 'failed');
      }),
  },
  {
    name: 'files that another program has open: waited for, told, and no reason to stop',
    async run(wine) {
      const answer = await answerOf(wine, ['test/windows/inside/held-files.ts', 'C:\\held']);
      expectSame('what became of them', answer, { told: 'file-held', text: 'new', isLogged: true });
    },
  },
  {
    name: 'names, rights, files and printers: their tests of the gate',
    async run(wine) {
      const { out, err } = await wine.node(['node_modules/vitest/vitest.mjs', 'run', ...WINDOWS_TESTS], 900_000);
      const failed = plain(`${out}\n${err}`).filter((line) => line.includes('FAIL'));
      if (failed.length > 0) throw new Error(failed.slice(0, 5).join('; '));
      if (!/\d+ passed/.test(out)) throw new Error(lastLine(err) || lastLine(out));
    },
  },
  {
    name: 'a clone as Git for Windows makes it has the lines of this one',
    async run(wine) {
      const clone = join(wine.folder, 'clone');
      rmSync(clone, { recursive: true, force: true });
      const from = `file://${join(import.meta.dirname, '..', '..')}`;
      spawnSync('git', ['clone', '--quiet', '--depth', '1', '--config', 'core.autocrlf=true', from, clone]);
      for (const file of ['package.json', 'README.md', 'main/demo/start.ts', 'biome.json'])
        expectSame(`CRLF in ${file}`, readFileSync(join(clone, file), 'utf8').includes('\r'), false);
    },
  },
  {
    name: 'the demo, as cmd.exe runs it',
    async run(wine) {
      const demo = 'node main\\demo\\start.ts --headless --orders 2 --json';
      const script = `set PATH=${asWindows(wine.folder)};%PATH%&& cd /d ${asWindows(wine.app)} && ${demo}`;
      const { out, err } = await wine.run(['cmd', '/c', script], 600_000);
      const account = lastLine(out);
      if (!account.startsWith('{"received":2,')) throw new Error(lastLine(err) || account);
    },
  },
  {
    name: 'unit tests, those that need POSIX skipped by name',
    async run(wine) {
      const { out, err } = await wine.node(['node_modules/vitest/vitest.mjs', 'run', '--project', 'unit'], 1_800_000);
      const failed = [...new Set(plain(`${out}\n${err}`).filter((line) => line.trimStart().startsWith('FAIL')))];
      if (failed.length > 0) throw new Error(`${failed.length} failed: ${failed.join('; ')}`);
      if (!/\d+ passed/.test(out)) throw new Error(lastLine(err) || lastLine(out));
    },
  },
];

/** Its lines without colours. */
function plain(text: string): string[] {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: that is what a colour begins with
  return text.replaceAll(/\x1b\[[0-9;]*m/g, '').split('\n');
}
