/** What staff must know that belongs to no order. A notice with the same id replaces the one before. */
import type { Notice } from '../../preload/contract.ts';
import type { ServiceClock } from '../service/service-clock.ts';
import type { Feed } from './feed.ts';

export interface Notices {
  raise(id: string, level: Notice['level'], says: string, remedy: string | null, dismissible?: boolean): void;
  clear(id: string): void;
}

export function createNotices(feed: Feed, clock: ServiceClock): Notices {
  return {
    raise: (id, level, says, remedy, dismissible = level !== 'error') =>
      feed.set('notices', id, { id, level, says, remedy, at: new Date(clock.now()).toISOString(), dismissible }),
    clear: (id) => feed.set('notices', id, null),
  };
}
