/** The venue's settings: a JSON file in the data folder, without secrets, and its last good copy. */
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
  /**
   * Writes the file (temporary file, fsync, rename) before the change takes effect. `taken`: the installer file's hash. Throws
   * SettingsOfLaterVersion.
   */
  change(change: (settings: Settings) => Settings, taken?: string): void;
  /** Throws like `change`, but changes nothing. */
  mayChange(change: (settings: Settings) => Settings): void;
  /** `check` throws to prevent a change. Returns a function that removes the check. */
  guard(check: (before: Settings, after: Settings) => void): () => void;
  /** Returns a function that removes the listener. */
  onChange(listener: () => void): () => void;
  /** Later Tillbridge's settings: used as far as known, and read-only. */
  readonly later: LaterSettings | null;
  /** How an unusable file was recovered; null once dismissed. */
  recovery(): SettingsRecovery | null;
  markRead(): void;
  /** The file's text and the hash of the last imported file, for a backup. */
  copy(): { text: string; taken: string | null };
  /** Rewrites the file if it was deleted while Tillbridge runs. */
  keep(): void;
}

/** Needs the lock on the data folder. Moves an unusable file aside for its last good copy. Throws SettingsError without a copy. */
export function openSettings(dataDir: string, now: () => number = systemTime.wall): SettingsKeeper {
  const file = join(dataDir, SETTINGS);
  const { settings: found, later, text, recovery } = readSettings(dataDir, now());
  let settings = found;
  let isRead = recovery === null;
  let takenLast = takenFile(dataDir);
  const listeners = new Set<() => void>();
  const guards = new Set<(before: Settings, after: Settings) => void>();
  hideKeysIn(settings);

  /** Writes the file first: unsaved settings must not return as good copy. If the copy fails, the next start makes it. */
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

  // At start, valid text becomes the good copy, with its comments. Unchanged defaults have no file.
  if (!existsSync(file) && text !== null) write(text);
  else if (text !== null && readIfThere(join(dataDir, LAST_GOOD)) !== text) copyGood(text);
  /** The text for backups; later settings keep their unknown parts. */
  const written = (): string => (later && text !== null ? text : textOf(settings));

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
      // Without a change, nothing is written or notified.
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

/** Redacts URLs set by the venue, which may contain passwords or keys. */
function hideKeysIn({ pos, alerts, map }: Settings): void {
  hide('settings/pos', pos.kind === 'http' ? secretsOfAddress(pos.url) : []);
  hide('settings/alerts', alerts.webhook_url === null ? [] : secretsOfAddress(alerts.webhook_url));
  hide('settings/map', map.tiles_url === null ? [] : secretsOfAddress(map.tiles_url));
}

/** Reads the port without the data folder's lock; never throws. */
export function counterPort(dataDir: string): number {
  return peek(dataDir).counter.port;
}

/** The screen's language, also without the lock; English by default. */
export function screenLanguage(dataDir: string): NonNullable<Settings['screen']['language']> {
  return peek(dataDir).screen.language ?? 'en';
}

/** The folder for second copies of backups, also without the lock. */
export function outsidePlace(dataDir: string): string | null {
  return peek(dataDir).backup.folder;
}

function peek(dataDir: string): Settings {
  for (const name of [SETTINGS, LAST_GOOD]) {
    try {
      const text = readIfThere(join(dataDir, name));
      if (text !== null) return readStored(text, name).settings;
    } catch {
      // Opening the settings reports the mistake.
    }
  }
  return v.parse(Settings, {});
}

function textOf(settings: Settings): string {
  return `${JSON.stringify(settings, null, 2)}\n`;
}

/** Fills in defaults. Throws for an invalid printer. */
export function printerWith(given: v.InferInput<typeof PrinterSettings>): PrinterSettings {
  return v.parse(PrinterSettings, given);
}

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

export function formOfTables({ reports, screen }: Settings): TableForm {
  return tableForm(reports.tables, screen.language);
}
