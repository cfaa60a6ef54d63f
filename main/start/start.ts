/** `npm start`: the command line. Chooses the host, starts it, and stops it cleanly. */
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { english } from '../../contract/english.ts';
import type { Text } from '../../contract/message.ts';
import { systemTime as time } from '../../shared/time/system-time.ts';
import { startApp } from '../app/app.ts';
import { AFTER_CRASHES, argumentsAfter, type Crashes, crashesAsWord, crashesOf } from '../app/keep-up/restarts.ts';
import { watchProcess } from '../app/keep-up/watch-process.ts';
import { listBackups, restoreFromBackup } from '../app/restore-backup.ts';
import { addressOfRunning, leaveAddress, reclaimAddress } from '../app/running-instance.ts';
import { supervise } from '../app/supervisor.ts';
import { reasonOf } from '../app/trouble.ts';
import { VERSION } from '../app/version.ts';
import { closeToOthers } from '../files/private-files.ts';
import { type BrowserHost, startBrowserHost } from '../hosts/browser/browser-host.ts';
import { OPENING_MS, PRINTED_MS, writePairingCode } from '../hosts/browser/one-time-codes.ts';
import { forgetOpening, openMainScreen } from '../hosts/browser/open-main-screen.ts';
import { showTroubleAt } from '../hosts/browser/show-trouble.ts';
import { readStaticFiles } from '../hosts/browser/static-files.ts';
import { chooseHost, electronBinary, hasScreen } from '../hosts/choose-host.ts';
import { keepDisplays } from '../hosts/displays/displays.ts';
import { fetchElectron } from '../hosts/electron/fetch-electron.ts';
import { defaultDataDir } from '../hosts/electron/options.ts';
import { readProvisioningFile } from '../settings/provision.ts';
import { counterPort } from '../settings/settings.ts';
import { DataFolderInUse } from '../store/file/lock.ts';

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

/** From source or as out/node/start.js. */
const OUT = import.meta.filename.endsWith('.js') ? join(import.meta.dirname, '..') : join(import.meta.dirname, '..', '..', 'out');

/** Names `npm start` even for the demo: `npm run demo` would start another app. */
function onceIn(dataDir: string): string {
  const folder = dataDir === resolve(defaultDataDir()) ? '' : ` --data-dir ${/\s/.test(dataDir) ? JSON.stringify(dataDir) : dataDir}`;
  return `This address pairs one browser, once, within ten minutes. For another browser, run: npm start -- --no-open${folder}`;
}

/** ID of the process being replaced, which may still run. */
const COMES_AFTER = 'TILLBRIDGE_COMES_AFTER';

/** After a crash, open pages reconnect within this time. */
const PAGES_COME_BACK_MS = 15_000;
const SPAWN_AGAIN_MS = 1_000;

let end: (() => Promise<void>) | null = null;

interface Arguments {
  dataDir: string;
  host: 'auto' | 'browser' | 'electron';
  settingsFile: string | null;
  vault: 'auto' | 'keychain' | 'file';
  resetPin: boolean;
  /** The backup to restore; empty: list them; null: no option. */
  restoreBackup: string | null;
  open: boolean;
  /** Crashes before this start. */
  crashes: Crashes;
}

closeToOthers();
const args = readArguments();
if (args?.restoreBackup === '') console.log(listBackups(args.dataDir, time.wall()));
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
        [AFTER_CRASHES]: { type: 'string' },
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
      crashes: crashesOf(values[AFTER_CRASHES]),
    };
  } catch (error) {
    complain(error instanceof Error ? error.message : String(error), 'See npm start -- --help.');
    process.exitCode = 2;
    return null;
  }
}

/** Adds an empty name to a bare --restore-backup, which then lists the backups. */
function withList(given: string[]): string[] {
  const at = given.indexOf('--restore-backup');
  const next = given[at + 1];
  return at < 0 || (next !== undefined && !next.startsWith('--')) ? given : given.toSpliced(at, 1, '--restore-backup=');
}

/** If false, nothing was changed and nothing starts. */
function restore(dataDir: string, wanted: string): boolean {
  try {
    console.log(restoreFromBackup(dataDir, wanted, time.wall()));
    return true;
  } catch (error) {
    explain(error);
    process.exitCode = 1;
    return false;
  }
}

function runBrowser(given: Arguments): void {
  const { dataDir, vault, resetPin, crashes } = given;
  const settingsFile = settingsFileOf(given);
  if (settingsFile === 'bad') return;
  const rendererDir = join(OUT, 'renderer');
  const supervisor = supervise({
    dataDir,
    vault,
    crashes,
    time,
    prepare: () => untilGone(Number(process.env[COMES_AFTER])),
    start: () => startApp({ dataDir, settingsFile, vault, resetPin }),
    checkPage: () => readStaticFiles(rendererDir),
    async open(app, opened) {
      const host = await startBrowserHost({ app, rendererDir, dataDir, preferredPort: app.counterPort() });
      opened.defer(host.close);
      opened.defer(keepDisplays({ app, rendererDir, dataDir }).stop);
      for (const { text, hint } of app.troubles) complain(text, hint);
      forgetOpening(dataDir);
      leaveAddress(dataDir, host.url);
      opened.defer(() => {
        reclaimAddress(dataDir);
        forgetOpening(dataDir);
      });
      console.log(`Counter:  ${host.accessLink(PRINTED_MS)}`);
      console.log(onceIn(dataDir));
      if (host.portTaken !== null)
        complain(
          `Another program uses port ${host.portTaken}, so Tillbridge uses port ${host.port} instead.`,
          "Don't use pages that were already open: they may show that program. Close it and restart Tillbridge.",
        );
      console.log(`Receiver: ${(await app.receiverUrl()) ?? 'not listening; see the screen for the reason'}`);
      console.log('Press Ctrl-C to stop Tillbridge.');
      if (given.open && hasScreen()) void openWhereNeeded(given, host);
    },
    show: showTroubleAt(counterPort(dataDir), time),
    onTrouble: ({ text, hint }) => complain(text, hint),
    startAgain,
    giveUp(error) {
      if (error instanceof DataFolderInUse) return handOver(error, given);
      explain(error);
      process.exitCode = 1;
    },
  });
  endOnSignal(supervisor.end);
}

/** Null without a file; 'bad' if it has mistakes, which the terminal shows. After a crash, it may already be imported and deleted. */
function settingsFileOf({ settingsFile, crashes }: Arguments): string | null | 'bad' {
  if (settingsFile === null) return null;
  if (crashes.inARow > 0) return existsSync(settingsFile) ? settingsFile : null;
  try {
    readProvisioningFile(settingsFile);
    return settingsFile;
  } catch (error) {
    explain(error);
    process.exitCode = 1;
    return 'bad';
  }
}

/** Restarts through `keep-up`, else by a process that waits until this one has released the data folder and ports. */
function startAgain(crashes: Crashes): void {
  if (!process.send || !process.connected) return startAgainAlone(crashes);
  process.send(crashesAsWord(crashes), (error: Error | null) => {
    if (error) startAgainAlone(crashes);
    else process.exit(1);
  });
}

function startAgainAlone(crashes: Crashes): void {
  const args = [...process.execArgv, ...argumentsAfter(crashes, process.argv.slice(1))];
  const env = { ...process.env, [COMES_AFTER]: String(process.pid) };
  const child = spawn(process.execPath, args, { stdio: 'inherit', detached: true, env });
  child.on('error', (error) => console.error(error));
  child.unref();
  // Without a successor this process must stay.
  if (child.pid === undefined) time.after(SPAWN_AGAIN_MS, () => startAgainAlone(crashes));
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

/** Two processes on one data folder would print every ticket twice: the second opens the first's page and ends. */
async function handOver(error: DataFolderInUse, given: Arguments): Promise<void> {
  const url = addressOfRunning(given.dataDir);
  if (url === null) {
    explain(error);
    process.exitCode = 1;
    return;
  }
  complain(error.text, null);
  try {
    console.log(`Counter:  ${url}#${writePairingCode(given.dataDir, PRINTED_MS)}`);
    console.log(onceIn(given.dataDir));
    if (given.open && hasScreen()) await openBrowser(given.dataDir, `${url}#${writePairingCode(given.dataDir, OPENING_MS)}`);
  } catch (trouble) {
    explain(trouble);
    process.exitCode = 1;
  }
}

/** Without Electron the browser opens, unless Electron was requested. */
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
  let stop: (signal: NodeJS.Signals | null) => void = () => undefined;
  // If Electron dies at once (missing library, no display), orders must still arrive.
  const instead = (why: string): void => {
    complain(`Electron doesn't run here (${why}).`, 'Tillbridge opens in the browser instead, where everything works.');
    runBrowser(given);
  };
  const ended = (code: number): void => {
    process.exitCode = code;
  };
  endOnSignal(async () => stop('SIGTERM'));
  stop = watchProcess({
    file: fetched.binary,
    args,
    stdio: 'inherit',
    time,
    cannotRun: given.host === 'auto' ? instead : () => ended(1),
    ended,
  });
}

/** Without a terminal, prints only the first line. */
function showProgress(line: string): void {
  if (process.stdout.isTTY) process.stdout.write(`\r${line}`);
  else if (line.endsWith(': 0 s')) console.log(line);
}

/** After a crash the page is usually still open, unless the port changed or the page was reloaded while Tillbridge was down. */
async function openWhereNeeded({ dataDir, crashes }: Arguments, host: BrowserHost): Promise<void> {
  const cameBack = crashes.inARow > 0 && host.portTaken === null;
  if (cameBack && (await host.hasVisitor(PAGES_COME_BACK_MS))) return;
  await openBrowser(dataDir, host.accessLink(OPENING_MS));
}

async function openBrowser(dataDir: string, accessLink: string): Promise<void> {
  const inVain = (): void => console.log("Couldn't open a browser. Use the address above.");
  await openMainScreen(dataDir, accessLink).catch(inVain);
}

function endOnSignal(next: () => Promise<void>): void {
  if (end === null)
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGBREAK'] as const)
      process.on(signal, () => void end?.().then(() => process.exit()));
  end = next;
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

/** In English, like all of the terminal. */
function complain(text: Text, hint: Text | null): void {
  console.error(`Tillbridge: ${english(text)}${hint ? `\n${english(hint)}` : ''}`);
}
