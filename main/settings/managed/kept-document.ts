/** What a restart has to know of who manages the settings: one file in the data folder, of this user alone. Nothing in it is secret. */
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';
import { GroupName, SettingsKey, SettingsVersion, SignedSettings } from '../../../contract/relay/settings-document.ts';
import { writePrivately } from '../../../shared/files/private-files.ts';

const MANAGED_FILE = 'managed-settings.json';

const Kept = v.object({
  /** Of the relay that was joined: another one is another affair. */
  address: v.string(),
  group: GroupName,
  /** The public key that was given with the code; the first one stays. */
  key: SettingsKey,
  /** The highest version that was ever taken, by group. */
  newest: v.record(v.string(), SettingsVersion),
  /** What runs here. */
  signed: v.nullable(SignedSettings),
});
export type Kept = v.InferOutput<typeof Kept>;

/** Null where there is none, or none that can be used: whoever manages is then asked for a new code. */
export function readKept(dataDir: string): Kept | null {
  const file = join(dataDir, MANAGED_FILE);
  if (!existsSync(file)) return null;
  const read = v.safeParse(v.pipe(v.string(), v.parseJson(), Kept), readFileSync(file, 'utf8'));
  return read.success ? read.output : null;
}

/** Throws the file system's own error. */
export function writeKept(dataDir: string, kept: Kept | null): void {
  const file = join(dataDir, MANAGED_FILE);
  if (kept === null) rmSync(file, { force: true });
  else writePrivately(file, JSON.stringify(kept));
}
