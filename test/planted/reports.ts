// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the texts are code
/** Faults in report totals and screen decisions. */
import type { Planted } from './planted.ts';

const REPORT = 'test/unit/view/report.test.ts';

export const OF_REPORTS: readonly Planted[] = [
  {
    name: 'hours-of-the-report-in-utc',
    file: 'main/history/report.ts',
    old: 'const hour = at.getHours();',
    new: 'const hour = at.getUTCHours();',
    tests: [REPORT],
  },
  {
    name: 'weekdays-of-the-report-begin-with-sunday',
    file: 'main/history/report.ts',
    old: 'weekdays[(at.getDay() + 6) % 7]',
    new: 'weekdays[at.getDay()]',
    tests: [REPORT],
  },
  {
    name: 'days-of-the-report-in-utc',
    file: 'main/history/span.ts',
    old: 'new Date(`${day}T00:00:00`)',
    new: 'new Date(`${day}T00:00:00Z`)',
    tests: ['test/integration/history/monthly-file.test.ts'],
  },
  {
    name: 'rejection-noticed-long-after-counts-as-missed',
    file: 'main/orders/rejection-cause.ts',
    old: 'noticedAt !== null && noticedAt >= answerBy - EARLY_MS && noticedAt <= answerBy + LATE_MS',
    new: 'noticedAt !== null && noticedAt >= answerBy - EARLY_MS',
    tests: ['test/unit/orders/rejection-cause.test.ts'],
  },
  {
    name: 'courier-shown-late-at-once',
    file: 'renderer/time/urgency.ts',
    old: 'if (away <= -LATE_AFTER_MS) return',
    new: 'if (away < 0) return',
    tests: ['test/unit/renderer/board/urgency.test.ts'],
  },
  {
    name: 'pause-that-ended-is-still-shown',
    file: 'renderer/sale/strip.ts',
    old: 'if (pause.isPaused) return until !== null && Date.parse(until) <= now ? null : {',
    new: 'if (pause.isPaused) return {',
    tests: ['test/unit/sale/strip.test.ts'],
  },
  {
    name: 'confirmed-pre-order-counts-as-missed',
    file: 'main/outbox/rejection-cause.ts',
    old: "order.preOrder?.status === 'confirmed' || store",
    new: 'store',
    tests: ['test/integration/history/missed-orders.test.ts'],
  },
  {
    name: 'cash-to-collect-of-an-ended-order',
    file: 'renderer/order/parts/money/shown-sum.ts',
    old: "cashToCollect !== null && column !== 'ended'",
    new: 'cashToCollect !== null',
    tests: ['test/unit/renderer/sum.test.ts'],
  },
  {
    name: 'amount-finer-than-the-currency',
    file: 'renderer/parts/amounts.ts',
    old: '  if (part.length > (digits ?? 0)) return null;\n',
    new: '',
    tests: ['test/unit/renderer/typed-amounts.test.ts'],
  },
  {
    name: 'bag-check-too-early-for-an-own-courier',
    file: 'renderer/state/hand-over.ts',
    old: "order.kind === 'delivery' ?",
    new: "order.kind !== 'takeaway' ?",
    tests: ['test/unit/renderer/board/asks-back.test.ts'],
  },
  {
    name: 'kitchen-ticket-finished-with-its-first-dish',
    file: 'main/orders/kitchen/kitchen.ts',
    old: 'finishedAt: isDone ? Math.max(',
    new: 'finishedAt: isDone ? Math.min(',
    tests: ['test/unit/orders/kitchen.test.ts'],
  },
  {
    name: 'station-waits-for-one-without-dishes',
    file: 'main/orders/kitchen/kitchen.ts',
    old: 'const longest = Math.max(0, ...owners.map(',
    new: 'const longest = Math.max(0, ...stations.map(',
    tests: ['test/unit/orders/kitchen.test.ts'],
  },
  {
    name: 'month-with-as-many-orders-not-rewritten',
    file: 'main/history/monthly-file.ts',
    old: 'if (lines <= orders) await',
    new: 'if (lines < orders) await',
    tests: ['test/integration/history/monthly-file.test.ts'],
  },
  {
    name: 'rush-minutes-missing-next-to-accept',
    file: 'renderer/order/actions/minutes-beside.ts',
    old: 'minutesTo(Date.parse(pickupAt), now) + usualMinutes',
    new: 'minutesTo(Date.parse(pickupAt), now)',
    tests: ['test/unit/renderer/board/minutes-beside.test.ts'],
  },
  {
    name: 'search-hides-an-unacknowledged-cancel',
    file: 'renderer/board/find/found.ts',
    old: "order.alerting || order.cancelled === 'unseen' ||",
    new: 'order.alerting ||',
    tests: ['test/unit/renderer/board/found.test.ts'],
  },
];
