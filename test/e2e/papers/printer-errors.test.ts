/** Trouble with printers: staff are notified, nothing is lost, and a possible copy is marked. */
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

test('a ticket waits while the printer has no paper, and prints once when there is some', async () => {
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

test('a ticket for an unreachable printer prints when the printer is back', async () => {
  venue.printer.set({ refuse: true });
  const { order_number: number } = await accepted();
  await until('trouble', () => printer()?.state === 'trouble');
  venue.printer.set({ refuse: false });
  await until('the ticket', () => papersOf(number).length === 1, 30_000);
  expect(papersOf(number)[0]?.text).not.toContain('POSSIBLE COPY');
});

test('a ticket interrupted by the printer is printed again, marked POSSIBLE COPY', async () => {
  venue.printer.set({ reset_after_bytes: 300 });
  const { order_number: number } = await accepted();
  await until('trouble', () => printer()?.state === 'trouble');
  venue.printer.set({ reset_after_bytes: null });
  const copy = await until('the copy', () => papersOf(number).find((paper) => paper.cut), 30_000);
  expect(copy.text).toContain('POSSIBLE COPY');
});

test('without a till, the printed ticket is reported to the service as sent-to-pos', async () => {
  const { order_id: id, order_number: number } = await accepted();
  await until('the ticket', () => papersOf(number).length === 1);
  await until('sent-to-pos', async () => (await venue.atService(id)).sent_to_pos.some(({ success }) => success));
  await until('the word on the card', () => codesIn(venue.card(id).till).includes('cardTill.serviceKnows'));
});

test("a test page can be printed, and a printer that can't print it is reported", async () => {
  expect(await venue.call('printer.test', { printerId: 'kitchen' })).toMatchObject({ ok: true });
  await until('the page', () => venue.printer.papers().length === 1);
  venue.printer.set({ refuse: true });
  expect(await venue.call('printer.test', { printerId: 'kitchen' })).toMatchObject({ ok: false });
});
