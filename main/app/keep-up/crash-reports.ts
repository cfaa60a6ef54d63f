/** Crash reports in the data folder, and the crash notice for the next run. */
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makePrivateFolder } from '../../../shared/files/private-files.ts';
import { LEFT_OUT, redact } from '../../redaction/redact.ts';
import { VERSION } from '../version.ts';

export const CRASH_FOLDER = 'crash';
const KEPT = 10;
const MARKER = 'unreported';

/** Time (ISO UTC) and crashes in a row; null if the last run didn't crash. Returns each crash only once. */
export function lastCrash(dataDir: string): { at: string; inARow: number } | null {
  const marker = join(dataDir, CRASH_FOLDER, MARKER);
  if (!existsSync(marker)) return null;
  const [at = '', inARow = '1'] = readFileSync(marker, 'utf8').split('\n');
  rmSync(marker, { force: true });
  return { at, inARow: Number(inARow) };
}

/** Writes a crash report and returns its text without secrets. `wallMs`: epoch ms. Ignores a full disk. */
export function reportCrash(dataDir: string, error: unknown, inARow: number, wallMs: number): string {
  const text = describe(error);
  try {
    const folder = join(dataDir, CRASH_FOLDER);
    makePrivateFolder(folder);
    const at = new Date(wallMs).toISOString();
    const report = { at, inARow, version: VERSION, node: process.versions.node, platform: process.platform, error: text };
    writeFileSync(join(folder, `${at.replaceAll(':', '-')}.json`), JSON.stringify(report, null, 2), { mode: 0o600 });
    writeFileSync(join(folder, MARKER), `${at}\n${inARow}`, { mode: 0o600 });
    const reports = readdirSync(folder)
      .filter((name) => name.endsWith('.json'))
      .sort();
    for (const name of reports.splice(0, Math.max(0, reports.length - KEPT))) rmSync(join(folder, name), { force: true });
  } catch {
    // A full disk prevents the report: restarting matters more.
  }
  return text;
}

/** Without long tokens, as a package's error might hold a secret. */
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
