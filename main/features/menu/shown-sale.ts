import type { OrderCard, SaleView } from '../../../contract/contract.ts';
import type { RulePauses } from '../../shift/pause-by-rule.ts';
import { overload } from '../../shift/piled-up.ts';
import { saleView } from '../../view/menu/sale-view.ts';
import type { VenueAlerts } from '../../view/menu/venue-alerts.ts';
import type { Kernel } from '../context.ts';

/** How long a view is reused: the board redraws every two seconds, and a day's opening times take several ms. */
const DRAWN_FOR_MS = 10_000;

export function showSale(
  { store, time }: Kernel<'store' | 'time'>,
  venue: {
    versionOf: (venueId: string) => number;
    zoneOf: (venueId: string) => string;
    alertOf: VenueAlerts['of'];
    pauses: RulePauses;
    cards: () => readonly OrderCard[];
  },
): (venueId: string) => SaleView {
  const { now } = time.service;
  const drawn = new Map<string, { version: number; at: number; view: SaleView }>();

  function drawnOf(venueId: string): SaleView {
    const version = venue.versionOf(venueId);
    const known = drawn.get(venueId);
    const alert = venue.alertOf(venueId);
    if (known?.version === version && time.monotonic() - known.at < DRAWN_FOR_MS) return { ...known.view, alert };
    const view = saleView(store, venueId, version, now(), venue.zoneOf(venueId), alert);
    const { pause } = view;
    const byRule = pause?.asked === 'pause' ? venue.pauses.last(venueId) : null;
    if (pause && byRule?.until === pause.until) pause.byRule = byRule.why;
    drawn.set(venueId, { version, at: time.monotonic(), view });
    return view;
  }

  return (venueId) => {
    const view = drawnOf(venueId);
    const piled = overload(venue.cards(), venueId, view, now());
    return piled === null ? view : { ...view, piledUp: piled };
  };
}
