/** The sheet of the last good copy, with pending changes. */

import type { MenuAnswer, SaleOfThing, VenueKind } from '../../../contract/contract.ts';
import { identifierOf, subjectOf } from '../../menu/changes.ts';
import { freeAt, MENU_READ } from '../../outbox/menu/queue-changes.ts';
import type { Intent } from '../../store/rows/menu/menu-rows.ts';
import type { Store } from '../../store/store.ts';
import type { OutInCopy, Sheet } from './menu-sheet.ts';
import { iso, pendingView } from './pending.ts';
import { saleOf } from './sale-state.ts';

export interface MenuViewParts {
  store: Store;
  /** Service clock, epoch ms. */
  now: number;
  /** In the screen's language; null without a copy. */
  sheet: Sheet | null;
  /** The sheet's edition that the screen already has. */
  has: string | null;
  sells: VenueKind | null;
  ends: MenuAnswer['ends'];
}

export function menuAnswer(venueId: string, { store, now, sheet, has, sells, ends }: MenuViewParts): MenuAnswer {
  const readAt = sheet && store.menu.copies.get(venueId)?.readAt;
  const reading = store.queue.get(MENU_READ.kind, venueId);
  const free = freeAt(store, venueId, 'menu', now);
  return {
    venueId,
    sells,
    readAt: typeof readAt === 'number' ? iso(readAt) : null,
    isReading: reading?.state === 'waiting' || reading?.state === 'leased',
    readFrom: free > now ? iso(free) : null,
    readProblem: reading?.state === 'failed' ? reading.error : null,
    ends,
    edition: sheet?.edition ?? null,
    text: sheet && sheet.edition !== has ? sheet.text() : null,
    sale: sheet ? saleIn(store, venueId, sheet.out, now) : [],
  };
}

/** For entries that the copy doesn't list as sold out. */
const ON_SALE = { isOn: true, until: null };

function saleIn(store: Store, venueId: string, outInCopy: readonly OutInCopy[], now: number): SaleOfThing[] {
  const intents = store.menu.of(venueId);
  const of = (endpoint: Intent['endpoint']) =>
    new Map(intents.filter((intent) => intent.endpoint === endpoint).map((intent) => [intent.subject, intent]));
  const wanted = { item: of('items'), value: of('option-values') };
  const counted = of('inventory');
  const out = new Map(outInCopy.map((one) => [`${one.kind} ${one.named === null ? `at ${one.key}` : subjectOf(one.named)}`, one]));
  const spoken = [
    ...[...wanted.item.keys(), ...counted.keys()].map((subject) => `item ${subject}`),
    ...[...wanted.value.keys()].map((subject) => `value ${subject}`),
  ];
  return [...new Set([...out.keys(), ...spoken])].flatMap((name): SaleOfThing[] => {
    const inCopy = out.get(name);
    const kind = name.startsWith('item ') ? 'item' : 'value';
    const subject = name.slice(kind.length + 1);
    const named = inCopy ? inCopy.named : identifierOf(subject);
    const stock = kind === 'item' ? pendingView(store, counted.get(subject), now) : null;
    const sale = saleOf(store, named ? wanted[kind].get(subject) : null, inCopy?.copied ?? ON_SALE, now);
    if (sale.state === 'on-sale' && sale.until === null && sale.pending === null && stock === null) return [];
    const what =
      named === null ? null : kind === 'item' ? ({ kind, ...named } as const) : ({ kind, by: 'external_id', id: named.id } as const);
    return [{ ...sale, kind, what, key: inCopy?.key ?? '', stock }];
  });
}
