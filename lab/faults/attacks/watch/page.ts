/** An attacker's page: speaks the browser's protocol, and sends any frame. */
import { WebSocket } from 'ws';
import type { Answer } from '../../../../contract/contract.ts';
import { askIn, BRIDGE_PATH, type EntryKey, keyOfCode, PROTOCOL, readCode } from '../../../../contract/entry.ts';

export interface Page {
  address: string;
  socket: WebSocket;
  keys: EntryKey[];
  /** Every received frame except answers; empty without `keep`. */
  heard: string[];
  bytes(): number;
  /** Null if the link ended before the answer. */
  call(name: string, input: unknown): Promise<Answer<unknown> | null>;
  /** Sends the frame with `ID` replaced by the call's number. */
  callRaw(frame: string): Promise<Answer<unknown> | null>;
  isOpen(): boolean;
  leave(): void;
}

/** Admits a page by an address with a code, or by a session's keys. Throws if refused. */
export async function comeIn(address: string, keys?: readonly EntryKey[], keep = true): Promise<Page> {
  const { origin, hash } = new URL(address);
  const entry = await askIn(origin, keys ?? [keyOfCode(readCode(hash) ?? '')]);
  if (entry.outcome !== 'in') throw new Error(`Not let in: ${entry.outcome}.`);
  const socket = new WebSocket(origin.replace(/^http/, 'ws') + BRIDGE_PATH, [PROTOCOL, entry.ticket], { origin });
  const waiting = new Map<number, (answer: Answer<unknown> | null) => void>();
  const heard: string[] = [];
  let bytes = 0;
  let next = 1;
  socket.on('message', (data: Buffer) => {
    bytes += data.length;
    const text = String(data);
    const id = text.startsWith('{"id":') ? Number(/^\{"id":(\d+)/.exec(text)?.[1]) : null;
    if (id === null) return void (keep && heard.push(text));
    waiting.get(id)?.((JSON.parse(text) as { answer: Answer<unknown> }).answer);
    waiting.delete(id);
  });
  socket.on('close', () => {
    for (const end of waiting.values()) end(null);
    waiting.clear();
  });
  await new Promise<void>((resolve, reject) => {
    socket.once('open', () => resolve());
    socket.once('error', reject);
  });
  socket.on('error', () => socket.terminate());
  const callRaw = (frame: string): Promise<Answer<unknown> | null> =>
    new Promise((resolve) => {
      if (socket.readyState !== socket.OPEN) return resolve(null);
      const id = next;
      next += 1;
      waiting.set(id, resolve);
      socket.send(frame.replace('ID', String(id)));
    });
  return {
    address,
    socket,
    keys: entry.keys,
    heard,
    bytes: () => bytes,
    callRaw,
    call: (name, input) => callRaw(`{"id":ID,"call":${JSON.stringify(name)},"input":${JSON.stringify(input)}}`),
    isOpen: () => socket.readyState === socket.OPEN,
    leave: () => socket.terminate(),
  };
}
