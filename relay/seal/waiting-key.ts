/** The relay's own key, for notifications that no counter can open yet. */
import * as v from 'valibot';
import { makeSealPair, open, SealPair, seal } from '../../contract/relay/sealed.ts';
import { writePrivately } from '../../shared/files/private-files.ts';
import { readIfThere } from '../../shared/files/read-if-there.ts';
import { CannotStart } from '../settings/settings-file.ts';

/** The key is created at the first start. Throws CannotStart. */
export function openWaitingKey(file: string): SealPair {
  const pair = read(file);
  if (!belongTogether(pair)) throw new CannotStart(`${file} cannot be used: its two halves do not belong together.`);
  return pair;
}

function read(file: string): SealPair {
  try {
    const kept = readIfThere(file);
    if (kept !== null) return v.parse(SealPair, JSON.parse(kept));
    const made = makeSealPair();
    writePrivately(file, `${JSON.stringify(made)}\n`);
    return made;
  } catch (error) {
    const isText = error instanceof SyntaxError || error instanceof v.ValiError;
    throw new CannotStart(`${file} cannot be used: ${isText ? 'it is no key' : (error as Error).message}.`);
  }
}

function belongTogether(pair: SealPair): boolean {
  try {
    return open(seal(Buffer.from('trial'), [pair.publicKey]), pair).ok;
  } catch {
    return false;
  }
}
