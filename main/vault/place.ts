/** Remembers, in the data folder, where its secrets are and under which id the keychain knows it. */
import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as v from 'valibot';
import { writeWhole } from './durable-file.ts';
import { VaultError } from './vault-error.ts';

const Place = v.object({
  /** Random, so that several data folders on one computer do not mix in one keychain. */
  id: v.pipe(v.string(), v.regex(/^[0-9a-f]{16}$/)),
  place: v.nullable(v.picklist(['keychain', 'file'])),
});
export type Place = v.InferOutput<typeof Place>;

/** The remembered place; for a new data folder a new id and no place yet. Throws VaultError. */
export async function readPlace(dataDir: string): Promise<Place> {
  const file = placeFile(dataDir);
  let text: string;
  try {
    text = await readFile(file, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return { id: randomBytes(8).toString('hex'), place: null };
    throw new VaultError('vault-unreadable', `The file ${file} cannot be read.`, 'Check that this user may read the data folder.', error);
  }
  const place = v.safeParse(v.pipe(v.string(), v.parseJson(), Place), text);
  if (place.success) return place.output;
  throw new VaultError(
    'place-damaged',
    `The file ${file} is damaged: it says where the secrets are.`,
    'Bring it back from a backup, or remove it and connect the venues again.',
  );
}

/** Durable when it resolves. */
export async function rememberPlace(dataDir: string, place: Place): Promise<void> {
  await writeWhole(placeFile(dataDir), JSON.stringify({ id: place.id, place: place.place }));
}

function placeFile(dataDir: string): string {
  return join(dataDir, 'vault-place.json');
}
