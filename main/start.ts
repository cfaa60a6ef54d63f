/** `npm start`: the command line of the app. Chooses the host, starts it, and stops it cleanly. */
import { spawn } from 'node:child_process';
import { dirname, join, resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import open from 'open';
import { startApp } from './app.ts';
import { keepCrashReports } from './crash-reports.ts';
import { startBrowserHost } from './hosts/browser/browser-host.ts';
import { startWhenPossible } from './hosts/browser/cannot-start.ts';
import { keepDisplays } from './hosts/browser/displays.ts';
import { addressOfFirstCopy, leaveAddress } from './hosts/browser/first-copy.ts';
import { launchKey } from './hosts/browser/launch-key.ts';
import { chooseHost, electronBinary, hasScreen } from './hosts/choose-host.ts';
import { fetchElectron } from './hosts/electron/fetch-electron.ts';
import { defaultDataDir } from './hosts/electron/options.ts';
import { openSettings } from './settings/settings.ts';
import { DataFolderInUse } from './store/lock.ts';
import { backupFile, restoreBackup } from './store/recover.ts';
import { storageTroubleOf } from './store/storage-trouble.ts';
import { StoreError } from './store/store.ts';
import { VERSION } from './version.ts';

const HELP = `Tillbridge ${VERSION}

  npm start -- [options]

  --data-dir DIR                 where orders and settings are kept (default: ${defaultDataDir()})
  --host browser|electron|auto   where the counter opens (default: auto)
  --settings FILE.json           settings and secrets to take in; see docs/settings.md
  --vault auto|keychain|file     where secrets are kept (default: auto)
  --reset-pin                    takes the manager's PIN away; the counter says so
  --restore-backup               put the last backup in the place of the database, which is kept aside, and start
  --no-open                      do not open a browser; print the counter's address
  --help                         this text
`;

/** This file runs as it stands, and bundled as out/node/start.js; what was built is in `out` either way. */
const OUT = import.meta.filename.endsWith('.js') ? join(import.meta.dirname, '..') : join(import.meta.dirname, '..', 'out');

const DIED_AT_ONCE_MS = 10_000;
const STOPPED_BY = new Set<NodeJS.Signals>(['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGKILL']);

/** Environment: the process id of the run that crashed. */
const COMES_AFTER = 'TILLBRIDGE_COMES_AFTER';

interface Arguments {
  dataDir: string;
  host: 'auto' | 'browser' | 'electron';
  settingsFile: string | null;
  vault: 'auto' | 'keychain' | 'file';
  restoreBackup: boolean;
  resetPin: boolean;
  open: boolean;
}

const args = readArguments();
if (args && (!args.restoreBackup || restore(args.dataDir)))
  await (chooseHost(args.host) === 'electron' ? runElectron(args) : runBrowser(args));

function readArguments(): Arguments | null {
  try {
    const { values } = parseArgs({
      options: {
        'data-dir': { type: 'string' },
        host: { type: 'string', default: 'auto' },
        settings: { type: 'string' },
        vault: { type: 'string', default: 'auto' },
        'restore-backup': { type: 'boolean', default: false },
        'reset-pin': { type: 'boolean', default: false },
        'no-open': { type: 'boolean', default: false },
        help: { type: 'boolean', default: false },
      },
    });
    if (values.help) {
      console.log(HELP);
      return null;
    }
    return {
      dataDir: resolve(values['data-dir'] ?? defaultDataDir()),
      host: oneOf('--host', values.host, ['auto', 'browser', 'electron']),
      settingsFile: values.settings === undefined ? null : resolve(values.settings),
      vault: oneOf('--vault', values.vault, ['auto', 'keychain', 'file']),
      restoreBackup: values['restore-backup'],
      resetPin: values['reset-pin'],
      open: !values['no-open'],
    };
  } catch (error) {
    complain(error instanceof Error ? error.message : String(error), 'See npm start -- --help.');
    process.exitCode = 2;
    return null;
  }
}

/** False where there is nothing to restore from: then nothing is changed and nothing is started. */
function restore(dataDir: string): boolean {
  try {
    const done = restoreBackup(dataDir, Date.now());
    if (done) {
      console.log(
        `The backup of ${new Date(done.backupAt ?? 0).toISOString()} is in use now; the database of before is kept as ${done.aside}.`,
      );
      return true;
    }
    complain('There is no backup that could be restored.', `Looked in ${backupFile(dataDir)}. Nothing was changed.`);
  } catch (error) {
    explain(error);
  }
  process.exitCode = 1;
  return false;
}

async function runBrowser(given: Arguments): Promise<void> {
  await untilGone(Number(process.env[COMES_AFTER]));
  keepCrashReports(given.dataDir, { comeBack, stayDown: () => process.exit(1) });
  try {
    const start = () =>
      startApp({ dataDir: given.dataDir, settingsFile: given.settingsFile, vault: given.vault, resetPin: given.resetPin });
    const app = await startWhenPossible(start, {
      reasonOf: (error) => storageTroubleOf(error) ?? (error instanceof StoreError ? error : null),
      port: openSettings(given.dataDir).get().counter.port,
      onTrouble: ({ says, remedy }) => complain(says, remedy),
    });
    const host = await startBrowserHost({
      app,
      rendererDir: join(OUT, 'renderer'),
      preferredPort: app.counterPort(),
      key: launchKey(given.dataDir),
    });
    const displays = keepDisplays({ app, rendererDir: join(OUT, 'renderer'), dataDir: given.dataDir });
    const takeAddressBack = leaveAddress(given.dataDir, host.url);
    console.log(`Counter:  ${host.url}`);
    console.log(`Receiver: ${(await app.receiverUrl()) ?? 'not listening; the counter says why'}`);
    console.log('Ctrl-C stops Tillbridge.');
    if (given.open && hasScreen()) await openBrowser(host.url);
    onStop(async () => {
      takeAddressBack();
      await displays.stop();
      await host.close();
      await app.close();
    });
  } catch (error) {
    if (error instanceof DataFolderInUse) return handOver(error, given);
    explain(error);
    process.exitCode = 1;
  }
}

/** The same start again, in a process that waits until this one has let go of the data folder and the ports. */
function comeBack(): never {
  // Taking the PIN away was meant once.
  const args = [...process.execArgv, ...process.argv.slice(1).filter((word) => word !== '--reset-pin'), '--no-open'];
  spawn(process.execPath, args, { stdio: 'inherit', detached: true, env: { ...process.env, [COMES_AFTER]: String(process.pid) } }).unref();
  process.exit(1);
}

async function untilGone(pid: number): Promise<void> {
  for (let looks = 0; looks < 100 && pid > 0; looks += 1) {
    try {
      process.kill(pid, 0);
    } catch {
      return;
    }
    await wait(50);
  }
}

/** Two copies on one data folder would print every ticket twice: the second one brings the first to the front, and ends. */
async function handOver(error: DataFolderInUse, given: Arguments): Promise<void> {
  const url = addressOfFirstCopy(given.dataDir);
  if (url === null) {
    explain(error);
    process.exitCode = 1;
    return;
  }
  complain(error.says, null);
  console.log(`Counter:  ${url}`);
  if (given.open && hasScreen()) await openBrowser(url);
}

/** Electron's own process runs the app; this one only waits for it. Without Electron the counter opens in the browser, unless it was asked for by name. */
async function runElectron(given: Arguments): Promise<void> {
  const here = electronBinary();
  const fetched = here === null ? await fetchElectron(showProgress) : { binary: here };
  if (here === null && process.stdout.isTTY) console.log();
  if ('why' in fetched) {
    if (given.host === 'electron') {
      complain(fetched.why, 'Check the connection and start again, or use --host browser.');
      process.exitCode = 1;
      return;
    }
    complain(fetched.why, 'The counter opens in the browser instead; everything works there. The next start tries again.');
    return runBrowser(given);
  }
  const settings = given.settingsFile ? ['--settings', given.settingsFile] : [];
  const reset = given.resetPin ? ['--reset-pin'] : [];
  const args = [dirname(OUT), '--data-dir', given.dataDir, '--vault', given.vault, ...settings, ...reset];
  const began = Date.now();
  const child = spawn(fetched.binary, args, { stdio: 'inherit' });
  // Electron that dies at once lacks something of the system (a library, a display that answers): the orders come in all the same.
  const instead = (why: string): void => {
    complain(`Electron does not run here (${why}).`, 'The counter opens in the browser instead; everything works there.');
    void runBrowser(given);
  };
  child.once('error', (error) => instead(error.message));
  child.once('exit', (code, signal) => {
    const diedAtOnce = signal !== null && !STOPPED_BY.has(signal) && Date.now() - began < DIED_AT_ONCE_MS;
    if (diedAtOnce && given.host === 'auto') instead(signal);
    else process.exitCode = code ?? 1;
  });
  onStop(async () => void child.kill('SIGTERM'));
}

/** One line that changes, where there is a terminal; else only how it begins. */
function showProgress(line: string): void {
  if (process.stdout.isTTY) process.stdout.write(`\r${line}`);
  else if (line.endsWith(': 0 s')) console.log(line);
}

async function openBrowser(url: string): Promise<void> {
  try {
    const child = await open(url);
    child.on('error', () => console.log('No browser could be opened; use the address above.'));
  } catch {
    console.log('No browser could be opened; use the address above.');
  }
}

function onStop(stop: () => Promise<void>): void {
  let stopping = false;
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      if (stopping) return;
      stopping = true;
      void stop().finally(() => process.exit());
    });
  }
}

function oneOf<const T extends string>(name: string, value: string, allowed: readonly T[]): T {
  const found = allowed.find((word) => word === value);
  if (found === undefined) throw new Error(`${name} is "${value}"; expected one of ${allowed.join(', ')}.`);
  return found;
}

function explain(error: unknown): void {
  const says = error instanceof Error && 'says' in error ? String(error.says) : null;
  const remedy = error instanceof Error && 'remedy' in error ? String(error.remedy) : null;
  complain(says ?? (error instanceof Error ? (error.stack ?? error.message) : String(error)), remedy);
}

function complain(says: string, remedy: string | null): void {
  console.error(`Tillbridge: ${says}${remedy ? `\n${remedy}` : ''}`);
}
