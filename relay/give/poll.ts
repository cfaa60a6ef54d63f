/** Serves the WebSocket's frames in HTTP requests, for counters whose network blocks WebSockets. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import * as v from 'valibot';
import { LONGEST_FRAME, Poll, type Polled, type RelayFrame } from '../../contract/relay/wire.ts';
import { readBody } from '../../shared/http/body.ts';
import { readJson } from '../../shared/json/read-json.ts';
import type { Time } from '../../shared/time/time.ts';
import { answerJson, bearerOf } from '../listening/answer.ts';
import type { Registry } from '../store/registry.ts';
import type { Hub } from './hub.ts';
import type { RefusedCode } from './session.ts';

const MOST_FRAMES = 100;
const MOST_BYTES = 2 * 1024 * 1024;
const STATUS: Partial<Record<RefusedCode, number>> = { 'bad-frame': 400, version: 400, 'too-many': 429, closing: 503 };

export async function servePoll(
  request: IncomingMessage,
  response: ServerResponse,
  { registry, hub, time, trust }: { registry: Registry; hub: Hub; time: Time; trust: (request: IncomingMessage) => void },
): Promise<void> {
  const refuse = (code: RefusedCode): void => {
    if (!response.headersSent) answerJson(response, STATUS[code] ?? 401, { type: 'refused', code }, { connection: 'close' });
  };
  if (request.method !== 'POST') return answerJson(response, 405, { type: 'refused', code: 'bad-frame' }, { allow: 'POST' });
  const key = bearerOf(request) ?? '';
  const sender = await registry.holderOf(key);
  if (!sender.ok) return refuse(sender.why);
  trust(request);
  const body = await readBody(request, LONGEST_FRAME);
  if (body === 'cut off') return void response.destroy();
  const asked = body === 'too large' ? null : v.safeParse(Poll, readJson(body.toString('utf8')), { abortEarly: true });
  if (!asked?.success || asked.output.frames[0]?.type !== 'hello') return refuse('bad-frame');

  // A slow body leaves time to revoke the key.
  const holder = await registry.holderOf(key);
  if (!holder.ok) return refuse(holder.why);

  const frames: RelayFrame[] = [];
  let bytes = 0;
  const over = Promise.withResolvers<void>();
  const outlet = {
    send(frame: RelayFrame): void {
      frames.push(frame);
      if (frame.type !== 'news' && frame.type !== 'settings' && frame.type !== 'support') return;
      bytes += frame.type === 'news' ? frame.body.length : frame.type === 'settings' ? frame.document.length : 0;
      // The response waits for the end of this turn, to include its other frames.
      setImmediate(over.resolve);
    },
    isFull: () => frames.length >= MOST_FRAMES || bytes >= MOST_BYTES,
  };
  let refused: RefusedCode | null = null;
  const end = (code: RefusedCode): void => {
    refused = code;
    over.resolve();
  };
  const line = hub.join(holder.counter, 'poll', outlet, end);
  response.once('close', over.resolve);
  const noLimit = time.after(asked.output.wait, over.resolve);
  try {
    for (const frame of asked.output.frames) {
      const code = await line.session.received(frame);
      if (code) end(code);
    }
    await over.promise;
  } finally {
    noLimit();
    line.left();
  }
  if (refused) return refuse(refused);
  if (!response.writableEnded) answerJson(response, 200, { frames: frames.slice(0, MOST_FRAMES) } satisfies v.InferInput<typeof Polled>);
}
