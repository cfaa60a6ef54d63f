/** Faults in what a relay stores and delivers. */
import type { Planted } from './planted.ts';

export const OF_RELAY: readonly Planted[] = [
  {
    name: 'second-venue-does-not-hear-what-the-first-heard',
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
    name: 'relay-proves-the-receiver',
    file: 'main/intake/ingest.ts',
    old: "if (isDirect && isOfService) store.verifications.renew('receiver');",
    new: "if (isOfService) store.verifications.renew('receiver');",
    tests: ['test/integration/intake/sources.test.ts'],
  },
  {
    name: 'counter-that-has-everything-is-given-everything',
    file: 'relay/give/session.ts',
    old: 'const isKnown = after <= last;',
    new: 'const isKnown = after < last;',
    tests: ['test/integration/relay/give.test.ts'],
  },
  {
    name: 'clock-that-was-moved-back-is-not-noticed',
    file: 'relay/retention.ts',
    old: 'if (Math.abs(ms) < CLOCK_MOVES_MS) {',
    new: 'if (ms < CLOCK_MOVES_MS) {',
    tests: ['test/integration/relay/operator.test.ts'],
  },
  {
    name: 'key-that-is-used-runs-out',
    file: 'relay/store/registry.ts',
    old: '      if (now - row.seen_at > SEEN_EVERY_MS) sql.see.run(now, row.id);\n',
    new: '',
    tests: ['test/integration/relay/operator.test.ts'],
  },
  {
    name: 'sender-is-whom-the-sender-names',
    file: 'relay/listening/server.ts',
    old: "    .split(',')\n    .at(-1)",
    new: "    .split(',')\n    .at(0)",
    tests: ['test/integration/relay/give.test.ts'],
  },
  {
    name: 'token-with-an-extension-is-taken',
    file: 'shared/signatures/signatures.ts',
    old: "read?.alg === 'HS256' && !('crit' in read) && !('b64' in read)",
    new: "read?.alg === 'HS256'",
    tests: ['test/unit/shared/signatures.test.ts'],
  },
  {
    name: 'self-test-proves-the-secret',
    file: 'main/intake/notification.ts',
    old: "'pickup_completed.notification'];\nconst KNOWN_TYPES",
    new: "'pickup_completed.notification', SELF_TEST_TYPE];\nconst KNOWN_TYPES",
    tests: ['test/integration/intake/wrong-signatures.test.ts'],
  },
  {
    name: 'what-came-while-a-clock-was-behind-is-deleted',
    file: 'relay/retention.ts',
    old: '      if (moved !== null && moved.ms < 0) keptUntil = time.monotonic() + keepMs;\n',
    new: '',
    tests: ['test/integration/relay/operator.test.ts'],
  },
  {
    name: 'second-event-of-one-kind-is-dropped',
    file: 'relay/take/route.ts',
    old: 'JSON.stringify([asText(raw?.type), asText(raw?.dispatched_at), id])',
    new: 'JSON.stringify([asText(raw?.type), id])',
    tests: ['test/unit/relay/route.test.ts'],
  },
];
