/** Reading the settings of a data folder; where the file cannot be used, its last good copy. */
import { rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';
import { Settings } from '../../contract/settings/settings.ts';
import { writePrivately } from '../../shared/files/private-files.ts';
import { readIfThere } from '../../shared/files/read-if-there.ts';
import { replaceFileSync } from '../../shared/files/replace-file.ts';
import { readStored, type Stored } from './stored-settings.ts';

export const SETTINGS = 'settings.json';
/** Written after each reading and before each change, never from what could not be read. */
export const LAST_GOOD = 'settings.last-good.json';
/** Which installer's file was taken in last: what staff changed afterwards is not undone by a start that still names it. */
export const MARKER = 'settings-file.sha256';
/** Kept with each backup of the database: older, and made apart from the other two. */
const IN_BACKUP = 'backup';
/** What staff have not yet said that they have read. */
const UNREAD = 'settings.recovered.json';

const SettingsRecovery = v.object({
  why: v.picklist(['unusable', 'missing']),
  /** What was wrong, for whoever edited the file. */
  detail: v.string(),
  /** The name under which the file of before is kept; null where there was none. */
  aside: v.nullable(v.string()),
  /** Epoch ms of the copy that was taken; null where there was none, and the defaults hold. */
  copyAt: v.nullable(v.number()),
});
export type SettingsRecovery = v.InferOutput<typeof SettingsRecovery>;

const DEFAULTS: Stored = { settings: v.parse(Settings, {}), later: null };

interface Found extends Stored {
  /** As they stand in a file; null where there is none. */
  text: string | null;
  recovery: SettingsRecovery | null;
}

/** Whoever calls it holds the data folder. Throws SettingsError for a file that someone wrote wrongly and of which there is no copy. */
export function readSettings(dataDir: string, now: number): Found {
  const file = join(dataDir, SETTINGS);
  const text = readIfThere(file);
  let detail = 'the file was not there';
  if (text !== null) {
    try {
      return { ...readStored(text, file), text, recovery: unreadRecovery(dataDir) };
    } catch (error) {
      const copy = goodCopy(dataDir);
      // Someone wrote it by hand before the first start: better said than passed over.
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

/** Staff have read of it. */
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
  /** It is as new as the marker beside the settings. */
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
      // The next one is older, and may be whole.
    }
  }
  return null;
}

/** A file that a power cut left may be empty, or as long as it was and nothing but zeros. */
function hasContent(text: string): boolean {
  return text.replaceAll(/[\0\s]/g, '') !== '';
}

function unreadRecovery(dataDir: string): SettingsRecovery | null {
  const text = readIfThere(join(dataDir, UNREAD));
  if (text === null) return null;
  const read = v.safeParse(v.pipe(v.string(), v.parseJson(), SettingsRecovery), text);
  return read.success ? read.output : null;
}
