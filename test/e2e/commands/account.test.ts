/** The account that demo and fault runs end with: it counts what the service and the printer saw, by kind of printout. */
import { describe, expect, it } from 'vitest';
import { howTheyEnded, isComplete, repeatedCommands, whatIsMissing } from '../../../main/demo/account.ts';
import { kindOf, type Paper, type ServiceEntry, type ServiceOrder } from '../../../main/demo/observer.ts';
import { itemChanges } from '../../../main/orders/changes.ts';
import { UNASSIGNED } from '../../../main/orders/order.ts';
import { kitchenTicket } from '../../../main/printing/documents/kitchen-ticket.ts';
import { participantLabels } from '../../../main/printing/documents/participant-label.ts';
import { receipt } from '../../../main/printing/documents/receipt.ts';
import { changeTicket, preorderTicket, stopTicket, unansweredTicket } from '../../../main/printing/documents/slips.ts';
import type { Document } from '../../../main/printing/layout/document.ts';
import { layout } from '../../../main/printing/layout/layout.ts';
import { textPreview } from '../../../main/printing/layout/text-preview.ts';
import { context, groupOrder, item, order, ownDeliveryPreOrder } from '../../unit/printing/papers/orders.ts';

let made = 0;
function paper(document: Document | undefined): Paper {
  if (!document) throw new Error('There is no such paper.');
  made += 1;
  return { number: made, text: textPreview(layout(document, { columns: 48 })).join('\n') };
}
const ticket = (again = false) => paper(kitchenTicket(groupOrder, again ? { ...context, copy: { kind: 'possible-copy' } } : context));
const labels = () => participantLabels(groupOrder, context).map(paper);
const unanswered = () => paper(unansweredTicket(groupOrder, context, '2026-03-14T11:19:00Z'));
const stop = () => paper(stopTicket(groupOrder, context));

const delivered: ServiceOrder = {
  order_id: 'o',
  order_number: groupOrder.number,
  state: 'delivered',
  delivery: { type: 'homedelivery', self_delivery: false },
  history: ['placed', 'accepted', 'ready', 'delivered'].map((event) => ({ at: '', event, by: 'api' })),
  sent_to_pos: [{ success: true, time_sent_to_pos: 't' }],
  order: { group_participants: [{}, {}, {}], items: groupOrder.items },
};
const rejectedAfter = (...events: string[]): ServiceOrder => ({
  ...delivered,
  state: 'rejected',
  history: events.map((event) => ({ at: '', event, by: 'consumer' })),
});

let seq = 0;
const asked = (operation: string, status: number | null, more: Partial<ServiceEntry> = {}): ServiceEntry => {
  seq += 1;
  return { seq, at: '', kind: 'request', order_id: 'o', operation, status, took_effect: false, ...more };
};
const read = (old: boolean) => asked('get order v2', 200, { shown: { order_status: 'received', old } });

describe('the kind of a printout', () => {
  it('is recognized by its text, on every kind of order', () => {
    const kinds: [string, Document | undefined][] = [
      ['kitchen-ticket', kitchenTicket(groupOrder, context)],
      ['kitchen-ticket', kitchenTicket(ownDeliveryPreOrder, context)],
      [
        'kitchen-ticket',
        kitchenTicket(order({ cash: { collect: { amount: 1, currency: 'EUR' }, expect: { amount: 2, currency: 'EUR' } } }), context),
      ],
      ['kitchen-ticket', kitchenTicket(order(), { ...context, copyOf: { number: 1, of: 2 } })],
      ['kitchen-ticket', kitchenTicket(order(), { ...context, copy: { kind: 'possible-copy' } })],
      ['label', participantLabels(groupOrder, context)[1]],
      ['unassigned-label', participantLabels(order({ participants: [{ name: UNASSIGNED, lines: [{ item: 0, count: 1 }] }] }), context)[0]],
      ['unanswered-slip', unansweredTicket(groupOrder, context, null)],
      ['stop-slip', stopTicket(groupOrder, context)],
      ['change-slip', changeTicket(groupOrder, itemChanges(groupOrder, { ...groupOrder, items: [item('Tea', 1)] }), context)],
      ['preorder-slip', preorderTicket(ownDeliveryPreOrder, context)],
      ['receipt', receipt(groupOrder, context)],
    ];
    expect(kinds.map(([, document]) => kindOf(paper(document)))).toEqual(kinds.map(([kind]) => kind));
  });

  it("an UNANSWERED ticket doesn't count as a second kitchen ticket, but a second UNANSWERED one is reported", () => {
    expect(repeatedCommands(delivered, [], [ticket(), ...labels(), unanswered()]).doubled).toEqual([]);
    expect(repeatedCommands(delivered, [], [ticket(), ...labels(), unanswered(), unanswered()]).doubled).toEqual([
      'one more unanswered-slip that is no copy',
    ]);
  });

  it("a second ticket or label is reported as repeated, unless it's marked as a copy", () => {
    expect(repeatedCommands(delivered, [], [ticket(), ticket(true), ...labels()]).doubled).toEqual([]);
    expect(repeatedCommands(delivered, [], [ticket(), ticket(), ...labels()]).doubled).toEqual(['one more kitchen-ticket that is no copy']);
    const asked = paper(participantLabels(groupOrder, { ...context, copy: { kind: 'reprint', number: 2 } })[0]);
    expect(repeatedCommands(delivered, [], [ticket(), ...labels(), asked]).doubled).toEqual([]);
    expect(repeatedCommands(delivered, [], [ticket(), ...labels(), ...labels().slice(1)]).doubled).toHaveLength(2);
  });
});

describe('missing parts of an order', () => {
  it('are none if it ended, was printed and reached the till', () => {
    expect(whatIsMissing(delivered, [ticket(), ...labels()])).toEqual([]);
    expect(isComplete([delivered], [ticket(), ...labels()], 1)).toBe(true);
  });

  it("include the kitchen ticket if only an UNANSWERED one printed, and a label that didn't print", () => {
    expect(whatIsMissing(delivered, [unanswered(), ...labels()])).toEqual(['no kitchen ticket']);
    expect(whatIsMissing(delivered, [ticket(), ...labels().slice(1)])).toEqual(['2 of 3 labels']);
  });

  it('include an item that is on no label', () => {
    const half = participantLabels(
      { ...groupOrder, participants: groupOrder.participants.map((one, at) => (at === 0 ? { ...one, lines: [] } : one)) },
      context,
    );
    expect(whatIsMissing(delivered, [ticket(), ...half.map(paper)])).toEqual(['labels for 4 of 5 items']);
  });

  it('include the STOP ticket if a printed order was cancelled', () => {
    expect(whatIsMissing(rejectedAfter('placed', 'accepted', 'cancelled'), [ticket()])).toEqual(['cancelled, and no STOP slip']);
    expect(whatIsMissing(rejectedAfter('placed', 'accepted', 'cancelled'), [ticket(), stop()])).toEqual([]);
    expect(whatIsMissing(rejectedAfter('placed', 'cancelled'), [])).toEqual([]);
  });

  it('include the whole order if the service rejected it as unanswered', () => {
    expect(whatIsMissing(rejectedAfter('placed', 'not accepted in time'), [])).toContain('it is rejected');
  });
});

describe('repeated work', () => {
  const twice = (entries: ServiceEntry[]) => repeatedCommands({ ...delivered, order: {} }, entries, []);

  it('includes a command sent again after it took effect, whether or not its answer arrived', () => {
    expect(twice([asked('accept', 202, { took_effect: true }), asked('accept', 409)]).doubled).toHaveLength(1);
    expect(twice([asked('accept', null, { took_effect: true }), read(false), asked('accept', 409)]).doubled).toHaveLength(1);
    // Here the command was repeated without reading the order first.
    expect(twice([asked('accept', null, { took_effect: true }), asked('accept', 409)]).doubled).toHaveLength(1);
  });

  it('excludes a command repeated because the last reading of the order still showed the old state', () => {
    const { doubled, misled } = twice([asked('accept', null, { took_effect: true }), read(true), asked('accept', 409)]);
    expect([doubled.length, misled.length]).toEqual([0, 1]);
    expect(twice([asked('accept', null, { took_effect: true }), read(true), read(false), asked('accept', 409)]).doubled).toHaveLength(1);
    expect(
      twice([asked('refund-basket', 202, { took_effect: true }), read(true), asked('refund-basket', 202, { took_effect: true })]).doubled,
    ).toHaveLength(1);
  });

  it('excludes repeating a command that had no effect, and repeating the same sent-to-pos report', () => {
    expect(twice([asked('accept', 202), read(false), asked('accept', 202, { took_effect: true })]).doubled).toEqual([]);
    const reported = [
      { success: true, time_sent_to_pos: 't' },
      { success: true, time_sent_to_pos: 't' },
    ];
    expect(repeatedCommands({ ...delivered, sent_to_pos: reported, order: {} }, [], []).doubled).toEqual([]);
    expect(
      repeatedCommands({ ...delivered, sent_to_pos: [...reported, { success: true, time_sent_to_pos: 'u' }], order: {} }, [], []).doubled,
    ).toHaveLength(1);
  });
});

describe('the account of a watched demo', () => {
  const reported = (order_id: string, outcome = '200'): ServiceEntry => ({
    ...asked('', null),
    kind: 'notification',
    order_id,
    outcome,
  });
  const one = (order_id: string, state: string, ...events: string[]): ServiceOrder => ({
    ...delivered,
    order_id,
    order_number: order_id,
    state,
    history: ['placed', ...events].map((event) => ({ at: '', event, by: 'service' })),
  });

  it('counts unanswered orders as missed, and orders in progress when the demo ends as open', () => {
    const missed = ['not accepted in time', 'not confirmed in time'].map((why, at) => one(`m${at}`, 'rejected', why));
    const open = ['created', 'production', 'ready'].map((state) => one(`p-${state}`, state));
    const all = [...missed, ...open, one('r', 'rejected', 'rejected')];
    const news = all.map((order) => reported(order.order_id));
    expect(howTheyEnded(all, news, [], all.length)).toEqual({ missed: 2, open: 3, lost: 0 });
  });

  it('counts orders whose notification never arrived as lost, even if they were also not accepted in time', () => {
    const unheard = [one('a', 'rejected', 'not accepted in time'), one('b', 'created')];
    expect(howTheyEnded(unheard, [reported('b', '500')], [], 2)).toEqual({ missed: 0, open: 0, lost: 2 });
    // This order was just placed: its notification is still on its way.
    expect(howTheyEnded([one('c', 'created')], [], [], 1)).toEqual({ missed: 0, open: 1, lost: 0 });
  });

  it('counts orders that ended without a ticket, or are unknown to the service, as lost', () => {
    expect(howTheyEnded([one('d', 'delivered', 'accepted', 'delivered')], [reported('d')], [], 2)).toEqual({
      missed: 0,
      open: 0,
      lost: 2,
    });
  });

  it("counts an order someone placed by hand like any other, and doesn't let it hide a lost one", () => {
    const byHand = ['f', 'g'].map((id) => one(id, 'created'));
    expect(howTheyEnded(byHand, [reported('f'), reported('g', '500')], [], 1)).toEqual({ missed: 0, open: 1, lost: 1 });
  });
});
