/** The time promised with an accept is on printouts, card and at the till, even while the service still gives the old one. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { bears } from '../../fixtures/number-on-paper.ts';
import { testFolder } from '../../setup/parts.ts';
import { until, type Venue } from '../venue/venue.ts';
import { testVenue } from '../venue/with-venue.ts';

const MINUTE_MS = 60_000;

let venue: Venue;
let till: string;
beforeEach(async () => {
  till = testFolder();
  // Longer than printing takes: right after the accept the service still gives the old time.
  venue = await testVenue({ sandbox: { pickupEtaDelayMs: 5_000 }, settings: { pos: { kind: 'hot-folder', folder: till } } });
  const usual = (await venue.ask('settings.get', {})).settings.printers[0];
  const printers = usual ? [{ ...usual, documents: ['kitchen-ticket' as const, 'courier-slip' as const] }] : [];
  await venue.ask('settings.savePrinters', { printers });
});

const clock = (iso: string, minutes = 0) => new Date(Date.parse(iso) + minutes * MINUTE_MS).toTimeString().slice(0, 5);

test.each([
  ['instant', 'COURIER', 10],
  ['takeaway', 'PICKUP', 15],
  ['self-delivery', 'DELIVER', 20],
])('%s: "%s" has the promised time, %i minutes later, on printouts; so have the card and the till', async (kind, word, extraMinutes) => {
  const { order_id: id, order_number: number } = await venue.place(kind);
  const before = await venue.untilLater('the time', () => venue.state().orders[id]?.pickupAt);
  const promised = clock(before, extraMinutes);
  await venue.call('order.accept', { orderId: id, extraMinutes });
  const own = () => venue.printer.papers().filter((paper) => paper.cut && bears(paper, number));
  const papers = await until('the papers', () => own().length >= (kind === 'takeaway' ? 1 : 2) && own());
  for (const { text } of papers) expect(text).toContain(`${word} ${promised}`);
  expect(clock(String(venue.card(id).pickupAt))).toBe(promised);
  const files = () => readdirSync(till).filter((name) => name.endsWith('.json'));
  const [file] = await until('the till', () => files().length > 0 && files());
  const handed = JSON.parse(readFileSync(join(till, String(file)), 'utf8'));
  if (kind !== 'self-delivery') expect(clock(handed.pickup_eta)).toBe(promised);
});
