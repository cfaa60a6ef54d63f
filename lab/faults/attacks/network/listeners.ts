/** Raw bytes, upgrades and resets on every port at once, during real notifications and calls. */

import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { EntryKey } from '../../../../contract/entry.ts';
import { until } from '../../../../test/e2e/venue/venue.ts';
import type { Attack } from '../attack.ts';
import { failuresOf, inWords } from '../watch/meanwhile.ts';
import { comeIn } from '../watch/page.ts';
import { storedBytes } from '../watch/stored-bytes.ts';
import { rawTraffic } from './attacker.ts';
import { openPorts } from './open-ports.ts';

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
    await using ports = await openPorts();
    const { app, counter, receiverPort, counterPort, displaysPort, redirect } = ports;
    const reached: string[] = [];
    const pid = app.pid();
    const display = await until('the address of a display', async () => {
      const answer = await counter.call('displays.pair', { view: 'kitchen', name: 'Kitchen' });
      return answer.ok && answer.value.url;
    });
    let stolen = false;
    void counter.call('venue.awaitCode', { redirectUri: redirect.href }).then(
      ({ ok }) => (stolen = ok),
      () => undefined,
    );

    const meanwhile = ports.lookMeanwhile();
    const targets = [
      { port: counterPort, keys: await keysOf(app.counterUrl()), path: '/' },
      { port: displaysPort, keys: await keysOf(display), path: '/' },
      { port: Number(redirect.port), keys: null, path: '/connected' },
      { port: receiverPort, keys: null, path: '/notifications' },
    ];
    const reports = await Promise.all(
      targets.map((target) =>
        rawTraffic({ ...target, tries: count, mark: MARK, atOnce: 16, seed: chance.below(1e9) }, (begun) => {
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
    reached.push(...failuresOf(noticed, count >= FULL ? LIMITS : {}));
    for (const { port } of targets) if (!(await answers(port))) reached.push(`port ${port} does not answer any more`);
    // Load allocates once; a leak keeps growing.
    const { half, after, most } = noticed.memory;
    if (count >= FULL && (after - half > LIMITS.growthMegabytes || most > LIMITS.mostMegabytes))
      reached.push(`memory grew from ${half} to ${after} MB`);
    counter.close();
    await app.switchOff();
    const stored = storedBytes(app.venue.dataDir);
    if (stored.includes(MARK)) reached.push('something unsigned was stored');
    const lost = meanwhile.taken.filter((id) => !stored.includes(id)).length;
    if (lost > 0) reached.push(`${lost} notifications that were answered 200 are not stored`);
    const refused = reports.reduce((sum, { ends }) => sum + (ends.ECONNREFUSED ?? 0), 0);
    if (refused > 0) reached.push(`${refused} connections were refused: nobody listened`);
    return { tried: reports.reduce((sum, { sent }) => sum + sent, 0), reached, figures: inWords(noticed) };
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
