/** The installer runs after the app and can't report, so the version is remembered. */
import { readFileSync, rmSync } from 'node:fs';
import * as v from 'valibot';
import { writePrivately } from '../../../../shared/files/private-files.ts';

const Tried = v.pipe(v.string(), v.parseJson(), v.object({ version: v.string(), from: v.string() }));

/** Throws the file system's error. */
export function rememberTried(file: string, tried: v.InferOutput<typeof Tried>): void {
  writePrivately(file, JSON.stringify(tried));
}

/** The version that should have replaced `runs` and didn't, or null. Clears it. */
export function popFailedUpdate(file: string, runs: string): string | null {
  const text = readIfThere(file);
  if (text === null) return null;
  rmSync(file, { force: true });
  const tried = v.safeParse(Tried, text);
  return tried.success && tried.output.from === runs ? tried.output.version : null;
}

function readIfThere(file: string): string | null {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  }
}
