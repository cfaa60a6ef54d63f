/** `npm start`: the command line of the app. Chooses the host, starts it, and stops it cleanly. */
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { english } from '../../contract/english.ts';
import type { Text } from '../../contract/message.ts';
import { startApp } from '../app/app.ts';
import { type Crashes, crashesAsWord, crashesOf, keepCrashReports, restMs } from '../app/keep-up/crash-reports.ts';
import { argumentsOfNextStart, COMES_AFTER, type ComeBack, CRASHES, takeDiedOf } from '../app/keep-up/next-start.ts';
import { goBackTo, listBackups } from '../app/restore-backup.ts';
import { addressOfRunning, leaveAddress, takeAddressBack } from '../app/running-instance.ts';
import { endsStart, type Reason, reasonOf } from '../app/trouble.ts';
import { VERSION } from '../app/version.ts';
import { closeToOthers } from '../files/private-files.ts';
import { type BrowserHost, startBrowserHost } from '../hosts/browser/browser-host.ts';
import { leaveCode, OPENING_MS, PRINTED_MS } from '../hosts/browser/one-time-codes.ts';
import { forgetOpening, openCounter } from '../hosts/browser/open-counter.ts';
import { showTroubleAt } from '../hosts/browser/show-trouble.ts';
import { readStaticFiles } from '../hosts/browser/static-files.ts';
import { chooseHost, electronBinary, hasScreen } from '../hosts/choose-host.ts';
import { keepDisplays } from '../hosts/displays/displays.ts';
import { fetchElectron } from '../hosts/electron/fetch-electron.ts';
import { defaultDataDir } from '../hosts/electron/options.ts';
import { rest } from '../hosts/receive-after-crashes.ts';
import { receiveBetweenStarts } from '../hosts/receive-between-starts.ts';
import { startWhenPossible } from '../hosts/start-when-possible.ts';
import { readProvisioningFile } from '../settings/provision.ts';
import { counterPort } from '../settings/settings.ts';
import { DataFolderInUse } from '../store/file/lock.ts';
import { type Opened, openStack } from '../time/opened.ts';
import { systemTime as time } from '../time/system-time.ts';
import { keepElectronUp } from './keep-electron-up.ts';

const HELP = `Tillbridge ${VERSION}

  npm start -- [options]

  --data-dir DIR                 folder for orders and settings (default: ${defaultDataDir()})
  --host browser|electron|auto   open in the browser or as a desktop app (default: auto)
  --settings FILE.json           import settings and secrets; see docs/settings.md
  --vault auto|keychain|file     where to store secrets (default: auto)
  --reset-pin                    remove the manager PIN; the screen shows that it was removed
  --restore-backup               list the database backups
  --restore-backup WHICH         restore a backup and start; the current database is kept aside. WHICH is a number or
                                 name from the list, "newest", a time (the last one before it), or a file
  --no-open                      don't open a browser; print an address that pairs one browser, once
                                 (run the same command again for another one)
  --help                         show this help
`;

/** This file runs as it stands, and bundled as out/node/start.js; what was built is in `out` either way. */
const OUT = import.meta.filename.endsWith('.js') ? join(import.meta.dirname, '..') : join(import.meta.dirname, '..', '..', 'out');

const ONCE = 'This address pairs one browser, once, within ten minutes. Run the same command again for another one.';
/** An app that does not stop by itself in this time is ended: nothing that was acknowledged is lost by that. */
const CLOSING_LIMIT_MS = 15_000;

/** After a crash: pages that were open find their way back within this time, where there are any. */
const PAGES_COME_BACK_MS = 15_000;
const SPAWN_AGAIN_MS = 1_000;

interface Arguments {
  dataDir: string;
  host: 'auto' | 'browser' | 'electron';
  settingsFile: string | null;
  vault: 'auto' | 'keychain' | 'file';
  resetPin: boolean;
  /** Empty: the list is wanted; null: neither. */
  restoreBackup: string | null;
  open: boolean;
}

closeToOthers();
const args = readArguments();
if (args?.restoreBackup === '') console.log(listBackups(args.dataDir));
else if (args && (args.restoreBackup === null || restore(args.dataDir, args.restoreBackup)))
  await (chooseHost(args.host) === 'electron' ? runElectron(args) : runBrowser(args));

function readArguments(): Arguments | null {
  try {
    const { values } = parseArgs({
      args: withList(process.argv.slice(2)),
      options: {
        'data-dir': { type: 'string' },
        host: { type: 'string', default: 'auto' },
        settings: { type: 'string' },
        vault: { type: 'string', default: 'auto' },
        'reset-pin': { type: 'boolean', default: false },
        'restore-backup': { type: 'string' },
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
      resetPin: values['reset-pin'],
      restoreBackup: values['restore-backup'] ?? null,
      open: !values['no-open'],
    };
  } catch (error) {
    complain(error instanceof Error ? error.message : String(error), 'See npm start -- --help.');
    process.exitCode = 2;
    return null;
  }
}

/** Without a name the list is asked for. */
function withList(given: string[]): string[] {
  const at = given.indexOf('--restore-backup');
  const next = given[at + 1];
  return at < 0 || (next !== undefined && !next.startsWith('--')) ? given : given.toSpliced(at, 1, '--restore-backup=');
}

/** False where it could not be done: then nothing is changed and nothing is started. */
function restore(dataDir: string, wanted: string): boolean {
  try {
    console.log(goBackTo(dataDir, wanted, time.wall()));
    return true;
  } catch (error) {
    explain(error);
    process.exitCode = 1;
    return false;
  }
}

async function runBrowser(given: Arguments): Promise<void> {
  const { dataDir } = given;
  const crashes = crashesOf(process.env[CRASHES]);
  const opened = closeOnStop();
  const crashed = keepCrashReports(
    dataDir,
    crashes,
    (next) => {
      // Whoever stopped it wants no other one: what is open is still closed, and then the process ends.
      if (!opened.isClosing()) comeBack(next);
    },
    takeDiedOf(),
  );
  await untilGone(Number(process.env[COMES_AFTER]));
  const rendererDir = join(OUT, 'renderer');
  const show = showTroubleAt(counterPort(dataDir), time);
  const onTrouble = ({ text, hint }: Reason): void => complain(text, hint);
  const meanwhile = receiveBetweenStarts({ dataDir, time, vault: given.vault });
  opened.defer(meanwhile.stop);
  const inSight = { dataDir, time, meanwhile, show, onTrouble };
  try {
    const settingsFile = settingsFileOf(given, crashes);
    if (settingsFile === 'bad') return;
    if (restMs(crashes) > 0) {
      await rest({ ...inSight, vault: given.vault, crashes, crashed, closeLater: opened.defer });
      return comeBack({ ...crashes, rested: true });
    }
    const app = await startWhenPossible(() => startApp({ dataDir, settingsFile, vault: given.vault, resetPin: given.resetPin }), inSight);
    opened.defer(app.close);
    // Orders are received and printed also where the counter cannot be shown.
    await startWhenPossible(() => readStaticFiles(rendererDir), inSight);
    const host = await startBrowserHost({ app, rendererDir, dataDir, preferredPort: app.counterPort() });
    opened.defer(host.close);
    opened.defer(keepDisplays({ app, rendererDir, dataDir }).stop);
    for (const { text, hint } of app.troubles) complain(text, hint);
    forgetOpening(dataDir);
    leaveAddress(dataDir, host.url);
    opened.defer(() => {
      takeAddressBack(dataDir);
      forgetOpening(dataDir);
    });
    console.log(`Counter:  ${host.accessLink(PRINTED_MS)}`);
    console.log(ONCE);
    if (host.portTaken !== null)
      complain(
        `Another program uses port ${host.portTaken}, so Tillbridge uses port ${host.port} instead.`,
        "Don't use pages that were already open: they may show that program. Close it and restart Tillbridge.",
      );
    console.log(`Receiver: ${(await app.receiverUrl()) ?? 'not listening; see the screen for the reason'}`);
    console.log('Press Ctrl-C to stop Tillbridge.');
    if (given.open && hasScreen()) void openWhereNeeded(dataDir, host);
  } catch (error) {
    if (error instanceof DataFolderInUse) return handOver(error, given);
    if (!endsStart(error)) return crashed(error);
    explain(error);
    process.exitCode = 1;
  }
}

/** A mistake in the installer's own file is for whoever stands at this terminal. After a crash no one does, and the file may have done its work and be gone. */
function settingsFileOf({ settingsFile }: Arguments, { inARow }: Crashes): string | null | 'bad' {
  if (settingsFile === null) return null;
  if (inARow > 0) return existsSync(settingsFile) ? settingsFile : null;
  try {
    readProvisioningFile(settingsFile);
    return settingsFile;
  } catch (error) {
    explain(error);
    process.exitCode = 1;
    return 'bad';
  }
}

/** The same start again: by whoever watches over this process, else in one that waits until this one has let go of the data folder and the ports. */
function comeBack(crashes: Crashes): void {
  if (!process.send || !process.connected) return comeBackAlone(crashes);
  process.send({ comesBack: crashesAsWord(crashes) } satisfies ComeBack, (error: Error | null) => {
    if (error) comeBackAlone(crashes);
    else process.exit(1);
  });
}

function comeBackAlone(crashes: Crashes): void {
  const [file = '', ...given] = process.argv.slice(1);
  const args = [...process.execArgv, file, ...argumentsOfNextStart(given)];
  const env = { ...process.env, [COMES_AFTER]: String(process.pid), [CRASHES]: crashesAsWord(crashes) };
  const child = spawn(process.execPath, args, { stdio: 'inherit', detached: true, env });
  child.on('error', (error) => console.error(error));
  child.unref();
  // Without a process that comes after it this one must not go.
  if (child.pid === undefined) time.after(SPAWN_AGAIN_MS, () => comeBackAlone(crashes));
  else process.exit(1);
}

async function untilGone(pid: number): Promise<void> {
  for (let looks = 0; looks < 100 && pid > 0; looks += 1) {
    try {
      process.kill(pid, 0);
    } catch {
      return;
    }
    await time.wait(50);
  }
}

/** Two copies on one data folder would print every ticket twice: the second one brings the first to the front, and ends. */
async function handOver(error: DataFolderInUse, given: Arguments): Promise<void> {
  const url = addressOfRunning(given.dataDir);
  if (url === null) {
    explain(error);
    process.exitCode = 1;
    return;
  }
  complain(error.text, null);
  try {
    console.log(`Counter:  ${url}#${leaveCode(given.dataDir, PRINTED_MS)}`);
    console.log(ONCE);
    if (given.open && hasScreen()) await openBrowser(given.dataDir, `${url}#${leaveCode(given.dataDir, OPENING_MS)}`);
  } catch (trouble) {
    explain(trouble);
    process.exitCode = 1;
  }
}

/** Electron's own process runs the app; this one only waits for it. Without Electron the counter opens in the browser, unless it was asked for by name. */
async function runElectron(given: Arguments): Promise<void> {
  const here = electronBinary();
  const fetched = here === null ? await fetchElectron(time, showProgress) : { binary: here };
  if (here === null && process.stdout.isTTY) console.log();
  if ('why' in fetched) {
    if (given.host === 'electron') {
      complain(fetched.why, 'Check the connection and start again, or use --host browser.');
      process.exitCode = 1;
      return;
    }
    complain(fetched.why, 'Tillbridge opens in the browser instead, where everything works. The next start tries again.');
    return runBrowser(given);
  }
  const settings = given.settingsFile ? ['--settings', given.settingsFile] : [];
  const reset = given.resetPin ? ['--reset-pin'] : [];
  const args = [dirname(OUT), '--data-dir', given.dataDir, '--vault', given.vault, ...settings, ...reset];
  // Electron that dies at once lacks something of the system (a library, a display that answers): the orders come in all the same.
  const instead = (why: string): void => {
    complain(`Electron doesn't run here (${why}).`, 'Tillbridge opens in the browser instead, where everything works.');
    void runBrowser(given);
  };
  const end = (code: number): void => {
    process.exitCode = code;
  };
  keepElectronUp({
    binary: fetched.binary,
    args,
    time,
    opened: closeOnStop(),
    cannotRun: given.host === 'auto' ? instead : () => end(1),
    ended: end,
  });
}

/** One line that changes, where there is a terminal; else only how it begins. */
function showProgress(line: string): void {
  if (process.stdout.isTTY) process.stdout.write(`\r${line}`);
  else if (line.endsWith(': 0 s')) console.log(line);
}

/** After a crash the counter is open already, unless no one finds it: its address changed, or its page was loaded meanwhile. */
async function openWhereNeeded(dataDir: string, host: BrowserHost): Promise<void> {
  const cameBack = process.env[COMES_AFTER] !== undefined && host.portTaken === null;
  if (cameBack && (await host.somebodyComes(PAGES_COME_BACK_MS))) return;
  await openBrowser(dataDir, host.accessLink(OPENING_MS));
}

async function openBrowser(dataDir: string, accessLink: string): Promise<void> {
  const inVain = (): void => console.log("Couldn't open a browser. Use the address above.");
  await openCounter(dataDir, accessLink).catch(inVain);
}

/** What is put onto the stack that this answers with is closed at Ctrl-C and the like; then the process ends. */
function closeOnStop(): Opened {
  const opened = openStack(time, (error) => console.error(error), CLOSING_LIMIT_MS);
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGBREAK'] as const)
    process.on(signal, () => void opened.close().then(() => process.exit()));
  return opened;
}

function oneOf<const T extends string>(name: string, value: string, allowed: readonly T[]): T {
  const found = allowed.find((word) => word === value);
  if (found === undefined) throw new Error(`${name} is "${value}"; expected one of ${allowed.join(', ')}.`);
  return found;
}

function explain(error: unknown): void {
  const reason = reasonOf(error);
  complain(reason?.text ?? (error instanceof Error ? (error.stack ?? error.message) : String(error)), reason?.hint ?? null);
}

/** On the terminal, which speaks English. */
function complain(text: Text, hint: Text | null): void {
  console.error(`Tillbridge: ${english(text)}${hint ? `\n${english(hint)}` : ''}`);
}
