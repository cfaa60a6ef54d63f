/** When the service was last heard of: what the status bar claims rests on this alone. */

export interface ServiceContact {
  state: 'unknown' | 'reachable' | 'trouble';
  says: string;
  /** The last answer, epoch ms on this computer's clock; null when there was none. */
  at: number | null;
}

export interface ContactKeeper {
  view(): ServiceContact;
  /** After every answer or failure. */
  heard(contact: { reached: boolean; says: string }): void;
}

/** The time of the last contact on screen need not follow every call. */
const SHOW_EVERY_MS = 5_000;

export function createContactKeeper(now: () => number, onNews: () => void): ContactKeeper {
  let contact: ServiceContact = { state: 'unknown', says: 'Not asked yet.', at: null };
  let shownAt = Number.NEGATIVE_INFINITY;
  return {
    view: () => contact,
    heard({ reached, says }) {
      const state = reached ? 'reachable' : 'trouble';
      const changed = contact.state !== state || contact.says !== says;
      contact = { state, says, at: reached ? now() : contact.at };
      if (!changed && Math.abs(now() - shownAt) < SHOW_EVERY_MS) return;
      shownAt = now();
      onNews();
    },
  };
}
