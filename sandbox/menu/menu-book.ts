import type { Clock } from '../clock.ts';
import type { Venue } from '../venue/venues.ts';
import type { Journal } from '../wire/journal.ts';
import { defaultMenu } from './default-menu.ts';
import { type Menu, settle } from './menu.ts';
import type { Update } from './updates.ts';

export interface MenuBook {
  /** The venue's menu with all changes that are due. */
  of(venue: Venue): Menu;
  /** Replaces the menu after `ms`; earlier updates are lost. */
  replaceLater(venue: Venue, menu: Menu, ms: number): void;
  updateLater(venue: Venue, operation: string, update: Update, ms: number): void;
  pending(venue: Venue): { operation: string; applies_at: string }[];
}

export function createMenuBook({ clock, journal }: { clock: Clock; journal: Journal }): MenuBook {
  const menus = new Map<string, Menu>();
  const waiting = new Map<string, { operation: string; at: number }[]>();

  function of(venue: Venue): Menu {
    const menu = menus.get(venue.id) ?? defaultMenu(venue);
    menus.set(venue.id, menu);
    return settle(menu, clock.now());
  }

  function later(venue: Venue, operation: string, ms: number, apply: () => unknown): void {
    const entry = { operation, at: clock.now() + ms };
    const all = waiting.get(venue.id) ?? [];
    waiting.set(venue.id, all);
    const run = () => {
      if (all.includes(entry)) all.splice(all.indexOf(entry), 1);
      journal.write({ kind: 'venue', venue_id: venue.id, event: operation, details: apply() });
    };
    if (ms === 0) return run();
    all.push(entry);
    clock.at(entry.at, run);
  }

  return {
    of,
    replaceLater: (venue, menu, ms) =>
      later(venue, 'create menu', ms, () => {
        menus.set(venue.id, menu);
        return { items: menu.items.length };
      }),
    updateLater: (venue, operation, update, ms) => later(venue, operation, ms, () => update(of(venue))),
    pending: (venue) => (waiting.get(venue.id) ?? []).map(({ operation, at }) => ({ operation, applies_at: new Date(at).toISOString() })),
  };
}
