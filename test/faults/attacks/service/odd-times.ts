/** Times that nobody means, in signed notifications, in answers of the service and in their Date headers: the app goes on, shows every order, and erases nobody. */
import { randomUUID } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { until } from '../../../e2e/venue/venue.ts';
import { openVenueProcess, type VenueProcess } from '../../venue-process.ts';
import type { Attack } from '../attack.ts';
import { type CounterScreen, openScreen } from '../watch/counter-screen.ts';
import { postSigned } from '../watch/meanwhile.ts';
import { type BentService, bentService } from './bent-service.ts';

const NOTIFIED = 300;
const DATED = 100;
const ORDERED = 60;
const SHOWN_MS = 12_000;
/** Longer than any venue's time to answer. */
const SANE_MS = 2 * 24 * 3_600_000;
const DAY_MS = 24 * 3_600_000;
const PHONE = '+35899887766554';

/** The largest moment there is, and others that cannot be added to, are not written so, or lie centuries away. */
const TIMES = [
  '+275760-09-13T00:00:00.000Z',
  '-271821-04-20T00:00:00.000Z',
  '9999-12-31T23:59:59.999Z',
  '2999-01-01T00:00:00Z',
  '2150-06-01T12:00:00Z',
  '0000-01-01T00:00:00Z',
  '1970-01-01T00:00:00Z',
  '2026-13-45T99:99:99Z',
  'Sat, 13 Sep 275760 00:00:00 GMT',
  8.64e15,
  -8.64e15,
  'yesterday',
];
const DATES = [
  'Sat, 13 Sep 275760 00:00:00 GMT',
  'Fri, 31 Dec 9999 23:59:59 GMT',
  'Thu, 01 Jan 1970 00:00:00 GMT',
  'Mon, 20 Apr -271821 00:00:00 GMT',
  'soon',
];

export const oddTimes: Attack = {
  wants: 'a time that nobody means ends the app, hides an order, or has the names of all customers erased',
  async run({ chance, tries, say }) {
    const reached: string[] = [];
    const service = bentService();
    const tokens = bentService();
    const app = await openVenueProcess({ robot: false, between: service.between, betweenTokens: tokens.between });
    const { dataDir } = app.venue;
    const aliveAfter = (what: string): boolean => {
      if (app.isOn() && !hasCrashed(dataDir)) return true;
      reached.push(`${what}: the app crashed`);
      return false;
    };
    let tried = 0;
    try {
      const erased = await wrongDates(app, [service, tokens]);
      if (erased) reached.push(erased);
      tried += 1;
      say(`answers of sixty days later: ${erased ?? 'nobody was erased'}`);
      const screen = await openScreen(app.counterUrl());

      const notified = Math.max(TIMES.length, tries(NOTIFIED));
      for (let at = 0; at < notified; at += TIMES.length) {
        const ids = TIMES.map(() => randomUUID());
        for (const [place, id] of ids.entries()) await notify(app, id, TIMES[place]);
        tried += ids.length;
        for (const [place, id] of ids.entries()) {
          const card = await screen.until('the card', ({ orders }) => orders[id], SHOWN_MS).catch(() => null);
          if (!card) reached.push(`created_at ${TIMES[place]}: no card`);
          else if (!isSane(card.deadline?.at) || !isSane(card.placedAt))
            reached.push(`created_at ${TIMES[place]}: answer by ${card.deadline?.at}`);
        }
        if (!aliveAfter('a notification')) return { tried, reached };
      }

      const ordered = Math.max(2, tries(ORDERED));
      for (let at = 0; at < ordered; at += 1) {
        const time = at === 0 ? '2150-06-01T12:00:00Z' : chance.pick(TIMES);
        service.bend((_asked, answer) => ({ ...answer, body: withTimes(answer.body, time) }));
        const id = await shown(app, screen);
        if (!id) reached.push(`times of ${time} in an order: it is not shown`);
        const deadline = id && screen.state().orders[id]?.deadline?.at;
        if (!isSane(deadline)) reached.push(`times of ${time} in an order: answer by ${deadline}`);
        service.bend(null);
        if (id) await app.venue.control('POST', `/orders/${id}/cancel`);
        await screen
          .until('the cancel', ({ orders }) => !id || orders[id]?.column === 'ended', SHOWN_MS)
          .catch(() => reached.push(`times of ${time} in an order: its cancel is not seen`));
        tried += 1;
        if (!aliveAfter(`times of ${time} in an order`)) return { tried, reached };
      }

      const dated = Math.max(DATES.length, tries(DATED));
      for (let at = 0; at < dated; at += 1) {
        const date = DATES[at % DATES.length];
        service.bend((_asked, answer) => ({ ...answer, ...(date === undefined ? {} : { date }) }));
        if (!(await shown(app, screen))) reached.push(`Date ${date}: an order is not shown`);
        tried += 1;
        if (!aliveAfter(`Date ${date}`)) return { tried, reached };
        if (isCarriedOff(screen)) reached.push(`Date ${date}: the time went off by ${offMs(screen)} ms`);
      }

      // A refusal may be anybody's object: what time it is it does not say.
      const later = new Date(Date.now() + 20 * 3_600_000).toUTCString();
      service.bend(() => ({ status: 404, type: 'application/json', body: '{"error":"no"}', date: later }));
      const refused = await app.place('takeaway');
      await screen
        .until('the refused order', ({ orders }) => orders[refused], SHOWN_MS)
        .catch(() => reached.push('a refused order is not shown'));
      tried += 1;
      if (isCarriedOff(screen)) reached.push(`a refusal of somebody carried the time off by ${offMs(screen)} ms`);
      service.bend(null);
      screen.close();
      return { tried, reached };
    } finally {
      await app.close();
      await endAll(dataDir);
      await service.close();
      await tokens.close();
    }
  },
};

/** Ended orders and a backup; then a start at which answers have a date of sixty days later, until that is told. What was erased, or null. */
async function wrongDates(app: VenueProcess, services: readonly BentService[]): Promise<string | null> {
  const { dataDir } = app.venue;
  await app.switchOn();
  const screen = await openScreen(app.counterUrl());
  const person = { consumer_phone_number: PHONE, consumer_name: 'Erased Person' };
  const ids = [await app.place('takeaway', person), await app.place('takeaway', person)];
  for (const id of ids) {
    await screen.until('the card', ({ orders }) => orders[id]?.actions.length, SHOWN_MS);
    await app.venue.control('POST', `/orders/${id}/cancel`);
    await screen.until('its end', ({ orders }) => orders[id]?.column === 'ended', SHOWN_MS);
  }
  await screen.call('backup.make', {});
  screen.close();
  await app.switchOff();
  const before = holding(dataDir);
  const waited = await startWithWrongDates(app, services);
  const after = holding(dataDir);
  const lost = before.filter((file) => !after.includes(file));
  if (lost.length > 0) return `a wrong date erased everybody in ${lost.join(', ')}`;
  return waited ? null : 'a wrong date was gone by, and nobody was told';
}

/** A start at which answers have a date of sixty days later; on, and right again, at its end. Whether erasing waited, and that was told. */
async function startWithWrongDates(app: VenueProcess, services: readonly BentService[]): Promise<boolean> {
  // What was put aside years ago goes in the same look, so that it is known when that is over.
  const aside = join(app.venue.dataDir, 'tillbridge.sqlite.damaged-2020-01-01T00-00-00.000Z');
  writeFileSync(aside, 'damaged', { mode: 0o600 });
  const later = new Date(Date.now() + 60 * DAY_MS).toUTCString();
  for (const service of services) service.bend((_asked, answer) => ({ ...answer, date: later }));
  await app.switchOn();
  const looking = await openScreen(app.counterUrl());
  await app.place('takeaway');
  const isWaiting = () => looking.state().notices['erasing-waits'] !== undefined;
  await until('the look at what is old', () => isWaiting() || !existsSync(aside), 60_000);
  const waited = isWaiting();
  for (const service of services) service.bend(null);
  // It brings a right answer.
  await app.place('takeaway');
  await until('the erasing', () => !existsSync(aside) && !isWaiting(), 60_000);
  looking.close();
  return waited;
}

/** The files of orders that name the person; the write-ahead file comes and goes. */
function holding(dataDir: string): string[] {
  const files = readdirSync(dataDir, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.sqlite'));
  return files.filter((name) => {
    const log = join(dataDir, `${name}-wal`);
    return [join(dataDir, name), log].some((file) => existsSync(file) && readFileSync(file, 'latin1').includes(PHONE));
  });
}

async function notify(app: VenueProcess, orderId: string, time: unknown): Promise<void> {
  const { receiver } = JSON.parse(readFileSync(join(app.venue.dataDir, 'settings.json'), 'utf8'));
  const order = { id: orderId, venue_id: app.venue.venueId, status: 'CREATED' };
  const courier_details = { courier_pickup_eta: time };
  const body = JSON.stringify({ id: randomUUID(), type: 'order.notification', created_at: time, courier_details, order });
  await postSigned(receiver.port, body).catch(() => 0);
  await postSigned(receiver.port, body.replace('order.notification', 'courier.notification').replace(/"id":"/, '"id":"c')).catch(() => 0);
}

/** A new order, by its id; null where its card does not come. */
async function shown(app: VenueProcess, screen: CounterScreen): Promise<string | null> {
  const id = await app.place('takeaway');
  return screen.until('an order', ({ orders }) => orders[id] && !orders[id].unread && id, SHOWN_MS).catch(() => null);
}

/** Every time in an answer is another one. */
function withTimes(body: string, time: unknown): string {
  return body.replace(
    /"(created_at|modified_at|pickup_eta|time|preorder_time|valid_until)":"[^"]*"/g,
    (_was, name: string) => `"${name}":${JSON.stringify(time)}`,
  );
}

const isSane = (iso: string | null | undefined): boolean => iso == null || Math.abs(Date.parse(iso) - Date.now()) < SANE_MS;
const offMs = (screen: CounterScreen): number => Math.abs(screen.state().app.app?.clockOffsetMs ?? 0);
const isCarriedOff = (screen: CounterScreen): boolean => offMs(screen) > 60_000;

function hasCrashed(dataDir: string): boolean {
  const folder = join(dataDir, 'crash');
  return existsSync(folder) && readdirSync(folder).some((name) => name.endsWith('.json'));
}

/** An app that crashed has come back in a process of its own: those that run on this folder, which this attack made, are ended. */
async function endAll(dataDir: string): Promise<void> {
  if (!existsSync('/proc') || !hasCrashed(dataDir)) return;
  for (let looks = 0; looks < 20; looks += 1) {
    for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)) {
      try {
        const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0');
        if (command.includes(dataDir) && command.some((part) => part.endsWith('start.js'))) process.kill(Number(pid), 'SIGKILL');
      } catch {
        // It has ended meanwhile.
      }
    }
    await new Promise((resolve) => setTimeout(resolve, 60));
  }
}
