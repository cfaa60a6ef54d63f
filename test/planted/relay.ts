/** What a relay keeps, gives and tells. */
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
    old: "if (isDirect && isOfService) store.proofs.renew('receiver');",
    new: "if (isOfService) store.proofs.renew('receiver');",
    tests: ['test/integration/intake/sources.test.ts'],
  },
];
