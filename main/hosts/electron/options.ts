/** Command-line options of the desktop app, the same as of `npm start`, and its default data folder. */
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { AFTER_CRASHES, type Crashes, crashesOf } from '../../app/keep-up/restarts.ts';

export interface HostOptions {
  dataDir: string;
  settingsFile: string | null;
  vault: 'auto' | 'keychain' | 'file';
  /** Takes the manager's PIN away. */
  resetPin: boolean;
  /** Which backup to go back to; empty for the list of them, null for none. */
  restoreBackup: string | null;
  /** The crashes that this start comes after; none for a start by a person. */
  crashes: Crashes;
}

/**
 * Reads the arguments after the program's own. The system and Chromium add words of their own (switches, a tillbridge: address that
 * was clicked), so what is not known is passed over. Throws an Error that says which option is wrong.
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
  const restore = values['restore-backup'];
  return {
    dataDir: resolve(dataDir ?? defaultDataDir()),
    settingsFile: settings === null ? null : resolve(settings),
    vault,
    resetPin: values['reset-pin'] === true,
    restoreBackup: restore === undefined ? null : typeof restore === 'string' && !restore.startsWith('--') ? restore : '',
    crashes: crashesOf(text(`--${AFTER_CRASHES}`, values[AFTER_CRASHES])),
  };
}

/** Where orders and settings are kept on this system when nothing else is said; the same folder for both hosts. */
export function defaultDataDir(
  platform: NodeJS.Platform = process.platform,
  env: NodeJS.ProcessEnv = process.env,
  home: string = homedir(),
): string {
  // Not in Roaming: the database and the key beside it would travel to a server at every logoff.
  if (platform === 'win32') return join(env.LOCALAPPDATA || join(home, 'AppData', 'Local'), 'Tillbridge');
  if (platform === 'darwin') return join(home, 'Library', 'Application Support', 'Tillbridge');
  return join(env.XDG_DATA_HOME || join(home, '.local', 'share'), 'tillbridge');
}

function text(option: string, value: string | boolean | undefined | (string | boolean)[]): string | null {
  if (value === undefined) return null;
  if (typeof value === 'string' && value !== '' && !value.startsWith('--')) return value;
  throw new Error(`${option} needs a value.`);
}
