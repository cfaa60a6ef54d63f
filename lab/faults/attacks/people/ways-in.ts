/** Tries found texts in every way that could let in: as address, code, key, cookie, ticket. */
import { WebSocket } from 'ws';
import { askIn, type EntryKey, keyOfCode, PROTOCOL, readCode } from '../../../../contract/entry.ts';

export interface Tries {
  tried: number;
  reached: string[];
}

/** `known`: any text that contains what was found. `origin`: the app's. */
export async function triesWith(origin: string, known: string): Promise<Tries> {
  const { host, port } = new URL(origin);
  const reached: string[] = [];
  let tried = 0;
  const attempt = async (what: string, way: () => Promise<boolean>): Promise<void> => {
    tried += 1;
    if (await way().catch(() => false)) reached.push(what);
  };
  const addresses = new Set(known.match(/http:\/\/127\.0\.0\.1:\d+[^\s"'<>]*/g) ?? []);
  for (const address of addresses) {
    await attempt(`with the address ${address}`, () => byAddress(origin, address));
    const code = readCode(new URL(address).hash);
    if (code) await attempt('with a code', () => byKeys(origin, [keyOfCode(code)]));
  }
  const words = [...new Set(known.match(/[0-9a-z-]{16,80}/g) ?? [])].filter((word) => /\d/.test(word)).slice(0, 400);
  const ids = words.filter((word) => /^[0-9a-f]{32}$/.test(word));
  for (const word of words) {
    if (/^[0-9a-f]{64}$/.test(word)) {
      await attempt('with a key in the address', () => byAddress(origin, `${origin}/?key=${word}`));
      await attempt('with a cookie', () => links(host, [], `tillbridge-${port}=${word}`));
      await attempt('with a ticket', () => links(host, [PROTOCOL, word]));
      for (const id of ids) await attempt('with the key of a session', () => byKeys(origin, [{ id, secret: word }]));
    }
    const code = readCode(word);
    if (code) await attempt('with a code', () => byKeys(origin, [keyOfCode(code)]));
  }
  return { tried, reached };
}

export async function byKeys(origin: string, keys: EntryKey[]): Promise<boolean> {
  return (await askIn(origin, keys)).outcome === 'in';
}

/** Whether the app sets a cookie at this address that lets the attacker in. */
async function byAddress(origin: string, address: string): Promise<boolean> {
  const { pathname, search } = new URL(address);
  const cookie = (await fetch(origin + pathname + search, { redirect: 'manual' })).headers.get('set-cookie')?.split(';')[0];
  return cookie !== undefined && links(new URL(origin).host, [], cookie);
}

export function links(host: string, protocols: string[], cookie?: string): Promise<boolean> {
  const origin = host.includes('://') ? host : `http://${host}`;
  const socket = new WebSocket(`${origin.replace(/^http/, 'ws')}/bridge`, protocols, {
    origin,
    ...(cookie ? { headers: { cookie } } : {}),
  });
  const { promise, resolve } = Promise.withResolvers<boolean>();
  socket.once('open', () => resolve(true)).once('error', () => resolve(false));
  return promise.finally(() => socket.terminate());
}
