/** What is kept of a crash, and how the app comes back from it: a counter that died unseen would lose the evening. */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { LEFT_OUT, redact } from './redaction/redact.ts';
import { VERSION } from './version.ts';

export const CRASH_FOLDER = 'crash';
const KEPT = 10;
/** So many crashes in this time are a loop, which starting again does not end. */
const LOOP = { crashes: 3, withinMs: 60_000 };

/**
 * From now on an error that nobody caught is written into the data folder; then `comeBack` starts the app again, or `stayDown` ends it
 * when it crashes again and again. Nothing acknowledged is lost either way: it is in the database.
 */
export function keepCrashReports(dataDir: string, { comeBack, stayDown }: { comeBack: () => void; stayDown: () => void }): void {
  const crashed = (error: unknown): void => {
    const crashes = writeReport(dataDir, error);
    console.error(describe(error));
    const recent = crashes.filter((at) => Date.now() - at < LOOP.withinMs).length;
    if (recent >= LOOP.crashes) stayDown();
    else comeBack();
  };
  process.on('uncaughtException', crashed);
  process.on('unhandledRejection', crashed);
}

/** ISO UTC of the crash that ended the run before this one; null when it ended otherwise. Tells of each only once. */
export function lastCrash(dataDir: string): string | null {
  const marker = join(dataDir, CRASH_FOLDER, 'untold');
  if (!existsSync(marker)) return null;
  const at = readFileSync(marker, 'utf8');
  rmSync(marker, { force: true });
  return at;
}

/** Epoch ms of every crash that is still on record. */
function writeReport(dataDir: string, error: unknown): number[] {
  try {
    const folder = join(dataDir, CRASH_FOLDER);
    mkdirSync(folder, { recursive: true });
    const at = new Date().toISOString();
    const report = {
      at,
      version: VERSION,
      node: process.versions.node,
      platform: process.platform,
      error: describe(error),
    };
    writeFileSync(join(folder, `${at.replaceAll(':', '-')}.json`), JSON.stringify(report, null, 2), { mode: 0o600 });
    writeFileSync(join(folder, 'untold'), at);
    const reports = readdirSync(folder)
      .filter((name) => name.endsWith('.json'))
      .sort();
    for (const name of reports.splice(0, Math.max(0, reports.length - KEPT))) rmSync(join(folder, name), { force: true });
    return reports.map((name) => Date.parse(name.slice(0, -5).replace(/T(\d\d)-(\d\d)-/, 'T$1:$2:')));
  } catch {
    // On a full disk there is no report; coming back matters more.
    return [];
  }
}

/** The message without long runs of letters and digits (no error of this app carries a secret, one of a package might); of the stack, names and lines. */
function describe(error: unknown): string {
  if (!(error instanceof Error)) return withoutSecrets(String(error));
  const frames = (error.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line));
  const cause = error.cause ? [`caused by ${describe(error.cause)}`] : [];
  return [`${error.name}: ${withoutSecrets(error.message)}`, ...frames.map(withoutFolder), ...cause].join('\n');
}

function withoutSecrets(text: string): string {
  return redact(text).replaceAll(/[A-Za-z0-9+/_=.-]{20,}/g, LEFT_OUT);
}

function withoutFolder(frame: string): string {
  return frame.replaceAll(/(file:\/\/)?[^\s(]*[\\/]/g, '');
}
