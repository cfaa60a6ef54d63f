/** The saved state of managed settings: a file for this user only, without secrets. */
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';
import { GroupName, SettingsKey, SettingsVersion, SignedSettings } from '../../../contract/relay/settings-document.ts';
import { writePrivately } from '../../../shared/files/private-files.ts';

const MANAGED_FILE = 'managed-settings.json';

const ManagedDocument = v.object({
  /** The joined relay's address; for another relay this state is void. */
  address: v.string(),
  group: GroupName,
  /** The public key given with the code; the first one stays. */
  key: SettingsKey,
  /** Highest version ever applied, by group. */
  newest: v.record(v.string(), SettingsVersion),
  /** The document in use. */
  signed: v.nullable(SignedSettings),
});
export type ManagedDocument = v.InferOutput<typeof ManagedDocument>;

/** Null if missing or unusable; a new code is then needed. */
export function readManagedDocument(dataDir: string): ManagedDocument | null {
  const file = join(dataDir, MANAGED_FILE);
  if (!existsSync(file)) return null;
  const read = v.safeParse(v.pipe(v.string(), v.parseJson(), ManagedDocument), readFileSync(file, 'utf8'));
  return read.success ? read.output : null;
}

/** Throws file system errors. */
export function writeManagedDocument(dataDir: string, kept: ManagedDocument | null): void {
  const file = join(dataDir, MANAGED_FILE);
  if (kept === null) rmSync(file, { force: true });
  else writePrivately(file, JSON.stringify(kept));
}
