/** An order that is ready says who takes it from there: nobody waits at a table for a courier. */

import { expect, test } from 'vitest';
import { english } from '../../../contract/english.ts';
import { allWorded } from '../../../contract/words.ts';
import { kindLabelOf as saidKindLabelOf, statusLabel as saidStatusLabel } from '../../../main/view/card/card.ts';
import { order } from '../printing/papers/orders.ts';

const kindLabelOf = (...given: Parameters<typeof saidKindLabelOf>) => allWorded(english, saidKindLabelOf(...given));

const statusLabel = (...given: Parameters<typeof saidStatusLabel>) => allWorded(english, saidStatusLabel(...given));

test.each([
  ['homedelivery', false, 'Ready for the courier', 'Delivery'],
  ['homedelivery', true, 'Ready to be delivered', 'Self-delivery'],
  ['takeaway', false, 'Ready for the customer', 'Pickup'],
  ['eatin', false, 'Ready to be served', 'Eat in'],
  ['drone', false, 'Ready', 'drone'],
])('%s, own delivery %s: "%s"', (type, selfDelivery, says, kind) => {
  const of = order({ delivery: { type, selfDelivery, time: null, address: null, tip: null } });
  const row = { order: of, stage: 'ready' } as Parameters<typeof statusLabel>[0];
  const context = { flavour: 'device-free', jobs: [], told: null } as unknown as Parameters<typeof statusLabel>[1];
  expect(statusLabel(row, context)).toBe(says);
  expect(kindLabelOf(of)).toBe(kind);
});
