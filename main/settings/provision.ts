/** Taking in an installer's settings file: the settings are saved, and each secret goes to the vault once. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import * as v from 'valibot';
import { Settings, SettingsFile } from '../../preload/settings.ts';
import type { Vault } from '../vault/vault.ts';
import { takenFile } from './recover-settings.ts';
import type { SettingsKeeper } from './settings.ts';
import { parseSettings } from './settings-file.ts';

/** Names of what the vault holds, beside the token pairs. */
export const CLIENT_SECRET = 'client_secret';
export const WEBHOOK_SECRETS = 'webhook_secrets';
export const MERCHANT_KEY = 'delivery/merchant-key';
/** As a list, the newest first. */
export const DELIVERY_SECRETS = 'delivery/webhook-secrets';

export interface Provisioned {
  /** Codes of the file that were not exchanged before. */
  codes: { code: string; redirect_uri: string }[];
  /** Secrets that stand in the file but are not read any more, because the vault has them. */
  leftInFile: string[];
}

/** Reads the file and checks all of it before anything is changed. Throws SettingsError. */
export function readProvisioningFile(path: string): SettingsFile {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    throw Object.assign(new Error(`The settings file ${path} cannot be read.`, { cause: error }), {
      says: `The settings file ${path} cannot be read.`,
      remedy: 'Check its name and that this user may read it.',
    });
  }
  return parseSettings(SettingsFile, text, path);
}

/**
 * Takes over the file's settings, once for each content: what staff change on the screen afterwards is not undone by a start
 * command that still names the file.
 */
export function takeSettings(file: SettingsFile, keeper: SettingsKeeper, dataDir: string): void {
  const { secrets: _secrets, ...settings } = file;
  const hash = createHash('sha256').update(JSON.stringify(settings)).digest('hex');
  if (takenFile(dataDir) !== hash) keeper.change(() => v.parse(Settings, settings), hash);
}

/** Moves the file's secrets into the vault: those that it does not have yet. */
export async function takeSecrets({ secrets }: SettingsFile, vault: Vault): Promise<Provisioned> {
  const leftInFile: string[] = [];
  const take = async (key: Exclude<keyof SettingsFile['secrets'], 'authorization_codes'>, name: string): Promise<void> => {
    const secret = secrets[key];
    if (secret === undefined) return;
    if ((await vault.get(name)) !== null) leftInFile.push(key);
    else await vault.set(name, typeof secret === 'string' ? secret : JSON.stringify(secret));
  };
  await take('client_secret', CLIENT_SECRET);
  await take('webhook_secrets', WEBHOOK_SECRETS);
  await take('merchant_key', MERCHANT_KEY);
  await take('delivery_secrets', DELIVERY_SECRETS);
  const codes: Provisioned['codes'] = [];
  for (const entry of secrets.authorization_codes ?? []) {
    if ((await vault.get(usedCode(entry.code))) === null) codes.push(entry);
    else leftInFile.push('authorization_codes');
  }
  return { codes, leftInFile };
}

/** Remembers a code as used; it was single use anyway (section 3.3). */
export async function markCodeUsed(vault: Vault, code: string): Promise<void> {
  await vault.set(usedCode(code), 'used');
}

function usedCode(code: string): string {
  return `used-code/${createHash('sha256').update(code).digest('hex').slice(0, 32)}`;
}
