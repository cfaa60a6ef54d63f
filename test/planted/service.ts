/** Faults in handling the service's pauses, refusals and events. */
import type { Planted } from './planted.ts';

const REFUSED = 'test/integration/outbox/refused-commands.test.ts';
const PROGRESS = 'test/unit/orders/delivery-progress.test.ts';

export const OF_SERVICE: readonly Planted[] = [
  {
    name: 'shortest-of-several-retry-times-counts',
    file: 'main/service/retry-after.ts',
    old: 'Math.max(...waits), longestMs',
    new: 'Math.min(...waits), longestMs',
    tests: ['test/unit/service/retry-after.test.ts'],
  },
  {
    name: 'requested-pause-ends-with-a-later-failure',
    file: 'main/service/pace.ts',
    old: 'Math.max(known?.askedUntil ?? 0, problem.asked ? now + atLeastMs : 0)',
    new: 'problem.asked ? now + atLeastMs : 0',
    tests: ['test/integration/service/pace.test.ts'],
  },
  {
    name: 'refused-confirm-is-not-checked',
    file: 'main/outbox/send-commands.ts',
    old: "if (problem.code === 'conflict' && command.action !== 'sent-to-pos') {",
    new: "if (problem.code === 'conflict' && command.action !== 'sent-to-pos' && command.action !== 'confirm') {",
    tests: [REFUSED],
  },
  {
    name: 'confirm-counts-only-once-in-preparation',
    file: 'main/orders/commands.ts',
    old: "return stage === 'scheduled' || stage === 'preparing'",
    new: "return stage === 'preparing'",
    tests: [REFUSED],
  },
  {
    name: 'courier-place-of-an-older-event-shown',
    file: 'main/orders/couriers/delivery-progress.ts',
    old: 'event.place !== null && isNoOlder(at, progress.placeAt)',
    new: 'event.place !== null',
    tests: [PROGRESS],
  },
  {
    name: 'courier-at-the-venue-may-be-cancelled',
    file: 'main/orders/couriers/delivery-progress.ts',
    old: "state === 'ordered' || state === 'pickup-started' || state === 'checking'",
    new: "state === 'ordered' || state === 'pickup-started' || state === 'at-pickup' || state === 'checking'",
    tests: [PROGRESS],
  },
  {
    name: 'promised-time-of-an-earlier-version-lost',
    file: 'main/outbox/promised-time.ts',
    old: "if (payload.earlier !== undefined && !(job.state === 'done' && job.outcome === null)) continue;",
    new: 'if (payload.earlier !== undefined) continue;',
    tests: ['test/unit/outbox/promised-time.test.ts'],
  },
  {
    name: 'rush-minutes-above-the-allowed-ones',
    file: 'main/orders/commands.ts',
    old: 'return Math.min(rushMinutes, Math.max(...extraMinutes(order)));',
    new: 'return Math.max(rushMinutes, ...extraMinutes(order));',
    tests: ['test/unit/orders/what-may-happen-next.test.ts'],
  },
  {
    name: 'allergy-wait-despite-a-rule-for-allergies',
    file: 'main/shift/accept-by-rule.ts',
    old: 'about.every(({ allergies }) => !allergies)',
    new: 'about.some(({ allergies }) => !allergies)',
    tests: ['test/integration/intake/accept-by-rule.test.ts'],
  },
  {
    name: 'command-tried-once-can-be-undone',
    file: 'main/outbox/commands.ts',
    old: "job.state === 'waiting' && job.attempts === 0 && until",
    new: "job.state === 'waiting' && until",
    tests: ['test/unit/outbox/undo.test.ts'],
  },
  {
    name: 'lost-answer-hides-a-courier-that-an-event-showed',
    file: 'main/outbox/deliveries.ts',
    old: "if (now?.progress.state === 'ordering') store",
    new: 'if (now) store',
    tests: ['test/integration/outbox/couriers-once.test.ts'],
  },
  {
    name: 'web-page-with-429-is-no-rate-limit',
    file: 'main/service/http.ts',
    old: "status >= 500 || status === 429 ? 'unclear'",
    new: "status >= 500 ? 'unclear'",
    tests: ['test/integration/service/pace.test.ts'],
  },
  {
    name: 'new-notification-stored-before-waiting-ones',
    file: 'main/intake/unstored-notifications.ts',
    old: '        takeOver(ingestion);\n        await store();',
    new: '        await store();\n        takeOver(ingestion);',
    tests: ['test/integration/intake/unstored-notifications.test.ts'],
  },
];
