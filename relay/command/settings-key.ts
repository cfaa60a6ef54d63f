/** The key that signs group settings: a file of the managing organization that no relay reads. */
import { existsSync, mkdirSync, realpathSync } from 'node:fs';
import { dirname, resolve, sep } from 'node:path';
import * as v from 'valibot';
import { makeSettingsPair, printOfKey, SettingsDocument, SettingsKey, type SettingsPair } from '../../contract/relay/settings-document.ts';
import { writePrivately } from '../../shared/files/private-files.ts';
import { readIfThere } from '../../shared/files/read-if-there.ts';
import { readJson } from '../../shared/json/read-json.ts';
import { CannotStart } from '../settings/settings-file.ts';
import type { Command } from './command.ts';

const USUAL_FILE = 'settings.key';

const KeyFile = v.object({
  by: SettingsDocument.entries.by,
  public_key: SettingsKey,
  private_key: v.pipe(v.string(), v.regex(/^[\w-]{43}$/)),
});

/** `by`: the managing organization, as counters show it. */
export type SettingsKeyFile = SettingsPair & { by: string };

/** Throws CannotStart. */
export function readSettingsKey(command: Pick<Command, 'dataDir' | 'keyFile'>): SettingsKeyFile {
  const file = placeOf(command);
  const text = readIfThere(file);
  if (text === null) throw new CannotStart(`There is no key in ${file}. Make one: npm run relay -- settings-key --by "Your chain"`);
  const read = v.safeParse(KeyFile, readJson(text));
  if (!read.success) throw new CannotStart(`${file} holds no key for settings.`);
  const { by, public_key: publicKey, private_key: privateKey } = read.output;
  return { by, publicKey, privateKey };
}

/** Creates the key if missing, and returns its fingerprint to compare. */
export async function makeSettingsKey(command: Command): Promise<string> {
  const file = placeOf(command);
  if (!existsSync(file)) {
    const by = v.safeParse(SettingsDocument.entries.by, command.by);
    if (!by.success)
      throw new CannotStart('Say who manages the counters, as they will show it: npm run relay -- settings-key --by "Your chain"');
    const { publicKey, privateKey } = makeSettingsPair();
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
    writePrivately(file, `${JSON.stringify({ by: by.output, public_key: publicKey, private_key: privateKey })}\n`);
  }
  const { by, publicKey } = readSettingsKey(command);
  if (command.json) return JSON.stringify({ by, file, public_key: publicKey, key_print: printOfKey(publicKey) });
  return `${by} signs settings with the key in ${file}: ${printOfKey(publicKey)}\n\nCounters show these letters. Whoever has the file manages them: keep it, and a copy, where no relay runs. If it is lost, its groups get no new settings.`;
}

/** Refuses a relay's data folder: a compromised relay would sign with the key. */
function placeOf({ dataDir, keyFile }: Pick<Command, 'dataDir' | 'keyFile'>): string {
  const file = resolve(keyFile ?? USUAL_FILE);
  if (`${realOf(dirname(file))}${sep}`.startsWith(`${realOf(dataDir)}${sep}`))
    throw new CannotStart("The key that signs settings must not lie in a relay's data folder. Name another place with --key-file.");
  return file;
}

function realOf(folder: string): string {
  return existsSync(folder) ? realpathSync(folder) : resolve(folder);
}
