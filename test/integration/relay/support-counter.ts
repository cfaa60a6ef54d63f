/** A counter that shows requests for support files. */
import { gzipSync } from 'node:zlib';
import { expect } from 'vitest';
import { RELAY_PATHS, type RelayFrame } from '../../../contract/relay/wire.ts';
import { type RunningRelay, VENUE } from './at-the-relay.ts';
import { hello, type LightCounter, listen } from './light-counter.ts';

type Asked = Extract<RelayFrame, { type: 'support' }>['request'];

/** `known`: what the app has. */
export async function listenForSupport(relay: RunningRelay, key: string, known: string | null = null): Promise<LightCounter> {
  const counter = await listen(relay, key, null);
  counter.send({ ...hello({ [VENUE]: 0 }), support: { request: known } });
  await expect.poll(() => counter.frames[0]?.type).toBe('welcome');
  return counter;
}

export const asked = ({ frames }: LightCounter): Asked[] => frames.flatMap((frame) => (frame.type === 'support' ? [frame.request] : []));

export async function answer(relay: RunningRelay, key: string, id: string | undefined, body: unknown): Promise<number> {
  const headers = { authorization: `Bearer ${key}` };
  const url = `${relay.addresses.counter_url}${RELAY_PATHS.support}/${id}`;
  return (await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) })).status;
}

export const packed = (text: string): { file: string } => ({ file: gzipSync(text).toString('base64') });
