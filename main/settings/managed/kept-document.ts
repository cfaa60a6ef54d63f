/** The saved state of managed settings: a file for this user only, without secrets. */
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';
import { GroupName, SettingsKey, SettingsVersion, SignedSettings } from '../../../contract/relay/settings-document.ts';
import { writePrivately } from '../../../shared/files/private-files.ts';

const MANAGED_FILE = 'managed-settings.json';

const Kept = v.object({
  /** The joined relay's address; at another relay this state is void. */
  address: v.string(),
  group: GroupName,
  /** The public key given with the code; the first one stays. */
  key: SettingsKey,
  /** Highest version ever applied, by group. */
  newest: v.record(v.string(), SettingsVersion),
  /** The document in use. */
  signed: v.nullable(SignedSettings),
});
export type Kept = v.InferOutput<typeof Kept>;

/** Null if missing or unusable; a new code is then needed. */
export function readKept(dataDir: string): Kept | null {
  const file = join(dataDir, MANAGED_FILE);
  if (!existsSync(file)) return null;
  const read = v.safeParse(v.pipe(v.string(), v.parseJson(), Kept), readFileSync(file, 'utf8'));
  return read.success ? read.output : null;
}

/** Throws file system errors. */
export function writeKept(dataDir: string, kept: Kept | null): void {
  const file = join(dataDir, MANAGED_FILE);
  if (kept === null) rmSync(file, { force: true });
  else writePrivately(file, JSON.stringify(kept));
}
