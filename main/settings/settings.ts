/** The venue's settings: one JSON file in the data folder, never a secret in it. */
import { closeSync, existsSync, fsyncSync, openSync, readFileSync, renameSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'jsonc-parser';
import * as v from 'valibot';
import { PrinterSettings, Settings } from '../../preload/settings.ts';
import { hide, secretsOfAddress } from '../redaction/redact.ts';
import { mendAddresses } from './mend-addresses.ts';
import { parseSettings } from './settings-file.ts';

export interface SettingsKeeper {
  get(): Settings;
  /** Writes the changed settings whole (temporary file, fsync, rename) before they hold. */
  change(change: (settings: Settings) => Settings): void;
  onChange(listener: () => void): void;
  /** Places of addresses that this version does not use any more, because they are not safe; `service.auth_url` and the like. */
  readonly takenOut: readonly string[];
}

/** Opens the settings of a data folder; the defaults where there are none. Throws SettingsError. */
export function openSettings(dataDir: string): SettingsKeeper {
  const file = join(dataDir, 'settings.json');
  const stored = existsSync(file) ? readStored(readFileSync(file, 'utf8'), file) : { settings: v.parse(Settings, {}), takenOut: [] };
  let { settings } = stored;
  const listeners: (() => void)[] = [];
  hideKeysIn(settings);
  return {
    takenOut: stored.takenOut,
    get: () => settings,
    change(change) {
      const next = v.parse(Settings, change(settings));
      hideKeysIn(next);
      writeWhole(file, `${JSON.stringify(next, null, 2)}\n`);
      settings = next;
      for (const listener of listeners) listener();
    },
    onChange: (listener) => void listeners.push(listener),
  };
}

/** An address of the venue's own may hold a password or a key: no text but the settings themselves may. */
function hideKeysIn({ pos, alerts }: Settings): void {
  hide('settings/pos', pos.kind === 'http' ? secretsOfAddress(pos.url) : []);
  hide('settings/alerts', alerts.webhook_url === null ? [] : secretsOfAddress(alerts.webhook_url));
}

function readStored(text: string, file: string): { settings: Settings; takenOut: string[] } {
  const stored = parse(text);
  const { settings, takenOut } = mendAddresses(stored);
  // As it stands where nothing was mended, so that a mistake is told with its line.
  const mended = JSON.stringify(settings) === JSON.stringify(stored) ? text : JSON.stringify(settings);
  return { settings: parseSettings(Settings, mended, file), takenOut };
}

/** A printer with the defaults for everything that is not given. Throws where what is given cannot be a printer. */
export function printerWith(given: v.InferInput<typeof PrinterSettings>): PrinterSettings {
  return v.parse(PrinterSettings, given);
}

/** What staff call a venue, and the defaults of one that has no settings of its own. */
export function venueSettings(settings: Settings, venueId: string): Settings['venues'][string] {
  return (
    settings.venues[venueId] ?? {
      name: null,
      flavour: 'device-free',
      reject_reasons: {},
      unanswered_slip_seconds: 120,
      accept_within_seconds: 180,
      confirm_within_seconds: 900,
    }
  );
}

function writeWhole(file: string, text: string): void {
  const unfinished = `${file}.part`;
  const handle = openSync(unfinished, 'w', 0o600);
  try {
    writeSync(handle, text);
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
  renameSync(unfinished, file);
}
