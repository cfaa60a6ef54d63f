/** Hundreds of unsigned, oversized, delivery or repeated notifications a second, during normal work. */

import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import Database from 'better-sqlite3';
import { english } from '../../../../contract/english.ts';
import type { Attack } from '../attack.ts';
import { failuresOf, inWords, type Noticed, notificationOf, postSigned, signatureOf } from '../watch/meanwhile.ts';
import { storedBytes } from '../watch/stored-bytes.ts';
import { attacker } from './attacker.ts';
import { connectMerchant, openPorts } from './open-ports.ts';
import type { UnsignedReport, UnsignedTraffic } from './unsigned-traffic.ts';

/** Duration per rate. */
const SECONDS = 60;
const LEAST_SECONDS = 2;
const RATES = [40, 1_000];
const MARK = 'never-store-this';
const AGAIN = 'the-same-again';
const COUNTING_SECONDS = 2;
/** Allowed commits: counts of refused requests are written once in five seconds. */
const COMMITS_PER_SECOND = 2;
/** By how much calls may slow down; checked only in a full run. */
const MORE_CALL_MS = 10;

export const unsignedFlood: Attack = {
  wants: 'requests without a right signature make the disk work, slow the counter down, or are stored',
  async run({ tries, say }) {
    const seconds = Math.max(LEAST_SECONDS, tries(SECONDS));
    await using ports = await openPorts();
    const { app, counter, receiverPort } = ports;
    const reached: string[] = [];
    let tried = 0;
    const body = notificationOf(ports.orderId, app.venue.venueId, AGAIN);
    if ((await postSigned(receiverPort, body)) !== 200) throw new Error('The real notification was not taken.');
    const again = { body, signature: signatureOf(body) };
    await connectMerchant(counter);
    const refusedBefore = await refused();

    const idle = await commits(() => wait(COUNTING_SECONDS * 1_000));
    const alone = await meanwhile(() => wait(seconds * 1_000));
    const figures = [`alone a call of the counter takes ${inCallWords(alone.noticed)}`];
    let answered = 0;
    for (const perSecond of RATES) {
      const flood = (forSeconds: number) => {
        const traffic: UnsignedTraffic = { port: receiverPort, perSecond, forMs: forSeconds * 1_000, mark: MARK, again };
        return attacker('unsigned-traffic.ts', traffic) as Promise<UnsignedReport>;
      };
      const written = await commits(() => flood(COUNTING_SECONDS));
      const { noticed, result } = await meanwhile(() => flood(seconds));
      for (const { sent, answers } of [written.result, result]) {
        tried += sent;
        answered += sent - (answers[404] ?? 0);
      }
      reached.push(...failuresOf(noticed));
      const more = written.perSecond - idle.perSecond;
      if (more > COMMITS_PER_SECOND) reached.push(`${perSecond} a second made the app write ${more.toFixed(1)} times a second more`);
      if (seconds === SECONDS && noticed.calls.p99 - alone.noticed.calls.p99 > MORE_CALL_MS)
        reached.push(`${perSecond} a second raised a call of the counter from ${alone.noticed.calls.p99} to ${noticed.calls.p99} ms`);
      figures.push(`under ${perSecond} a second ${inCallWords(noticed)}, ${more.toFixed(1)} writes a second more`);
      say(`${perSecond} a second: ${JSON.stringify(result.answers)}; ${inWords(noticed)}`);
    }
    const counted = (await refused()) - refusedBefore;
    if (counted !== answered) reached.push(`${answered} were refused or sent again, and diagnostics counts ${counted}`);
    counter.close();
    await app.switchOff();
    const stored = storedBytes(app.venue.dataDir);
    if (stored.includes(MARK)) reached.push('something unsigned was stored');
    return { tried, reached, figures: figures.join('; ') };

    async function refused(): Promise<number> {
      const answer = await counter.call('diagnostics.get', {});
      if (!answer.ok) throw new Error(english(answer.problem.text));
      return answer.value.counts
        .filter(({ name }) => /^(delivery-)?signature-|^notification-(again|too-large|unreadable|without-secret)/.test(name))
        .reduce((sum, { count }) => sum + count, 0);
    }

    async function meanwhile<T>(work: () => Promise<T>): Promise<{ noticed: Noticed; result: T }> {
      const noticing = ports.lookMeanwhile();
      const result = await work();
      return { noticed: await noticing.stop(), result };
    }

    /** The app's commits per second while `work` runs. */
    async function commits<T>(work: () => Promise<T>): Promise<{ perSecond: number; result: T }> {
      const db = new Database(join(app.venue.dataDir, 'tillbridge.sqlite'), { readonly: true });
      const version = () => Number(db.pragma('data_version', { simple: true }));
      let [last, seen] = [version(), 0];
      const looking = setInterval(() => {
        const now = version();
        if (now !== last) seen += 1;
        last = now;
      }, 2);
      const began = performance.now();
      const result = await work();
      const perSecond = seen / ((performance.now() - began) / 1_000);
      clearInterval(looking);
      db.close();
      return { perSecond, result };
    }
  },
};

function inCallWords({ calls }: Noticed): string {
  return `p50 ${calls.p50} ms, p99 ${calls.p99} ms`;
}
