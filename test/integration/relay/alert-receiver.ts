/** A relay whose alerts are received, and its time. */
import { writeFileSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import { expect } from 'vitest';
import { isJson } from '../../setup/is-json.ts';
import { testServer } from '../../setup/parts.ts';
import { type RunningTime, runningTime } from '../../setup/test-time.ts';
import { ORDER_SECRET, openRelay, type RunningRelay } from './at-the-relay.ts';
import { type LightCounter, ping } from './light-counter.ts';

interface Alert {
  id: string;
  state: 'began' | 'ended';
  code: string;
  text: string;
  counter_id: string | null;
  venue_id: string | null;
  began_at: string;
  ended_at: string | null;
}

export interface Receiver {
  url: string;
  /** The answer's status; null for no answer. */
  status: number | null;
  requests: { body: string; signature: string | undefined }[];
  /** In order of arrival. */
  reported(): string[];
  alerts(): Alert[];
}

export async function receiver(): Promise<Receiver> {
  const taken: string[] = [];
  const { origin } = await testServer(async (request, response) => {
    const body = await text(request);
    const { 'relay-signature': signature } = request.headers;
    here.requests.push({ body, signature: signature === undefined ? undefined : String(signature) });
    if (here.status === null) return;
    const status = isJson(request) ? here.status : 415;
    if (status === 200) taken.push(body);
    response.writeHead(status).end();
  });
  const alerts = (): Alert[] => taken.flatMap((body) => (JSON.parse(body) as { alerts: Alert[] }).alerts);
  const here: Receiver = {
    url: `${origin}/alerts`,
    status: 200,
    requests: [],
    reported: () => alerts().map(({ state, code }) => `${code} ${state}`),
    alerts,
  };
  return here;
}

export async function watched(
  secret?: string,
  more: Parameters<typeof openRelay>[0] = {},
): Promise<{ relay: RunningRelay; reported: Receiver; time: RunningTime }> {
  const reported = await receiver();
  const time = runningTime();
  const alerts = { url: reported.url, ...(secret === undefined ? {} : { secret }) };
  const settings = { webhook_secrets: { orders: [ORDER_SECRET] }, ...more.settings, alerts };
  if (more.settingsFile) writeFileSync(more.settingsFile, JSON.stringify(settings));
  return { relay: await openRelay({ time, ...more, settings }), reported, time };
}

/** Moves time; the counter pings every five seconds. */
export async function pass(time: RunningTime, ms: number, counter: LightCounter | null = null, health: object = {}): Promise<void> {
  for (let passed = 0; passed < ms; passed += 5_000) {
    const before = counter?.frames.length ?? 0;
    counter?.send(ping(passed, { at: new Date(time.wall()).toISOString(), ...health }));
    // Its own pong: other frames arrive, too.
    const isAnswered = () => counter?.frames.slice(before).some((frame) => frame.type === 'pong' && frame.id === passed);
    if (counter) await expect.poll(isAnswered, { interval: 5 }).toBe(true);
    await time.advance(5_000);
  }
}

export const HEALTH = { appVersion: '99.0.0', openOrders: 0, printers: 'none', till: 'none', refreshTokenDays: 20, managedVersion: null };
