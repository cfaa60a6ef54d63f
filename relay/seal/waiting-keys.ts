/** The keys of what no counter can open yet: the one of this relay, and those that other relays of one engine sealed with. */
import * as v from 'valibot';
import { makeSealPair, open, SealPair, seal } from '../../contract/relay/sealed.ts';
import { CannotStart } from '../settings/settings-file.ts';
import { readIfThere, writePrivately } from '../store/data-folder.ts';
import type { SharedState } from '../store/shared-state.ts';

export interface WaitingKeys {
  own: SealPair;
  /** What any of them opens; null for what none does. */
  open(body: Buffer): Buffer | null;
  /** Another relay's: kept in the same file. */
  learn(pair: SealPair): void;
}

const File = v.object({ ...SealPair.entries, others: v.optional(v.array(SealPair), []) });
const SHARED = 'waiting-key.';

/** Made at the first start. Throws CannotStart. */
export function openWaitingKeys(file: string): WaitingKeys {
  const { others, ...own } = read(file);
  if (!belongTogether(own)) throw new CannotStart(`${file} cannot be used: its two halves do not belong together.`);
  const pairs = [own, ...others];
  return {
    own,
    open(body) {
      for (const pair of pairs) {
        const opened = open(body, pair);
        if (opened.ok) return opened.body;
      }
      return null;
    },
    learn(pair) {
      if (pairs.some(({ publicKey }) => publicKey === pair.publicKey) || !belongTogether(pair)) return;
      writePrivately(file, `${JSON.stringify({ ...own, others: [...pairs.slice(1), pair] })}\n`);
      pairs.push(pair);
    },
  };
}

function read(file: string): v.InferOutput<typeof File> {
  try {
    const kept = readIfThere(file);
    if (kept !== null) return v.parse(File, JSON.parse(kept));
    const made = makeSealPair();
    writePrivately(file, `${JSON.stringify(made)}\n`);
    return { ...made, others: [] };
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

/** Each relay opens what another one sealed. Answers with what gives this relay's own to the others; it is given again where they lost it. */
export function shareWaitingKeys(keys: WaitingKeys, shared: SharedState): () => Promise<void> {
  async function give(): Promise<void> {
    await shared.lasting.create(SHARED + keys.own.publicKey, JSON.stringify(keys.own));
  }
  shared.onChange((key, value) => {
    if (!key.startsWith(SHARED)) return;
    const pair = v.safeParse(v.pipe(v.string(), v.parseJson(), SealPair), value);
    if (pair.success) keys.learn(pair.output);
  });
  shared.onAnew(give);
  return give;
}
