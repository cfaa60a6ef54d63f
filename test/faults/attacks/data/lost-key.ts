/** The key of the encrypted secrets lost, another one, cut short; the secrets themselves torn or swapped: is it said at the counter's address, is nothing taken that nobody can check, and does all come back with the key. */
import { randomUUID } from 'node:crypto';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../../../../main/demo/venue.ts';
import { until } from '../../../e2e/venue/venue.ts';
import type { Chance } from '../../seeded.ts';
import { openVenueProcess, type VenueProcess } from '../../venue-process.ts';
import type { Attack } from '../attack.ts';
import { viewCounter } from '../watch/counter-view.ts';
import { postSigned } from '../watch/meanwhile.ts';

const KEY = 'vault.key';
const SECRETS = 'vault.enc';

/** `tells`: what the page at the counter's address names. */
const LOSSES: Record<string, { tells: RegExp; cause(at: (name: string) => string, chance: Chance): void }> = {
  'the key deleted': { tells: /vault\.key\) is missing.*Put vault\.key back/s, cause: (at) => rmSync(at(KEY)) },
  'another key': {
    tells: /damaged or belong to another key/,
    cause: (at, chance) => writeFileSync(at(KEY), Buffer.from(Array.from({ length: 32 }, () => chance.below(256)))),
  },
  'a key cut short': { tells: /damaged or belong to another key/, cause: (at, chance) => truncateSync(at(KEY), chance.below(32)) },
  'the secrets torn': {
    tells: /damaged or belong to another key/,
    cause: (at, chance) => truncateSync(at(SECRETS), chance.below(readFileSync(at(SECRETS)).length)),
  },
  'a byte of the secrets changed': {
    tells: /damaged or belong to another key/,
    cause(at, chance) {
      const bytes = readFileSync(at(SECRETS));
      const place = chance.below(bytes.length);
      writeFileSync(at(SECRETS), bytes.with(place, (bytes[place] ?? 0) ^ (1 + chance.below(255))));
    },
  },
};

export const lostKey: Attack = {
  wants: 'A lost key of the secrets leaves a process that says nothing, takes what it cannot check, or loses an order',
  async run({ chance, tries, say }) {
    const reached: string[] = [];
    const total = Math.max(Object.keys(LOSSES).length, tries(60));
    const rounds: Record<string, number> = {};
    const place = mkdtempSync(join(tmpdir(), 'tillbridge-key-'));
    const counterPort = await freePort();
    const app = await openVenueProcess({ robot: false, settings: { counter: { port: counterPort } } });
    try {
      await app.switchOn();
      const orders = [await app.place('takeaway')];
      const view = await viewCounter(app.counterUrl());
      await until('the order', () => view.state().orders[orders[0] ?? ''] !== undefined, 15_000);
      view.close();
      await app.switchOff();
      const names = Object.keys(LOSSES);
      for (let round = 0; round < total; round += 1) {
        const name = names[round % names.length] ?? '';
        rounds[name] = (rounds[name] ?? 0) + 1;
        const found = await oneRound({ app, name, chance, place, counterPort, orders }).catch((error: unknown) => [String(error)]);
        reached.push(...found.map((what) => `round ${round}, ${name}: ${what}`));
        if (round % 10 === 9) say(`${round + 1} rounds, reached ${reached.length}`);
      }
    } finally {
      await app.close();
      rmSync(place, { recursive: true, force: true });
    }
    return { tried: total, reached, figures: JSON.stringify(rounds) };
  },
};

async function oneRound(given: {
  app: VenueProcess;
  name: string;
  chance: Chance;
  place: string;
  counterPort: number;
  orders: string[];
}): Promise<string[]> {
  const { app, name, chance, place, counterPort, orders } = given;
  const { venue } = app;
  const loss = LOSSES[name];
  if (!loss) throw new TypeError(name);
  const found: string[] = [];
  const at = (file: string): string => join(venue.dataDir, file);
  for (const file of [KEY, SECRETS]) cpSync(at(file), join(place, file));
  loss.cause(at, chance);
  const harmed = contents(at);
  const started = app.switchOn();

  const said = await until('the page', () => pageAt(counterPort), 30_000).catch(() => 'nothing');
  if (!loss.tells.test(said)) found.push(`the counter's address says ${JSON.stringify(said.slice(0, 300))}`);
  if (await isTaken(app)) found.push('a notification was answered with 200 while nobody could check it');
  if (contents(at) !== harmed) found.push('what a person may still need was written over');

  for (const file of [KEY, SECRETS]) cpSync(join(place, file), at(file));
  await started;
  const view = await viewCounter(app.counterUrl());
  await view.call('diagnostics.get', {});
  for (const id of orders) if (view.state().orders[id] === undefined) found.push('an order of before is gone');
  const next = await app.place('takeaway');
  await until('an order afterwards', () => view.state().orders[next] !== undefined, 15_000).catch(() =>
    found.push('orders do not come any more'),
  );
  orders.push(next);
  // A board of few orders, however long this goes on.
  const oldest = orders.length > 4 ? orders.shift() : undefined;
  if (oldest !== undefined) await venue.control('POST', `/orders/${oldest}/cancel`);
  view.close();
  await app.switchOff();
  return found;
}

/** The words of a page that says why there is no counter. */
async function pageAt(port: number): Promise<string | null> {
  const answer = await fetch(`http://127.0.0.1:${port}/`).catch(() => null);
  return answer?.status === 503 ? answer.text() : null;
}

/** A notification with the venue's own signature, of an order that there is not. */
async function isTaken({ venue }: VenueProcess): Promise<boolean> {
  const { receiver } = JSON.parse(readFileSync(join(venue.dataDir, 'settings.json'), 'utf8'));
  const order = { id: '0'.repeat(24), venue_id: venue.venueId, status: 'CREATED', resource_url: '' };
  const body = JSON.stringify({ id: randomUUID(), type: 'order.notification', order, created_at: '2026-03-14T11:14:07Z' });
  return (await postSigned(receiver.port, body).catch(() => 0)) === 200;
}

function contents(at: (name: string) => string): string {
  return [KEY, SECRETS].map((file) => (existsSync(at(file)) ? readFileSync(at(file), 'hex') : 'none')).join(' ');
}
