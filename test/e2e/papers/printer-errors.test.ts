/** Printer trouble: staff are notified, nothing is lost on the printouts, and a possible copy is marked. */
import { expect, test } from 'vitest';
import { bears } from '../../fixtures/number-on-paper.ts';
import { codesIn } from '../../setup/messages.ts';
import { type PlacedOrder, until } from '../venue/venue.ts';
import { venue, withVenue } from '../venue/with-venue.ts';

withVenue();

async function accepted(kind = 'takeaway'): Promise<PlacedOrder> {
  const placed = await venue.arrived(kind);
  await venue.call('order.accept', { orderId: placed.order_id, extraMinutes: 0 });
  return placed;
}
const papersOf = (number: string) => venue.printer.papers().filter((paper) => bears(paper, number));
const printer = () => venue.state().printers.kitchen;

test('a ticket waits for paper and is printed once when there is some', async () => {
  venue.printer.set({ paper_out: true });
  const { order_id: id, order_number: number } = await accepted();
  await until('the word paper on the screen', () => printer()?.state === 'trouble' && codesIn(printer()).includes('printer.outOfPaper'));
  expect(venue.card(id).ticket.state).not.toBe('confirmed');
  venue.printer.set({ paper_out: false });
  await until('the ticket', () => papersOf(number).some((paper) => paper.cut), 30_000);
  await until('its proof', () => venue.card(id).ticket.state === 'confirmed', 30_000);
  const originals = papersOf(number).filter((paper) => paper.cut && !paper.text.includes('POSSIBLE COPY'));
  expect(originals.length).toBeLessThanOrEqual(1);
  await until('the printer is well', () => printer()?.state === 'ready');
});

test('an unreachable printer is named, and prints when it is back', async () => {
  venue.printer.set({ refuse: true });
  const { order_number: number } = await accepted();
  await until('trouble', () => printer()?.state === 'trouble');
  venue.printer.set({ refuse: false });
  await until('the ticket', () => papersOf(number).length === 1, 30_000);
  expect(papersOf(number)[0]?.text).not.toContain('POSSIBLE COPY');
});

test('a printer that breaks off during a ticket prints it again, marked POSSIBLE COPY', async () => {
  venue.printer.set({ reset_after_bytes: 300 });
  const { order_number: number } = await accepted();
  await until('trouble', () => printer()?.state === 'trouble');
  venue.printer.set({ reset_after_bytes: null });
  const copy = await until('the copy', () => papersOf(number).find((paper) => paper.cut), 30_000);
  expect(copy.text).toContain('POSSIBLE COPY');
});

test('a venue without a till reports the printed ticket to the service', async () => {
  const { order_id: id, order_number: number } = await accepted();
  await until('the ticket', () => papersOf(number).length === 1);
  await until('sent-to-pos', async () => (await venue.atService(id)).sent_to_pos.some(({ success }) => success));
  await until('the word on the card', () => codesIn(venue.card(id).till).includes('cardTill.serviceKnows'));
});

test('a test page can be printed from Settings', async () => {
  expect(await venue.call('printer.test', { printerId: 'kitchen' })).toMatchObject({ ok: true });
  await until('the page', () => venue.printer.papers().length === 1);
  venue.printer.set({ refuse: true });
  expect(await venue.call('printer.test', { printerId: 'kitchen' })).toMatchObject({ ok: false });
});
