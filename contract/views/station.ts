/** Paired screens of the venue's network. A station is one that staff answer and pack at. */
import * as v from 'valibot';
import { mistake } from '../mistake.ts';
import { DisplayView } from './display.ts';
import type { Column } from './order.ts';

/** What a station may do; each right has its calls in `calls/rights.ts`. */
export const RIGHTS = ['answer', 'ready', 'pack', 'sold-out', 'pause', 'refund', 'reports'] as const;

export type Right = (typeof RIGHTS)[number];

/** Columns that a station may leave out. */
export const ZONES = ['new', 'scheduled', 'preparing', 'ready'] as const satisfies readonly Column[];

const Some = <const T extends readonly string[]>(all: T) =>
  v.pipe(
    v.array(v.picklist(all)),
    v.maxLength(all.length),
    v.transform((chosen): T[number][] => all.filter((one) => chosen.includes(one))),
  );

/** `venues` and `zones`: null for all. `rings`: new orders ring there. */
export const Station = v.object({
  view: v.literal('station'),
  rights: Some(RIGHTS),
  venues: v.nullable(v.pipe(v.array(v.pipe(v.string(), v.maxLength(200))), v.minLength(1, mistake('field.chooseVenue')), v.maxLength(500))),
  zones: v.nullable(v.pipe(Some(ZONES), v.minLength(1, mistake('field.chooseColumn')))),
  rings: v.boolean(),
});
export type Station = v.InferOutput<typeof Station>;

/** `station`: the kitchen station a kitchen display shows, or the pass; null for all. */
const Display = v.object({
  view: DisplayView,
  station: v.optional(v.nullable(v.pipe(v.string(), v.maxLength(40))), null),
});

/** What a paired screen shows and may do. */
export const PairedScreen = v.variant('view', [Station, Display]);
export type PairedScreen = v.InferOutput<typeof PairedScreen>;

const Named = { name: v.pipe(v.string(), v.trim(), v.minLength(1, mistake('field.enterTabletName')), v.maxLength(40)) };
export const NewScreen = v.variant('view', [v.object({ ...Named, ...Station.entries }), v.object({ ...Named, ...Display.entries })]);
export type NewScreen = v.InferOutput<typeof NewScreen>;

/** Times are ISO UTC by this computer's clock. */
export type TabletView = PairedScreen & { id: string; name: string; pairedAt: string; lastSeenAt: string; isHere: boolean };

/** Whether staff hear this venue's new orders there; null: any venue's. Kitchen displays are sent only accepted ones. */
export function ringsForOrders(screen: PairedScreen, venueId: string | null): boolean {
  if (screen.view !== 'station' || !screen.rings || screen.zones?.includes('new') === false) return false;
  return venueId === null || screen.venues === null || screen.venues.includes(venueId);
}

/** Sent to a station when it connects. */
export interface StationPush {
  push: 'station';
  name: string;
  rights: Right[];
  /** Whether it shows every venue: recalls, history and reports need that. */
  ofAllVenues: boolean;
  zones: Station['zones'];
  rings: boolean;
}
