/** Notices for staff that belong to no order. One with the same ID replaces the previous. */

import type { Notice } from '../../contract/contract.ts';
import type { Text } from '../../contract/message.ts';
import type { ServiceClock } from '../time/service-clock.ts';
import type { Feed } from './feed.ts';

export interface Notices {
  raise(id: string, level: Notice['level'], text: Text, hint: Text | null, dismissible?: boolean, onDismiss?: () => void): void;
  clear(id: string): void;
  /** No effect on notices that stay until fixed. */
  dismiss(id: string): void;
}

export function createNotices(feed: Feed, clock: ServiceClock): Notices {
  const onDismissed = new Map<string, () => void>();
  function clear(id: string): void {
    feed.set('notices', id, null);
    onDismissed.delete(id);
  }
  return {
    raise(id, level, text, hint, dismissible = level !== 'error', onDismiss) {
      if (onDismiss) onDismissed.set(id, onDismiss);
      feed.set('notices', id, { id, level, text, hint, at: new Date(clock.now()).toISOString(), dismissible });
    },
    clear,
    dismiss(id) {
      if (!feed.get('notices', id)?.dismissible) return;
      onDismissed.get(id)?.();
      clear(id);
    },
  };
}
