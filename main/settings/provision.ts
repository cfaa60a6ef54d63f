/** Imports an installer's settings file: saves the settings and moves each secret to the vault once. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import * as v from 'valibot';
import { english } from '../../contract/english.ts';
import { message } from '../../contract/message.ts';
import { Settings, SettingsFile } from '../../contract/settings/settings.ts';
import { fileText } from '../../shared/files/file-text.ts';
import { makeFolderForOthers } from '../files/private-files.ts';
import type { VaultByEnvironment } from '../vault/by-environment.ts';
import type { Vault } from '../vault/vault.ts';
import { takenFile } from './recover-settings.ts';
import { redeemRelayCode } from './relay-access.ts';
import { type Origins, originsOf, parseSecret, serializeSecret } from './secret-origins.ts';
import type { SettingsKeeper } from './settings.ts';
import { parseSettings } from './settings-file.ts';

export const CLIENT_SECRET = 'client_secret';
export const WEBHOOK_SECRETS = 'webhook_secrets';
export const MERCHANT_KEY = 'delivery/merchant-key';
/** A list of secrets, newest first. */
export const DELIVERY_SECRETS = 'delivery/webhook-secrets';
/** A list with one key. */
export const STOCK_KEYS = 'till/stock-keys';

export interface Provisioned {
  /** Codes of the file that weren't exchanged before. */
  codes: { code: string; redirect_uri: string }[];
  /** Secrets in the file that are ignored because the vault already has them. */
  leftInFile: string[];
}

/** Validates the whole file first. Throws SettingsError. */
export function readProvisioningFile(path: string): SettingsFile {
  let text: string;
  try {
    text = fileText(readFileSync(path));
  } catch (error) {
    const text = message('settings.fileUnreadable', { path });
    throw Object.assign(new Error(english(text), { cause: error }), { text, hint: message('settings.checkFileName') });
  }
  return parseSettings(SettingsFile, text, path);
}

/** Applies each content of the file once, so a start with the same file doesn't undo changes by staff. */
export function takeSettings(file: SettingsFile, keeper: SettingsKeeper, dataDir: string): void {
  const { secrets: _secrets, ...settings } = file;
  const hash = createHash('sha256').update(JSON.stringify(settings)).digest('hex');
  // Settings written by a later version stay unchanged, with a notice.
  if (takenFile(dataDir) === hash || keeper.later !== null) return;
  keeper.change(() => v.parse(Settings, settings), hash);
  // The self-test and the first order show failures.
  const named = [file.pos.kind === 'hot-folder' ? file.pos.folder : null, file.stock.folder];
  for (const folder of named) if (folder !== null) void makeFolderForOthers(folder).catch(() => undefined);
}

/** Moves the file's secrets to the vault, for the file's addresses; secrets for the addresses in use (`inUse`) stay. */
export async function importSecrets(file: SettingsFile, vault: VaultByEnvironment, inUse: Settings['service']): Promise<Provisioned> {
  const { secrets } = file;
  const own = vault.of(file.service.environment);
  const leftInFile: string[] = [];
  const takeList = async (key: 'webhook_secrets' | 'delivery_secrets', name: string): Promise<void> => {
    const list = secrets[key];
    if (list === undefined) return;
    if ((await own.get(name)) !== null) leftInFile.push(key);
    else await own.set(name, JSON.stringify(list));
  };
  const takeSecret = async (
    key: 'client_secret' | 'merchant_key',
    name: string,
    fits: (one: Origins, other: Origins) => boolean,
  ): Promise<void> => {
    const secret = secrets[key];
    if (secret === undefined) return;
    const kept = parseSecret(await own.get(name));
    const isFor = (origins: Origins): boolean => fits(origins, originsOf(inUse));
    const wanted = kept === null || (!isFor(kept.origins) && isFor(originsOf(file.service)));
    if (wanted) await own.set(name, serializeSecret(secret, originsOf(file.service)));
    else leftInFile.push(key);
  };
  await takeSecret('client_secret', CLIENT_SECRET, (one, other) => one.auth === other.auth && one.order === other.order);
  await takeSecret('merchant_key', MERCHANT_KEY, (one, other) => one.delivery === other.delivery);
  await takeList('webhook_secrets', WEBHOOK_SECRETS);
  await takeList('delivery_secrets', DELIVERY_SECRETS);
  if (secrets.stock_key !== undefined) {
    if ((await own.get(STOCK_KEYS)) !== null) leftInFile.push('stock_key');
    else await own.set(STOCK_KEYS, JSON.stringify([secrets.stock_key]));
  }
  const relay = file.relay.url;
  if (relay !== null && secrets.relay_code !== undefined && !(await redeemRelayCode(own, relay, secrets.relay_code)))
    leftInFile.push('relay_code');
  const codes: Provisioned['codes'] = [];
  for (const entry of secrets.authorization_codes ?? []) {
    if ((await vault.get(usedCode(entry.code))) === null) codes.push(entry);
    else leftInFile.push('authorization_codes');
  }
  return { codes, leftInFile };
}

/** Codes are single use (section 3.3). */
export async function markCodeUsed(vault: Vault, code: string): Promise<void> {
  await vault.set(usedCode(code), 'used');
}

function usedCode(code: string): string {
  return `used-code/${createHash('sha256').update(code).digest('hex').slice(0, 32)}`;
}
