/** The venue's settings: one JSON file in the data folder, never a secret in it, and beside it the last one that could be read. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';
import { PrinterSettings, Settings } from '../../contract/settings/settings.ts';
import { type TableForm, tableForm } from '../../contract/table-form.ts';
import { writePrivately } from '../../shared/files/private-files.ts';
import { readIfThere } from '../../shared/files/read-if-there.ts';
import { systemTime } from '../../shared/time/system-time.ts';
import { hide, secretsOfAddress } from '../redaction/redact.ts';
import { LAST_GOOD, MARKER, markSettingsRead, readSettings, SETTINGS, type SettingsRecovery, takenFile } from './recover-settings.ts';
import { readStored } from './stored-settings.ts';
import { type LaterSettings, SettingsOfLaterVersion } from './versions.ts';

export interface SettingsKeeper {
  get(): Settings;
  /** Writes the changed settings whole (temporary file, fsync, rename) before they hold. `taken`: the installer's file they come from. Throws SettingsOfLaterVersion. */
  change(change: (settings: Settings) => Settings, taken?: string): void;
  /** Throws what `change` would throw, and changes nothing. */
  mayChange(change: (settings: Settings) => Settings): void;
  /** Each change is shown to it first; it throws where the change is not to be made. Answers with the end of it. */
  guard(check: (before: Settings, after: Settings) => void): () => void;
  /** Answers with the end of it. */
  onChange(listener: () => void): () => void;
  /** A later version of Tillbridge wrote them: they hold as far as they are known, and stay as they are. */
  readonly later: LaterSettings | null;
  /** What was done about a file that could not be used, until staff have read of it; null when it could. */
  recovery(): SettingsRecovery | null;
  /** Staff have read of it. */
  markRead(): void;
  /** The settings as a file holds them, and the installer's file they took in last: for a backup. */
  copy(): { text: string; taken: string | null };
  /** Writes the file again where it was taken away while Tillbridge ran. */
  keep(): void;
}

/**
 * Opens the settings of a data folder that is ours; the defaults where there are none. A file that is torn, empty, invalid or gone is
 * put aside and its last good copy taken. Throws SettingsError where there is no such copy.
 */
export function openSettings(dataDir: string, now: () => number = systemTime.wall): SettingsKeeper {
  const file = join(dataDir, SETTINGS);
  const { settings: found, later, text, recovery } = readSettings(dataDir, now());
  let settings = found;
  let isRead = recovery === null;
  let takenLast = takenFile(dataDir);
  const listeners = new Set<() => void>();
  const guards = new Set<(before: Settings, after: Settings) => void>();
  hideKeysIn(settings);

  /** The file first: what could not be written must not come back as a good copy. Without its copy it holds all the same, and the next start makes that. */
  function write(written: string): void {
    writePrivately(file, written);
    copyGood(written);
  }

  function copyGood(written: string): void {
    try {
      writePrivately(join(dataDir, LAST_GOOD), written);
    } catch (error) {
      if (!(error instanceof Error && 'code' in error)) throw error;
    }
  }

  function remember(taken: string): void {
    takenLast = taken;
    writePrivately(join(dataDir, MARKER), taken);
  }

  // What could be read is the good copy from now on, with the comments of whoever wrote it; settings that were never changed have no file.
  if (!existsSync(file) && text !== null) write(text);
  else if (text !== null && readIfThere(join(dataDir, LAST_GOOD)) !== text) copyGood(text);
  /** What belongs into the file now; of later settings also what this version does not know. */
  const written = (): string => (later && text !== null ? text : textOf(settings));

  /** The changed settings and their text; null where they are as before. */
  function changed(change: (settings: Settings) => Settings): { next: Settings; text: string } | null {
    const next = v.parse(Settings, change(settings));
    const changedText = textOf(next);
    if (changedText === textOf(settings)) return null;
    if (later) throw new SettingsOfLaterVersion();
    for (const check of guards) check(settings, next);
    return { next, text: changedText };
  }

  return {
    later,
    recovery: () => (isRead ? null : recovery),
    markRead() {
      isRead = true;
      markSettingsRead(dataDir);
    },
    get: () => settings,
    change(change, taken) {
      const made = changed(change);
      // Said once more as they are: there is nothing to write, and no one to tell.
      if (made === null && taken === undefined && existsSync(file)) return;
      if (later) throw new SettingsOfLaterVersion();
      const { next, text: nextText } = made ?? { next: settings, text: textOf(settings) };
      hideKeysIn(next);
      write(nextText);
      settings = next;
      if (taken !== undefined) remember(taken);
      for (const listener of listeners) listener();
    },
    guard(check) {
      guards.add(check);
      return () => guards.delete(check);
    },
    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    mayChange: (change) => void changed(change),
    copy: () => ({ text: written(), taken: takenLast }),
    keep() {
      if (!existsSync(file)) write(written());
      if (takenLast !== null && takenFile(dataDir) === null) remember(takenLast);
    },
  };
}

/** An address of the venue's own may hold a password or a key: no text but the settings themselves may. */
function hideKeysIn({ pos, alerts, map }: Settings): void {
  hide('settings/pos', pos.kind === 'http' ? secretsOfAddress(pos.url) : []);
  hide('settings/alerts', alerts.webhook_url === null ? [] : secretsOfAddress(alerts.webhook_url));
  hide('settings/map', map.tiles_url === null ? [] : secretsOfAddress(map.tiles_url));
}

/** The port of the counter as far as it can be read without holding the data folder: nothing is changed, and nothing is refused. */
export function counterPort(dataDir: string): number {
  return peek(dataDir).counter.port;
}

/** The language of the screens, in the same way; English where no one has chosen one yet. */
export function screenLanguage(dataDir: string): NonNullable<Settings['screen']['language']> {
  return peek(dataDir).screen.language ?? 'en';
}

/** Where the second copy of backups goes, in the same way. */
export function outsidePlace(dataDir: string): string | null {
  return peek(dataDir).backup.folder;
}

function peek(dataDir: string): Settings {
  for (const name of [SETTINGS, LAST_GOOD]) {
    try {
      const text = readIfThere(join(dataDir, name));
      if (text !== null) return readStored(text, name).settings;
    } catch {
      // Whoever opens the settings says what is wrong with them.
    }
  }
  return v.parse(Settings, {});
}

function textOf(settings: Settings): string {
  return `${JSON.stringify(settings, null, 2)}\n`;
}

/** A printer with the defaults for everything that is not given. Throws where what is given cannot be a printer. */
export function printerWith(given: v.InferInput<typeof PrinterSettings>): PrinterSettings {
  return v.parse(PrinterSettings, given);
}

/** What staff call a venue, and the defaults of one that has no settings of its own. */
export function venueSettings(settings: Settings, venueId: string): Settings['venues'][string] {
  const own = Object.hasOwn(settings.venues, venueId) ? settings.venues[venueId] : undefined;
  return (
    own ?? {
      name: null,
      address: null,
      flavour: 'device-free',
      reject_reasons: {},
      unanswered_slip_seconds: 120,
      accept_within_seconds: 180,
      sells: null,
      time_zone: null,
      confirm_within_seconds: 900,
    }
  );
}

/** How tables for spreadsheets are written. */
export function formOfTables({ reports, screen }: Settings): TableForm {
  return tableForm(reports.tables, screen.language);
}
