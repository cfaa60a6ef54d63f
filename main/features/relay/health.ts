/** This computer's state for the relay's operator: no names, no orders. */
import { CAUSE } from '../../../contract/contract.ts';
import { english } from '../../../contract/english.ts';
import type { SettingsRefused } from '../../../contract/relay/wire.ts';
import type { Health } from '../../intake/relay/relay-link.ts';
import type { ManagedSettings } from '../../settings/managed/managed-settings.ts';
import type { Feed } from '../../view/feed.ts';
import type { Kernel } from '../context.ts';
import { createVenueReports } from './venue-reports.ts';

/** Undefined until the app has a view. */
export function createHealth(
  given: Kernel<'store' | 'settings' | 'time' | 'onDefect'> & { feed: Feed; managed: ManagedSettings },
): () => Health | undefined {
  const { feed, store, managed, settings } = given;
  const venueReports = createVenueReports(given);
  return () => {
    const app = feed.get('app', 'app');
    if (!app) return undefined;
    const printers = feed.ids('printers').flatMap((id) => feed.get('printers', id) ?? []);
    const days = feed.ids('venues').flatMap((id) => feed.get('venues', id)?.tokenDaysLeft ?? []);
    return {
      appVersion: app.version.slice(0, 40),
      openOrders: store.orders.openIds().length,
      printers: printers.length === 0 ? 'none' : printers.some(({ state }) => state === 'trouble') ? 'trouble' : 'ready',
      till: app.till === null ? 'none' : app.till.state === 'trouble' ? 'trouble' : 'ready',
      refreshTokenDays: days.length === 0 ? null : Math.min(...days),
      managedVersion: managed.view()?.version ?? null,
      settingsRefused: refusedBy(managed),
      updateRing: app.updates === null ? null : settings.get().desktop.update_ring,
      isUnheard: feed.get('notices', CAUSE.unheard) !== null,
      venues: venueReports(),
    };
  };
}

function refusedBy(managed: ManagedSettings): SettingsRefused | null {
  const refused = managed.view()?.refused ?? null;
  if (refused === null) return null;
  const { version, code, place, mistake } = refused;
  const about = mistake === null ? place : `${place}: ${english(mistake)}`;
  return { version, code, about: about === null ? null : about.slice(0, 300) };
}
