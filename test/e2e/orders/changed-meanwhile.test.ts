/** Two people at one order. */
import { expect, test } from 'vitest';
import type { CallName } from '../../../contract/contract.ts';
import { message } from '../../../contract/message.ts';
import { until } from '../venue/venue.ts';
import { READ_OFTEN, venue, withVenue } from '../venue/with-venue.ts';

withVenue({ settings: READ_OFTEN });

const CHECK = message('command.checkAgain');
const refused = (text: unknown) => ({ ok: false, problem: { code: 'changed-meanwhile', text, hint: CHECK } });
const reason = { reason: 'Sold out', code: 'GENERIC' } as const;
const seen = (orderId: string) => ({ orderId, revision: venue.card(orderId).revision });
const placed = async (kind = 'takeaway') => (await venue.arrived(kind)).order_id;
const asked = async (id: string) => ({ accept: await venue.asked(id, 'accept'), reject: await venue.asked(id, 'reject') });
const preparing = (id: string) => until('the kitchen to have it', () => venue.card(id).column === 'preparing' && !venue.card(id).pending);

async function signedIn(id: string) {
  const page = venue.app().watch(
    () => undefined,
    () => undefined,
  );
  await venue.app().call('staff.signIn', { id, pin: null }, page);
  return (name: CallName, input: object) => venue.app().call(name, input, page);
}

test('accepted at one screen and rejected at another at once, an order is accepted', async () => {
  const id = await placed();
  const both = seen(id);
  const [accepted, rejected] = await Promise.all([
    venue.call('order.accept', { ...both, extraMinutes: 0 }),
    venue.call('order.reject', { ...both, ...reason }),
  ]);
  expect(accepted).toMatchObject({ ok: true });
  expect(rejected).toMatchObject(refused({ code: 'command.already', values: { done: message('timeline.acceptedInline') } }));
  await preparing(id);
  expect(await asked(id)).toEqual({ accept: 1, reject: 0 });
});

test('accepted at two screens at once, an order is accepted once', async () => {
  const id = await placed();
  const input = { ...seen(id), extraMinutes: 0 };
  const answers = await Promise.all([venue.call('order.accept', input), venue.call('order.accept', input)]);
  expect(answers).toMatchObject([{ ok: true }, { ok: true }]);
  await preparing(id);
  expect(await asked(id)).toEqual({ accept: 1, reject: 0 });
  // The second screen never got the news.
  expect(await venue.call('order.accept', input)).toMatchObject(refused({ code: 'command.already' }));
});

test('a silenced alarm and a printout are no reason to refuse', async () => {
  const id = await placed();
  const before = seen(id);
  await venue.ask('order.touch', { orderId: id });
  expect(await venue.call('order.accept', { ...before, extraMinutes: 0 })).toMatchObject({ ok: true });
  await preparing(id);
  const cooked = seen(id);
  await venue.ask('print.again', { orderId: id, document: 'kitchen-ticket', part: null, printerId: null });
  await until('the second ticket', () => venue.printer.papers().filter(({ cut }) => cut).length >= 2);
  expect(await venue.call('order.ready', cooked)).toMatchObject({ ok: true });
});

test("the refusal names the other person, and the next tap on the card's new state works", async () => {
  await venue.ask('staff.save', { id: 'ana', name: 'Ana', role: 'staff' });
  await venue.ask('staff.save', { id: 'ben', name: 'Ben', role: 'staff' });
  await venue.ask('staff.save', { id: 'caro', name: 'Caro', role: 'manager', pin: '2468' });
  await venue.ask('settings.saveStaff', { staff: { on: true } });
  const ana = await signedIn('ana');
  const ben = await signedIn('ben');
  const id = await placed();
  const before = seen(id);
  expect(await ana('order.accept', { ...before, extraMinutes: 0 })).toMatchObject({ ok: true });
  const answer = await ben('order.reject', { ...before, ...reason });
  const values = { done: message('timeline.acceptedInline'), name: 'Ana', age: { code: 'time.seconds' } };
  expect(answer).toMatchObject(refused({ code: 'command.alreadyBy', values }));
  await preparing(id);
  expect(await ben('order.ready', before)).toMatchObject(refused({ code: 'command.alreadyBy' }));
  expect(await ben('order.ready', seen(id))).toMatchObject({ ok: true });
});

test('marked ready as seen before its items changed, an order stays in preparation', async () => {
  const { order_id: id } = await venue.arrived('takeaway', { items: [{ row_number: 1, id: 'b', name: 'Burger', count: 3, options: [] }] });
  await venue.ask('order.accept', { orderId: id, extraMinutes: 0 });
  await preparing(id);
  const before = seen(id);
  const changes = [{ row: 1, replacements: [{ type: 'count-change-replacement' as const, count: 1 }] }];
  const operation = { operation: 'replace-items' as const, changes, additions: [] };
  await venue.ask('order.operate', { ...before, requestId: 'fewer-of-one', operation });
  await until('fewer items', () => venue.card(id).itemCount === 1);
  expect(await venue.call('order.ready', before)).toMatchObject(refused(message('command.itemsChanged')));
  const eta = { operation: 'eta' as const, minutes: 5 };
  for (const name of ['order.review', 'order.operate'] as const)
    expect(await venue.call(name, { ...before, requestId: 'another-one', operation: eta })).toMatchObject({
      ok: false,
      problem: { code: 'changed-meanwhile' },
    });
  await venue.laterAtRest(0);
  expect(await venue.asked(id, 'ready')).toBe(0);
  expect(await venue.call('order.ready', seen(id))).toMatchObject({ ok: true });
});

test("moved on at the service, an order isn't accepted again", async () => {
  const id = await placed();
  const before = seen(id);
  await venue.control('POST', `/orders/${id}/staff-accept`);
  await preparing(id);
  const answer = await venue.call('order.reject', { ...before, ...reason });
  expect(answer).toMatchObject(refused(message('command.statusAtService', { status: 'production' })));
});

test('while one action is on its way, another is refused, also from a screen that sends no revision', async () => {
  const id = await placed();
  await venue.control('POST', '/faults', { match: 'PUT /orders/*/accept', status: 503, for_ms: 3_600_000 });
  await venue.ask('order.accept', { orderId: id, extraMinutes: 0 });
  expect(await venue.call('order.reject', { orderId: id, ...reason })).toMatchObject(refused({ code: 'command.already' }));
  await venue.control('DELETE', '/faults');
  await venue.untilLater('its acceptance', () => venue.card(id).column === 'preparing');
  expect(await venue.asked(id, 'reject')).toBe(0);
});

test('an undone rejection is no rejection: the order is accepted from the card as it is then', async () => {
  await venue.ask('settings.saveWork', { work: { undo_seconds: 8 } });
  const id = await placed();
  const before = seen(id);
  await venue.ask('order.reject', { ...before, ...reason });
  expect(await venue.call('order.accept', { ...seen(id), extraMinutes: 0 })).toMatchObject(refused({ code: 'command.already' }));
  await venue.ask('order.undo', { orderId: id });
  expect(await venue.call('order.accept', { ...before, extraMinutes: 0 })).toMatchObject(refused(message('command.undoneByStaff')));
  await until('the buttons', () => venue.card(id).revision !== before.revision && venue.card(id).actions.length > 0);
  await venue.ask('order.accept', { ...seen(id), extraMinutes: 0 });
  await preparing(id);
});

test('an undo takes back the action that its card showed, not a later one of someone else', async () => {
  await venue.ask('settings.saveWork', { work: { undo_seconds: 8 } });
  const id = await placed();
  const rejected = async () => {
    await venue.ask('order.reject', { ...seen(id), ...reason });
    await until('the undo', () => venue.card(id).pending?.undoUntil);
    return seen(id);
  };
  const first = await rejected();
  await venue.ask('order.undo', first);
  await until('the buttons', () => venue.card(id).pending === null && venue.card(id).actions.length > 0);
  const second = await rejected();
  expect(await venue.call('order.undo', first)).toMatchObject(refused({ code: 'command.already' }));
  expect(venue.card(id).pending?.action).toBe('reject');
  expect(await venue.call('order.undo', second)).toMatchObject({ ok: true });
});
