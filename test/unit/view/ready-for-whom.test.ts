/** A ready order's card says who takes it, a finished order's how it left. */

import { expect, test } from 'vitest';
import { english } from '../../../contract/english.ts';
import { allWorded } from '../../../contract/words.ts';
import {
  isStatusOfColumn,
  kindLabelOf as kindLabelInWords,
  statusLabel as statusLabelInWords,
} from '../../../main/view/card/status-label.ts';
import { order } from '../printing/papers/orders.ts';

const kindLabelOf = (...given: Parameters<typeof kindLabelInWords>) => allWorded(english, kindLabelInWords(...given));

const statusLabel = (...given: Parameters<typeof statusLabelInWords>) => allWorded(english, statusLabelInWords(...given));

test.each([
  ['homedelivery', false, 'Ready for the courier', 'Delivered', 'Delivery', true],
  ['homedelivery', true, 'Ready to be delivered', 'Delivered', 'Self-delivery', false],
  ['takeaway', false, 'Ready for the customer', 'Handed over', 'Pickup', true],
  ['eatin', false, 'Ready to be served', 'Delivered', 'Eat in', false],
  ['drone', false, 'Ready', 'Delivered', 'drone', true],
])('%s, self-delivery %s: shown as "%s", then "%s"', (type, selfDelivery, ready, gone, kind, isOfColumn) => {
  const of = order({ delivery: { type, selfDelivery, time: null, address: null, tip: null } });
  const at = (stage: string) => ({ order: of, stage }) as Parameters<typeof statusLabel>[0];
  const context = { flavour: 'device-free', claim: null, rejected: null } as const;
  expect(statusLabel(at('ready'), context)).toBe(ready);
  expect(isStatusOfColumn(at('ready'), context)).toBe(isOfColumn);
  expect(statusLabel(at('delivered'), context)).toBe(gone);
  expect(kindLabelOf(of)).toBe(kind);
});
