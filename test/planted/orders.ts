// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the texts are code
/** Faults in sent orders, their marks, and printouts. */
import type { Planted } from './planted.ts';

const ANY_CHOICE = 'test/unit/orders/allergy-in-any-choice.test.ts';
const IDS = 'test/integration/service/ids-in-addresses.test.ts';
const PRINTERS = 'test/e2e/papers/several-printers.test.ts';
const COPIES = 'test/integration/printing/marks-of-copies.test.ts';
const BY_RULE = 'test/integration/intake/accept-by-rule.test.ts';

export const OF_ORDERS: readonly Planted[] = [
  {
    name: 'allergy-found-only-in-the-first-option',
    file: 'main/orders/allergies/mentions-allergy.ts',
    old: 'items.some(({ options }) => options.some(',
    new: 'items.some(({ options }) => options.slice(0, 1).some(',
    tests: [ANY_CHOICE],
  },
  {
    name: 'allergy-printed-only-on-the-first-option',
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
    old: "mayBeCopy: job.outcomeUnknown, by: 'staff'",
    new: "mayBeCopy: false, by: 'staff'",
    tests: [PRINTERS],
  },
  {
    name: 'moved-ticket-forgets-that-it-may-be-a-copy',
    file: 'main/printing/spool/spool.ts',
    old: 'job.outcomeUnknown || (payload.standsInFor?.mayBeCopy ?? false) || isInDoubt(order, payload);',
    new: 'job.outcomeUnknown || isInDoubt(order, payload);',
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
    name: 'stop-not-on-the-printer-with-the-ticket',
    file: 'main/printing/spool/plan.ts',
    old: "return each('stop-slip', holding);",
    new: "return each('stop-slip', taking('stop-slip'));",
    tests: [PRINTERS],
  },
  {
    name: 'change-ticket-on-every-printer',
    file: 'main/printing/spool/plan.ts',
    old: 'return own.length === 0 || own.includes(printer);',
    new: 'return true;',
    tests: [PRINTERS],
  },
  {
    name: 'delivery-ticket-without-its-copy-mark',
    file: 'main/printing/documents/delivery-ticket.ts',
    old: 'blocks: marked(blocks, context)',
    new: 'blocks',
    tests: ['test/integration/printing/golden.test.ts'],
  },
  {
    name: 'allergy-after-the-cut-of-a-note-not-marked',
    file: 'main/printing/documents/kitchen-ticket.ts',
    old: 'allergyLine(noteAllergies ?? allergiesIn(text), t)',
    new: 'allergyLine(noteGoesOn ? allergiesIn(text) : (noteAllergies ?? allergiesIn(text)), t)',
    tests: ['test/unit/printing/long-text.test.ts'],
  },
  {
    name: 'courier-ticket-without-the-no-contact-line',
    file: 'main/printing/documents/courier-ticket.ts',
    old: "(order.noContact ? [centred(t('printout.noContact'), 2)] : [])",
    new: '[]',
    tests: ['test/unit/printing/papers/courier-slip.test.ts'],
  },
  {
    name: 'auto-accept-counts-lines',
    file: 'main/shift/accept-by-rule.ts',
    old: 'piecesOf(order) <= rule.most_items',
    new: 'order.items.length <= rule.most_items',
    tests: [BY_RULE],
  },
  {
    name: 'auto-accept-hours-in-utc',
    file: 'main/shift/accept-by-rule.ts',
    old: 'new Date(time.service.now()).toTimeString().slice(0, 5)',
    new: 'new Date(time.service.now()).toISOString().slice(11, 16)',
    tests: [BY_RULE],
  },
  {
    name: 'options-counted-like-their-dish-at-the-till',
    file: 'main/till/till-order.ts',
    old: '        count: option.count,',
    new: '        count: item.count,',
    tests: ['test/unit/till/till-order.test.ts'],
  },
  {
    name: 'till-order-sent-a-second-time-is-no-copy',
    file: 'main/till/hand-off.ts',
    old: "const wasTried = job.outcomeUnknown || (till.kind === 'http' && job.attempts > 1);",
    new: 'const wasTried = job.outcomeUnknown;',
    tests: ['test/e2e/orders/to-the-till.test.ts'],
  },
  {
    name: 'courier-known-to-the-service-shown-as-refused',
    file: 'main/service/deliveries/delivery-problem.ts',
    old: "text: message('courier.alreadyAtService'), outcome: 'unknown'",
    new: "text: message('courier.alreadyAtService')",
    tests: ['test/integration/service/delivery-bodies.test.ts'],
  },
  {
    name: 'retry-after-date-by-this-computers-clock',
    file: 'main/service/http.ts',
    old: "if (!mayWaitLong) return retryAfter(headers['retry-after'], serviceNow);",
    new: "if (!mayWaitLong) return retryAfter(headers['retry-after'], Date.now());",
    tests: ['test/integration/service/pace.test.ts'],
  },
  {
    name: 'document-of-unknown-type',
    file: 'main/service/order-api.ts',
    old: "headers: { 'content-type': 'application/pdf' },",
    new: "headers: { 'content-type': 'application/octet-stream' },",
    tests: ['test/e2e/orders/what-is-sent.test.ts'],
  },
  {
    name: 'pre-order-ticket-without-its-day',
    file: 'main/printing/documents/slips.ts',
    old: '...(moment?.day ? [centred(moment.day, 2)] : []),',
    new: '',
    tests: ['test/unit/printing/papers/near-midnight.test.ts'],
  },
  {
    name: 'loyalty-card-stays-after-erasing',
    file: 'main/orders/without-person.ts',
    old: "  'loyalty_card_number',\n",
    new: '',
    tests: ['test/unit/orders/without-person.test.ts'],
  },
  {
    name: 'change-ticket-swaps-before-and-now',
    file: 'main/printing/documents/slips.ts',
    old: 'now: amountOf(after), before: amountOf(before)',
    new: 'now: amountOf(before), before: amountOf(after)',
    tests: ['test/integration/printing/golden.test.ts'],
  },
];
