/** The key that lets a browser in: made once for a data folder, carried in the address at launch, then kept in a cookie. */
import { randomBytes, timingSafeEqual } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { hide } from '../../redaction/redact.ts';

/** 32 random bytes as hex. Kept in a 0600 file, so that an open page finds its way back after a restart. */
export function launchKey(dataDir: string, name = 'launch.key'): string {
  const file = join(dataDir, name);
  const kept = existsSync(file) ? readFileSync(file, 'utf8').trim() : '';
  const key = /^[0-9a-f]{64}$/.test(kept) ? kept : randomBytes(32).toString('hex');
  if (key !== kept) writeFileSync(file, key, { mode: 0o600 });
  hide(name, [key]);
  return key;
}

export function isKey(expected: string, given: string | null | undefined): boolean {
  const a = Buffer.from(expected);
  const b = Buffer.from(given ?? '');
  return a.length === b.length && timingSafeEqual(a, b);
}
