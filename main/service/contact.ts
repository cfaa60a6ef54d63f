/** When the service was last heard of: what the status bar claims rests on this alone. */

export interface ServiceContact {
  state: 'unknown' | 'reachable' | 'trouble';
  says: string;
  /** The last answer, epoch ms on this computer's clock, up to five seconds late; null when there was none. */
  at: number | null;
}

export interface ContactKeeper {
  view(): ServiceContact;
  /** After every answer or failure. */
  heard(contact: { reached: boolean; says: string }): void;
}

/**
 * The time of the last contact on screen need not follow every call: the view stays the same in between, or every change of an order
 * would bring a new one along and draw the whole screen again.
 */
const SHOW_EVERY_MS = 5_000;

export function createContactKeeper(now: () => number, onNews: () => void): ContactKeeper {
  let contact: ServiceContact = { state: 'unknown', says: 'Not asked yet.', at: null };
  return {
    view: () => contact,
    heard({ reached, says }) {
      const state = reached ? 'reachable' : 'trouble';
      const changed = contact.state !== state || contact.says !== says;
      if (!changed && Math.abs(now() - (contact.at ?? 0)) <= SHOW_EVERY_MS) return;
      contact = { state, says, at: reached ? now() : contact.at };
      onNews();
    },
  };
}
