/** Raw bytes, upgrades and resets on every port at once, during real notifications and calls. */

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { english } from '../../../../contract/english.ts';
import type { EntryKey } from '../../../../contract/entry.ts';
import { freePort } from '../../../../main/demo/venue.ts';
import { until } from '../../../../test/e2e/venue/venue.ts';
import { openVenueProcess } from '../../venue-process.ts';
import type { Attack } from '../attack.ts';
import { openCounter } from '../watch/counter-client.ts';
import { inWords, lookMeanwhile } from '../watch/meanwhile.ts';
import { comeIn } from '../watch/page.ts';
import { storedBytes } from '../watch/stored-bytes.ts';
import { rawTraffic } from './attacker.ts';

/** Attempts per port. */
const TRIES = 100_000;
const MARK = 'never-store-this';
/** Only checked in a full run, as a slow computer would fail a short one. */
const LIMITS = { notificationMs: 100, callMs: 50, growthMegabytes: 25, mostMegabytes: 300 };
const FULL = 50_000;

export const listeners: Attack = {
  wants: 'bytes on any port end the app, fill its memory, keep a real notification out, or are stored',
  async run({ chance, tries, say }) {
    const count = tries(TRIES);
    const displaysPort = await freePort();
    const app = await openVenueProcess({ robot: false, settings: { counter: { port: 0, displays: true, displays_port: displaysPort } } });
    const reached: string[] = [];
    try {
      await app.switchOn();
      const pid = app.pid();
      const { receiver } = JSON.parse(readFileSync(join(app.venue.dataDir, 'settings.json'), 'utf8'));
      const counter = await openCounter(app.counterUrl());
      const orderId = await app.place('takeaway');
      const display = await until('the address of a display', async () => {
        const answer = await counter.call('displays.pair', { view: 'kitchen', name: 'Kitchen' });
        return answer.ok && answer.value.url;
      });
      const { port: counterPort } = new URL(app.counterUrl());
      const opened = await counter.call('venue.openRedirect', { via: 'loopback' });
      if (!opened.ok) throw new Error(english(opened.problem.text));
      const redirect = new URL(opened.value.redirectUri);
      const awaited = counter.call('venue.awaitCode', { redirectUri: redirect.href }).catch(() => null);
      let stolen = false;
      void awaited.then((answer) => {
        stolen = answer?.ok === true;
      });

      const meanwhile = lookMeanwhile({ pid, receiverPort: receiver.port, counter, orderId, venueId: app.venue.venueId });
      const shared = { tries: count, mark: MARK, atOnce: 16 };
      const targets = [
        { port: Number(counterPort), keys: await keysOf(app.counterUrl()), path: '/' },
        { port: displaysPort, keys: await keysOf(display), path: '/' },
        { port: Number(redirect.port), keys: null, path: '/connected' },
        { port: receiver.port, keys: null, path: '/notifications' },
      ];
      const reports = await Promise.all(
        targets.map((target) =>
          rawTraffic({ ...shared, ...target, seed: chance.below(1e9) }, (begun) => {
            if (begun % 20_000 === 0) say(`port ${target.port}: ${begun} sent`);
          }),
        ),
      );
      const noticed = await meanwhile.stop();

      if (!app.isOn() || app.pid() !== pid) reached.push('the process ended');
      const crashes = join(app.venue.dataDir, 'crash');
      if (existsSync(crashes)) reached.push(`it crashed: ${readdirSync(crashes).join(', ')}`);
      if (stolen) reached.push('a code of a stranger was taken');
      if (!counter.isLinked()) reached.push('the link to the counter broke');
      for (const failed of new Set([...noticed.notifications.failed, ...noticed.calls.failed])) reached.push(failed);
      for (const { port } of targets) if (!(await answers(port))) reached.push(`port ${port} does not answer any more`);
      if (count >= FULL) {
        if (noticed.notifications.p99 > LIMITS.notificationMs) reached.push(`real notifications took ${noticed.notifications.p99} ms`);
        if (noticed.calls.p99 > LIMITS.callMs) reached.push(`calls of the counter took ${noticed.calls.p99} ms`);
        // Load allocates once; a leak keeps growing.
        if (noticed.memory.after - noticed.memory.half > LIMITS.growthMegabytes || noticed.memory.most > LIMITS.mostMegabytes)
          reached.push(`memory grew from ${noticed.memory.half} to ${noticed.memory.after} MB`);
      }
      counter.close();
      await app.switchOff();
      const stored = storedBytes(app.venue.dataDir);
      if (stored.includes(MARK)) reached.push('something unsigned was stored');
      const lost = meanwhile.taken.filter((id) => !stored.includes(id)).length;
      if (lost > 0) reached.push(`${lost} notifications that were answered 200 are not stored`);
      const refused = reports.map(({ ends }) => ends.ECONNREFUSED ?? 0).reduce((sum, one) => sum + one, 0);
      if (refused > 0) reached.push(`${refused} connections were refused: nobody listened`);
      return { tried: reports.reduce((sum, { sent }) => sum + sent, 0), reached, figures: inWords(noticed) };
    } finally {
      await app.close();
    }
  },
};

async function keysOf(address: string): Promise<EntryKey[]> {
  const page = await comeIn(address.replace(/\/\/[^:]+:/, '//127.0.0.1:'), undefined, false);
  page.leave();
  return page.keys;
}

/** Any HTTP answer counts. */
function answers(port: number): Promise<boolean> {
  return fetch(`http://127.0.0.1:${port}/`).then(
    () => true,
    () => false,
  );
}
