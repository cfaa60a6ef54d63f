/** Reads the settings of a data folder, or their last good copy. */
import { rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';
import { Settings } from '../../contract/settings/settings.ts';
import { writePrivately } from '../../shared/files/private-files.ts';
import { readIfThere } from '../../shared/files/read-if-there.ts';
import { replaceFileSync } from '../../shared/files/replace-file.ts';
import { readStored, type Stored } from './stored-settings.ts';

export const SETTINGS = 'settings.json';
/** Written after each read and before each change, never from unreadable settings. */
export const LAST_GOOD = 'settings.last-good.json';
/** Hash of the last imported file, so a later start doesn't undo changes by staff. */
export const MARKER = 'settings-file.sha256';
/** Saved with each database backup: an older, independent copy. */
const IN_BACKUP = 'backup';
/** A recovery that staff haven't dismissed. */
const UNREAD = 'settings.recovered.json';

const SettingsRecovery = v.object({
  why: v.picklist(['unusable', 'missing']),
  /** The file's mistake, for its author. */
  detail: v.string(),
  /** The new name of the unusable file; null without one. */
  aside: v.nullable(v.string()),
  /** Epoch ms of the copy; null if the defaults are used. */
  copyAt: v.nullable(v.number()),
});
export type SettingsRecovery = v.InferOutput<typeof SettingsRecovery>;

const DEFAULTS: Stored = { settings: v.parse(Settings, {}), later: null };

interface Found extends Stored {
  /** The file's text; null without one. */
  text: string | null;
  recovery: SettingsRecovery | null;
}

/** Needs the lock on the data folder. Throws SettingsError for a file with mistakes and no copy. */
export function readSettings(dataDir: string, now: number): Found {
  const file = join(dataDir, SETTINGS);
  const text = readIfThere(file);
  let detail = 'the file was not there';
  if (text !== null) {
    try {
      return { ...readStored(text, file), text, recovery: unreadRecovery(dataDir) };
    } catch (error) {
      const copy = goodCopy(dataDir);
      // A file hand-written before the first start: an error is better than ignoring it.
      if (copy === null && hasContent(text)) throw error;
      detail = error instanceof Error ? error.message : String(error);
    }
  }
  const copy = goodCopy(dataDir);
  if (copy === null && text === null) return { ...DEFAULTS, text: null, recovery: unreadRecovery(dataDir) };
  const aside = text === null ? null : `${SETTINGS}.damaged-${new Date(now).toISOString().replaceAll(':', '-')}`;
  const recovery: SettingsRecovery = { why: text === null ? 'missing' : 'unusable', detail, aside, copyAt: copy?.at ?? null };
  writePrivately(join(dataDir, UNREAD), JSON.stringify(recovery));
  if (aside !== null) replaceFileSync(file, join(dataDir, aside));
  if (!copy?.knowsMarker) putMarker(dataDir, copy?.taken ?? null);
  return { ...DEFAULTS, ...copy?.stored, text: copy?.text ?? null, recovery };
}

export function markSettingsRead(dataDir: string): void {
  rmSync(join(dataDir, UNREAD), { force: true });
}

export function takenFile(dataDir: string, folder = ''): string | null {
  return readIfThere(join(dataDir, folder, MARKER));
}

function putMarker(dataDir: string, taken: string | null): void {
  if (taken === null) rmSync(join(dataDir, MARKER), { force: true });
  else writePrivately(join(dataDir, MARKER), taken);
}

interface Copy {
  stored: Stored;
  text: string;
  at: number;
  /** Whether it's as new as the marker file. */
  knowsMarker: boolean;
  taken: string | null;
}

function goodCopy(dataDir: string): Copy | null {
  const places = [
    { path: join(dataDir, LAST_GOOD), knowsMarker: true, taken: null },
    { path: join(dataDir, IN_BACKUP, SETTINGS), knowsMarker: false, taken: takenFile(dataDir, IN_BACKUP) },
  ];
  for (const { path, ...rest } of places) {
    const text = readIfThere(path);
    if (text === null) continue;
    try {
      return { stored: readStored(text, path), text, at: Math.floor(statSync(path).mtimeMs), ...rest };
    } catch {
      // The next copy is older, but may be intact.
    }
  }
  return null;
}

/** False for an empty or zeroed file, as after a power cut. */
function hasContent(text: string): boolean {
  return text.replaceAll(/[\0\s]/g, '') !== '';
}

function unreadRecovery(dataDir: string): SettingsRecovery | null {
  const text = readIfThere(join(dataDir, UNREAD));
  if (text === null) return null;
  const read = v.safeParse(v.pipe(v.string(), v.parseJson(), SettingsRecovery), text);
  return read.success ? read.output : null;
}
