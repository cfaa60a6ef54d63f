/** Faults in what a relay stores and delivers. */
import type { Planted } from './planted.ts';

export const OF_RELAY: readonly Planted[] = [
  {
    name: 'notification-id-known-from-another-venue',
    file: 'relay/engine/news/rows.ts',
    old: 'JSON.stringify([kind, venueId, notificationId])',
    new: 'JSON.stringify([kind, notificationId])',
    tests: ['test/integration/relay/engine.test.ts'],
  },
  {
    name: 'alerts-of-the-relay-as-plain-text',
    file: 'relay/alerts/post-alerts.ts',
    old: "'content-type': 'application/json', ...signature",
    new: "'content-type': 'text/plain', ...signature",
    tests: ['test/integration/relay/alerts.test.ts'],
  },
  {
    name: 'notification-by-relay-verifies-the-receiver',
    file: 'main/intake/ingest.ts',
    old: "if (isDirect && isOfService) store.verifications.renew('receiver');",
    new: "if (isOfService) store.verifications.renew('receiver');",
    tests: ['test/integration/intake/sources.test.ts'],
  },
  {
    name: 'app-with-all-notifications-gets-all-again',
    file: 'relay/give/give-news.ts',
    old: 'state === null || after <= state.last',
    new: 'state === null || after < state.last',
    tests: ['test/integration/relay/give.test.ts'],
  },
  {
    name: 'clock-set-back-at-the-relay-not-noticed',
    file: 'relay/retention.ts',
    old: 'if (Math.abs(ms) < CLOCK_MOVES_MS) {',
    new: 'if (ms < CLOCK_MOVES_MS) {',
    tests: ['test/integration/relay/operator.test.ts'],
  },
  {
    name: 'relay-key-in-use-expires',
    file: 'relay/store/registry.ts',
    old: '  if (now - seenAt > SEEN_EVERY_MS) seen.set(row.id, now);\n',
    new: '',
    tests: ['test/integration/relay/operator.test.ts'],
  },
  {
    name: 'relay-trusts-a-forged-forwarded-address',
    file: 'relay/listening/server.ts',
    old: "    .split(',')\n    .at(-1)",
    new: "    .split(',')\n    .at(0)",
    tests: ['test/integration/relay/give.test.ts'],
  },
  {
    name: 'event-token-with-a-crit-header-accepted',
    file: 'shared/signatures/signatures.ts',
    old: "read?.alg === 'HS256' && !('crit' in read) && !('b64' in read)",
    new: "read?.alg === 'HS256'",
    tests: ['test/unit/shared/signatures.test.ts'],
  },
  {
    name: 'self-test-verifies-the-secret',
    file: 'main/intake/notification.ts',
    old: "'pickup_completed.notification'];\nconst KNOWN_TYPES",
    new: "'pickup_completed.notification', SELF_TEST_TYPE];\nconst KNOWN_TYPES",
    tests: ['test/integration/intake/wrong-signatures.test.ts'],
  },
  {
    name: 'notifications-of-a-slow-clock-deleted-early',
    file: 'relay/retention.ts',
    old: '      if (moved !== null && moved.ms < 0) keptUntil = time.monotonic() + keepMs;\n',
    new: '',
    tests: ['test/integration/relay/operator.test.ts'],
  },
  {
    name: 'second-courier-event-of-a-type-dropped',
    file: 'relay/take/route.ts',
    old: 'JSON.stringify([asText(raw?.type), asText(raw?.dispatched_at), id])',
    new: 'JSON.stringify([asText(raw?.type), id])',
    tests: ['test/unit/relay/route.test.ts'],
  },
];
