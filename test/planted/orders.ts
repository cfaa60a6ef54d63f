// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the texts are code
/** What is sent of orders, what is marked on them, and what comes out of printers. */
import type { Planted } from './planted.ts';

const ANY_CHOICE = 'test/unit/orders/allergy-in-any-choice.test.ts';
const IDS = 'test/integration/service/ids-in-addresses.test.ts';
const PRINTERS = 'test/e2e/papers/several-printers.test.ts';
const COPIES = 'test/integration/printing/marks-of-copies.test.ts';

export const OF_ORDERS: readonly Planted[] = [
  {
    name: 'allergy-in-the-first-choice-alone',
    file: 'main/orders/allergies/mentions-allergy.ts',
    old: 'items.some(({ options }) => options.some(',
    new: 'items.some(({ options }) => options.slice(0, 1).some(',
    tests: [ANY_CHOICE],
  },
  {
    name: 'allergy-of-the-first-choice-on-paper-alone',
    file: 'main/printing/documents/parts/item-lines.ts',
    old: 'item.options.flatMap(({ group, value }) => allergiesInChoice(group, value)),',
    new: 'item.options.slice(0, 1).flatMap(({ group, value }) => allergiesInChoice(group, value)),',
    tests: [ANY_CHOICE],
  },
  {
    name: 'json-sent-as-plain-text',
    file: 'main/service/venue-client.ts',
    old: "(body === undefined ? {} : { 'content-type': 'application/json' })",
    new: "(body === undefined ? {} : { 'content-type': 'text/plain' })",
    tests: ['test/integration/outbox/refund-units.test.ts'],
  },
  {
    name: 'order-id-unescaped',
    file: 'main/service/order-api.ts',
    old: 'const path = `/orders/${encodeURIComponent(order.orderId)}/${how.path}`;',
    new: 'const path = `/orders/${order.orderId}/${how.path}`;',
    tests: [IDS],
  },
  {
    name: 'read-order-id-unescaped',
    file: 'main/service/order-api.ts',
    old: 'path: `/v2/orders/${encodeURIComponent(orderId)}`,',
    new: 'path: `/v2/orders/${encodeURI(orderId)}`,',
    tests: [IDS],
  },
  {
    name: 'document-order-id-unescaped',
    file: 'main/service/order-api.ts',
    old: '/orders/${encodeURIComponent(order.orderId)}/documents/',
    new: '/orders/${encodeURI(order.orderId)}/documents/',
    tests: [IDS],
  },
  {
    name: 'venue-id-unescaped',
    file: 'main/service/menu/endpoints.ts',
    old: "path.replaceAll('{venue_id}', encodeURIComponent(venueId))",
    new: "path.replaceAll('{venue_id}', venueId)",
    tests: [IDS],
  },
  {
    name: 'moved-ticket-without-its-copy-mark',
    file: 'main/printing/spool/spool.ts',
    old: 'mayBeCopy: mayBeCopy || !result.nothingPrinted,',
    new: 'mayBeCopy,',
    tests: [COPIES],
  },
  {
    name: 'ticket-moved-by-staff-without-its-copy-mark',
    file: 'main/printing/spool/spool.ts',
    old: "mayBeCopy: job.interrupted, by: 'staff'",
    new: "mayBeCopy: false, by: 'staff'",
    tests: [PRINTERS],
  },
  {
    name: 'moved-ticket-forgets-that-it-may-be-a-copy',
    file: 'main/printing/spool/spool.ts',
    old: 'job.interrupted || (payload.standsInFor?.mayBeCopy ?? false) || isInDoubt(order, payload);',
    new: 'job.interrupted || isInDoubt(order, payload);',
    tests: [COPIES],
  },
  {
    name: 'reprint-without-its-number',
    file: 'main/printing/spool/spool.ts',
    old: ": { kind: 'reprint', number: payload.again };",
    new: ": { kind: 'original' };",
    tests: [COPIES],
  },
  {
    name: 'stop-on-no-printer',
    file: 'main/printing/spool/plan.ts',
    old: "return each('stop-slip', holding);",
    new: "return each('stop-slip', taking('stop-slip'));",
    tests: [PRINTERS],
  },
  {
    name: 'change-on-every-printer',
    file: 'main/printing/spool/plan.ts',
    old: 'return own.length === 0 || own.includes(printer);',
    new: 'return true;',
    tests: [PRINTERS],
  },
];
