/** An order that is ready says who takes it from there, and one that is gone how: nobody waits at a table for a courier, nor delivers what is collected. */

import { expect, test } from 'vitest';
import { english } from '../../../contract/english.ts';
import { allWorded } from '../../../contract/words.ts';
import { kindLabelOf as saidKindLabelOf, statusLabel as saidStatusLabel } from '../../../main/view/card/card.ts';
import { order } from '../printing/papers/orders.ts';

const kindLabelOf = (...given: Parameters<typeof saidKindLabelOf>) => allWorded(english, saidKindLabelOf(...given));

const statusLabel = (...given: Parameters<typeof saidStatusLabel>) => allWorded(english, saidStatusLabel(...given));

test.each([
  ['homedelivery', false, 'Ready for the courier', 'Delivered', 'Delivery'],
  ['homedelivery', true, 'Ready to be delivered', 'Delivered', 'Self-delivery'],
  ['takeaway', false, 'Ready for the customer', 'Handed over', 'Pickup'],
  ['eatin', false, 'Ready to be served', 'Delivered', 'Eat in'],
  ['drone', false, 'Ready', 'Delivered', 'drone'],
])('%s, own delivery %s: "%s", then "%s"', (type, selfDelivery, ready, gone, kind) => {
  const of = order({ delivery: { type, selfDelivery, time: null, address: null, tip: null } });
  const at = (stage: string) => ({ order: of, stage }) as Parameters<typeof statusLabel>[0];
  const context = { flavour: 'device-free', jobs: [], told: null } as unknown as Parameters<typeof statusLabel>[1];
  expect(statusLabel(at('ready'), context)).toBe(ready);
  expect(statusLabel(at('delivered'), context)).toBe(gone);
  expect(kindLabelOf(of)).toBe(kind);
});
