/** An app's own connection to a relay, with its database. */
import { onTestFinished } from 'vitest';
import { createIngestion } from '../../../main/intake/ingest.ts';
import { createNewsIngestion, type NewsFrame, type NewsIngestion } from '../../../main/intake/relay/ingest-news.ts';
import { openRelayLink } from '../../../main/intake/relay/relay-link.ts';
import { startTime } from '../../../main/time/start-time.ts';
import { intakeInto } from '../../setup/intake.ts';
import { onDefect, testFolder, testStore } from '../../setup/parts.ts';

const LOOK_EVERY_MS = 100;

export interface LinkedCounter {
  venueId: string;
  isConnected(): boolean;
  /** Also repeated ones. */
  news: NewsFrame[];
  has(notificationId: string): boolean;
  /** The longest time without notification or pong since `begin`, ms. */
  longestSilence(): number;
  begin(): void;
}

export function linkedCounter(address: string, key: string, venueId: string, secret: string): LinkedCounter {
  const folder = testFolder();
  const time = startTime();
  const store = testStore(folder, { time, backups: null });
  store.write(() => store.venues.connected(venueId, time.wall()));
  const news: NewsFrame[] = [];
  let heardAt = performance.now();
  let longest = 0;
  let verifiedAt: number | null = null;

  function heard(): void {
    const now = performance.now();
    longest = Math.max(longest, now - heardAt);
    heardAt = now;
  }

  const ingestion = createNewsIngestion({
    ...intakeInto(folder, createIngestion(store), time, onDefect),
    address,
    store,
    sealPair: null,
    secrets: async () => [secret],
    deliverySecrets: async () => [],
    priceUnit: () => () => 1,
    onPassedOver: () => undefined,
    onNotOpened: () => undefined,
    onDefect,
  });
  const observed: NewsIngestion = {
    ...ingestion,
    begin(venueIds) {
      const session = ingestion.begin(venueIds);
      return {
        ...session,
        take(frame) {
          heard();
          news.push(frame);
          return session.take(frame);
        },
      };
    },
  };
  const link = openRelayLink({
    address,
    key,
    appVersion: '0.1.0',
    time,
    random: Math.random,
    venues: () => [venueId],
    health: () => undefined,
    news: observed,
    sealKey: null,
    settings: { report: () => ({ version: 0, refused: null }), take: () => 'known' },
    support: { known: () => null, take: () => undefined },
    onWorthless: () => undefined,
    onChange: () => undefined,
    onDefect,
  });
  const looking = setInterval(() => {
    const at = link.view().verifiedAt;
    if (at !== verifiedAt) heard();
    verifiedAt = at;
  }, LOOK_EVERY_MS);
  onTestFinished(() => {
    clearInterval(looking);
    link[Symbol.dispose]();
  });
  return {
    venueId,
    isConnected: () => link.view().state === 'connected',
    news,
    has: (id) => store.inbox.has(id),
    longestSilence: () => Math.max(longest, performance.now() - heardAt),
    begin() {
      heardAt = performance.now();
      longest = 0;
    },
  };
}
