import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { AFTER_CRASHES, type Crashes, crashesOf } from '../../app/keep-up/restarts.ts';
import { readStationLink, type StationLink } from './station/station-link.ts';

export interface HostOptions {
  dataDir: string;
  settingsFile: string | null;
  vault: 'auto' | 'keychain' | 'file';
  resetPin: boolean;
  /** The backup to restore; empty for a list, null for none. */
  restoreBackup: string | null;
  /** The counter of which this computer becomes a station; `leave`: it's no station any more. */
  station: StationLink | 'leave' | null;
  /** Earlier crashes; none for a start by a person. */
  crashes: Crashes;
}

/**
 * Ignores unknown arguments: the system and Chromium add switches and clicked tillbridge: links. Throws an Error naming the wrong option.
 */
export function readOptions(args: readonly string[]): HostOptions {
  const { values } = parseArgs({
    args: [...args],
    options: {
      'data-dir': { type: 'string' },
      settings: { type: 'string' },
      vault: { type: 'string' },
      'reset-pin': { type: 'boolean' },
      'restore-backup': { type: 'string' },
      station: { type: 'string' },
      'no-station': { type: 'boolean' },
      [AFTER_CRASHES]: { type: 'string' },
    },
    strict: false,
    allowPositionals: true,
  });
  const dataDir = text('--data-dir', values['data-dir']);
  const settings = text('--settings', values.settings);
  const vault = text('--vault', values.vault) ?? 'auto';
  if (vault !== 'auto' && vault !== 'keychain' && vault !== 'file') {
    throw new Error(`--vault is "${vault}"; expected one of auto, keychain, file.`);
  }
  const station = text('--station', values.station);
  const restore = values['restore-backup'];
  return {
    dataDir: resolve(dataDir ?? defaultDataDir()),
    settingsFile: settings === null ? null : resolve(settings),
    vault,
    resetPin: values['reset-pin'] === true,
    restoreBackup: restore === undefined ? null : typeof restore === 'string' && !restore.startsWith('--') ? restore : '',
    station: station !== null ? readStationLink(station) : values['no-station'] === true ? 'leave' : null,
    crashes: crashesOf(text(`--${AFTER_CRASHES}`, values[AFTER_CRASHES])),
  };
}

export function defaultDataDir(
  platform: NodeJS.Platform = process.platform,
  env: NodeJS.ProcessEnv = process.env,
  home: string = homedir(),
): string {
  // Not Roaming: database and key would be copied to a server at logoff.
  if (platform === 'win32') return join(env.LOCALAPPDATA || join(home, 'AppData', 'Local'), 'Tillbridge');
  if (platform === 'darwin') return join(home, 'Library', 'Application Support', 'Tillbridge');
  return join(env.XDG_DATA_HOME || join(home, '.local', 'share'), 'tillbridge');
}

function text(option: string, value: string | boolean | undefined | (string | boolean)[]): string | null {
  if (value === undefined) return null;
  if (typeof value === 'string' && value !== '' && !value.startsWith('--')) return value;
  throw new Error(`${option} needs a value.`);
}
