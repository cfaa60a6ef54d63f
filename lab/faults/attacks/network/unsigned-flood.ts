/** Hundreds of unsigned, oversized, delivery or repeated notifications a second, during normal work. */

import { createHmac } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import Database from 'better-sqlite3';
import { english } from '../../../../contract/english.ts';
import { WEBHOOK_SECRET } from '../../../../test/e2e/venue/venue.ts';
import { openVenueProcess } from '../../venue-process.ts';
import type { Attack } from '../attack.ts';
import { openCounter } from '../watch/counter-client.ts';
import { inWords, lookMeanwhile, type Noticed, postSigned } from '../watch/meanwhile.ts';
import { storedBytes } from '../watch/stored-bytes.ts';
import { attacker } from './attacker.ts';
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
    const app = await openVenueProcess({ robot: false });
    const reached: string[] = [];
    let tried = 0;
    try {
      await app.switchOn();
      const { receiver } = JSON.parse(readFileSync(join(app.venue.dataDir, 'settings.json'), 'utf8'));
      const counter = await openCounter(app.counterUrl());
      const orderId = await app.place('takeaway');
      const body = JSON.stringify({
        id: AGAIN,
        type: 'order.notification',
        order: { id: orderId, venue_id: app.venue.venueId, status: 'CREATED' },
      });
      if ((await postSigned(receiver.port, body)) !== 200) throw new Error('The real notification was not taken.');
      const again = { body, signature: createHmac('sha256', WEBHOOK_SECRET).update(body).digest('hex') };
      const merchant = { merchantId: 'merchant-1', key: 'the-key-of-the-merchant', webhookSecret: 'the-secret-of-delivery-events' };
      const saved = await counter.call('settings.saveMerchant', merchant);
      if (!saved.ok) throw new Error(english(saved.problem.text));
      const refusedBefore = await refused();

      const idle = await commits(() => wait(COUNTING_SECONDS * 1_000));
      const alone = await meanwhile(() => wait(seconds * 1_000));
      const figures = [`alone a call of the counter takes ${inCallWords(alone.noticed)}`];
      let answered = 0;
      for (const perSecond of RATES) {
        const flood = (forSeconds: number) => {
          const traffic: UnsignedTraffic = { port: receiver.port, perSecond, forMs: forSeconds * 1_000, mark: MARK, again };
          return attacker('unsigned-traffic.ts', traffic) as Promise<UnsignedReport>;
        };
        const written = await commits(() => flood(COUNTING_SECONDS));
        const { noticed, result } = await meanwhile(() => flood(seconds));
        for (const { sent, answers } of [written.result, result]) {
          tried += sent;
          answered += sent - (answers[404] ?? 0);
        }
        for (const failed of new Set([...noticed.notifications.failed, ...noticed.calls.failed])) reached.push(failed);
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
        const noticing = lookMeanwhile({ pid: app.pid(), receiverPort: receiver.port, counter, orderId, venueId: app.venue.venueId });
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
    } finally {
      await app.close();
    }
  },
};

function inCallWords({ calls }: Noticed): string {
  return `p50 ${calls.p50} ms, p99 ${calls.p99} ms`;
}
